"""Files of each form: what stands in them, and the real programs that read them where they are installed."""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from launch_plans import KEY, at_path, plan

from advisor.deploy import render
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.guardrails import limits_of
from advisor.plan import plan_of
from advisor.scenario import parse_scenario

ROOT = Path(__file__).resolve().parent.parent.parent
ODD = "/srv/my models/it's $HOME %h {{x}} 模型/tiny.gguf"


@pytest.fixture(scope="module")
def checks():
    spec = importlib.util.spec_from_file_location("deployment_files", ROOT / "packaging" / "checks" / "deployment_files.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def need(tool):
    if shutil.which(tool) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{tool} is missing in CI")
        pytest.skip(f"{tool} is not installed here; packaging/checks/deployment_files.py checks these files where it is")


def text_of(commands, filename):
    return next(c.text for c in commands if c.filename == filename)


@pytest.fixture(scope="module")
def served():
    return plan(quantization="awq", settings={"context": 8192, "parallel": 8}, serve=True, api_key=KEY)


@pytest.fixture(scope="module")
def keyless():
    return plan(engine="ollama", quantization="q4_k_m", settings={"context": 8192, "parallel": 2}, serve=True, api_key=KEY)


def test_compose_publishes_on_loopback_unless_others_are_served(served, keyless):
    alone = yaml.safe_load(text_of(render(replace(served, serve=False, api_key=None), "compose"), "compose.yaml"))
    assert alone["services"]["llm"]["ports"] == ["127.0.0.1:8000:8000"]
    commands = render(served, "compose")
    assert yaml.safe_load(text_of(commands, "compose.yaml"))["services"]["llm"]["ports"] == ["0.0.0.0:8000:8000"]
    assert f'VLLM_API_KEY: "${{VLLM_API_KEY:-{KEY}}}"' in text_of(commands, "compose.yaml")
    behind = render(keyless, "compose")
    services = yaml.safe_load(text_of(behind, "compose.yaml"))["services"]
    assert "ports" not in services["llm"]
    assert services["gateway"]["ports"] == ["0.0.0.0:8088:8088"]
    assert f"Bearer {KEY}" in text_of(behind, "nginx.conf")
    assert "server llm:11434;" in text_of(behind, "nginx.conf")
    assert any(c.text == "docker compose exec llm ollama pull qwen2.5:14b" for c in behind)


def test_replicas_share_the_cards_behind_one_gateway():
    made = plan(quantization="awq", device="NVIDIA H100 80GB HBM3", count=4, settings={"context": 8192, "tensor_parallel": 2},
                serve=True, api_key=KEY, replicas=2)
    commands = render(made, "compose")
    services = yaml.safe_load(text_of(commands, "compose.yaml"))["services"]
    assert set(services) == {"llm-1", "llm-2", "gateway"}
    ids = [services[f"llm-{i}"]["deploy"]["resources"]["reservations"]["devices"][0]["device_ids"] for i in (1, 2)]
    assert ids == [["0", "1"], ["2", "3"]]
    assert "server llm-1:8000;" in text_of(commands, "nginx.conf")
    assert "least_conn;" in text_of(commands, "nginx.conf")


def test_replicas_in_the_shell_have_their_own_ports_and_cards():
    made = plan(quantization="awq", device="NVIDIA H100 80GB HBM3", count=4, settings={"context": 8192, "tensor_parallel": 2},
                serve=True, api_key=KEY, replicas=2)
    launches = [c.text for c in render(made, "shell") if c.kind == "launch"]
    assert ["CUDA_VISIBLE_DEVICES=0,1" in launches[0], "CUDA_VISIBLE_DEVICES=2,3" in launches[1]] == [True, True]
    assert "--port 8001" in launches[1]
    assert "--port" not in launches[0]
    runs = [c.text for c in render(made, "docker") if c.kind == "launch"]
    assert "--name llm-2" in runs[1]
    assert "8001:8001" in runs[1]
    servers = text_of(render(made, "nginx"), "nginx.conf")
    assert "server 127.0.0.1:8000;" in servers
    assert "server 127.0.0.1:8001;" in servers


def test_containers_reach_amd_gpus_on_linux_only():
    with pytest.raises(CannotAnswer, match="Linux only"):
        render(plan(engine="llama.cpp", quantization="q4_k_m", device="RX 7900 XTX", os="windows"), "docker", "powershell")


def test_kubernetes_over_several_machines_is_a_leader_worker_set():
    made = plan(model="deepseek-ai/DeepSeek-V3.1", quantization="fp8", device="NVIDIA H100 80GB HBM3", count=16, nodes=2,
                settings={"context": 8192, "tensor_parallel": 8, "pipeline_parallel": 2})
    documents = {d["kind"]: d for d in yaml.safe_load_all(text_of(render(made, "kubernetes"), "llm.yaml"))}
    template = documents["LeaderWorkerSet"]["spec"]["leaderWorkerTemplate"]
    assert template["size"] == 2
    leader = template["leaderTemplate"]["spec"]["containers"][0]
    worker = template["workerTemplate"]["spec"]["containers"][0]
    assert leader["resources"]["limits"] == {"nvidia.com/gpu": 8}
    assert "--headless" in worker["args"]
    assert "--headless" not in leader["args"]
    assert worker["args"][worker["args"].index("--node-rank") + 1] == "$(LWS_WORKER_INDEX)"
    assert worker["args"][worker["args"].index("--master-addr") + 1] == "$(LWS_LEADER_ADDRESS)"


def test_two_machines_in_the_shell():
    made = plan(model="deepseek-ai/DeepSeek-V3.1", quantization="fp8", device="NVIDIA H100 80GB HBM3", count=16, nodes=2,
                settings={"context": 8192, "tensor_parallel": 8, "pipeline_parallel": 2})
    launches = [c.text for c in render(made, "shell") if c.kind == "launch"]
    assert len(launches) == 2
    assert '--master-addr "$HEAD_ADDRESS"' in launches[0]
    assert launches[0].startswith("export HEAD_ADDRESS=192.0.2.10 &&")
    assert "--headless" in launches[1]
    other = plan(model="deepseek-ai/DeepSeek-V3.1", engine="sglang", quantization="fp8", device="NVIDIA H100 80GB HBM3", count=16, nodes=2,
                 settings={"context": 8192, "tensor_parallel": 16})
    assert '--dist-init-addr "${HEAD_ADDRESS}:20000"' in next(c.text for c in render(other, "shell") if c.kind == "launch")


def test_more_than_eight_cards_are_several_machines():
    made = plan(model="deepseek-ai/DeepSeek-V3.1", quantization="fp8", device="NVIDIA H100 80GB HBM3", count=16,
                settings={"context": 8192, "tensor_parallel": 8, "pipeline_parallel": 2})
    launches = [c.text for c in render(made, "shell") if c.kind == "launch"]
    assert ["--nnodes 2 --node-rank 0" in launches[0], "--nnodes 2 --node-rank 1" in launches[1]] == [True, True]
    spread = plan(model="Qwen/Qwen3-8B", quantization="bf16", device="NVIDIA H100 80GB HBM3", count=16,
                  settings={"context": 8192, "data_parallel": 16})
    launches = [c.text for c in render(spread, "shell") if c.kind == "launch"]
    assert "--data-parallel-size 16" in launches[0]
    assert "--data-parallel-size-local 8" in launches[1]
    assert "--data-parallel-start-rank 8 --headless" in " ".join(launches[1].replace("\\\n", " ").split())
    many = plan(model="Qwen/Qwen3-8B", quantization="bf16", device="NVIDIA H100 80GB HBM3", count=4096,
                settings={"context": 8192, "data_parallel": 4096})
    launches = [c for c in render(many, "shell") if c.kind == "launch"]
    assert len(launches) == 8       # a page of 512 would not be read by anybody
    assert "Machines 9 to 512" in launches[-1].verifies
    with pytest.raises(CannotAnswer, match="several machines"):
        render(plan(model="deepseek-ai/DeepSeek-V3.1", engine="tensorrt-llm", quantization="fp8", device="NVIDIA H100 80GB HBM3",
                    count=16, settings={"context": 8192, "tensor_parallel": 16}), "shell")


def test_a_cluster_always_asks_for_a_key_or_closes_the_door(served, keyless):
    documents = {d["kind"]: d for d in yaml.safe_load_all(text_of(render(replace(served, serve=False, api_key=None), "kubernetes"),
                                                                  "llm.yaml"))}
    assert len(documents["Secret"]["stringData"]["VLLM_API_KEY"]) > 40
    documents = {d["kind"]: d for d in yaml.safe_load_all(text_of(render(keyless, "kubernetes"), "llm.yaml"))}
    assert documents["NetworkPolicy"]["spec"]["ingress"][0]["from"] == [{"podSelector": {"matchLabels": {"llm-access": "yes"}}}]
    hook = documents["Deployment"]["spec"]["template"]["spec"]["containers"][0]["lifecycle"]["postStart"]["exec"]["command"]
    assert hook == ["/bin/sh", "-c", 'until "$@"; do sleep 3; done', "sh", "ollama", "pull", "qwen2.5:14b"]


def test_the_units_key_is_not_in_the_unit(served):
    commands = render(served, "systemd")
    unit = text_of(commands, "llm.service")
    assert KEY not in unit
    assert "EnvironmentFile=/etc/llm/llm.env" in unit
    assert "install -D -m 600 llm.env" in next(c.text for c in commands if c.kind == "launch")


def test_ollamas_settings_become_a_drop_in():
    made = plan(engine="ollama", quantization="q4_k_m", settings={"context": 8192, "parallel": 4, "kv_cache_dtype": "q8_0"})
    commands = render(made, "systemd")
    drop_in = text_of(commands, "llm.conf")
    assert 'Environment="OLLAMA_NUM_PARALLEL=4"' in drop_in
    assert 'Environment="OLLAMA_FLASH_ATTENTION=1"' in drop_in
    assert "/etc/systemd/system/ollama.service.d/llm.conf" in next(c.text for c in commands if c.kind == "launch")
    assert next(c.text for c in commands if c.kind == "check") == "journalctl -u ollama.service -f"


def test_litellm_never_holds_a_key_and_limits_what_the_estimate_holds(served):
    commands = render(served, "litellm")
    config = yaml.safe_load(text_of(commands, "litellm.yaml"))
    assert KEY not in text_of(commands, "litellm.yaml")
    assert config["general_settings"]["master_key"] == "os.environ/LITELLM_MASTER_KEY"
    parameters = config["model_list"][0]["litellm_params"]
    assert parameters["model"].startswith("hosted_vllm/")
    assert parameters["api_key"] == "os.environ/VLLM_API_KEY"
    held = int(min(served.memory.max_concurrency, 8))
    assert config["general_settings"]["global_max_parallel_requests"] >= held


@pytest.fixture(scope="module")
def team():
    return plan(quantization="awq", settings={"context": 4096, "parallel": 8}, serve=True, api_key=KEY,
                workload={"concurrency": 8, "prompt_tokens": 1024, "output_tokens": 256})


def test_nginx_gives_each_person_a_quota_and_the_shared_key_that_of_all(team):
    text, limit = text_of(render(team, "nginx"), "nginx.conf"), limits_of(team)
    keys = re.findall(r'"Bearer (\S+)" "person-\d+";', text)
    assert len(set(keys)) == 8 and KEY not in keys
    assert f"limit_req_zone $person zone=quota:1m rate={limit.requests_per_minute}r/m;" in text
    assert f"limit_req_zone $team zone=team:1m rate={8 * limit.requests_per_minute}r/m;" in text
    assert f'proxy_set_header Authorization "Bearer {KEY}";' in text      # a person's key is not the engine's
    assert text == text_of(render(team, "nginx"), "nginx.conf")


@pytest.mark.parametrize("os_name", ["linux", "macos"])
def test_nginx_put_in_place_twice_keeps_the_file_that_was_there_first(served, tmp_path, os_name):
    place = next(c.text for c in render(replace(served, os=os_name), "nginx", "bash") if c.kind == "launch")
    there = tmp_path / "etc/nginx/nginx.conf"
    there.parent.mkdir(parents=True)
    there.write_text("theirs", "utf-8")
    (tmp_path / "nginx.conf").write_text("ours", "utf-8")
    programs = ["nginx() { :; }", "systemctl() { echo \"systemctl $*\"; }", 'sudo() { "$@"; }',
                f"brew() {{ if [ \"$1\" = --prefix ]; then echo {tmp_path}; else echo \"brew $*\"; fi; }}"]
    script = "\n".join([*programs, place.replace("/etc/nginx/nginx.conf;", f"{there};")])
    for _ in range(2):
        told = subprocess.run(["bash", "-euc", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=20).stdout
        assert ("brew services restart nginx" if os_name == "macos" else "systemctl reload-or-restart nginx") in told
        assert there.read_text("utf-8") == "ours"
        assert there.with_name("nginx.conf.before").read_text("utf-8") == "theirs"


def test_nginx_for_oneself_counts_all_requests_of_this_machine_together(team):
    text = text_of(render(replace(team, serve=False, api_key=None), "nginx"), "nginx.conf")
    assert f"$binary_remote_addr zone=quota:1m rate={8 * limits_of(team).requests_per_minute}r/m;" in text


def test_litellm_limits_the_server_for_all_and_each_person_by_a_key(team):
    commands, limit = render(team, "litellm"), limits_of(team)
    parameters = yaml.safe_load(text_of(commands, "litellm.yaml"))["model_list"][0]["litellm_params"]
    assert (parameters["rpm"], parameters["tpm"]) == (8 * limit.requests_per_minute, 8 * limit.tokens_per_minute)
    made = next(c for c in commands if "key/generate" in c.text)
    assert f'"rpm_limit": {limit.requests_per_minute}' in made.text and "DATABASE_URL" in made.verifies
    alone = render(replace(team, serve=False, api_key=None), "litellm")
    assert not any("key/generate" in c.text for c in alone)


def test_prometheus_watches_the_engines_own_metrics(served, keyless, shared):
    readme = (shared / "engines" / "README.md").read_text("utf-8")
    for engine, quantization in (("vllm", "awq"), ("sglang", "awq"), ("tensorrt-llm", "awq"), ("llama.cpp", "q4_k_m")):
        made = plan(engine=engine, quantization=quantization, serve=True, api_key=KEY)
        rules = yaml.safe_load(text_of(render(made, "prometheus"), "llm.rules.yml"))["groups"][0]["rules"]
        names = set(re.findall(r"(?:vllm:|sglang:|llamacpp:|trtllm_)\w+", " ".join(r["expr"] for r in rules)))
        assert len(rules) >= 2
        for name in names:
            base = name.removesuffix("_bucket").removesuffix("_total")
            assert base in readme or base.split(":")[-1] in ("generation_tokens", "tokens_predicted"), name
    with pytest.raises(CannotAnswer, match="no metrics"):
        render(keyless, "prometheus")


def test_forms_refuse_what_they_cannot_do(served):
    apple = plan(engine="mlx-lm", quantization="mlx-4bit", device="Apple M4 Max", os="macos", host_memory_gib=64)
    for form in ("docker", "compose", "kubernetes", "systemd"):
        with pytest.raises(CannotAnswer):
            render(apple, form)
    studio = plan(engine="lmstudio", quantization="q4_k_m")
    for form in ("docker", "compose", "kubernetes"):
        with pytest.raises(CannotAnswer, match="not as a container"):
            render(studio, form)
    with pytest.raises(CannotAnswer, match="absolute path"):
        render(at_path(served, "./models/x"), "kubernetes")


def test_docker_compose_reads_every_file_and_keeps_odd_paths(checks, tmp_path):
    need("docker-compose")
    base = at_path(plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096}, serve=True, api_key=KEY), ODD)
    commands = render(base, "compose")
    assert checks.compose_faults(commands, tmp_path) == ""
    shown = yaml.safe_load(checks.run(["docker-compose", "-f", "compose.yaml", "config"], cwd=tmp_path).stdout)
    assert ODD in str(shown["services"]["llm"]["volumes"]).replace("$$", "$").replace('\\"', '"')


@pytest.mark.parametrize("engine", ["llama.cpp", "ollama", "lmstudio", "vllm", "tensorrt-llm"])
def test_systemd_verifies_units(checks, tmp_path, engine):
    need("systemd-analyze")
    made = plan(engine=engine, quantization="awq" if engine in ("vllm", "tensorrt-llm") else "q4_k_m", serve=True, api_key=KEY,
                settings={"context": 8192, "parallel": 4})
    assert checks.systemd_faults(render(made, "systemd"), tmp_path) == ""


def test_nginx_accepts_the_file_and_answers_429_as_planned(checks, tmp_path, keyless):
    need("nginx")
    assert checks.nginx_faults(render(keyless, "nginx"), tmp_path) == ""
    assert checks.nginx_live(tmp_path) == ""


def test_nginx_accepts_a_key_made_here_and_lets_the_planned_team_in(checks, tmp_path, team):
    need("nginx")
    assert checks.nginx_faults(render(replace(team, api_key=None), "nginx"), tmp_path) == ""
    assert checks.nginx_team_live(tmp_path) == ""


def test_a_lone_stream_of_a_healthy_server_rings_no_alarm():
    found = estimate(parse_scenario({"model": "qwen3-8b", "quantization": "fp8", "engine": "vllm", "hardware": {"device": "RTX 4090"},
                                     "settings": {"context": 8192}, "workload": {"concurrency": 16, "prompt_tokens": 1024,
                                                                                 "output_tokens": 256}}))
    rules = yaml.safe_load(text_of(render(plan_of(found, "linux"), "prometheus"), "llm.rules.yml"))["groups"][0]["rules"]
    rule = next(r["expr"] for r in rules if r["alert"] == "TokensPerSecondLow")
    least = float(re.search(r"\)\) / sum\(.*?\) < ([\d.]+) and", rule)[1])
    together = found.speed.output_tokens_per_s.typical
    assert least == pytest.approx(together / 16 / 4, rel=0.01)
    assert least < found.speed.decode_tokens_per_s.low / 2      # one person there alone gets all of this


def test_amd_containers_have_the_same_profile_in_every_form():
    made = plan(quantization="bf16", device="Instinct MI300X", settings={"context": 8192})
    assert "seccomp=unconfined" in next(c.text for c in render(made, "docker", "bash") if c.kind == "launch")
    assert "security_opt:\n      - seccomp=unconfined" in next(c.text for c in render(made, "compose", "bash") if c.filename)
    assert "seccompProfile:\n              type: Unconfined" in next(c.text for c in render(made, "kubernetes", "bash") if c.filename)
    other = plan(quantization="awq", settings={"context": 8192})
    assert not any("seccomp" in c.text for form in ("docker", "compose", "kubernetes") for c in render(other, form, "bash"))


def test_the_image_for_intel_is_of_the_release_that_the_title_names():
    made = plan("qwen3-0.6b", quantization="bf16", device="Arc B580", settings={"context": 8192})
    assert any("vllm-openai-xpu:v0.33.0" in c.text for c in render(made, "docker", "bash"))


@pytest.mark.parametrize(("engine", "variable"), [("vllm", "VLLM_USE_MODELSCOPE=True"), ("sglang", "SGLANG_USE_MODELSCOPE=true")])
def test_what_comes_from_modelscope_is_fetched_once_and_kept(engine, variable):
    made = plan("qwen3-8b", engine, "fp8", settings={"context": 8192}, source="modelscope")
    shell = [c.text for c in render(made, "shell", "bash")]
    assert "modelscope download --model Qwen/Qwen3-8B-FP8" in shell       # no folder: where the engine itself looks
    assert any(text.startswith(variable) for text in shell)
    assert "-v llm-cache:/root/.cache/modelscope" in next(c.text for c in render(made, "docker", "bash") if c.kind == "launch")
    for form, mount in (("compose", "target: /root/.cache/modelscope"), ("kubernetes", "mountPath: /root/.cache/modelscope")):
        assert mount in next(c.text for c in render(made, form, "bash") if c.filename)
    assert "/root/.cache/huggingface" in " ".join(c.text for c in render(plan("qwen3-8b", engine, "fp8", settings={"context": 8192}),
                                                                         "docker", "bash"))


def test_engines_that_know_no_modelscope_read_the_folder_that_was_fetched():
    made = plan("qwen3-8b", "tensorrt-llm", "fp8", settings={"context": 8192}, source="modelscope")
    steps = [c.text for c in render(made, "shell", "bash")]
    assert "modelscope download --model Qwen/Qwen3-8B-FP8 --local_dir ./Qwen3-8B-FP8" in steps
    assert any("./Qwen3-8B-FP8:/models/Qwen3-8B-FP8:ro" in text and "trtllm-serve /models/Qwen3-8B-FP8" in text for text in steps)
    assert any("modelscope download" in c.verifies for c in render(made, "docker", "bash"))
    apple = plan("qwen3-8b", "mlx-lm", "mlx-4bit", device="M4 Max", os="macos", settings={"context": 8192}, source="modelscope")
    steps = [c.text for c in render(apple, "shell", "bash")]
    assert "modelscope download --model mlx-community/Qwen3-8B-4bit --local_dir ./Qwen3-8B-4bit" in steps
    assert any(text.startswith("mlx_lm.server --model ./Qwen3-8B-4bit") for text in steps)
    assert not any(text.startswith("hf download") for text in steps)


def test_a_jetson_is_sent_to_its_own_builds():
    made = plan("qwen3-8b", quantization="awq", device="Jetson AGX Orin 64GB", host_memory_gib=64, settings={"context": 8192})
    assert any("pypi.jetson-ai-lab.io" in c.verifies for c in render(made, "shell", "bash") if c.kind == "launch")


def test_a_unit_comes_with_the_files_that_it_puts_in_place():
    made = plan("deepseek-ai/DeepSeek-V3.1", engine="tensorrt-llm", device="H200", count=8,
                settings={"context": 8192, "tensor_parallel": 8, "speculative": {"num_speculative_tokens": 3}})
    steps = render(made, "systemd", "bash")
    put = next(step.text for step in steps if step.kind == "launch")
    assert "sudo install -D -m 644 trtllm.yaml /etc/llm/trtllm.yaml" in put
    held = next(step.text for step in steps if step.filename == "trtllm.yaml")
    assert yaml.safe_load(held)["speculative_config"] == {"decoding_type": "MTP", "num_nextn_predict_layers": 3}
