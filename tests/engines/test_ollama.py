"""Ollama: its own defaults over llama-server's memory."""

import pytest
from launch_plans import plan
from llama_cases import GIB, case, memory, notes

from advisor import catalog
from advisor.answer import Trace
from advisor.deploy import render
from advisor.engines import engine
from advisor.errors import CannotAnswer


@pytest.mark.parametrize(("gib", "cards", "context"), [(12, 1, 4096), (23.99, 1, 32768), (16, 2, 32768), (80, 1, 131072)])
def test_context_by_total_memory_cut_to_the_models_own(gib, cards, context):
    asked = case(on="ollama", gib=gib, cards=cards)
    assert asked.settings.context == min(context, asked.model.max_position_embeddings)
    assert case(on="ollama", gib=None).settings.context == 4096


def test_older_releases_start_at_4096():
    assert case(on="ollama", gib=80, version="0.12.0").settings.context == 4096


def test_one_slot_of_512_tokens_a_step_by_default():
    settings = case(on="ollama").settings
    assert (settings.parallel, settings.kv_unified, settings.ubatch, settings.max_batched_tokens) == (1, False, 512, 512)


def test_parallel_multiplies_the_context_memory():
    one, four = (memory(case(on="ollama", context=4096, parallel=n)) for n in (1, 4))
    assert four.kv_bytes == 4 * one.kv_bytes and four.slots == 4 and four.max_concurrency == 4


def test_some_families_are_served_one_at_a_time():
    trace = Trace()
    asked = case("qwen3.5-27b", on="ollama", parallel=4)
    assert asked.settings.parallel == 1
    ollama = engine("ollama")
    from dataclasses import replace
    ollama.fill(replace(asked, settings=asked.settings.model_copy(update={"parallel": 4})), trace)
    assert any("one request at a time" in note for note in trace.notes)


def test_refusals_name_what_is_wrong():
    old = catalog.find_device("Tesla T4").model_copy(update={"compute_capability": 3.5})
    refused = case(on="ollama", device=old)
    assert [r.kind for r in refused.engine.refusals(refused)] == ["hardware"]
    crowd = case("qwen3.5-27b", on="ollama", concurrency=3)
    assert [(r.kind, r.hard) for r in crowd.engine.refusals(crowd)] == [("concurrency", False)]
    fine = case(on="ollama", device=catalog.find_device("RTX 4090"))
    assert fine.engine.refusals(fine) == []


def test_the_same_file_takes_what_llama_cpp_takes():
    theirs, ours = memory(case(on="ollama", context=4096, parallel=1)), memory(case(context=4096, parallel=1))
    assert (theirs.weights_bytes, theirs.kv_bytes, theirs.compute_bytes) == (ours.weights_bytes, ours.kv_bytes, ours.compute_bytes)


def test_the_page_of_the_seed_prints_ten_to_twelve_gigabytes():
    m = memory(case(on="ollama", context=4096, parallel=1))
    assert m.host_weights_bytes == 0
    assert 9.0e9 < m.total_bytes < 12e9


def test_cache_types_are_its_own_and_need_flash_attention():
    with pytest.raises(CannotAnswer):
        case(on="ollama", kv_cache_dtype="q5_0")
    assert case(on="ollama", kv_cache_dtype="q8_0", flash_attention=False).settings.kv_cache_dtype == "f16"


def test_metal_leaves_the_embedding_out():
    apple = catalog.find_device("Apple M4 Max")
    ours, theirs = (memory(case(on=on, device=apple, gib=48, context=4096, parallel=1)) for on in ("llama.cpp", "ollama"))
    assert ours.weights_bytes - theirs.weights_bytes > 400_000_000


def test_the_vision_part_is_loaded_beside_the_model():
    theirs, ours = memory(case("gemma-3-4b-it", on="ollama", context=4096)), memory(case("gemma-3-4b-it", context=4096, parallel=1))
    assert theirs.weights_bytes - ours.weights_bytes == 2 * catalog.find_model("gemma-3-4b-it").vision_parameters
    assert any("vision part" in note for note in notes(case("gemma-3-4b-it", context=4096)))


def test_offload_is_told():
    asked = case("llama-3.3-70b-instruct", on="ollama", gib=24, context=8192)
    assert memory(asked).host_weights_bytes > 10 * GIB
    assert any("layers are on the GPU" in note for note in notes(asked))


def test_scheduler_is_a_semaphore_before_llama_server():
    asked = case(on="ollama", parallel=2, context=4096)
    name, config = asked.engine.scheduler(asked, memory(asked))
    assert name == "ollama" and config["num_parallel"] == 2 and "n_parallel" not in config


BIG = {"model": "ling-3.0-flash", "engine": "ollama", "quantization": "q4_k_m", "device": "Strix Halo", "settings": {"context": 4096}}


def test_a_divided_file_is_not_pulled_but_put_together():
    """The hub answers 400 to a pull of a sharded tag; `ollama create` takes the parts by a wildcard."""
    for shell in ("bash", "powershell", "cmd"):
        steps = render(plan(**BIG, os="linux" if shell == "bash" else "windows"), "shell", shell)
        texts = [step.text for step in steps]
        assert not any("hf.co/" in text or "ollama pull" in text for text in texts)
        assert any("FROM ./Ling-3.0-flash-q4_k_m/*.gguf" in text for text in texts)
        fetched = next(step.text for step in steps if "hf download" in step.text)
        assert "bartowski/Ling-3.0-flash-GGUF" in fetched and "--local-dir" in fetched and "Q4_K_M[.-]" in fetched
        assert any("ollama create ling-3.0-flash -f Modelfile" in text for text in texts)
        assert any("ollama run ling-3.0-flash" in text for text in texts)


def test_the_container_makes_a_divided_model_from_its_mounted_parts():
    texts = "\n".join(step.text + str(step.verifies) for step in render(plan(**BIG), "docker"))
    assert "FROM /models/Ling-3.0-flash-q4_k_m/*.gguf" in texts and "ollama create" in texts and "ollama pull" not in texts
    assert "must hold the file's parts" in texts


def test_small_files_and_the_own_library_are_pulled():
    small = plan(model="qwen3.8-27b", engine="ollama", quantization="q4_k_m", settings={"context": 4096})
    library = plan(model="gpt-oss-120b", engine="ollama", device="Strix Halo", settings={"context": 4096})
    assert library.case.engine.file_bytes(library.case) > 50e9
    for made in (small, library):
        assert any("ollama pull" in step.text for step in render(made, "shell"))
        assert not made.case.engine.refusals(made.case)
    parts = plan(**BIG)
    assert [(r.kind, r.hard) for r in parts.case.engine.refusals(parts.case)] == [("complexity", False)]


def test_its_own_engine_kept_sliding_layers_in_one_pool():
    """ollama/ollama kvcache/causal.go: slots × what is kept + batch; gpt-oss keeps 4,096 tokens of a window of 128."""
    oss = memory(case("gpt-oss-120b", "mxfp4", on="ollama", gib=96, version="0.11.10", context=8192, flash_attention=True))
    assert oss.kv_bytes == 450 * 2**20      # printed by 0.11.10 on a Strix Halo
    gemma = catalog.find_model("gemma-3-27b-it")
    sliding, full = (sum(kind == name for kind in gemma.layer_types) for name in ("sliding_attention", "full_attention"))
    two = memory(case("gemma-3-27b-it", on="ollama", gib=96, version="0.9.6", context=4096, parallel=2))
    assert two.kv_bytes == (full * 2 * 4096 + sliding * (2 * 1024 + 512)) * 2 * 16 * 128 * 2
    short = memory(case("gemma-3-27b-it", on="ollama", gib=96, version="0.9.6", context=512, parallel=2))
    assert short.kv_bytes == (full + sliding) * 2 * 512 * 2 * 16 * 128 * 2      # shorter than the window: nothing beside it
    today = memory(case("gpt-oss-120b", "mxfp4", on="ollama", gib=96, context=8192))
    assert today.kv_bytes < oss.kv_bytes


def test_its_own_engine_reserved_one_output_row_a_slot():
    """88.0 MiB printed by 0.16 for a 30B-A3B at 4,096 tokens on a processor; the runner beside it reserves the micro-batch's rows."""
    own = memory(case("qwen3-30b-a3b", "q2_k", on="ollama", gib=None, version="0.16.2", context=4096, flash_attention=True))
    assert own.compute_bytes == pytest.approx(88 * 2**20, rel=0.001)
    runner = memory(case("qwen3-30b-a3b", "q2_k", on="ollama", gib=None, version="0.12.0", context=4096, flash_attention=True))
    assert runner.compute_bytes > 3 * own.compute_bytes


def test_its_runner_kept_sliding_layers_whole():
    """`using full-size SWA cache`: gemma2 in the runner of May 2026 prints 832 MiB for each kind of layer at 2 × 8,192 tokens."""
    m = memory(case("gemma-2-2b-it", "q4_0", on="ollama", version="0.21.0", context=8192, parallel=2))
    assert m.kv_bytes == 2 * 832 * 2**20


def test_the_mask_was_made_wide_and_cast():
    """408.01 MiB printed by an Ollama of spring 2026 for Llama-3.2-3B at 131,072 tokens: 384 of mask, 24 of residuals."""
    m = memory(case("llama-3.2-3b-instruct", on="ollama", version="0.17.5", context=131072, flash_attention=True, parallel=1))
    assert m.compute_bytes == pytest.approx(408.01 * 2**20, rel=0.0001)


def test_its_librarys_gpt_oss_is_16_bit_beside_the_experts():
    """59.8 GiB on the GPU and 1.1 on the host for the 120b; the file under the same format elsewhere has the rest in 8 bit."""
    theirs, ours = (memory(case("gpt-oss-120b", "mxfp4", on=on, gib=96, context=8192, parallel=1)) for on in ("ollama", "llama.cpp"))
    assert round(theirs.weights_bytes / GIB, 1) == 59.8
    assert theirs.weights_bytes > ours.weights_bytes + 10**9
