"""What is said of the model."""

import pytest
from asking import ask

from advisor.errors import CannotAnswer


def test_a_model_without_attention_is_no_hybrid() -> None:
    first = ask(task="chat", users=1, model="falcon-mamba-7b-instruct").recommendations[0]
    assert any("no attention layers" in said for said in first.reasons) and not any("hybrid" in said for said in first.reasons)
    assert first.estimate.memory.max_context_tokens is None


@pytest.mark.parametrize(("model", "warned"), [("ling-3.0-tiny", False), ("nvidia-nemotron-nano-9b-v2", True)])
def test_agents_are_told_where_no_parser_reads_the_models_tool_calls(model: str, warned: bool) -> None:
    answer = ask("H100 SXM", task="agents", users=8, model=model, interface="api")
    first = next(r for r in answer.recommendations if r.engine == "vllm")
    assert any("tool-call parser" in caution for caution in first.cautions) == warned
    chat = ask("H100 SXM", task="chat", users=8, model=model, interface="api")
    assert not any("tool-call parser" in caution for r in chat.recommendations for caution in r.cautions)


@pytest.mark.parametrize(("device", "os", "engine", "told"), [
    ("RTX 3090", "linux", "ollama", "by the model's own chat template"), ("RTX 3090", "linux", "llama.cpp", "held to it by a grammar"),
    ("M3 Max", "macos", "mlx-lm", "cannot be held to a JSON schema")])
def test_an_agent_is_told_how_its_tool_calls_are_read(device: str, os: str, engine: str, told: str) -> None:
    answer = ask(device, task="agents", users=1, model="qwen3-coder-30b-a3b-instruct", interface="api", os=os)
    assert any(told in said for said in next(r for r in answer.recommendations if r.engine == engine).reasons)
    chat = ask(device, task="chat", users=1, model="qwen3-coder-30b-a3b-instruct", interface="api", os=os)
    assert not any("Tool calls" in said for r in chat.recommendations for said in r.reasons)


def test_a_servers_parser_of_tool_calls_is_named() -> None:
    answer = ask(task="agents", users=8, model="qwen3-14b", interface="api")
    assert any("parser for this model (hermes)" in said for said in answer.recommendations[0].reasons)


@pytest.mark.parametrize(("model", "first", "out", "told"), [
    ("qwen3-embedding-8b", "vllm", "tensorrt-llm", "vectors"), ("qwen3-reranker-4b", "vllm", "ollama", "scores texts for a question")])
def test_a_search_gets_a_server_for_its_vectors_and_scores(model: str, first: str, out: str, told: str) -> None:
    answer = ask("RTX 4070 Ti SUPER", task="rag", users=4, model=model, interface="api", prompt_tokens=800, context=2048)
    best = answer.recommendations[0]
    assert best.engine == first and best.estimate.verdict == "fits" and any(told in said for said in best.reasons)
    assert any("--runner pooling" in " ".join(command.text.split()) for command in best.commands)
    assert out in {r.engine for r in answer.rejected}


@pytest.mark.parametrize("task", ["chat", "code", "agents"])
def test_who_wants_answers_is_told_that_an_embedding_model_gives_none(task: str) -> None:
    with pytest.raises(CannotAnswer, match="answers nobody"):
        ask(task=task, users=1, model="qwen3-embedding-8b")


@pytest.mark.parametrize(("context", "told"), [(8192, True), (1024, False)])
def test_a_sliding_window_is_told_where_the_context_is_longer(context: int, told: bool) -> None:
    answer = ask("RTX A6000", 2, task="team-service", users=20, model="gemma-3-27b-it", interface="api", prompt_tokens=700,
                 output_tokens=300, context=context)
    assert any("sliding window of 1,024 tokens" in reason for reason in answer.recommendations[0].reasons) is told


def test_a_vision_tower_is_told() -> None:
    reads = ask("H100 SXM", 2, task="batch", users=32, model="Qwen/Qwen3-VL-32B-Instruct", interface="api")
    assert any("reads images too" in reason for reason in reads.recommendations[0].reasons)
    blind = ask("H100 SXM", 2, task="batch", users=32, model="qwen3-32b", interface="api")
    assert not any("reads images too" in reason for reason in blind.recommendations[0].reasons)
