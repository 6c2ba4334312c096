"""Which constants apply, how unseen setups fall back, and how wide the band is."""

import math

import pytest

from advisor import calibration
from advisor.calibration import Setup
from advisor.formula.step_time import Efficiency

SEEN = Setup("llama.cpp", "cuda", "nvidia", "nvidia-ada-geforce", "4", False)
UNSEEN_CLASS = SEEN._replace(device_class="nvidia-next-geforce")
UNSEEN = Setup("new-engine", "cuda", "nvidia", "nvidia-next-geforce", "4", False)


def test_deviations_add_up_and_unknown_keys_add_nothing() -> None:
    parameters = {"share": {"base": math.log(.5), "effects": {"engine": {"a|b": math.log(2)}, "class": {"c": math.log(.5)}}}}
    assert calibration.combine(parameters, {"engine": "a|b"})["share"] == pytest.approx(1.0)
    assert calibration.combine(parameters, {"engine": "a|b", "class": "c"})["share"] == pytest.approx(.5)
    assert calibration.combine(parameters, {"engine": "other", "class": "d"})["share"] == pytest.approx(.5)


@pytest.mark.parametrize("setup", [SEEN, UNSEEN_CLASS, UNSEEN, Setup("llama.cpp", "cpu", "cpu", "cpu-measured", "8", True)])
def test_every_setup_has_physical_constants(setup: Setup) -> None:
    e = calibration.efficiency(setup)
    for share in (e.bandwidth, e.prefill, e.batch, e.attention, e.pipeline):
        assert 0.02 < share <= 1
    assert 0 < e.step_s < .02 and 0 < e.layer_s < .002 and 0 < e.hop_s < 1e-3 and 0 < e.tensor_loss < 1


def test_what_was_never_measured_has_a_wider_band_and_says_so() -> None:
    for figure in ("decode", "prefill"):
        seen, other, new = (calibration.spread(s, figure) for s in (SEEN, UNSEEN_CLASS, UNSEEN))
        assert seen.width < other.width and seen.width < new.width
        assert "this kind of device with this engine" in seen.why
        assert "vendor's other devices" in other.why
        assert "no measurement of this engine or class" in new.why


def test_a_figure_never_measured_on_an_engine_leans_on_what_it_is_made_of() -> None:
    prefill, first = calibration.spread(SEEN, "prefill"), calibration.spread(SEEN, "ttft")
    assert first.width == pytest.approx(1.25 * prefill.width)
    assert "this kind of device" in first.why


def test_bit_classes() -> None:
    assert [calibration.bit_class(b) for b in (None, 16.0, 11.9, 8.5, 4.85, 3.3, 2.1)] == ["16", "16", "8", "8", "4", "2", "2"]


def test_old_builds() -> None:
    limits = {"llama.cpp": "b7000", "tensorrt-llm": "1.1"}
    assert calibration.build_age("llama.cpp", "b5863", limits) == "old"
    assert calibration.build_age("llama.cpp", "b9187", limits) == "new"
    assert calibration.build_age("llama.cpp", None, limits) is None
    assert calibration.build_age("tensorrt-llm", "1.0.0rc3", limits) == "old"
    assert calibration.build_age("tensorrt-llm", "1.2.0rc2", limits) == "new"
    assert calibration.build_age("vllm", "0.1", limits) is None
    assert calibration.build_age("llama.cpp", "main", limits) == "new"


def test_ollama_stands_on_llama_cpps_measurements() -> None:
    assert calibration.engine_family("ollama", calibration.data()["like"]) == "llama.cpp"
    assert calibration.engine_family("vllm", calibration.data()["like"]) == "vllm"


def test_the_file_names_its_evidence() -> None:
    facts = calibration.data()
    assert "measurements" in facts["data"] and facts["date"]
    assert set(facts["spread"]) == {"decode", "prefill", "tpot", "ttft", "batch"}
    assert all(0 < row["width"] < 2 and row["n"] > 0 for levels in facts["spread"].values() for level in levels.values()
               for row in level.values())


def test_the_file_gives_every_constant_of_the_step_model() -> None:
    assert set(calibration.data()["parameters"]) == set(Efficiency._fields)


@pytest.mark.parametrize(("quantization", "family"), [
    ("q4_k_m", "q4_k"), ("ud-q4_k_xl", "q4_k"), ("q4_0", "q4_0"), ("q5_1", "q5_1"), ("q8_0", "q8_0"), ("ud-q8_k_xl", "q8_0"),
    ("iq3_xxs", "iq3"), ("iq4_nl", "iq4"), ("ud-iq2_m", "iq2"), ("tq1_0", "tq1"), ("bf16", "bf16"), ("mxfp4_moe", "mxfp4"),
    ("mxfp4", "mxfp4"), ("mlx-4bit", "mlx-4bit"), ("awq", "awq"), ("", ""),
])
def test_recipes_of_one_stored_type_share_a_family(quantization: str, family: str) -> None:
    assert calibration.weight_format(quantization) == family


def test_servers_tell_something_of_each_other_and_others_do_not() -> None:
    one, other = (calibration.level_keys(Setup(engine, "cuda", "nvidia", "nvidia-hopper", "8", False, format="fp8"))
                  for engine in ("vllm", "sglang"))
    shared = {level for level in one if other.get(level) == one[level]}
    assert {"servers", "servers_class", "servers_bits", "servers_kind", "class", "kind", "format"} <= shared
    assert not {"engine", "engine_class", "engine_format", "engine_moe"} & shared
    assert not any(level.startswith("servers") for level in calibration.level_keys(SEEN))


def test_what_is_not_known_of_a_setup_gives_no_key() -> None:
    bare = calibration.level_keys(SEEN)
    assert not {"flash", "flash_build", "build", "format", "engine_format", "memory", "engine_memory", "size", "size_bits"} & set(bare)
    told = calibration.level_keys(SEEN._replace(flash=False, build="old", format="q4_k", memory="gddr"))
    assert told["flash_build"] == "llama.cpp|cuda|without|old" and told["engine_format"] == "llama.cpp|cuda|q4_k"
    assert told["memory"] == "gddr" and told["build"] == "old llama.cpp"


def test_a_new_build_of_llama_cpp_is_told_apart_from_one_unsaid_and_servers_are_not() -> None:
    new, unsaid = (calibration.level_keys(SEEN._replace(build=build, flash=True)) for build in ("new", None))
    assert new["build_vendor"] == "llama.cpp|cuda|nvidia|new" and "build" not in new and "build_vendor" not in unsaid
    assert new["flash_build"] != unsaid["flash_build"]
    assert "build_vendor" not in calibration.level_keys(SEEN._replace(engine="vllm", build="new"))


def test_models_with_another_mixer_have_a_key_in_programs_that_are_no_servers() -> None:
    assert calibration.level_keys(SEEN._replace(mixer="recurrent"))["mixer"] == "llama.cpp|recurrent"
    assert "mixer" not in calibration.level_keys(SEEN)
    assert "mixer" not in calibration.level_keys(SEEN._replace(engine="vllm", mixer="latent"))


def test_vendors_are_told_apart_where_one_back_end_serves_several() -> None:
    assert calibration.level_keys(SEEN._replace(backend="vulkan", vendor="amd"))["vulkan_vendor"] == "llama.cpp|vulkan|amd"
    assert "vulkan_vendor" not in calibration.level_keys(SEEN._replace(backend="cuda"))


def test_every_level_of_the_fit_is_one_that_a_setup_can_have() -> None:
    full = {level for engine, backend in (("vllm", "cuda"), ("llama.cpp", "vulkan")) for level in calibration.level_keys(
        Setup(engine, backend, "nvidia", "nvidia-hopper", "8", True, flash=False, build="old", big=True, program="other", format="fp8",
              memory="hbm", mixer="latent"))}
    levels = {level for parameter in calibration.data()["parameters"].values() for level in parameter["effects"]}
    assert levels <= full and "servers_kind_bits" in levels


def test_inline_error_correction_takes_its_share_of_what_is_read_only() -> None:
    values = dict.fromkeys(calibration.SHARES, .5) | {"kv": 2.0, "step_s": 1e-3}
    plain, with_it = calibration.reached(values, 0.0, 1.0), calibration.reached(values, 1.0, 1.0)
    assert with_it["bandwidth"] / plain["bandwidth"] == with_it["kv"] / plain["kv"] == pytest.approx(15 / 16)
    assert all(with_it[name] == plain[name] for name in values if name not in ("bandwidth", "kv"))


def test_a_build_that_converts_weights_moves_more_than_their_bytes() -> None:
    table = calibration.data()["converted"]
    assert calibration.moved_bytes("llama.cpp", "sycl", "bf16", "b9039", table) == 5.0
    for case in (("llama.cpp", "sycl", "bf16", "b9300"), ("llama.cpp", "sycl", "bf16", None), ("llama.cpp", "sycl", "q8_0", "b9039"),
                 ("llama.cpp", "vulkan", "bf16", "b9039"), ("vllm", "xpu", "bf16", "0.9")):
        assert calibration.moved_bytes(*case, table) == 1.0
    values = dict.fromkeys(calibration.SHARES, .5) | {"kv": 2.0, "step_s": 1e-3}
    plain, moved = calibration.reached(values, 0.0, 1.0), calibration.reached(values, 0.0, 5.0)
    assert plain["bandwidth"] / moved["bandwidth"] == pytest.approx(5)
    assert all(moved[name] == plain[name] for name in values if name != "bandwidth")
