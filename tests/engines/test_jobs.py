"""Models that answer nobody: served, tried and estimated as what they are, refused where an engine has no way for them."""

import json
import re

import pytest

from advisor.deploy import render
from advisor.errors import CannotAnswer
from advisor.estimate import estimate, explained
from advisor.plan import plan_of
from advisor.recommend import Question, recommend
from advisor.scenario import Hardware, parse_scenario
from advisor.simulator.simulate import simulate
from advisor.simulator.sweep import sweep

EMBEDDING, RERANKER = "qwen3-embedding-8b", "qwen3-reranker-4b"
ENGINES = ("vllm", "sglang", "tensorrt-llm", "llama.cpp", "ollama", "lmstudio", "mlx-lm")


def answer(model, engine):
    mix = None if engine in ("vllm", "sglang", "tensorrt-llm", "mlx-lm") else "q8_0"
    device = "M4 Max" if engine == "mlx-lm" else "RTX 4090"
    return estimate(parse_scenario({"model": model, "quantization": mix, "engine": engine, "hardware": {"device": device},
                                    "settings": {"context": 8192}, "workload": {"concurrency": 1}}))


def commands(model, engine, form="shell"):
    found = answer(model, engine)
    return render(plan_of(found, "macos" if engine == "mlx-lm" else "linux"), form)


@pytest.mark.parametrize(("engine", "words"), [
    ("vllm", "--runner pooling"), ("sglang", "--is-embedding"), ("llama.cpp", "--embeddings --pooling last"),
    ("ollama", "ollama run"), ("lmstudio", "lms load")])
def test_an_embedding_model_is_served_and_tried_as_one(engine, words):
    steps = commands(EMBEDDING, engine)
    text = "\n".join(step.text for step in steps)
    assert words in re.sub(r"\s*\\\n\s*", " ", text)
    assert "parser" not in text and "auto-tool" not in text and "chat/completions" not in text
    call = next(step for step in steps if step.kind == "call")
    assert "/v1/embeddings" in call.text and json.loads(re.search(r"'(\{.*\})'", call.text)[1])["input"]
    assert "4,096" in call.verifies


@pytest.mark.parametrize("engine", ["vllm", "llama.cpp"])
def test_a_reranker_is_served_and_tried_as_one(engine):
    steps = commands(RERANKER, engine)
    text = "\n".join(step.text for step in steps)
    if engine == "vllm":
        overrides = json.loads(re.search(r"--hf-overrides '(\{.*?\})'", text)[1])
        assert overrides == {"architectures": ["Qwen3ForSequenceClassification"], "classifier_from_token": ["no", "yes"],
                             "is_original_qwen3_reranker": True}
    else:
        assert "--reranking" in text and any("512" in step.verifies for step in steps if step.kind == "launch")
    assert "/v1/rerank" in text and "chat/completions" not in text


@pytest.mark.parametrize(("model", "able"), [(EMBEDDING, {"vllm", "sglang", "llama.cpp", "ollama", "lmstudio"}),
                                             (RERANKER, {"vllm", "llama.cpp"})])
def test_engines_without_a_way_say_so(model, able):
    for engine in set(ENGINES) - able:
        assert answer(model, engine).verdict == "does_not_fit"
        with pytest.raises(CannotAnswer, match="No command is written here"):
            commands(model, engine)


@pytest.mark.parametrize("model", [EMBEDDING, RERANKER])
def test_only_reading_has_a_speed(model):
    found = answer(model, "vllm")
    assert found.speed.prefill_tokens_per_s.typical > 1000 and found.memory.weights_bytes > 5e9
    others = found.speed.json() | {"prefill_tokens_per_s": None}
    assert set(others.values()) == {None}
    told = {d.quantity for d in explained(found.case)}
    assert "prefill_tokens_per_s" in told and not told & {"decode_tokens_per_s", "tpot_s", "ttft_s", "output_tokens_per_s"}
    with pytest.raises(CannotAnswer, match="writes no answers"):
        simulate(found.scenario)
    with pytest.raises(CannotAnswer, match="writes no answers"):
        sweep(found.scenario)
    assert not any("pushed out" in note for note in found.notes)


def test_notes_of_a_reader_speak_of_texts_not_of_answers():
    def notes(prompt):
        return "\n".join(estimate(parse_scenario({
            "model": EMBEDDING, "quantization": "bf16", "engine": "vllm", "hardware": {"device": "RTX 4090"},
            "settings": {"context": 8192}, "workload": {"concurrency": 8, "prompt_tokens": prompt, "output_tokens": 256}})).notes)
    assert "texts of 8,192 tokens at once" in notes(1024) and "answer" not in notes(1024).replace("writes", "")
    assert "A text of 9,000 tokens is longer than the context" in notes(9000)
    assert "longer than the context" not in notes(8100)         # an answer of 256 would go beyond it, and none is written


def test_the_python_form_asks_for_vectors():
    program = next(step.text for step in commands(EMBEDDING, "vllm", "python") if step.filename == "ask.py")
    assert "/v1/embeddings" in program and "chat" not in program
    compile(program, "ask.py", "exec")


@pytest.mark.parametrize("task", ["chat", "code", "agents"])
@pytest.mark.parametrize("model", [EMBEDDING, RERANKER, "llama-guard-3-8b"])
def test_none_is_recommended_to_answer_people(model, task):
    with pytest.raises(CannotAnswer, match="answer"):
        recommend(Question(task=task, model=model, hardware=Hardware(device="RTX 4090")))


def test_a_judge_of_texts_calls_no_tools():
    text = "\n".join(step.text for step in commands("gpt-oss-safeguard-20b", "vllm"))
    assert "tool" not in text and "--reasoning-parser" in text
