"""Flags by version, checkpoints, parsers, repairs, failures that people met, and an engine added from a folder."""

import json
from dataclasses import replace

import pytest
from launch_plans import KEY, at_path, plan

from advisor import engines
from advisor.answer import Trace
from advisor.deploy import render
from advisor.engines.launch import Flags, settled
from advisor.errors import CannotAnswer
from advisor.estimate import estimate, judge
from advisor.plan import plan_of
from advisor.scenario import parse_scenario
from advisor.simulator.simulate import simulate
from advisor.simulator.sweep import sweep

ROWS = {"new": {"name": "--new", "since": "b200", "older": "--old"},
        "bare": {"name": "-fa", "since": "b200", "older": "-fa", "older_value": False},
        "late": {"name": "--late", "since": "b200"}, "kind": {"name": "--kind", "values": {"a": "A"}}}


def words(made):
    return [str(w) for w in made.case.engine.launch(made).words]


def flag(made, name):
    found = words(made)
    return found[found.index(name) + 1]


def unlisted(made, **fields):
    """The same plan for a model that no list of checkpoints knows."""
    names = {"id": "thing-instruct", "name": "Thing-Instruct", "repository": "acme/Thing-Instruct", "aliases": ()}
    model = made.case.model.model_copy(update={**names, **fields})
    return replace(made, case=replace(made.case, model=model, model_reference="acme/Thing-Instruct"))


def test_nothing_is_invented_where_no_checkpoint_is_known():
    commands = render(unlisted(plan(engine="tensorrt-llm", quantization="nvfp4", device="NVIDIA B200")), "shell")
    found = next(c for c in commands if c.shell == "text")
    assert found.text.startswith("https://huggingface.co/models?search=Thing+Instruct+nvfp4")
    assert "find or make one" in found.verifies


def launch_of(made, shell="bash"):
    return next(c for c in render(made, "shell", shell) if c.kind == "launch" and c.shell == shell)


def test_what_releases_older_than_the_model_wrote_is_not_told():
    for model, told in (("qwen3-8b", True), ("qwen3.8-27b", False)):
        made = plan(model=model, quantization="fp8", device="H200", settings={"context": 4096, "parallel": 16})
        text = launch_of(made)
        assert "--reasoning-parser" in text.text and ("Before 0.9.0 write" in text.verifies) == told


def test_flags_take_the_versions_spelling_and_say_what_others_write():
    new, old = Flags(ROWS, "b300"), Flags(ROWS, "b100")
    for flags in (new, old):
        flags.add("new", 5)
        flags.add("bare", "on")
        flags.add("late", 1)
    assert new.words == ["--new", "5", "-fa", "on", "--late", "1"]
    assert old.words == ["--old", "5", "-fa"]
    assert "Before b200 write --old 5 instead of --new 5." in new.notes
    assert any("--late is left out" in note for note in old.notes)


def test_values_that_an_engine_does_not_take_are_refused_with_those_it_takes():
    with pytest.raises(CannotAnswer, match="It takes a"):
        Flags(ROWS, "").add("kind", "b")
    with pytest.raises(CannotAnswer, match="dash"):
        Flags(ROWS, "").add("new", "-x")


@pytest.mark.parametrize(("model", "engine", "wanted"), [
    ("qwen2.5-14b-instruct", "vllm", ["--enable-auto-tool-choice", "--tool-call-parser", "hermes"]),
    ("Qwen/Qwen3-8B", "vllm", ["--tool-call-parser", "hermes", "--reasoning-parser", "qwen3"]),
    ("openai/gpt-oss-20b", "vllm", ["--tool-call-parser", "openai", "--reasoning-parser", "openai_gptoss"]),
    ("openai/gpt-oss-20b", "sglang", ["--tool-call-parser", "gpt-oss", "--reasoning-parser", "gpt-oss"]),
    ("deepseek-ai/DeepSeek-V3.1", "sglang", ["--tool-call-parser", "deepseekv31"]),
    ("ling-3.0-flash", "vllm", ["--enable-auto-tool-choice", "--tool-call-parser", "ling3", "--reasoning-parser", "ling3"]),
    ("ling-3.0-tiny", "vllm", ["--tool-call-parser", "ling3", "--reasoning-parser", "ling3"]),
    ("ling-3.0-flash", "sglang", ["--tool-call-parser", "ling3", "--reasoning-parser", "ling3"]),
    ("ling-3.0-tiny", "sglang", ["--tool-call-parser", "glm45", "--reasoning-parser", "deepseek-r1"]),
    ("hy3", "vllm", ["--tool-call-parser", "hy_v3", "--reasoning-parser", "hy_v3"]),
    ("exaone-4.0-32b", "vllm", ["--enable-auto-tool-choice", "--tool-call-parser", "hermes"]),
    ("exaone-4.5-33b", "sglang", ["--tool-call-parser", "hermes", "--reasoning-parser", "qwen3"]),
    ("smollm3-3b", "vllm", ["--enable-auto-tool-choice", "--tool-call-parser", "hermes"]),
    ("laguna-xs.2", "vllm", ["--tool-call-parser", "poolside_v1", "--reasoning-parser", "poolside_v1"]),
])
def test_parsers_follow_the_models_family(model, engine, wanted):
    settings = {"context": 8192, "tensor_parallel": 8, "expert_parallel": True} if "DeepSeek" in model else {"context": 8192}
    made = plan(model=model, engine=engine, device="NVIDIA H200", count=8, settings=settings)
    assert " ".join(wanted) in " ".join(words(made))


def test_parsers_of_the_data_exist_in_the_engines_option_lists(shared):
    for engine, file in (("vllm", "vllm"), ("sglang", "sglang"), ("tensorrt-llm", "tensorrt-llm")):
        flags = json.loads((shared / "engines" / "cli" / f"{file}.json").read_text("utf-8"))["flags"]
        names = {n.replace("-", "_").strip("_"): f.get("choices") for f in flags for n in f["names"]}
        data = engines.engine(engine)
        from advisor.engines.launch import launch_data
        for row in launch_data(data)["parsers"]:
            assert row.get("tool") in (None, *(names.get("tool_call_parser") or names["tool_parser"])), row
            assert row.get("reasoning") in (None, *names["reasoning_parser"]), row


def test_llama_server_older_builds_and_the_boundary_of_flash_attention():
    settings = {"context": 8192, "parallel": 2, "kv_cache_dtype": "q8_0"}
    new = plan(engine="llama.cpp", quantization="q4_k_m", settings=settings)
    assert flag(new, "-fa") == "on"
    assert "Before b6325 write -fa instead of -fa on." in launch_of(new).verifies
    old = plan(engine="llama.cpp", quantization="q4_k_m", settings=settings, version="b6000")
    found = words(old)
    assert "-fa" in found
    assert "on" not in found


def test_load_modes_replace_the_flags_that_are_gone():
    made = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 8192}, load_mode="mlock")
    assert flag(made, "--load-mode") == "mlock"
    assert "Before b10884 write --mlock instead of --load-mode mlock." in launch_of(made).verifies
    older = replace(made, case=replace(made.case, version="b9000"))
    assert "--mlock" in words(older)
    assert "--load-mode" not in words(older)


def test_llama_servers_context_is_that_of_all_slots():
    split = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096, "parallel": 4, "kv_unified": False})
    assert flag(split, "-c") == "16384"
    assert flag(split, "-np") == "4"
    pool = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096, "parallel": 8, "kv_unified": True})
    assert flag(pool, "-c") == "4096"
    assert "-kvu" in words(pool)
    default = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096})
    assert "-np" not in words(default)


def test_vllm_reasoning_needs_the_parser_only():
    new = plan(model="Qwen/Qwen3-8B", settings={"context": 8192})
    assert "--enable-reasoning" not in words(new)
    assert "Before 0.9.0 write --enable-reasoning --reasoning-parser qwen3" in launch_of(new).verifies


@pytest.mark.parametrize("engine", ["vllm", "sglang", "tensorrt-llm"])
def test_expert_parallelism_is_not_written_for_a_model_without_experts(engine):
    made = plan(model="Qwen/Qwen3-8B", engine=engine, device="H100", count=2, settings={"tensor_parallel": 2, "expert_parallel": True})
    launch = made.case.engine.launch(made)
    assert not {"--enable-expert-parallel", "--ep-size", "--ep_size"} & {str(w) for w in launch.words}
    assert any("Expert parallelism is left out" in note for note in launch.notes)
    mixed = plan(model="qwen3-30b-a3b", engine=engine, device="H100", count=2, settings={"tensor_parallel": 2, "expert_parallel": True})
    assert {"--enable-expert-parallel", "--ep-size", "--ep_size"} & set(words(mixed))


def test_three_cards_are_refused_for_heads_that_three_does_not_divide():
    with pytest.raises(CannotAnswer) as caught:
        plan(quantization="awq", count=3, settings={"tensor_parallel": 3, "context": 4096})
    assert "1" in str(caught.value)


@pytest.mark.parametrize(("engine", "settings", "said"), [
    ("vllm", {"tensor_parallel": 4}, "Tensor parallel 4 cuts the experts (768) to 192"),
    ("sglang", {"tensor_parallel": 4}, "Tensor parallel 4 cuts the experts (768) to 192"),
    ("vllm", {"data_parallel": 4}, "Data parallel 4 x tensor parallel 1 share the experts (768) and cut them to 192"),
    ("vllm", {"tensor_parallel": 2}, ""), ("vllm", {"tensor_parallel": 4, "expert_parallel": True}, ""),
    ("vllm", {"data_parallel": 4, "expert_parallel": True}, "")])
def test_the_block_of_ling_is_known_and_the_lever_that_cuts_it_is_named(engine, settings, said):
    """sgl-project/sglang#38527: plain TP needs 768 / TP to be a multiple of 128, TP 4 with EP 4 works."""
    made = plan("ling-3.0-flash", engine, "fp8", device="H200", count=4, settings={"context": 8192, **settings})
    found = [r.reason for r in made.case.engine.refusals(made.case) if r.hard]
    assert len(found) == bool(said)
    assert all(reason.startswith(said) for reason in found)


def test_ling_in_mxfp4_names_its_runner_in_sglang():
    made = plan("ling-3.0-flash", "sglang", "mxfp4", device="H200", settings={"context": 8192})
    assert flag(made, "--moe-runner-backend") == "flashinfer_mxfp4"
    assert "--moe-runner-backend" not in words(plan("gpt-oss-120b", "sglang", device="H200", settings={"context": 8192}))


def test_fp8_experts_are_cut_at_whole_blocks():
    with pytest.raises(CannotAnswer, match="64"):
        made = plan(model="Qwen/Qwen3-Next-80B-A3B-Instruct-FP8", engine="sglang", device="NVIDIA H100 80GB HBM3", count=8,
                    settings={"tensor_parallel": 8, "context": 8192})
        render(made, "shell")


def test_consumer_blackwell_gets_a_kernel_that_exists():
    made = plan(model="openai/gpt-oss-20b", quantization="mxfp4", device="RTX 5090", version="0.15.0", settings={"context": 8192})
    assert flag(made, "--moe-backend") == "marlin"
    assert "starting is not the same as working" in launch_of(made).verifies
    newer = plan(model="openai/gpt-oss-20b", quantization="mxfp4", device="RTX 5090", settings={"context": 8192})
    assert "--moe-backend" not in words(newer)


def test_a_b200_gets_the_kernel_that_answers_right():
    made = plan(model="nvidia-nemotron-3-nano-30b-a3b-bf16", quantization="nvfp4", device="NVIDIA B200", settings={"context": 8192})
    assert flag(made, "--moe-backend") == "flashinfer_cutlass"
    assert "starting is not the same as working" in launch_of(made).verifies


def test_what_would_not_start_is_not_written():
    with pytest.raises(CannotAnswer, match="would not start here: it needs"):
        render(plan(model="meta-llama/Llama-3.3-70B-Instruct", quantization="bf16"), "shell")
    with pytest.raises(CannotAnswer, match="of host memory"):
        render(plan(model="deepseek-ai/DeepSeek-V3.1", engine="llama.cpp", quantization="q4_k_m", settings={"context": 8192}), "shell")


def test_served_plans_bring_their_queue_limit_in_the_engines_own_words():
    made = plan(quantization="awq", settings={"context": 4096}, workload={"concurrency": 40, "prompt_tokens": 1024, "output_tokens": 256},
                serve=True, api_key=KEY)
    text = launch_of(made).text
    queue = int(text.split("--max-num-queued-reqs ")[1].split(" ")[0])
    assert queue + int(made.memory.max_concurrency) >= 40
    older = replace(made, case=replace(made.case, version="0.30.0"))
    assert "--max-num-queued-reqs" not in launch_of(older).text
    made = plan(engine="sglang", quantization="awq", settings={"context": 4096}, serve=True, api_key=KEY)
    assert "--max-queued-requests" in launch_of(made).text
    alone = plan(quantization="awq", settings={"context": 4096})
    assert "queued" not in launch_of(alone).text


def test_wsl_gets_pinned_memory():
    made = plan(quantization="awq", os="windows")
    assert launch_of(made).text.startswith("VLLM_WSL2_ENABLE_PIN_MEMORY=1 vllm serve")
    assert "UVA is not available" in launch_of(made).verifies
    assert "VLLM_WSL2_ENABLE_PIN_MEMORY=1" in launch_of(made, "powershell").text


def test_ollama_refuses_kv_types_that_it_would_ignore():
    with pytest.raises(CannotAnswer) as caught:
        made = plan(engine="ollama", quantization="q4_k_m", settings={"context": 8192, "kv_cache_dtype": "f8_0"})
        render(made, "shell")
    assert "q8_0" in str(caught.value)
    made = plan(engine="ollama", quantization="q4_k_m", settings={"context": 8192, "kv_cache_dtype": "q8_0"})
    assert "OLLAMA_KV_CACHE_TYPE=q8_0 OLLAMA_FLASH_ATTENTION=1 ollama serve" in launch_of(made).text
    assert "falls back to f16" in launch_of(made).verifies


def test_repositories_of_each_engine():
    assert words(plan(quantization="awq"))[2] == "Qwen/Qwen2.5-14B-Instruct-AWQ"
    assert words(plan(model="Qwen/Qwen2.5-14B-Instruct-AWQ"))[2] == "Qwen/Qwen2.5-14B-Instruct-AWQ"
    online = plan(model="qwen2.5-14b-instruct", quantization="fp8", device="NVIDIA H100 80GB HBM3")
    assert words(online)[2] == "Qwen/Qwen2.5-14B-Instruct"
    assert flag(online, "--quantization") == "fp8"
    listed = plan(model="Qwen/Qwen3-8B", quantization="fp8", device="NVIDIA H100 80GB HBM3")
    assert words(listed)[2] == "Qwen/Qwen3-8B-FP8"
    assert "--quantization" not in words(listed)
    assert flag(plan(engine="llama.cpp", quantization="q8_0"), "-hf").endswith("/Qwen2.5-14B-Instruct-GGUF:Q8_0")
    assert flag(plan(model="openai/gpt-oss-20b", engine="llama.cpp", quantization="mxfp4"), "-hf") == "ggml-org/gpt-oss-20b-GGUF"


def test_a_base_models_gguf_is_not_taken_for_the_instruct_models():
    made = unlisted(plan(engine="llama.cpp", quantization="q4_k_m"), gguf_repository="acme/Thing-GGUF")
    commands = render(made, "shell")
    assert any("convert_hf_to_gguf.py" in c.text for c in commands)
    assert any("llama-quantize" in c.text and "Q4_K_M" in c.text for c in commands)


def test_turing_runs_in_half_precision():
    made = plan(quantization="awq", device="Tesla T4", settings={"context": 4096})
    assert flag(made, "--dtype") == "float16"


def test_a_context_beyond_the_models_own_is_refused_or_stretched():
    """Refused where nobody says that the model may be stretched, beyond what its makers allow, and where the flags are not known."""
    h100, most = "NVIDIA H100 80GB HBM3", 32768
    for engine, model, context, named in [
            *((engine, "llama-3.1-8b-instruct", 262144, "131,072") for engine in ("vllm", "sglang", "tensorrt-llm")),
            ("vllm", "qwen2.5-14b-instruct", 4 * most + 1, "131,072"), ("tensorrt-llm", "qwen2.5-14b-instruct", most * 2, f"{most:,}")]:
        made = plan(model, engine, "awq", h100, settings={"context": context})
        assert judge(made.case, made.memory, Trace()) == "does_not_fit"
        with pytest.raises(CannotAnswer, match=named):
            render(made, "shell")
    made = plan(quantization="awq", device=h100, settings={"context": most * 2})
    assert flag(made, "--hf-overrides.rope_parameters.rope_type") == "yarn"
    assert flag(made, "--hf-overrides.rope_parameters.factor") == "2"
    assert flag(made, "--hf-overrides.rope_parameters.original_max_position_embeddings") == str(most)
    # vLLM 0.33 multiplies no factor into the configuration's own maximum any more.
    assert flag(made, "--hf-overrides.max_position_embeddings") == flag(made, "--max-model-len") == str(most * 2)
    assert "YaRN stretches it by 2" in launch_of(made).verifies
    assert judge(made.case, made.memory, Trace()) == "fits"
    assert made.memory.max_context_tokens == most * 2


def test_sglang_gets_the_same_stretch_as_json():
    made = plan("qwen3-8b", "sglang", "fp8", "H100 SXM", settings={"context": 131072})
    found = json.loads(flag(made, "--json-model-override-args"))
    assert found == {"max_position_embeddings": 131072, "rope_scaling": {
        "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768, "rope_theta": 1000000}}
    within = plan("qwen3-8b", "sglang", "fp8", "H100 SXM", settings={"context": 40960})
    assert "--json-model-override-args" not in words(within)


def test_llama_server_says_that_it_cuts_a_slot_to_what_the_model_was_made_for():
    made = plan("qwen3-8b", "llama.cpp", "q4_k_m", settings={"context": 131072, "parallel": 1})
    assert "cuts each slot to the 40,960 tokens" in launch_of(made).verifies
    for model, context, engine in (("qwen3-8b", 40960, "llama.cpp"), ("qwen3-8b", 131072, "lmstudio")):
        other = plan(model, engine, "q4_k_m", settings={"context": context, "parallel": 1})
        assert not any("cuts each slot" in c.verifies for c in render(other, "shell"))


@pytest.mark.parametrize(("engine", "quantization", "device", "word"), [
    ("llama.cpp", "q4_k_m", "RTX 4090", "longer requests are refused"), ("lmstudio", "q4_k_m", "RTX 4090", "fall apart"),
    ("lmstudio", "mlx-4bit", "M4 Max", "fall apart"), ("mlx-lm", "mlx-4bit", "M4 Max", "fall apart")])
def test_no_request_beyond_what_the_model_was_made_for_is_said_to_be_served(engine, quantization, device, word):
    def asked(context):
        return parse_scenario({"model": "qwen3-8b", "engine": engine, "quantization": quantization, "hardware": {"device": device},
                               "settings": {"context": context}, "workload": {"concurrency": 1}})
    found = estimate(asked(131072))
    assert found.verdict == "does_not_fit" and found.memory.max_context_tokens == 40960
    assert any(word in note for note in found.warnings)
    assert any(word in step.verifies for step in render(plan_of(found, "macos" if "M4" in device else "linux"), "shell"))
    for refused in (simulate, sweep):
        with pytest.raises(CannotAnswer, match=word):
            refused(asked(131072))
    within = estimate(asked(40960))
    assert within.verdict in ("fits", "tight") and not any(word in note for note in within.notes)


def test_a_cache_for_more_than_the_model_was_made_for_serves_shorter_requests_all_the_same():
    """llama-server starts with it, and cuts its slots: only longer requests are not served."""
    asked = {"model": "qwen3-8b", "engine": "llama.cpp", "quantization": "q4_k_m", "hardware": {"device": "RTX 4090"},
             "settings": {"context": 65536, "parallel": 1}}
    short, long = (parse_scenario(asked | {"workload": {"concurrency": 1, "prompt_tokens": n, "output_tokens": 512}})
                   for n in (2048, 50_000))
    found = estimate(short)
    assert found.verdict in ("fits", "tight") and any("longer requests are refused" in note for note in found.warnings)
    assert simulate(short, requests=5)["completed"] == 5
    assert estimate(long).verdict == "does_not_fit"
    with pytest.raises(CannotAnswer, match="longer requests are refused"):
        simulate(long)


def test_what_an_engine_refuses_is_not_simulated():
    with pytest.raises(CannotAnswer, match="refuses a context"):
        simulate(parse_scenario({"model": "qwen3-8b", "engine": "vllm", "quantization": "bf16", "hardware": {"device": "H100 SXM"},
                                 "settings": {"context": 200000}}))


def test_cache_types_need_a_device_that_has_them():
    with pytest.raises(CannotAnswer, match=r"compute capability 8\.0"):
        render(plan(quantization="awq", device="Tesla T4", settings={"context": 4096, "kv_cache_dtype": "fp8"}), "shell")
    with pytest.raises(CannotAnswer, match=r"10\.0"):
        render(plan(quantization="awq", device="NVIDIA H100 80GB HBM3", settings={"context": 4096, "kv_cache_dtype": "nvfp4"}), "shell")


def test_speculation_in_each_engines_words():
    drafts = {"speculative": {"method": "mtp", "num_speculative_tokens": 2}}
    large = {"model": "deepseek-ai/DeepSeek-V3.1", "device": "NVIDIA H200", "count": 8,
             "settings": {"context": 8192, "tensor_parallel": 8, **drafts}}
    made = plan(**large)
    assert flag(made, "--speculative-config.method") == "mtp"
    assert flag(made, "--speculative-config.num_speculative_tokens") == "2"
    made = plan(engine="sglang", **large)
    assert flag(made, "--speculative-algorithm") == "NEXTN"
    assert [flag(made, f"--speculative-{name}") for name in ("num-steps", "eagle-topk", "num-draft-tokens")] == ["2", "1", "3"]
    text = "\n".join(c.text for c in render(plan(engine="tensorrt-llm", version="1.3.0", **large), "shell"))
    assert "decoding_type: MTP" in text and "num_nextn_predict_layers: 2" in text
    made = plan(model="Qwen/Qwen3.8-27B", engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096, **drafts})
    assert flag(made, "--spec-type") == "draft-mtp"
    assert flag(made, "--spec-draft-n-max") == "2"
    assert any("nextn" in note for note in made.case.engine.launch(made).notes)


def test_a_folder_stands_for_its_config():
    made = at_path(plan(quantization="awq"), "/srv/model/config.json")
    assert words(made)[2] == "/srv/model"
    assert flag(made, "--served-model-name") == "qwen2.5-14b-instruct"


def test_paths_are_whole_so_that_no_shell_must_complete_them(monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    base = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096})
    for given, wanted in (("~/models/x.gguf", "/home/me/models/x.gguf"), ("models/x.gguf", "./models/x.gguf"), ("-x.gguf", "./-x.gguf"),
                          ("C:\\models\\x.gguf", "C:\\models\\x.gguf"), ("/m/x.gguf", "/m/x.gguf")):
        assert flag(at_path(base, given), "-m") == wanted


def test_a_folder_of_safetensors_is_turned_into_a_gguf_first():
    made = at_path(plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096}), "/srv/my model/config.json")
    steps = [c.text for c in render(made, "shell")]
    assert any("convert_hf_to_gguf.py '/srv/my model'" in text for text in steps)
    assert not any(text.startswith("hf download") for text in steps)
    assert flag(made, "-m") == "./Qwen2.5-14B-Instruct-q4_k_m.gguf"


TOY = '''
from advisor.answer import Memory
from advisor.engines.base import Engine
from advisor.engines.launch import Launch
from advisor.engines.steps import server_steps

class Toy(Engine):
    id = "toy"
    name = "Toy"
    data = {"version": "1.0", "flags": {}, "litellm": "openai", "program": "/usr/local/bin/toy", "metrics": {},
            "install": [{"text": "pip install toy=={version}"}]}

    def fill(self, case, trace):
        settings = case.settings.model_copy(update={"context": case.settings.context or 4096, "parallel": case.settings.parallel or 1})
        from dataclasses import replace
        return replace(case, settings=settings)

    def memory(self, case, trace):
        return Memory(weights_bytes=10, kv_bytes=1, total_bytes=11, usable_bytes=100, headroom_bytes=89)

    def default_quantization(self, model, machine):
        return "bf16"

    def launch(self, plan, container=False):
        return Launch(words=("toy", "serve", plan.case.model.id), port=9000, model="toy")

    def commands(self, plan, shell):
        launch = self.launch(plan)
        return server_steps(plan, shell, launch, launch, source=None, program="toy", installed="", ready="ready")

ENGINE = Toy()
'''


def test_an_engine_is_one_file_in_a_folder(tmp_path, monkeypatch):
    (tmp_path / "toy.py").write_text(TOY)
    monkeypatch.setattr(engines, "EXTRA_FOLDERS", [tmp_path])
    made = plan(engine="toy")
    assert "toy" in engines.engines()
    assert launch_of(made).text == "toy serve qwen2.5-14b-instruct"
    unit = next(c.text for c in render(made, "systemd") if c.filename == "llm.service")
    assert "ExecStart=/usr/local/bin/toy serve qwen2.5-14b-instruct" in unit
    assert "server 127.0.0.1:9000;" in render(made, "nginx")[0].text


def test_gaudi_is_no_gpu_of_intels_xpu_builds():
    """Habana's runtime and a plugin of its own: no XPU image, no /dev/dri."""
    reasons = {}
    for name in ("vllm", "sglang", "tensorrt-llm", "llama.cpp"):
        made = plan("Qwen/Qwen3-8B", name, device="Gaudi 3", settings={"context": 4096})
        refused = [r for r in made.case.engine.refusals(made.case) if r.hard and r.kind == "hardware"]
        assert refused, name
        reasons[name] = refused[0]
        with pytest.raises(CannotAnswer):
            render(made, "docker")
    assert "vllm-gaudi" in reasons["vllm"].reason and "docs.vllm.ai/projects/gaudi" in reasons["vllm"].reason
    arc = plan("Qwen/Qwen3-8B", "vllm", device="Arc B580", settings={"context": 4096})
    assert not [r for r in arc.case.engine.refusals(arc.case) if r.kind == "hardware"]


@pytest.mark.parametrize("shell", ["powershell", "cmd"])
@pytest.mark.parametrize(("device", "files"), [("RTX 4070", ("bin-win-cuda-12.4-x64.zip", "cudart-llama-bin-win-cuda-12.4-x64.zip")),
                                               ("Arc B580", ("bin-win-sycl-x64.zip",))])
def test_on_windows_llama_cpp_is_installed_with_the_back_end_of_its_figures(device, files, shell):
    made = plan("qwen3-4b", "llama.cpp", "q4_k_m", device, os="windows")
    install = next(step for step in made.case.engine.commands(made, shell) if step.kind == "install")
    assert all(name in install.text for name in files) and "winget" not in install.text
    assert made.case.engine.data["version"] in install.text


def test_winget_brings_vulkan_and_amd_cards_are_estimated_so():
    from advisor.recommend import Question, recommend
    from advisor.scenario import Hardware
    found = recommend(Question(task="code", model="qwen3-8b", quantization="q4_k_m", os="windows", hardware=Hardware(device="RX 7900 XTX")))
    mine = next(r for r in found.recommendations if r.engine == "llama.cpp")
    assert mine.estimate.scenario.settings.backend == "vulkan"
    assert any("winget install llama.cpp" in c.text for c in mine.commands)


def test_trays_of_a_rack_hold_four_each():
    made = settled(plan("kimi-k3", "vllm", "mxfp4", "GB200", 72, settings={"context": 8192, "data_parallel": 72, "expert_parallel": True}))
    assert made.nodes == 18
    assert flag(made, "--data-parallel-size-local") == "4"
    slots = plan("qwen3-8b", "llama.cpp", "q4_k_m", "GB300", 8)
    refused = next(r for r in slots.case.engine.refusals(slots.case) if r.hard)
    assert "A machine holds 4 GB300: 8 of them are 2 machines" in refused.reason
    assert not plan("qwen3-8b", "llama.cpp", "q4_k_m", "GB300", 4).case.engine.refusals(
        plan("qwen3-8b", "llama.cpp", "q4_k_m", "GB300", 4).case)
    assert not any("whole machine" in note for note in estimate(parse_scenario(
        {"model": "qwen3-8b", "engine": "vllm", "quantization": "bf16", "hardware": {"device": "GB200", "count": 8},
         "settings": {"context": 8192, "tensor_parallel": 8}})).notes)
