"""The commands people paste: accepted by the engines' own option lists, split by real shells, never for a wrong machine."""

import importlib.util
import itertools
import subprocess

import pytest
from launch_plans import KEY, bash_words, cmd_words, plan, powershell_words

from advisor.deploy import render
from advisor.errors import CannotAnswer

SEED = "qwen2.5-14b-instruct"
PROGRAMS = ["vllm", "python3", "docker", "llama-server", "ollama", "lms", "mlx_lm.server", "hf", "modelscope", "curl"]
GGUF = ("ollama", "llama.cpp", "lmstudio")
POOLED = ("vllm", "sglang", "tensorrt-llm")
MACHINES = [("RTX 4090", 1), ("RTX 4090", 2), ("NVIDIA H100 80GB HBM3", 4)]
LEVERS = [{"context": 8192, "parallel": 8}, {"context": 16384, "parallel": 4, "prefix_caching": False}]
KV = {**dict.fromkeys(GGUF, "q8_0"), **dict.fromkeys(POOLED, "fp8")}
MODELS = {
    SEED: {"gguf": ("q4_k_m", "q8_0"), "pooled": ("awq", "bf16")},
    "Qwen/Qwen3-8B": {"gguf": ("q4_k_m", "q6_k"), "pooled": ("fp8", "awq")},
    "openai/gpt-oss-20b": {"gguf": ("mxfp4",), "pooled": ("mxfp4",)},
    "meta-llama/Llama-3.3-70B-Instruct": {"gguf": ("q4_k_m",), "pooled": ("fp8", "awq")},
    "deepseek-ai/DeepSeek-V3.1": {"gguf": ("q4_k_m",), "pooled": ("fp8",)},
}


@pytest.fixture(scope="module")
def checker(shared):
    """The option lists' own checker: faults of one command's words, [] where it is fine."""
    spec = importlib.util.spec_from_file_location("check_command", shared / "engines" / "check_command.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    docs = module.load()

    def check(text):
        engine, faults, warnings = module.check(module.split(text), docs)
        return engine, faults + [w for w in warnings if "twice" not in w]
    return check


def cases(models=MODELS, machines=MACHINES, levers=LEVERS):
    for (model, formats), (device, count), lever in itertools.product(models.items(), machines, levers):
        for engine in (*GGUF, *POOLED):
            for quantization in formats["gguf" if engine in GGUF else "pooled"]:
                for kv in ("auto", KV[engine]):
                    settings = {**lever, "kv_cache_dtype": kv}
                    if engine in POOLED:
                        settings["tensor_parallel"] = count
                    yield {"model": model, "engine": engine, "quantization": quantization, "device": device, "count": count,
                           "settings": settings}


def commands_or_reason(arguments, form="shell", shell="bash", **more):
    try:
        return render(plan(**arguments, **more), form, shell), ""
    except CannotAnswer as error:
        return [], error.why


@pytest.mark.shared
def test_launches_are_accepted_by_the_engines_own_option_lists(checker):
    passed, refused, seen = {}, [], set()
    for arguments in cases():
        commands, reason = commands_or_reason(arguments)
        if reason:
            refused.append((arguments, reason))
        for command in commands:
            if command.shell != "bash" or command.text in seen:
                continue
            seen.add(command.text)
            engine, faults = checker(command.text)
            assert engine is None or not faults, (command.text, faults)
            if engine and command.kind == "launch":
                passed[arguments["engine"]] = passed.get(arguments["engine"], 0) + 1
    assert set(passed) == {*GGUF, *POOLED}
    assert all(n >= 10 for n in passed.values()), passed
    assert sum(passed.values()) >= 120, passed
    assert all(reason.endswith(".") for _, reason in refused)


@pytest.mark.shared
@pytest.mark.parametrize(("shell", "os"), [("powershell", "windows"), ("cmd", "windows"), ("powershell", "linux")])
def test_launches_in_other_shells_are_accepted_too(checker, shell, os):
    seen = set()
    for arguments in cases(machines=[("RTX 4090", 1), ("NVIDIA H100 80GB HBM3", 4)], levers=LEVERS[:1]):
        commands, _ = commands_or_reason(arguments, shell=shell, os=os)
        for command in commands:
            if command.kind == "launch" and command.shell == shell:
                engine, faults = checker(command.text.replace("%SGLANG_API_KEY%", "x"))
                assert not faults, (command.text, faults)
                seen.add(engine)
    assert {"vllm", "sglang", "tensorrt-llm", "llama.cpp", "ollama", "lm-studio"} <= seen


def test_a_real_bash_splits_every_launch_into_the_intended_words(tmp_path):
    texts, wanted = [], []
    for arguments in cases(machines=[("RTX 4090", 1)]):
        try:
            made = plan(**arguments)
            commands = render(made, "shell", "bash")
        except CannotAnswer:
            continue
        if arguments["engine"] in ("vllm", "sglang", "llama.cpp", "lmstudio"):
            words = list(made.case.engine.launch(made).words)
            texts += [c.text for c in commands if c.kind == "launch" and c.text.split("=")[0].split(" ")[0] in (words[0], "export")
                      and "server start" not in c.text]
            wanted.append(words)
    assert len(texts) == len(wanted) > 25
    assert bash_words(texts, PROGRAMS, tmp_path) == wanted


def test_every_bash_text_is_valid_bash(tmp_path):
    texts = set()
    for arguments in cases(levers=LEVERS[:1], machines=MACHINES[:1]):
        for form in ("shell", "docker", "compose", "systemd", "kubernetes", "nginx", "litellm", "prometheus", "python"):
            commands, _ = commands_or_reason({**arguments, "workload": {"concurrency": 4, "prompt_tokens": 512, "output_tokens": 128}},
                                             form, serve=True, api_key=KEY)
            texts |= {c.text for c in commands if c.shell == "bash"}
    script = tmp_path / "all.sh"
    script.write_text("\n".join(f"step_{i}() {{\n{text}\n}}" for i, text in enumerate(sorted(texts))))
    assert len(texts) > 100
    assert subprocess.run(["bash", "-n", str(script)], capture_output=True, check=False, timeout=60).stderr == b""


def test_powershell_and_cmd_split_every_launch_into_the_intended_words():
    compared = 0
    for arguments in cases(machines=[("RTX 4090", 1)]):
        if arguments["engine"] != "llama.cpp":
            continue
        made = plan(**arguments, os="windows")
        if not made.memory.starts:
            continue
        words = list(made.case.engine.launch(made).words)
        for shell, split in (("powershell", powershell_words), ("cmd", cmd_words)):
            launch = next(c for c in render(made, "shell", shell) if c.kind == "launch")
            assert split(launch.text) == words
            compared += 1
    assert compared > 15


def test_every_step_says_what_to_see_and_comes_in_order():
    for engine, quantization in (("ollama", "q4_k_m"), ("llama.cpp", "q4_k_m"), ("lmstudio", "q4_k_m"), ("vllm", "awq"),
                                 ("sglang", "awq"), ("tensorrt-llm", "awq")):
        commands = render(plan(engine=engine, quantization=quantization), "shell", "bash")
        kinds = [c.kind for c in commands]
        assert {"install", "launch", "check", "call", "stop"} <= set(kinds)
        assert kinds[0] == "install"
        assert kinds[-1] == "stop"
        assert all(c.verifies and c.title for c in commands)


def test_the_seeds_case_with_ollama():
    commands = render(plan(engine="ollama", quantization="q4_k_m", settings={"context": 4096}), "shell", "bash")
    texts = [c.text for c in commands]
    assert "ollama pull qwen2.5:14b" in texts
    assert "ollama run qwen2.5:14b" in texts
    seen = next(c.verifies for c in commands if c.text == "ollama ps")
    assert "100% GPU" in seen
    size = float(seen.split("SIZE about ")[1].split(" GB")[0])
    assert 10 <= size <= 12


def test_figures_to_look_for_are_the_estimates():
    made = plan(quantization="awq", settings={"context": 4096, "parallel": 8})
    seen = next(c.verifies for c in render(made, "shell", "bash") if c.kind == "launch")
    assert f"{made.memory.kv_capacity_tokens:,} tokens" in seen
    assert f"{made.memory.max_concurrency:.2f}x" in seen
    assert "0.33.0" in next(c.title for c in render(made, "shell", "bash") if c.kind == "launch")


def test_only_what_differs_from_the_default_is_written():
    made = plan(quantization="awq", settings={"context": 4096})
    words = made.case.engine.launch(made).words
    assert "--max-num-seqs" not in words
    assert "--gpu-memory-utilization" not in words
    assert "--kv-cache-dtype" not in words
    made = plan(quantization="awq", settings={"context": 4096, "parallel": 8, "gpu_memory_utilization": 0.8})
    assert "--max-num-seqs 8 --gpu-memory-utilization 0.8" in " ".join(map(str, made.case.engine.launch(made).words))


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llama.cpp"])
def test_serving_others_needs_a_key_and_loopback_does_not(engine):
    quantization = "q4_k_m" if engine == "llama.cpp" else "awq"
    alone = plan(engine=engine, quantization=quantization)
    launch = next(c for c in render(alone, "shell", "bash") if c.kind == "launch")
    assert "0.0.0.0" not in launch.text
    assert "this machine only" in launch.verifies
    served = plan(engine=engine, quantization=quantization, serve=True, api_key=KEY)
    launch = next(c for c in render(served, "shell", "bash") if c.kind == "launch")
    assert "0.0.0.0" in launch.text
    assert KEY in launch.text
    assert "with the key only" in launch.verifies
    assert f"Bearer {KEY}" in next(c.text for c in render(served, "shell", "bash") if c.kind == "call")


@pytest.mark.parametrize("engine", ["ollama", "lmstudio", "tensorrt-llm"])
def test_engines_without_a_key_stay_on_loopback_and_say_so(engine):
    served = plan(engine=engine, quantization="awq" if engine == "tensorrt-llm" else "q4_k_m", serve=True, api_key=KEY,
                  settings={"context": 4096, "parallel": 3})
    commands = render(served, "shell", "bash")
    assert not any("-p 0.0.0.0" in c.text or "OLLAMA_HOST" in c.text or "--bind" in c.text for c in commands)
    assert any("checks no key" in c.verifies for c in commands)


def test_keys_are_made_anew_and_never_well_known():
    keys = set()
    for _ in range(3):
        commands = render(plan(quantization="awq", serve=True), "shell", "bash")
        text = next(c.text for c in commands if c.kind == "launch")
        key = text.split("VLLM_API_KEY=")[1].split(" ")[0]
        assert len(key) > 40
        assert f"Bearer {key}" in next(c.text for c in commands if c.kind == "call")
        keys.add(key)
    assert len(keys) == 3
    with pytest.raises(CannotAnswer, match="16 to 256"):
        render(plan(quantization="awq", serve=True, api_key="sk-1234"), "shell", "bash")


def test_sources_mirror_modelscope_and_path(tmp_path):
    mirrored = render(plan(quantization="awq", source="mirror", mirror="https://hf-mirror.com"), "shell", "bash")
    assert all(c.text.startswith("HF_ENDPOINT=https://hf-mirror.com ") for c in mirrored if c.kind in ("fetch", "launch"))
    scope = render(plan(quantization="awq", source="modelscope"), "shell", "bash")
    assert any(c.text.startswith("modelscope download --model Qwen/Qwen2.5-14B-Instruct-AWQ") for c in scope)
    assert any(c.text.startswith("VLLM_USE_MODELSCOPE=True vllm serve") for c in scope)
    with pytest.raises(CannotAnswer, match="mirror"):
        render(plan(quantization="awq", source="mirror", mirror="https://x.example/$(id)"), "shell", "bash")


def test_macos_and_windows_get_what_works_there():
    with pytest.raises(CannotAnswer):
        render(plan(quantization="awq", os="macos"), "shell", "bash")
    windows = render(plan(quantization="awq", os="windows"), "shell", "powershell")
    assert any(c.text.startswith("docker run") for c in windows)
    assert any("VLLM_WSL2_ENABLE_PIN_MEMORY" in c.verifies for c in windows)
    apple = plan(engine="mlx-lm", quantization="mlx-4bit", device="Apple M4 Max", os="macos", host_memory_gib=64)
    assert any(c.text.startswith("mlx_lm.server --model mlx-community/Qwen2.5-14B-Instruct-4bit") for c in render(apple, "shell", "bash"))


def test_amd_runs_its_own_image():
    commands = render(plan(quantization="bf16", device="Instinct MI300X"), "shell", "bash")
    launch = next(c.text for c in commands if c.kind == "launch")
    assert "vllm-openai-rocm" in launch
    assert "/dev/kfd" in launch
    assert "--gpus" not in launch


def test_sglang_takes_the_image_of_the_amd_generation_and_none_where_none_is_published():
    commands = render(plan(engine="sglang", quantization="bf16", device="Instinct MI300X"), "shell", "bash")
    assert "sglang:v0.5.23-rocm720-mi30x" in next(c.text for c in commands if c.kind == "launch")
    with pytest.raises(CannotAnswer):
        render(plan(engine="sglang", quantization="bf16", device="Arc B580", model="Qwen/Qwen3-0.6B"), "shell", "bash")


def test_unknown_form_and_shell():
    with pytest.raises(CannotAnswer, match="No form"):
        render(plan(quantization="awq"), "helm", "bash")
    with pytest.raises(CannotAnswer, match="No shell"):
        render(plan(quantization="awq"), "shell", "fish")
