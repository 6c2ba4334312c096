"""Every layout that a recommendation can choose: its command starts as many GPUs as it was estimated for, holding the same weights."""

from dataclasses import replace

import pytest
from launch_plans import plan

from advisor import catalog
from advisor.deploy import render
from advisor.engines import engine
from advisor.engines.launch import settled
from advisor.engines.pooled import expert_quantization
from advisor.errors import CannotAnswer
from advisor.formula.weights_gpu import stages
from advisor.machine.build import machine_from_hardware
from advisor.recommend import Question
from advisor.recommend.layouts import layouts
from advisor.scenario import Hardware
from advisor.units import GIB

FORMATS = {"qwen3-32b": "fp8", "minimax-m3": "fp8", "deepseek-v3.2": "fp8"}
DEGREES = {"vllm": {"tp": "--tensor-parallel-size", "pp": "--pipeline-parallel-size", "dp": "--data-parallel-size",
                    "shared": "--enable-expert-parallel"},
           "sglang": {"tp": "--tp-size", "pp": "--pp-size", "dp": "--dp-size", "ep": "--ep-size", "attention": "--attn-dp-size"},
           "tensorrt-llm": {"tp": "--tp_size", "pp": "--pp_size", "ep": "--ep_size"}}


def commanded(made):
    """The degrees in a plan's launch words, 1 where none is said, and whether its YAML replicates attention."""
    launch = made.case.engine.launch(made)
    words = [str(word) for word in launch.words]
    found = {name: int(words[words.index(flag) + 1]) if flag in words and name != "shared" else 1
             for name, flag in DEGREES[made.case.engine.id].items()}
    found["yaml"] = any("enable_attention_dp: true" in text for _, text in launch.files)
    return found, "--enable-expert-parallel" in words


def started(made):
    """(GPUs that the commands use, ranks of attention, of the dense parts, of the experts, whether experts are whole)."""
    (found, whole), name, sparse = commanded(made), made.case.engine.id, made.case.model.moe is not None
    tp, pp = found["tp"], found["pp"]
    if name == "vllm":
        return tp * pp * found["dp"], tp, tp, tp * (found["dp"] if sparse else 1), whole
    if name == "sglang":
        return tp * pp * found["dp"], tp // found["attention"], tp, tp, found["ep"] > 1
    return tp * pp * made.replicas, 1 if found["yaml"] else tp, 1 if found["yaml"] else tp, tp, found["ep"] > 1


def laid_out(name, model, cards):
    machine = machine_from_hardware(Hardware(device="H200", count=cards, host_memory_gib=512), catalog.find_device)
    question = Question(task="team-service", users=100, hardware=Hardware(device="H200", count=cards))
    resolved, _ = catalog.resolve_model(model)
    for layout, _ in layouts(engine(name).data["traits"], resolved, machine, question):
        try:
            yield settled(plan(model, name, FORMATS[model], "H200", cards, {"context": 8192, **layout}, {"concurrency": 100}))
        except CannotAnswer:
            continue


@pytest.mark.parametrize("cards", [2, 4, 8])
@pytest.mark.parametrize("model", sorted(FORMATS))
@pytest.mark.parametrize("name", sorted(DEGREES))
def test_the_command_starts_what_was_estimated(name, model, cards):
    seen = 0
    for made in laid_out(name, model, cards):
        try:
            gpus, attention, dense, experts, whole = started(made)
        except CannotAnswer:
            continue
        case = made.case
        asked = case.settings
        assert gpus == asked.tensor_parallel * asked.pipeline_parallel * asked.data_parallel * made.replicas
        padding = case.engine.rules(case.version).get("expert_padding", {}).get(case.quantization.id, (0, 0))
        held = stages(case.model, case.quantization, expert_quantization(case), attention, asked.pipeline_parallel, experts, whole,
                      tuple(padding), dense)
        loaded = made.memory.weights_bytes - (0.25 * GIB if name == "sglang" and gpus > asked.data_parallel else 0)
        assert any(loaded == pytest.approx(stage.weights_bytes, abs=0.26 * GIB) for stage in held)
        seen += 1
    assert seen >= 2


def test_a_copy_is_never_spread_over_servers():
    """In SGLang and TensorRT-LLM two copies on four cards each weigh what one on four weighs; vLLM's share the experts."""
    def weights(name, cards, **settings):
        return plan("minimax-m3", name, "fp8", "H200", cards, {"context": 4096, "tensor_parallel": 4, **settings}).memory.weights_bytes

    for name in ("sglang", "tensorrt-llm"):
        assert weights(name, 8, data_parallel=2) == weights(name, 4)
    assert weights("vllm", 8, data_parallel=2) < 0.6 * weights("vllm", 4)


def test_sglang_shares_the_experts_by_data_parallel_attention():
    made = settled(plan("deepseek-v3.2", "sglang", "fp8", "H200", 8,
                        {"context": 8192, "data_parallel": 8, "expert_parallel": True, "parallel": 16, "max_batched_tokens": 2048}))
    words = [str(word) for word in made.case.engine.launch(made).words]
    text = " ".join(words)
    assert "--tp-size 8 --attn-dp-size 8 --ep-size 8" in text and "--dp-size" not in words
    assert "--max-running-requests 128" in text and "--chunked-prefill-size 16384" in text     # the server divides both by 8
    older = replace(made, case=replace(made.case, version="0.5.6"))
    assert "--tp-size 8 --enable-dp-attention --dp-size 8 --ep-size 8" in " ".join(map(str, older.case.engine.launch(older).words))


def test_dp_attention_reserves_its_padding_and_divides_the_chunk():
    shared = plan("deepseek-v3.2", "sglang", "fp8", "H200", 8, {"context": 8192, "data_parallel": 8, "expert_parallel": True}).case.settings
    divided = plan("deepseek-v3.2", "sglang", "fp8", "H200", 8, {"context": 8192, "tensor_parallel": 8}).case.settings
    assert shared.max_batched_tokens * 8 == divided.max_batched_tokens == 8192
    assert shared.gpu_memory_utilization == pytest.approx(divided.gpu_memory_utilization - 512 * 8 * 4.5 / 143771, abs=0.01)


def test_tensorrt_llm_shares_the_experts_in_one_server():
    made = settled(plan("deepseek-v3.2", "tensorrt-llm", "fp8", "B200", 8, {"context": 4096, "data_parallel": 8, "expert_parallel": True,
                                                                             "parallel": 64}))
    launch = made.case.engine.launch(made)
    assert "--tp_size 8 --ep_size 8" in " ".join(map(str, launch.words))
    assert made.replicas == 1 and "enable_attention_dp: true" in dict(launch.files)["trtllm.yaml"]
    assert not any("such servers" in note for note in launch.notes)
    with pytest.raises(CannotAnswer, match="one GPU, not 2"):
        plan("deepseek-v3.2", "tensorrt-llm", "fp8", "B200", 8, {"context": 4096, "tensor_parallel": 2, "data_parallel": 4,
                                                                  "expert_parallel": True})


def test_tensorrt_llm_starts_a_server_for_each_copy():
    made = plan("qwen3-32b", "tensorrt-llm", "fp8", "H200", 4, {"context": 4096, "tensor_parallel": 2, "data_parallel": 2, "parallel": 64},
                {"concurrency": 50})
    launches = [c for c in made.case.engine.commands(made, "bash") if c.kind == "launch"]
    assert len(launches) == 2
    assert ["CUDA_VISIBLE_DEVICES=0,1" in launches[0].text, "CUDA_VISIBLE_DEVICES=2,3" in launches[1].text] == [True, True]
    one = settled(made)
    assert (one.replicas, one.case.workload.concurrency, one.case.settings.data_parallel) == (2, 25, 1)
    assert one.memory.kv_capacity_tokens * 2 == made.memory.kv_capacity_tokens


def test_sglang_keeps_the_copies_of_a_server_on_one_machine():
    made = settled(plan("qwen3-32b", "sglang", "fp8", "H200", 16, {"context": 4096, "data_parallel": 16}))
    with pytest.raises(CannotAnswer, match="on one machine"):
        made.case.engine.launch(made)


def test_a_unit_of_one_server_says_how_many_there_are():
    made = plan("qwen3-32b", "tensorrt-llm", "fp8", "H200", 4, {"context": 4096, "tensor_parallel": 2, "data_parallel": 2, "parallel": 64})
    unit = next(c for c in render(made, "systemd") if c.shell == "systemd")
    assert "CUDA_VISIBLE_DEVICES=0,1" in unit.text and "first of 2 equal servers" in unit.verifies
