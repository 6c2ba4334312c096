"""llama-server: defaults by build, memory, splits over devices and host, and its answers inverted."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_cases import GIB, case, memory, notes

from advisor import catalog
from advisor.answer import Trace
from advisor.engines import engine
from advisor.engines.llama_cache import Asked, cells_of, context_of
from advisor.engines.llama_placement import proportional
from advisor.errors import CannotAnswer
from advisor.scenario import Slot

MIB = 2**20
LLAMA = engine("llama.cpp")


def test_the_pages_worked_case_to_the_byte():
    m = memory(case(context=4096, parallel=1))
    assert m.kv_bytes == 4096 * 196_608 == m.kv_capacity_tokens * m.kv_bytes_per_token
    assert m.weights_bytes == 8_544_198_656
    assert m.gpu_layers == m.layers == 49
    assert m.starts and m.host_weights_bytes == 0
    assert m.total_bytes == m.weights_bytes + m.kv_bytes + m.state_bytes + m.compute_bytes + m.runtime_bytes
    assert m.headroom_bytes == m.usable_bytes - m.total_bytes


def test_without_slots_asked_for_four_share_one_buffer():
    asked = case(context=8192)
    assert (asked.settings.parallel, asked.settings.kv_unified) == (4, True)
    assert memory(asked).kv_capacity_tokens == 8192 and memory(asked).max_concurrency == 1
    apart = case(context=8192, parallel=4)
    assert apart.settings.kv_unified is False
    assert memory(apart).kv_capacity_tokens == 32768 and memory(apart).max_concurrency == 4


@pytest.mark.parametrize(("version", "slots", "context", "flash"), [("b5000", 1, 4096, False), ("b7000", 1, 4096, True),
                                                                    ("b11434", 4, None, True), ("May 2026", 4, None, True)])
def test_defaults_by_build(version, slots, context, flash):
    asked = case(gib=96, version=version)
    assert asked.settings.parallel == slots and asked.settings.flash_attention is flash
    assert asked.settings.context == (context or asked.model.max_position_embeddings)


def test_older_servers_reserve_logits_for_every_token_of_a_micro_batch():
    new, old = memory(case(context=4096, parallel=1)), memory(case(context=4096, parallel=1, version="b9272"))
    assert old.compute_bytes > new.compute_bytes
    assert old.compute_bytes == 4 * 512 * (152_064 + 5120)  # the mask is free again when the head runs: as logs of May 2026 print


def test_builds_with_a_wide_mask_print_what_it_took():
    """304.75 MiB printed in May 2026 for Qwen3-8B at 8,192 tokens with a q4_0 cache; a long context is the mask and its cast."""
    short = memory(case("qwen3-8b", version="b9250", context=8192, parallel=1, kv_cache_dtype="q4_0", flash_attention=True))
    assert short.compute_bytes == 304.75 * 2**20
    long = memory(case("qwen3-8b", gib=80, version="b9250", context=131072, parallel=1, flash_attention=True))
    assert long.compute_bytes == 512 * (6 * 131072 + 16 * 4096)
    since = memory(case("qwen3-8b", gib=80, version="b9300", context=131072, parallel=1, flash_attention=True))
    assert since.compute_bytes < long.compute_bytes / 1.5


def test_builds_of_summer_2026_held_fewer_residual_streams():
    """38.50 MiB printed by b10809 for Qwen3.8-27B at 32,768 tokens with -ub 128, 216.38 by b9496 for Qwen3-Next at 131,072; servers
    of b9538 to b11063 hold one stream less than b11549 in plain models, two beside recurrent layers."""
    def asked(model, version, context, ubatch):
        return memory(case(model, gib=200, version=version, context=context, parallel=1, ubatch=ubatch, flash_attention=True)).compute_bytes

    assert asked("qwen3.8-27b", "b10809", 32768, 128) == pytest.approx(38.50 * MIB, rel=2e-4)
    assert asked("qwen3-next-80b-a3b-instruct", "b9496", 131072, 512) == pytest.approx(216.38 * MIB, rel=2e-3)
    for model, streams, hidden in (("qwen3.8-27b", 2, 5120), ("qwen3-8b", 1, 4096), ("qwen3-30b-a3b", 1, 2048)):
        assert asked(model, "b11434", 8192, 512) - asked(model, "b11063", 8192, 512) == 4 * 512 * streams * hidden, model


def test_a_stock_name_of_a_model_with_4_bit_experts_is_a_file_made_anew():
    told = [any("quantized anew" in note for note in notes(case("gpt-oss-20b", mix, gib=96, context=4096)))
            for mix in ("q8_0", "q4_k_m", "mxfp4", "ud-q4_k_xl")]
    assert told == [True, True, False, False]
    assert not any("quantized anew" in note for note in notes(case("qwen3-30b-a3b", "q8_0", gib=96, context=4096)))


@pytest.mark.parametrize(("mix", "size"), [("q8_0", "1,091.0"), ("q4_k_m", "620.6"), ("ud-q4_k_xl", "620.6"), ("q2_k", None)])
def test_files_of_4_bit_experts_made_anew_are_larger(mix, size):
    """Unsloth's Kimi-K2.5: 1,091 GB as Q8_0, 621 as Q4_K_M and 622 as UD-Q4_K_XL, 374 as Q2_K, which is no wider."""
    said = [note for note in notes(case("kimi-k2.5", mix, gib=2000, context=4096)) if "anew from 16 bit instead" in note]
    assert len(said) == (size is not None)
    assert size is None or f"about {size}" in said[0]


def test_fit_shrinks_the_context_to_what_the_card_holds():
    asked = case(gib=12)
    m = memory(asked)
    assert asked.settings.context == m.max_context_tokens < asked.model.max_position_embeddings
    assert m.headroom_bytes >= GIB and m.host_weights_bytes == 0
    assert case(gib=8).settings.context == 4096


def test_fit_puts_experts_on_the_host_before_layers():
    m = memory(case("qwen3-30b-a3b", gib=12, context=8192, parallel=1))
    assert m.gpu_layers == m.layers and 0 < m.cpu_moe_layers < 48
    assert m.host_expert_bytes == m.host_weights_bytes > 0 and m.starts
    fewer = memory(case("qwen3-30b-a3b", gib=12, context=8192, parallel=1, cpu_moe_layers=m.cpu_moe_layers - 1))
    assert fewer.gpu_layers < fewer.layers


def test_the_first_device_works_on_copies_of_host_tensors():
    whole, part = (memory(case("qwen3-30b-a3b", gib=4096, context=8192, parallel=1, cpu_moe_layers=n)) for n in (0, 10))
    up_experts = 128 * 2048 * 768 // 256 * 144
    down_experts = 128 * 2048 * 768 // 256 * 210
    assert up_experts < part.compute_bytes - whole.compute_bytes <= down_experts
    two = memory(case("qwen3-30b-a3b", gib=4096, cards=2, context=8192, parallel=1, cpu_moe_layers=10))
    assert two.devices[0].compute_bytes > two.devices[1].compute_bytes


def test_layers_stay_on_the_host_where_the_card_is_small():
    m = memory(case("llama-3.3-70b-instruct", gib=24, context=8192, parallel=1))
    assert 0 < m.gpu_layers < m.layers == 81 and m.headroom_bytes >= GIB
    more = memory(case("llama-3.3-70b-instruct", gib=24, context=8192, parallel=1, gpu_layers=m.gpu_layers + 1))
    assert more.headroom_bytes < GIB
    whole = memory(case("llama-3.3-70b-instruct", gib=4096, context=8192, parallel=1))
    assert m.weights_bytes + m.host_weights_bytes == whole.weights_bytes
    assert m.kv_bytes + m.host_kv_bytes == whole.kv_bytes
    assert any("layers are on the GPU" in note for note in notes(case("llama-3.3-70b-instruct", gib=24, context=8192, parallel=1)))


def test_it_does_not_start_where_host_memory_is_too_small_or_layers_are_forced():
    assert not memory(case("llama-3.3-70b-instruct", gib=24, host=16, context=8192, parallel=1)).starts
    assert not memory(case("llama-3.3-70b-instruct", gib=24, context=8192, parallel=1, gpu_layers=99)).starts
    assert memory(case("llama-3.3-70b-instruct", gib=24, host=None, context=8192, parallel=1)).starts


def test_a_processor_alone_holds_the_file_once():
    m = memory(case("llama-3.2-1b-instruct", gib=None, host=16, context=4096, parallel=1))
    on_card = memory(case("llama-3.2-1b-instruct", gib=24, context=4096, parallel=1))
    assert m.weights_bytes == on_card.weights_bytes and m.host_weights_bytes == 0 and m.gpu_layers == 0
    assert m.usable_bytes == 16 * GIB and m.host_bytes == m.total_bytes
    assert not memory(case("llama-3.3-70b-instruct", gib=None, host=16, context=4096, parallel=1)).starts


def test_unequal_cards_take_layers_by_their_memory():
    assert proportional(0, 48, (8 * GIB, 8 * GIB)) == (0, 25, 48)
    start, edge, end = proportional(0, 48, (24 * GIB, 12 * GIB))
    assert (start, end) == (0, 48) and 30 <= edge <= 34
    two = memory(case("llama-3.3-70b-instruct", gib=24, cards=2, context=8192, parallel=1))
    assert two.starts and two.gpu_layers == two.layers and sum(d.layers for d in two.devices) == 80
    assert max(d.total_bytes for d in two.devices) == two.total_bytes


def test_every_layer_cut_over_the_cards():
    one, two = (memory(case("llama-3.3-70b-instruct", gib=96, cards=2, context=8192, parallel=1, tensor_parallel=n)) for n in (1, 2))
    assert two.weights_bytes < 0.55 * sum(d.weights_bytes for d in one.devices)
    assert len({d.total_bytes for d in two.devices}) == 1


def test_metal_maps_the_whole_file():
    apple = catalog.find_device("Apple M4 Max")
    m = memory(case("gpt-oss-20b", "mxfp4", device=apple, gib=48, host=64, context=131072, parallel=1))
    assert m.weights_bytes == pytest.approx(11_536 * MIB, rel=0.0005)
    assert m.kv_bytes == (3072 + 18) * MIB


def test_settings_that_cannot_be():
    for bad in ({"kv_cache_dtype": "fp8"}, {"data_parallel": 2}, {"tensor_parallel": 2}, {"backend": "webgpu"},
                {"kv_cache_dtype": "q8_0", "flash_attention": False}):
        with pytest.raises(CannotAnswer):
            case(**bad)
    with pytest.raises(CannotAnswer) as error:
        case(mix="awq")
    assert error.value.field == "quantization"


def test_unknown_memory_stays_unknown():
    m = memory(with_slots(case(gib=24), (None, 0)))
    assert m.usable_bytes is None and m.headroom_bytes is None and m.max_context_tokens is None
    assert m.gpu_layers == m.layers and m.starts


def test_memory_of_others_is_not_free():
    m = memory(with_slots(case(context=4096, parallel=1), (24, 20)))
    assert m.usable_bytes == 4 * GIB and m.gpu_layers < m.layers


def with_slots(asked, *gib_and_used):
    found = tuple(Slot(memory_bytes=None if gib is None else gib * GIB, used_bytes=used * GIB) for gib, used in gib_and_used)
    return replace(asked, machine=asked.machine.model_copy(update={"slots": found}))


def test_a_card_that_others_filled_takes_no_part():
    m = memory(with_slots(case(context=4096, parallel=1), (24, 0), (24, 24)))
    assert [d.layers for d in m.devices] == [48, 0] and m.gpu_layers == m.layers and m.devices[1].total_bytes == 0


def test_nothing_fits_on_a_tiny_card_so_the_processor_does_it_all():
    m = memory(with_slots(case(context=4096, parallel=1), (1, 0)))
    assert m.gpu_layers == 0 and m.starts and m.total_bytes == 0
    assert m.host_weights_bytes == 8_544_198_656


def test_every_figure_says_how_it_came_about():
    trace = Trace()
    asked = case("gemma-3-4b-it", context=32768, parallel=1)
    m = asked.engine.memory(asked, trace)
    by_name = {d.quantity: d for d in trace.derivations}
    for quantity in ("weights_bytes", "kv_bytes", "compute_bytes", "runtime_bytes", "total_bytes"):
        assert by_name[quantity].value == getattr(m, quantity) and by_name[quantity].source
    layers = by_name["kv_bytes"].values
    assert by_name["layer_bytes"].value == layers["layer_bytes"] and by_name["sliding_layer_bytes"].value == layers["sliding_layer_bytes"]
    assert layers["layers"] * layers["layer_bytes"] + layers["sliding_layers"] * layers["sliding_layer_bytes"] == m.kv_bytes
    assert m.kv_bytes == pytest.approx(814 * MIB, rel=0.001)


def test_the_scheduler_takes_its_own_levers():
    asked = case(context=5000, parallel=3)
    name, config = asked.engine.scheduler(asked, memory(asked))
    assert name == "llama.cpp" and (config["n_parallel"], config["n_ctx_slot"], config["n_batch"]) == (3, 5120, 2048)


def test_default_quantization_follows_the_checkpoint():
    machine = case().machine
    assert LLAMA.default_quantization(catalog.find_model("gpt-oss-20b"), machine) == "mxfp4"
    assert LLAMA.default_quantization(catalog.find_model("qwen3-8b"), machine) == "q4_k_m"


models = st.sampled_from(["qwen2.5-14b-instruct", "gemma-3-4b-it", "qwen3-30b-a3b", "qwen3.5-27b", "deepseek-v2-lite"])
contexts = st.integers(1, 60_000)
slots = st.integers(1, 12)


@settings(max_examples=60, deadline=None)
@given(models, contexts, contexts, slots, st.booleans(), st.booleans())
def test_more_context_never_takes_less(model, a, b, n, unified, flash):
    low, high = sorted((a, b))
    small, large = (memory(case(model, gib=4096, context=c, parallel=n, kv_unified=unified, flash_attention=flash)) for c in (low, high))
    assert small.kv_bytes <= large.kv_bytes and small.compute_bytes <= large.compute_bytes and small.total_bytes <= large.total_bytes
    assert small.state_bytes == large.state_bytes


@settings(max_examples=60, deadline=None)
@given(models, contexts, slots, slots)
def test_more_slots_of_the_same_context_never_take_less(model, context, a, b):
    low, high = sorted((a, b))
    few, many = (memory(case(model, gib=4096, context=context, parallel=n)) for n in (low, high))
    assert few.kv_bytes <= many.kv_bytes and few.state_bytes <= many.state_bytes and few.total_bytes <= many.total_bytes


@settings(max_examples=40, deadline=None)
@given(models, contexts, st.integers(0, 30))
def test_more_layers_on_the_card_never_take_less_of_it(model, context, layers):
    few, many = (memory(case(model, gib=4096, context=context, parallel=1, gpu_layers=n)) for n in (layers, layers + 1))
    assert few.total_bytes <= many.total_bytes and few.host_weights_bytes >= many.host_weights_bytes


@settings(max_examples=60, deadline=None)
@given(models, st.floats(6, 40), st.integers(1, 9), st.booleans(), st.integers(1, 2))
def test_the_longest_context_fits_and_one_more_token_does_not(model, gib, n, unified, cards):
    asked = case(model, gib=gib, cards=cards, context=256, parallel=n, kv_unified=unified)
    m = memory(asked)
    longest = m.max_context_tokens
    if m.host_weights_bytes or not longest or longest >= asked.model.max_position_embeddings:
        return
    at, over = (memory(case(model, gib=gib, cards=cards, context=c, parallel=n, kv_unified=unified)) for c in (longest, longest + 1))
    assert at.host_weights_bytes == 0 and at.starts and all(d.usable_bytes - d.total_bytes >= GIB for d in at.devices)
    assert over.host_weights_bytes > 0 or not over.starts


@given(st.integers(1, 200_000), st.integers(1, 600), st.booleans())
def test_cells_and_contexts_are_each_others_inverse(context, n, unified):
    asked = Asked(n, unified, 512, 2048, (1, 2), True, True)
    cells = cells_of(context, asked)
    longest = context_of(cells, asked)
    assert longest >= context and cells_of(longest, asked) == cells < cells_of(longest + 1, asked)


def test_measured_allocations_by_name(shared):
    wrong, compute = [], []
    with (shared / "accuracy" / "llamacpp.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for row in rows[::2]:
        given_, figure = row["scenario"], row["expect"]["path"].partition(".")[2]
        if given_["model"].startswith("@"):
            continue
        levers = {k: v for k, v in given_["settings"].items() if v is not None}
        asked = case(given_["model"], given_["quantization"], gib=4096, version=given_["engine_version"], **levers)
        got, want = getattr(memory(asked), figure), row["expect"]["value"]
        if figure == "compute_bytes":
            compute.append(abs(got / want - 1))
        elif got != want:
            wrong.append((row["id"], figure, got, want))
    assert wrong == []
    assert len(compute) > 300 and sum(error <= 0.05 for error in compute) >= 0.95 * len(compute) and max(compute) < 0.15


@pytest.mark.parametrize(("context", "slots", "unified", "ubatch", "kv_mib", "state_mib"), [
    (4096, 1, False, 512, 10.5, 1.734375), (8192, 1, False, 1024, 18.25, 1.734375), (2048, 4, False, 512, 34.5, 6.9375),
    (8192, 4, True, 512, 57.0, 6.9375)])
def test_compressed_caches_as_llama_cpp_b11434_printed_them(context, slots, unified, ubatch, kv_mib, state_mib):
    """A made-up deepseek4 file of eight layers, loaded by the real server: sums of its "KV buffer size" and "state buffer size"."""
    asked = case("deepseek-v4-flash", "q8_0", gib=900, context=context, parallel=slots, kv_unified=unified, ubatch=ubatch)
    ratios = (0, 0, 4, 128, 4, 128, 4, 128)
    model = asked.model.model_copy(update={
        "num_hidden_layers": 8, "layer_types": asked.model.layer_types[:8], "mlp_layer_types": asked.model.mlp_layer_types[:8],
        "compressed_kv": {**asked.model.compressed_kv, "ratios": ratios}})
    m = memory(replace(asked, model=model))
    assert (m.kv_bytes / MIB, m.state_bytes / MIB) == (kv_mib, state_mib)
    assert m.max_concurrency == slots and m.kv_capacity_tokens == context * slots     # every slot has caches of its own
    assert not LLAMA.refusals(asked)


def backend_on(device, engine="llama.cpp"):
    return case("qwen3-4b", on=engine, device=catalog.find_device(device), gib=8).settings.backend


def test_back_ends_of_what_rocm_left_and_of_intel_cards():
    assert [backend_on(name, engine) for name in ("RX 580", "Vega 64") for engine in ("llama.cpp", "ollama", "lmstudio")] == ["vulkan"] * 6
    assert [backend_on("Arc B580", engine) for engine in ("llama.cpp", "ollama", "lmstudio")] == ["sycl", "vulkan", "vulkan"]
    assert backend_on("RX 7900 XTX") == "rocm"
