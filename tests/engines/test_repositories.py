"""What a checkpoint's repository asks of whoever runs it: terms, its own code, how far it may be stretched."""

import json
from fnmatch import fnmatchcase

import pytest
from launch_plans import at_path, plan

from advisor import catalog, resources
from advisor.deploy import plain_text, render
from advisor.engines.repositories import gated, own_code, with_drafters, yarn
from advisor.recommend import Question, recommend

DATA = json.loads(resources.path("catalog", "repositories.json").read_text("utf-8"))
GATED = plan("llama-3.1-8b-instruct", quantization="bf16", device="H100 SXM", settings={"context": 8192},
             workload={"concurrency": 4, "prompt_tokens": 1024, "output_tokens": 256}, serve=True)
SERVED = {"context": 8192, "tensor_parallel": 8}


def launches(made, form="shell"):
    return " ".join(c.text for c in render(made, form, "bash") if c.kind == "launch" or c.filename)


@pytest.mark.parametrize("kind", ["gated", "own_code", "yarn"])
def test_every_row_has_a_source_and_names_a_model_of_the_catalog(kind):
    names = [model.repository.lower() for model in catalog.models().values() if model.repository]
    for row in DATA[kind]:
        assert row["source"]
        assert any(fnmatchcase(name, pattern) for name in names for pattern in row["repositories"]), row
        assert all(pattern == pattern.lower() for pattern in row["repositories"])


def test_only_makers_who_ask_for_their_terms_are_gated():
    for name in ("meta-llama/Llama-3.1-8B-Instruct", "google/gemma-3-4b-it", "CohereLabs/aya-expanse-8b"):
        assert gated(name)
    for name in ("google/gemma-4-31B-it", "Qwen/Qwen3-8B", "RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8", "unsloth/gemma-3-4b-it-GGUF"):
        assert not gated(name)


@pytest.mark.parametrize(("form", "wanted"), [
    ("docker", "-e HF_TOKEN "), ("compose", 'HF_TOKEN: "${HF_TOKEN:?}"'), ("systemd", "HF_TOKEN=hf_... in /etc/llm/llm.env"),
    ("kubernetes", "key: HF_TOKEN")])
def test_a_gated_download_gets_its_token_in_every_form(form, wanted):
    commands = render(GATED, form, "bash")
    assert wanted in launches(GATED, form)
    said = plain_text(commands, form, "bash")
    assert "meta-llama/Llama-3.1-8B-Instruct is gated" in said
    open_one = plan("qwen3-8b", quantization="bf16", device="H100 SXM", settings={"context": 8192})
    assert "HF_TOKEN" not in " ".join(c.text for c in render(open_one, form, "bash"))


def test_the_token_of_a_unit_and_of_a_cluster_is_in_no_file_that_is_shared():
    unit = {c.filename: c.text for c in render(GATED, "systemd", "bash") if c.filename}
    assert "hf_YOUR_TOKEN" in unit["llm.env"]
    assert "hf_YOUR_TOKEN" not in unit["llm.service"]
    cluster = render(GATED, "kubernetes", "bash")
    assert "hf_YOUR_TOKEN" not in next(c.text for c in cluster if c.filename == "llm.yaml")
    assert any("--from-literal=HF_TOKEN=\"$HF_TOKEN\"" in c.text for c in cluster)
    order = [c.text.split("=")[0].split(" ")[:2] for c in cluster]
    assert order.index(["export", "HF_TOKEN"]) < order.index(["kubectl", "create"]) < order.index(["kubectl", "apply"])


def test_the_shell_logs_in_before_it_downloads_and_the_text_says_so():
    steps = [c.text for c in render(GATED, "shell", "bash")]
    assert steps.index("hf auth login") < next(i for i, text in enumerate(steps) if text.startswith("hf download"))
    assert "https://huggingface.co/meta-llama/Llama-3.1-8B-Instruct" in plain_text(render(GATED, "shell", "bash"), "shell")
    boxed = render(plan("gemma-3-12b-it", "tensorrt-llm", device="H100 SXM", settings={"context": 8192}), "shell", "bash")
    assert "export HF_TOKEN=hf_YOUR_TOKEN" in [c.text for c in boxed]
    windows = render(plan("gemma-3-4b-it", device="RTX 4090", quantization="bf16", settings={"context": 8192}, os="windows"), "shell",
                     "powershell")
    assert any(c.text == "$env:HF_TOKEN = 'hf_YOUR_TOKEN'" for c in windows)


def test_what_is_not_fetched_from_there_needs_no_token():
    for made in (at_path(GATED, "/srv/models/llama"), plan("llama-3.1-8b-instruct", quantization="bf16", device="H100 SXM",
                                                          settings={"context": 8192}, source="modelscope")):
        assert "HF_TOKEN" not in " ".join(c.text for form in ("shell", "docker") for c in render(made, form, "bash"))
    gguf = plan("llama-3.1-8b-instruct", "llama.cpp", "q4_k_m", settings={"context": 8192})
    assert "HF_TOKEN" not in " ".join(c.text for c in render(gguf, "docker", "bash"))


@pytest.mark.parametrize(("model", "engine", "device", "count"), [
    ("kimi-k2.7-code", "vllm", "H200", 8), ("kimi-k2-thinking", "sglang", "H200", 8), ("kimi-k2.6-nvfp4", "vllm", "B200", 8),
    ("internlm2_5-7b-chat", "vllm", "L40S", 1), ("baichuan2-7b-chat", "sglang", "L40S", 1), ("qwen-7b-chat", "vllm", "L40S", 1),
    ("chatglm3-6b", "vllm", "L40S", 1), ("exaone-3.5-7.8b-instruct", "vllm", "L40S", 1),
    ("nvidia-nemotron-3-nano-30b-a3b-bf16", "tensorrt-llm", "H200", 1)])
def test_code_of_its_own_is_allowed_and_what_that_means_is_said(model, engine, device, count):
    made = plan(model, engine, device=device, count=count, settings={"context": 4096, "tensor_parallel": count, "parallel": 64})
    launch = next(c for c in render(made, "shell", "bash") if c.kind == "launch")
    name = "--trust_remote_code" if engine == "tensorrt-llm" else "--trust-remote-code"
    assert name in launch.text.split()
    assert "all rights of the server" in launch.verifies
    assert name in launches(made, "docker").split()


@pytest.mark.parametrize(("model", "engine"), [
    ("qwen3-8b", "vllm"), ("llama-3.1-8b-instruct", "sglang"), ("gemma-3-12b-it", "vllm"), ("kimi-dev-72b", "vllm"), ("phi-4", "vllm"),
    ("exaone-3.5-7.8b-instruct", "sglang"), ("nvidia-nemotron-3-nano-30b-a3b-bf16", "vllm"), ("deepseek-v3", "vllm"),
    ("minimax-m2", "sglang"), ("qwen3-8b", "tensorrt-llm")])
def test_no_other_model_is_trusted_with_code(model, engine):
    made = plan(model, engine, device="B200", count=2, settings={"context": 4096, "tensor_parallel": 2})
    assert own_code(made.case, "") is None
    assert not [word for word in made.case.engine.launch(made).words if "trust" in str(word)]


def test_a_recommendation_warns_of_the_code():
    answer = recommend(Question.from_options({"device": "H200", "count": 8, "task": "code", "users": 16, "os": "linux", "interface": "api",
                                              "model": "kimi-k2.7-code"}))
    first = answer.recommendations[0]
    assert any("Python code in its repository" in caution for caution in first.cautions)


def test_yarn_is_known_for_those_whose_makers_allow_it():
    assert yarn(catalog.resolve_model("qwen3-8b")[0]) == (32768, 131072, 1_000_000)
    assert yarn(catalog.resolve_model("qwen2.5-7b-instruct")[0]) == (32768, 131072, 1_000_000)
    for name in ("qwen3-1.7b", "qwen2.5-3b-instruct", "qwen3-30b-a3b-instruct-2507", "llama-3.1-8b-instruct"):
        assert yarn(catalog.resolve_model(name)[0]) is None
    assert yarn(catalog.resolve_model("qwen3-8b")[0]).factor(65536) == 2.0
    assert yarn(catalog.resolve_model("qwen3-8b")[0]).factor(40961) == 1.5


@pytest.mark.parametrize(("model", "tokens", "wanted"), [
    ("Qwen/Qwen3.6-27B", 2, "unsloth/Qwen3.6-27B-MTP-GGUF"), ("Qwen/Qwen3.6-27B", None, "unsloth/Qwen3.6-27B-GGUF"),
    ("Qwen/Qwen3.5-9B", 2, "unsloth/Qwen3.5-9B-MTP-GGUF"), ("Qwen/Qwen3.8-27B", 2, "unsloth/Qwen3.8-27B-GGUF")])
def test_a_server_that_drafts_is_given_the_files_that_hold_the_layers(model, tokens, wanted):
    drafts = {"speculative": {"num_speculative_tokens": tokens}} if tokens else {}
    made = plan(model, engine="llama.cpp", quantization="q4_k_m", device="RTX 5090", settings={"context": 8192, **drafts})
    for form in ("shell", "docker", "compose", "systemd", "kubernetes"):
        assert f"{wanted}:Q4_K_M" in launches(made, form), form


def test_a_repository_that_has_them_is_itself():
    assert with_drafters("unsloth/Qwen3.6-27B-MTP-GGUF") == "unsloth/Qwen3.6-27B-MTP-GGUF"
    assert with_drafters("bartowski/Qwen_Qwen3.6-27B-GGUF") == "bartowski/Qwen_Qwen3.6-27B-GGUF"
