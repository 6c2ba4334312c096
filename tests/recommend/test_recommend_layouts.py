"""How the model lies over cards and machines, in whole recommendations."""

import pytest
from asking import ask

from advisor.estimate import estimate


@pytest.mark.parametrize(("users", "split"), [(30, (8, 1)), (512, (1, 8))])
def test_latent_attention_is_laid_out_as_its_estimates_say(users: int, split: tuple[int, int]) -> None:
    """Few people are served faster by dividing each layer, many by replicas that hold the caches of some of them each."""
    answer = ask("H200", 8, task="team-service", users=users, model="deepseek-ai/DeepSeek-V3.2", interface="api", prompt_tokens=1536,
                 output_tokens=400)
    first = answer.recommendations[0].estimate
    assert (first.case.settings.tensor_parallel, first.case.settings.data_parallel) == split
    other = first.scenario.with_(settings__tensor_parallel=split[1], settings__data_parallel=split[0],
                                 settings__expert_parallel=split[1] == 1)
    other_way = estimate(other)
    assert other_way.verdict == "queues" or other_way.speed.output_tokens_per_s.typical < first.speed.output_tokens_per_s.typical


@pytest.mark.parametrize(("device", "count", "users", "task"), [
    ("H100 SXM", 64, 1000, "team-service"), ("B200", 128, 4096, "max-throughput"), ("B200", 256, 9000, "max-throughput"),
    ("H100 SXM", 16, 300, "team-service")])
def test_experts_over_machines_stay_whole_and_their_speed_is_said_to_be_wide(device: str, count: int, users: int, task: str) -> None:
    """vLLM's replicas share the experts: over machines by expert parallelism, never a slice of each with the network in between."""
    answer = ask(device, count, task=task, users=users, interface="api", model="minimax-m3")
    plan = next(r for r in answer.recommendations if r.engine == "vllm")
    s = plan.estimate.case.settings
    assert s.data_parallel == 1 or (s.expert_parallel and s.tensor_parallel * s.data_parallel <= plan.estimate.case.model.moe.num_experts)
    assert s.tensor_parallel <= 8 and (s.pipeline_parallel == count // 8 or s.tensor_parallel * s.pipeline_parallel <= 8)
    if s.data_parallel > 1:
        assert any("network between them is not reckoned" in note for note in (*plan.cautions, *plan.estimate.notes))
        one = 8 // (s.tensor_parallel * s.pipeline_parallel)
        inside = plan.estimate.scenario.with_(hardware__count=8, settings__data_parallel=one, workload__concurrency=8)
        alone, wide = estimate(inside).speed.output_tokens_per_s, plan.estimate.speed.output_tokens_per_s
        assert wide.high / wide.low > 1.5 * alone.high / alone.low


def test_machines_of_one_gpu_share_each_layer_where_that_is_faster_and_can_be_written() -> None:
    answer = ask("DGX Spark", 4, task="agents", users=6, interface="api", model="minimax-m2.7")
    first = answer.recommendations[0].estimate
    assert (first.case.settings.tensor_parallel, first.case.settings.pipeline_parallel) == (4, 1)
    assert "vllm" in [r.engine for r in answer.recommendations]


@pytest.mark.parametrize(("device", "count"), [("Ryzen AI Max+ 395", 2), ("RTX 4090", 3)])
def test_one_person_gets_no_copies_that_nobody_asks(device: str, count: int) -> None:
    """And the cards that are said to divide the work are those that do."""
    plan = next(r for r in ask(device, count, task="chat", users=1, interface="api").recommendations if r.engine == "vllm")
    assert plan.estimate.case.settings.data_parallel == 1
    divided = plan.estimate.case.settings.tensor_parallel
    assert any(f"over the {divided} cards" in caution for caution in plan.cautions) == (divided > 1)


def test_two_devices_that_are_machines_are_launched_as_two() -> None:
    answer = ask("DGX Spark", 2, task="agents", users=4, interface="api")
    joined = next(r for r in answer.recommendations if r.engine == "vllm")
    texts = [command.text for command in joined.commands]
    assert any("--nnodes 2" in text and "--node-rank 0" in text for text in texts) and any("--headless" in text for text in texts)
    said = " ".join(joined.reasons)
    assert "2 machines (nodes) of one GPU each" in said and "linked by PCIe" not in said


@pytest.mark.parametrize(("device", "os"), [("M3 Ultra", "macos"), ("Ryzen AI Max+ 395", "linux"), ("DGX Spark", "linux")])
def test_an_engine_of_one_machine_is_planned_for_one_of_several(device: str, os: str) -> None:
    answer = ask(device, 2, task="chat", users=1, os=os)
    one = next(r for r in answer.recommendations if r.engine == "llama.cpp")
    assert one.estimate.scenario.hardware.count == 1
    assert any("one of the 2 machines" in caution for caution in one.cautions)
    assert not any("split over" in reason for reason in one.reasons)


@pytest.mark.parametrize(("device", "model"), [("H200", "Qwen/Qwen3-Coder-480B-A35B-Instruct"), ("H100 SXM", "minimax-m2.5")])
def test_experts_that_may_not_be_cut_so_finely_stay_whole(device: str, model: str) -> None:
    """FP8 in blocks of 128 refuses an eighth of 2,560 or 1,536: the makers' layout is expert parallel, not another format."""
    plans = ask(device, 8, task="agents", users=24, interface="api", model=model, prompt_tokens=8000, output_tokens=800, context=16384)
    first = plans.recommendations[0].estimate.case
    assert (first.quantization.id, first.settings.expert_parallel) == ("fp8", True)
    assert all(any("--enable-expert-parallel" in c.text or "--ep-size" in c.text for c in r.commands) for r in plans.recommendations)


def test_experts_that_divide_are_divided() -> None:
    first = ask("H200", 4, task="team-service", users=50, model="Qwen/Qwen3-235B-A22B-FP8", interface="api").recommendations[0]
    assert not first.estimate.case.settings.expert_parallel
    split = first.estimate.case.settings
    if split.data_parallel > 1 and split.tensor_parallel > 1:
        assert any(f"(tensor parallel {split.tensor_parallel}) share the experts" in reason for reason in first.reasons)
