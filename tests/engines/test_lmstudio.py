"""LM Studio's runtime: its defaults by version."""

import pytest
from launch_plans import plan
from llama_cases import case, memory

from advisor import catalog
from advisor.deploy import render
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario


def test_four_predictions_share_one_buffer_since_0_4():
    now, before = case(on="lmstudio").settings, case(on="lmstudio", version="0.3.23").settings
    assert (now.parallel, now.kv_unified, now.context) == (4, True, 4096)
    assert (before.parallel, before.kv_unified, before.ubatch, before.max_batched_tokens) == (1, False, 512, 512)


def test_sliding_windows_were_held_in_full_before():
    now, before = (memory(case("gemma-3-27b-it", on="lmstudio", gib=64, version=v, context=32768, parallel=1))
                   for v in ("0.4.16", "0.3.23"))
    assert before.kv_bytes > 3 * now.kv_bytes
    assert before.kv_bytes == 62 * 32768 * 2 * 16 * 128 * 2


def test_the_whole_cache_goes_to_the_card():
    m = memory(case("llama-3.3-70b-instruct", on="lmstudio", gib=24, context=8192, parallel=1))
    whole = memory(case("llama-3.3-70b-instruct", gib=4096, context=8192, parallel=1))
    assert m.gpu_layers < m.layers and m.kv_bytes == whole.kv_bytes and m.host_kv_bytes == 0


def test_it_is_llama_cpp_below():
    m = memory(case(on="lmstudio", context=4096, parallel=1))
    assert m.weights_bytes == memory(case(context=4096, parallel=1)).weights_bytes
    asked = case(on="lmstudio")
    assert asked.engine.scheduler(asked, m)[0] == "llama.cpp"


APPLE = catalog.find_device("Apple M4 Max")


def test_mlx_weights_on_a_mac_are_mlx_lm_below_with_its_own_context():
    theirs, ours = (memory(case("qwen3-8b", "mlx-4bit", on=engine, gib=48, device=APPLE, context=8192, parallel=2))
                    for engine in ("lmstudio", "mlx-lm"))
    assert (theirs.weights_bytes, theirs.kv_bytes) == (ours.weights_bytes, ours.kv_bytes)
    asked = case("qwen3-8b", "mlx-4bit", on="lmstudio", gib=48, device=APPLE)
    assert (asked.settings.context, asked.settings.parallel) == (4096, 4)
    assert asked.engine.refusals(asked) == [] and asked.engine.scheduler(asked, theirs)[0] == "continuous"
    with pytest.raises(CannotAnswer, match="is not a GGUF mix"):
        case("qwen3-8b", "mlx-4bit", on="lmstudio", device=catalog.find_device("RTX 4090"))


def test_mlx_weights_are_fetched_from_their_repository():
    made = plan(model="Qwen/Qwen3-8B", engine="lmstudio", quantization="mlx-4bit", device="Apple M4 Max", settings={"context": 8192},
                os="macos")
    texts = [c.text for c in render(made, "shell")]
    assert any(text.startswith("lms get https://huggingface.co/mlx-community/Qwen3-8B-4bit") for text in texts)
    assert any("lms load qwen3-8b-4bit" in text and "--context-length 8192" in text and "--gpu" not in text for text in texts)


def test_mlx_weights_in_ollama_are_not_said_to_be_impossible():
    """It runs them in a part of its own, which is not known here: the answer says that, and what comes close."""
    asked = {"model": "Qwen/Qwen3-8B", "quantization": "mlx-4bit", "engine": "ollama", "hardware": {"device": "Apple M4 Max"}}
    with pytest.raises(CannotAnswer, match="MLX part") as refused:
        estimate(parse_scenario(asked))
    assert "MLX-LM" in str(refused.value.mend)
    with pytest.raises(CannotAnswer, match="is not a GGUF mix"):
        estimate(parse_scenario({**asked, "hardware": {"device": "RTX 4090"}}))


def test_experts_in_main_memory_are_set_in_the_app_for_lms_knows_no_such_option():
    made = plan(model="gpt-oss-120b", engine="lmstudio", device="RTX 4060", host_memory_gib=96, settings={"context": 4096, "parallel": 1},
                os="windows")
    layers = made.memory.cpu_moe_layers
    assert layers and made.memory.host_expert_bytes > 40e9
    steps = render(made, "shell", "powershell")
    load = next(step for step in steps if "lms load" in step.text and step.shell != "text")
    assert "--gpu" not in load.text and "experts in main memory" in load.verifies
    setting = f'"Number of layers for which to force MoE weights onto CPU" to {layers}'
    told = [step for step in steps if step.shell == "text" and setting in step.text]
    assert len(told) == 2 and steps.index(told[-1]) < steps.index(load)
    older = plan(model="gpt-oss-120b", engine="lmstudio", device="RTX 4060", host_memory_gib=96, settings={"context": 4096, "parallel": 1},
                 os="windows", version="0.3.39")
    assert any("Force Model Expert Weights onto CPU" in step.text for step in render(older, "shell", "powershell"))


def test_the_steps_in_the_app_offload_as_many_layers_as_the_command():
    part = plan(model="meta-llama/Llama-3.3-70B-Instruct", engine="lmstudio", settings={"context": 8192, "parallel": 1})
    whole = plan(model="Qwen/Qwen3-8B", engine="lmstudio", settings={"context": 8192, "parallel": 1})
    clicks = ["".join(step.text for step in render(made, "shell") if step.shell == "text") for made in (part, whole)]
    assert f"GPU Offload to {part.memory.gpu_layers}." in clicks[0] and "GPU Offload to the right end." in clicks[1]
    assert any("--gpu max" in step.text for step in render(whole, "shell"))


def test_a_gguf_lies_in_a_macs_memory_as_in_llama_cpp():
    """One runtime maps one file: the table beside the layers is in the mapped buffer and on the host."""
    ours, theirs = (memory(case("gemma-3n-e4b", on=on, device=APPLE, gib=48, context=8192, parallel=1)) for on in ("lmstudio", "llama.cpp"))
    assert ours.weights_bytes == theirs.weights_bytes and ours.host_bytes == pytest.approx(theirs.host_bytes, rel=0.01)


def test_pages_of_one_mapping_are_held_once():
    made = case("gemma-3n-e4b", device=APPLE, gib=6, host=6.5, context=8192, parallel=1)
    found = memory(made)
    assert found.total_bytes + found.host_bytes > 6.5 * 2**30 > found.total_bytes
    assert found.starts
