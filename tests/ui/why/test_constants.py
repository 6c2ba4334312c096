"""Where the drawer says that a constant comes from."""

from advisor.estimate import estimate
from advisor.scenario import Hardware, Settings
from advisor.ui.why.constants import constant, values_told, where


def sources(answer, quantity: str) -> dict[str, str]:
    return {name: constant(answer, rule, name).source for rule in answer.derivation if rule.quantity == quantity for name in rule.values}


def test_a_number_of_devices_is_asked_and_a_cache_type_is_the_engines(qapp, seed_scenario):
    answer = estimate(seed_scenario)
    speed, cache = sources(answer, "decode_ceiling_tokens_per_s"), sources(answer, "layer_bytes")
    assert speed["bandwidth_bytes_per_s"].startswith("data sheet") and speed["devices"] == "you asked"
    engine = f"{answer.case.engine.name} {answer.case.version}"
    assert cache["cache_type"] == cache["cache_block_bytes"] == cache["cache_block_elements"] == engine
    rules = [rule for rule in answer.derivation if rule.quantity == "layer_bytes"]
    assert not any("Q4_K_M" in line for rule in rules for line in where(answer, rule))
    assert any(line.startswith("Type of the cache (`cache_type`) = ") for rule in rules for line in values_told(answer, rule))


def test_no_source_is_a_recollection(qapp, seed_scenario):
    for device in ("GTX 1070", "RTX 4090", "RX 7900 XTX"):
        answer = estimate(seed_scenario.with_(hardware=Hardware(device=device, host_memory_gib=64), settings=Settings(context=2048)))
        assert not any("recalled" in line for rule in answer.derivation for line in where(answer, rule))
