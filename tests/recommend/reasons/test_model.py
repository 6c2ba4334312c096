"""What is said of the model."""

import pytest
from asking import ask


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
