"""Answers that any expert would give, and that every engine is either ranked or rejected in one line."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.recommend import Question, Recommendations, recommend
from advisor.scenario import Hardware, parse_scenario

ENGINES = {"ollama", "lmstudio", "llama.cpp", "vllm", "sglang", "tensorrt-llm", "mlx-lm"}


def ask(device: str | None = "RTX 4090", count: int = 1, scenario: dict[str, Any] | None = None, **options: Any) -> Recommendations:
    options = {"device": device, "count": count, "os": "linux", "interface": "cli", **options}
    return recommend(Question.from_options(options, parse_scenario(scenario) if scenario else None))


def words(answer: Recommendations) -> str:
    first = answer.recommendations[0]
    return " ".join([*first.reasons, *first.cautions, *(r.reason for r in answer.rejected)]).lower()


def reason(answer: Recommendations, engine: str) -> str:
    return next(r.reason for r in answer.rejected if r.engine == engine)


def test_every_engine_is_ranked_or_rejected_in_one_line() -> None:
    answer = ask(task="team-service", users=8, model="qwen2.5-14b-instruct", prompt_tokens=2048, output_tokens=512)
    ranked = {r.engine for r in answer.recommendations}
    rejected = {r.engine for r in answer.rejected}
    assert ranked | rejected == ENGINES and not ranked & rejected
    assert all(r.reason and "\n" not in r.reason for r in answer.rejected)


def test_a_mac_without_a_terminal_gets_lm_studio() -> None:
    answer = ask(
        None, scenario={"hardware": {"device": "Apple M3 Pro", "memory_gib": 36}}, task="chat", users=1, os="macos", interface="gui"
    )
    assert answer.recommendations[0].engine == "lmstudio"
    assert answer.recommendations[0].estimate.verdict == "fits"
    assert "no terminal" in words(answer)


def test_one_developer_with_a_4090_gets_ollama_with_a_large_model_that_leaves_room() -> None:
    answer = ask(task="code", users=1, priority="quality")
    first = answer.recommendations[0]
    assert first.engine == "ollama"
    assert first.estimate.verdict == "fits"
    assert (first.estimate.memory.total_bytes or 0) > 0.6 * (first.estimate.memory.usable_bytes or 0)


def test_eight_people_on_a_4090_at_4k_get_a_batching_server_at_four_bits() -> None:
    answer = ask(task="team-service", users=8, model="qwen2.5-14b-instruct", prompt_tokens=2048, output_tokens=512, context=4096)
    first = answer.recommendations[0]
    assert first.engine in ("vllm", "sglang")
    assert first.estimate.scenario.quantization in ("awq", "gptq")
    assert first.estimate.verdict == "fits"


def test_eight_times_32k_queues_and_says_what_would_fit() -> None:
    answer = ask(task="team-service", users=8, model="qwen2.5-14b-instruct", prompt_tokens=30000, output_tokens=1000, context=32768)
    first = answer.recommendations[0]
    assert first.engine in ("vllm", "sglang")
    assert first.estimate.verdict == "queues"
    assert "of 8 requests" in words(answer)
    kinds = {change.kind for change in answer.nearest}
    assert {"context", "model", "cards"} <= kinds or {"context", "concurrency", "cards"} <= kinds
    for change in answer.nearest:
        assert change.estimate.memory.total_bytes and change.title


@pytest.mark.parametrize(
    ("engine", "host", "verdict"),
    [("ollama", 64, "offload"), ("llama.cpp", 64, "offload"), ("ollama", 8, "does_not_fit"), ("llama.cpp", 8, "does_not_fit")],
)
def test_eight_times_32k_on_a_slot_engine_depends_on_host_memory(engine: str, host: int, verdict: str) -> None:
    answer = estimate(
        parse_scenario(
            {
                "model": "qwen2.5-14b-instruct",
                "quantization": "q4_k_m",
                "engine": engine,
                "hardware": {"device": "RTX 4090", "host_memory_gib": host},
                "settings": {"context": 32768, "parallel": 8},
                "workload": {"concurrency": 8},
            }
        )
    )
    assert answer.verdict == verdict


def test_agents_with_a_shared_prompt_get_a_prefix_cache() -> None:
    answer = ask(
        None,
        task="agents",
        users=32,
        interface="api",
        prompt_tokens=7000,
        output_tokens=300,
        context=8192,
        model="llama-3.1-8b-instruct",
        scenario={
            "hardware": {"device": "H100"},
            "workload": {"concurrency": 32, "prompt_tokens": 7000, "shared_prefix_tokens": 6000},
        },
    )
    assert answer.recommendations[0].engine in ("sglang", "vllm")
    assert "system prompt" in words(answer)


def test_maximum_throughput_on_h100s_gets_tensorrt_llm() -> None:
    answer = ask(
        "NVIDIA H100 80GB HBM3",
        count=4,
        task="batch",
        users=256,
        interface="api",
        priority="throughput",
        model="llama-3.3-70b-instruct",
    )
    assert answer.recommendations[0].engine == "tensorrt-llm"


def test_amd_never_gets_tensorrt_llm() -> None:
    answer = ask("RX 7900 XTX", task="team-service", users=16, model="qwen3-8b", interface="api")
    assert "tensorrt-llm" not in {r.engine for r in answer.recommendations}
    assert "NVIDIA" in reason(answer, "tensorrt-llm")


def test_windows_runs_vllm_through_wsl_or_docker_and_says_so() -> None:
    answer = ask(task="team-service", users=16, model="qwen3-8b", os="windows", interface="api")
    spoken = words(answer)
    assert "wsl2" in spoken and "docker" in spoken


def test_without_a_gpu_the_llama_cpp_family_comes_first_with_an_honest_pace() -> None:
    answer = ask(
        None,
        scenario={"hardware": {"device": "Dual-channel DDR5-5600 desktop", "host_memory_gib": 32}},
        task="chat",
        users=1,
        model="qwen3-4b",
    )
    first = answer.recommendations[0]
    assert first.engine in ("ollama", "llama.cpp", "lmstudio")
    assert first.estimate.speed.decode_tokens_per_s is not None
    assert 10 < first.estimate.speed.decode_tokens_per_s.typical < 40


def test_a_model_larger_than_memory_is_off_loaded_with_its_price() -> None:
    answer = ask(
        None,
        scenario={"hardware": {"device": "RTX 4070", "host_memory_gib": 64}},
        task="chat",
        users=1,
        model="llama-3.3-70b-instruct",
        context=4096,
    )
    first = answer.recommendations[0]
    assert first.estimate.verdict == "offload"
    assert "offload" in words(answer) and "tok/s" in words(answer)
    assert answer.nearest


def test_a_model_far_larger_than_memory_gets_a_no_and_smaller_models() -> None:
    answer = ask(
        None,
        scenario={"hardware": {"device": "Apple M2 Max", "memory_gib": 64}},
        task="chat",
        users=1,
        os="macos",
        interface="gui",
        model="deepseek-r1",
        context=4096,
    )
    assert not answer.recommendations
    assert any(change.kind == "model" for change in answer.nearest)
    assert "does not fit" in reason(answer, "llama.cpp")


def test_recommended_scenarios_have_slots_and_context_filled_in_and_answer_the_same_again() -> None:
    answer = ask(task="team-service", users=8, model="qwen3-8b", interface="api")
    for item in answer.recommendations:
        data = item.json()
        assert data["scenario"]["settings"]["parallel"] and data["scenario"]["settings"]["context"]
        again = estimate(parse_scenario(data["scenario"]))
        assert again.memory.json() == item.estimate.memory.json()


def test_unknown_names_are_refused_with_near_ones() -> None:
    with pytest.raises(CannotAnswer, match="RTX 4090"):
        ask("RTX 4909", task="chat", users=1)
    with pytest.raises(CannotAnswer):
        ask(task="chat", users=1, model="qwen9-1b-nothing")


def test_a_prompt_longer_than_the_context_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="cannot hold"):
        ask(task="chat", users=1, context=512, prompt_tokens=2000)


def test_expert_questions(shared: Path) -> None:
    """Every question answered, the choice right in >= 85 %, all items >= 85 % (the bound of the issue; 100 % when written)."""
    spec = importlib.util.spec_from_file_location("check_expert", shared / "cases" / "check_expert.py")
    assert spec and spec.loader
    checker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(checker)
    right = passed = asked = 0
    questions = [json.loads(line) for line in (shared / "cases" / "expert.jsonl").read_text("utf-8").splitlines()]
    for question in questions:
        options = {
            flag[2:].replace("-", "_"): value for flag, value in zip(question["args"][::2], question["args"][1::2], strict=True)
        }
        for name in ("users", "count", "prompt_tokens", "output_tokens", "context"):
            if name in options:
                options[name] = int(options[name])
        scenario = parse_scenario(question["scenario"]) if "scenario" in question else None
        answer = json.loads(json.dumps(recommend(Question.from_options(options, scenario)).json()))
        _, items = checker.judge(question, answer)
        passed += sum(ok for _, _, ok, _ in items)
        asked += len(items)
        right += all(ok for check, _, ok, _ in items if check in checker.CORE)
    assert right >= 0.85 * len(questions)
    assert passed >= 0.85 * asked


@pytest.mark.parametrize(("device", "engine", "told"), [("GTX 1060 6 GB", "lmstudio", False), ("V100 32GB", "ollama", False),
                                                        ("T4", "vllm", True)])
def test_a_flag_is_named_only_where_the_engine_has_it(device, engine, told):
    scenario = parse_scenario({"engine": engine, "hardware": {"device": device, "host_memory_gib": 64}, "model": "qwen3-4b"})
    answer = recommend(Question.from_options({"task": "chat", "users": 8 if told else 1, "os": "linux", "interface": "api"}, scenario))
    found = next(r for r in answer.recommendations if r.engine == engine)
    assert any("--dtype half" in caution for caution in found.cautions) == told


def test_a_board_sold_with_several_sizes_of_memory_has_a_caution_until_one_is_said():
    def first(**hardware):
        scenario = parse_scenario({"hardware": hardware})
        question = Question.from_options({"task": "chat", "users": 1, "os": "linux", "interface": "cli"}, scenario)
        return recommend(question).recommendations[0]

    unsaid = first(device="Raspberry Pi 5")
    assert unsaid.estimate.verdict == "unknown"
    assert any("How much memory this machine has is not known" in caution for caution in unsaid.cautions)
    assert any("is sold with 2, 4, 8, 16 GB" in note for note in unsaid.estimate.notes)
    for said in (first(device="Raspberry Pi 5 8GB"), first(device="Raspberry Pi 5", host_memory_gib=8)):
        assert said.estimate.case.machine.host_memory_bytes == 8 * 2**30 and said.estimate.verdict != "unknown"
        assert not any("is not known here" in caution for caution in said.cautions)


def test_memory_alone_is_a_machine_too():
    asked = Question.from_options({"task": "chat", "users": 4, "os": "linux", "memory_gib": 64.0}).hardware
    assert asked is not None and asked.device is None and asked.memory_gib == 64


def test_hardware_of_the_question_is_kept() -> None:
    question = Question.from_options({"count": 2, "host_memory_gib": 128.0}, parse_scenario({"hardware": {"device": "RTX 3090"}}))
    assert question.hardware == Hardware(device="RTX 3090", count=2, host_memory_gib=128)


@pytest.mark.parametrize(("device", "count", "users", "task"), [
    ("RTX 4090", 1, 8, "team-service"), ("H100 NVL", 8, 32, "team-service"), ("H100 SXM 80GB", 8, 64, "max-throughput"),
    ("A100 SXM 80GB", 2, 16, "agents"), ("MI300X", 1, 16, "team-service"), ("RTX 2080 Ti", 1, 6, "team-service"), ("L40S", 1, 8, "rag")])
def test_a_model_that_nobody_named_has_weights_to_download_and_fits(device, count, users, task):
    priority = "throughput" if task == "max-throughput" else None
    answer = recommend(Question(task=task, users=users, context=4096, hardware=Hardware(device=device, count=count), priority=priority))
    first = answer.recommendations[0]
    assert first.estimate.verdict == "fits"
    assert not any("Find the weights" in command.title for command in first.commands), first.title


def test_a_question_that_nobody_waits_for_is_given_up_after_the_engine_at_hand() -> None:
    calls = []
    answer = recommend(Question.from_options({"task": "chat", "users": 1}, parse_scenario({"hardware": {"device": "RTX 4090"}})),
                       lambda: len(calls) == 2 or calls.append(1))
    assert answer.recommendations == [] and len(answer.rejected) < 3


def test_what_nobody_can_start_is_not_recommended_beside_what_one_can() -> None:
    answer = ask("Arc B580", task="chat", users=4)
    assert all(r.commands for r in answer.recommendations)
    assert "no container image" in reason(answer, "sglang")


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


def test_one_person_with_two_cards_hears_that_dividing_the_layers_is_faster() -> None:
    answer = ask("RTX 3090", 2, task="agents", users=1)
    by_engine = {r.engine: r for r in answer.recommendations}
    assert answer.recommendations[0].engine == "ollama"
    assert "over the 2 cards" in " ".join(by_engine["vllm"].cautions)
    pace = {name: r.estimate.speed.decode_tokens_per_s.typical for name, r in by_engine.items()}
    assert pace["vllm"] > 1.1 * pace["ollama"]
    assert "gains nothing" in reason(ask("RTX 4090", task="agents", users=1), "vllm")


@pytest.mark.parametrize(("device", "users", "host"), [("H20", 100, None), ("cpu", 5, 32)])
def test_a_crawl_of_everybody_is_said_though_one_alone_would_fly(device: str, users: int, host: int | None) -> None:
    scenario = {"hardware": {"device": device, "count": 8 if host is None else 1, "host_memory_gib": host}}
    answer = ask(None, 0, scenario, task="agents" if host is None else "chat", users=users, interface="api",
                 model="zai-org/GLM-5.3" if host is None else None)
    first = answer.recommendations[0]
    each = 1 / first.estimate.speed.tpot_s.typical
    assert each < 12 < first.estimate.speed.decode_tokens_per_s.typical
    said = " ".join(first.cautions)
    assert f"With {users} at once each gets about" in said
    assert ("Reading a prompt" if device == "cpu" else "the first token comes after about") in said


def test_nvlink_is_a_matter_of_the_board_and_of_how_many() -> None:
    four = words(ask("RTX 3090", 4, task="batch", users=64, model="meta-llama/Llama-3.3-70B-Instruct", interface="api"))
    assert "linked by nvlink" not in four and "pcie" in four
    assert "linked by nvlink" in words(ask("H100 SXM", 4, task="team-service", users=8, model="meta-llama/Llama-3.3-70B-Instruct",
                                           interface="api"))


def test_lm_studio_takes_mlx_weights_on_a_mac_and_gguf_elsewhere() -> None:
    mac = ask(None, 0, {"hardware": {"device": "M4 Max", "host_memory_gib": 64}}, task="chat", users=1, os="macos", interface="gui")
    assert mac.recommendations[0].engine == "lmstudio"
    assert mac.recommendations[0].estimate.case.quantization.kind == "mlx"
    pc = next(r for r in ask("RTX 4090", task="chat", users=1, os="windows", interface="gui").recommendations if r.engine == "lmstudio")
    assert pc.estimate.case.quantization.kind == "gguf_mix"


@pytest.mark.parametrize(("device", "task", "least"), [("RTX 5090", "agents", 65536), ("RTX 4090", "code", 32768),
                                                       ("RTX 4090", "chat", 16384)])
def test_the_context_is_as_long_as_the_task_can_use_where_it_costs_nothing(device: str, task: str, least: int) -> None:
    first = ask(device, task=task, users=1).recommendations[0].estimate
    assert first.case.settings.context == least and first.verdict == "fits"
    assert ask(device, task=task, users=1, context=8192).recommendations[0].estimate.case.settings.context == 8192


def test_a_batch_of_thousands_is_not_reserved_for_a_few_people() -> None:
    """TensorRT-LLM reserves recurrent state for max_batch_size, 2,048 by default: 132 GB of it for 36 GB of weights."""
    fits = ask("H100 SXM", task="max-throughput", users=64, interface="api", model="nvidia-nemotron-3-nano-30b-a3b-bf16")
    ranked = {r.engine: r.estimate for r in fits.recommendations}
    found = ranked["tensorrt-llm"]
    assert found.verdict == "fits" and found.case.settings.parallel == 64
    told = reason(ask("RTX 4090 Laptop GPU", task="chat", users=1, os="windows", model="qwen3.8-27b"), "tensorrt-llm")
    needed = float(told.partition("needs ")[2].partition(" GB")[0])
    assert needed < 40
    dense = ask("H100 SXM", task="max-throughput", users=64, interface="api", model="qwen3-8b")
    assert next(r.estimate for r in dense.recommendations if r.engine == "tensorrt-llm").case.settings.parallel == 2048


@pytest.mark.parametrize("device", ["Strix Halo", "MI300X", "DGX Spark"])
def test_a_divided_file_is_left_to_those_that_take_its_parts(device: str) -> None:
    answer = ask(device, task="chat", users=1, scenario={"hardware": {"device": device, "host_memory_gib": 128}})
    order = [r.engine for r in answer.recommendations]
    ollama = answer.recommendations[order.index("ollama")]
    assert order.index("llama.cpp") < order.index("ollama")
    assert any("ollama pull" in caution and "refuses" in caution for caution in ollama.cautions)


def test_weights_that_nobody_has_published_are_told() -> None:
    answer = ask("H20", 8, task="agents", users=100, model="zai-org/GLM-5.3", interface="api")
    assert any("No AWQ weights of GLM-5.3 are known" in caution for caution in answer.recommendations[0].cautions)
    ready = ask("RTX 4090", task="chat", users=1).recommendations
    assert not any("are known to be published" in caution for r in ready for caution in r.cautions)


@pytest.mark.parametrize(("device", "count", "users"), [("B200", 8, 256), ("H100 SXM", 1, 256), ("B300", 8, 512)])
def test_tensorrt_llm_comes_with_a_model_that_its_release_loads(device: str, count: int, users: int) -> None:
    answer = ask(device, count, task="max-throughput", users=users, interface="api")
    for found in answer.recommendations:
        engine = found.estimate.case.engine
        assert engine.loads(found.estimate.case.model)
        assert all(not r.hard for r in engine.refusals(found.estimate.case))


def test_a_model_on_no_list_is_not_recommended_with_it_beside_engines_that_run_it() -> None:
    answer = ask("H100 SXM", task="max-throughput", users=64, interface="api", model="qwen3.8-27b")
    assert "tensorrt-llm" not in [r.engine for r in answer.recommendations]
    assert "not on the list" in reason(answer, "tensorrt-llm")
    newer = ask("H200", 8, task="max-throughput", users=64, interface="api", model="glm-5.3-fp8")
    assert "1.3.0rc29" in reason(newer, "tensorrt-llm")
