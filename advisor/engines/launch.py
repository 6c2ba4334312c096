"""What engines share when they say how they are launched: flags by version, checkpoints, steps around the launch.

An engine makes a `Launch` (words and environment, no shell yet); shells and file forms write it down.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from advisor import resources
from advisor import shell as sh
from advisor.answer import Command, Trace
from advisor.engines.base import Case, Engine, Plan
from advisor.errors import CannotAnswer
from advisor.scenario import Device, Model, Settings
from advisor.units import gigabytes
from advisor.words import say

_DTYPES = {"fp16": "float16", "fp32": "float32"}
HEAD = "HEAD_ADDRESS"
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
EXAMPLE_ADDRESS = "192.0.2.10"
MEMORY_FLAGS = ("context", "parallel", "max_batched_tokens", "gpu_memory_utilization", "kv_cache_dtype")
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,95}/[A-Za-z0-9][A-Za-z0-9_.-]{0,127}\Z")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]{15,255}\Z")
_ENDPOINT = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?\Z")
_LOCAL = re.compile(r"(/|\.{1,2}[/\\]|~[/\\]|[A-Za-z]:[/\\]|\\\\)")


@dataclass(frozen=True, slots=True)
class Launch:
    """A server's process before any shell or file: words, environment, and what containers and proxies must know.

    `words` starts with the program; `image_words` is what follows the image's name. `secrets` maps environment names to
    keys. `after` runs inside the started container (a pull), `health_test` too, () where the image brings its own.
    `gateway`: the engine checks no key, so it must stay on loopback or behind something that does.
    """

    words: tuple[sh.Word, ...]
    port: int
    model: str
    environment: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    image: str | None = None
    image_words: tuple[sh.Word, ...] = ()
    mount: tuple[str, str] | None = None
    cache: str = "/root/.cache/huggingface"
    files: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, ...], ...] = ()
    health: str = "/health"
    health_test: tuple[str, ...] = ()
    metrics: str | None = None
    gateway: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where the weights come from: a repository or a path; `online` is the engine's own word for quantizing at load."""

    reference: str
    path: str | None = None
    online: str | None = None
    found: bool = True
    note: str = ""


# ------------------------------------------------------------------------------------------------ flags by version

def version_key(version: str) -> tuple[int, ...]:
    """`0.33.0` or `b6325` as numbers to compare; empty where the version is not a number (`main`: the newest)."""
    return tuple(int(n) for n in re.findall(r"\d{1,9}", version)[:4])


def at_least(version: str, since: str) -> bool:
    """Whether that version is as new; one without numbers is the newest."""
    have = version_key(version)
    return not have or have >= version_key(since)


class Flags:
    """Collects an argument list in the engine's own words for one version; flags are rows of its JSON's `flags`."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], version: str) -> None:
        self.rows, self.version = rows, version
        self.words: list[sh.Word] = []
        self.notes: list[str] = []

    def add(self, key: str, value: object = None) -> None:
        """Adds the flag in this version's spelling, with its value unless None; says what older releases call it."""
        row = self.rows[key]
        text = None if value is None else self._value(key, row, value)
        since = str(row.get("since", ""))
        old = row.get("older")
        if since and not at_least(self.version, since):
            if text in row.get("older_values", ()):
                self._put(str(row["older_values"][text]), None)
            elif old:
                self._put(str(old), text if row.get("older_value", True) else None)
            else:
                self.notes.append(say("{flag} is left out: it came with {since}.", flag=row["name"], since=since))
            return
        self._put(str(row["name"]), text)
        if since and old:
            shown = f"{old} {text}" if isinstance(text, str) and row.get("older_value", True) else old
            self.notes.append(say("Before {since} write {old} instead of {flag}.", since=since, old=shown,
                                  flag=f"{row['name']} {text}" if isinstance(text, str) else row["name"]))
        elif since and text in row.get("older_values", ()):
            self.notes.append(say("Before {since} write {old} instead of {flag}.", since=since, old=row["older_values"][text],
                                  flag=f"{row['name']} {text}"))

    def _put(self, name: str, text: sh.Word | None) -> None:
        self.words += name.split(" ")
        if text is None:
            return
        if isinstance(text, str) and text.startswith("-") and not re.fullmatch(r"-\d+", text):
            raise CannotAnswer(say("The value {value} of {flag} begins with a dash and would be taken for an option.",
                                   value=text[:60], flag=name))
        self.words.append(text)

    def _value(self, key: str, row: Mapping[str, Any], value: object) -> Any:
        values = row.get("values")
        if isinstance(value, sh.Secret):
            return value
        text = f"{value:g}" if isinstance(value, float) else str(value)
        if values is None:
            return text
        if text not in values:
            raise CannotAnswer(say("{flag} does not take {value}.", flag=row["name"], value=repr(text[:40])),
                               say("It takes {known}.", known=", ".join(values)), field=f"settings.{key}")
        return values[text]


@cache
def _file_rows(engine_id: str) -> Mapping[str, Any]:
    return dict(json.loads(resources.path("catalog", "launch", f"{engine_id}.json").read_text("utf-8")))


def launch_data(engine: Engine) -> Mapping[str, Any]:
    """How the engine is installed and its flags by version: its own data where that has `flags`, else catalog/launch."""
    return engine.data if "flags" in engine.data else _file_rows(engine.id)


class Defaults:
    """What the engine would take for one lever if asked for all others but that one; asked lazily, one fill a lever.

    Only what differs from it belongs on the command line. Levers that the engine sets together are cleared together.
    """

    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {"parallel": ("parallel", "kv_unified"),
                                                         "kv_unified": ("parallel", "kv_unified")}

    def __init__(self, case: Case) -> None:
        self._case, self._found = case, dict[tuple[str, ...], Settings]()

    def __getattr__(self, name: str) -> Any:
        cleared = self.TOGETHER.get(name, (name,))
        if cleared not in self._found:
            bare = self._case.settings.model_copy(update={n: Settings.model_fields[n].default for n in cleared})
            try:
                self._found[cleared] = self._case.engine.fill(replace(self._case, settings=bare), Trace()).settings
            except CannotAnswer:
                self._found[cleared] = bare
        return getattr(self._found[cleared], name)


def default_settings(case: Case) -> Defaults:
    """The engine's own choice for each lever of this case."""
    return Defaults(case)


def parsers(data: Mapping[str, Any], model: Model) -> dict[str, str]:
    """The engine's tool-call and reasoning parsers for this model: the first row of `parsers` whose pattern matches."""
    from fnmatch import fnmatchcase
    names = {n.lower().rpartition("/")[2] for n in (model.id, model.name, *model.aliases)}
    for row in data.get("parsers", ()):
        if any(fnmatchcase(name, pattern) for name in names for pattern in row["models"]):
            return {kind: row[kind] for kind in ("tool", "reasoning") if kind in row}
    return {}


def repairs(data: Mapping[str, Any], case: Case) -> list[Mapping[str, Any]]:
    """Rows of `repairs` that fit: known faults of a version on a device or format, with the flags that avoid them."""
    device = case.device
    facts = {"quantization": case.quantization.id, "moe": case.model.moe is not None, "family": case.model.family.lower(),
             "compute_capability": device.compute_capability if device else None}
    found = []
    for row in data.get("repairs", ()):
        when = row["when"]
        if all(facts[k] in v if isinstance(v, list) else facts[k] == v for k, v in when.items()) \
                and ("since" not in row or at_least(case.version, row["since"])) \
                and ("until" not in row or not at_least(case.version, row["until"])):
            found.append(row)
    return found


# ---------------------------------------------------------------------------------------------------- the checkpoint

@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(resources.path("catalog", "checkpoints.json").read_text("utf-8"))["rows"])


def repository(model: Model, reference: str = "") -> str | None:
    """The model's own repository on the hub, None where only a bare name is known."""
    for name in (model.repository or "", model.name, model.id, *model.aliases, reference):
        if _REPOSITORY.match(name):
            return name
    return None


def local_path(case: Case) -> str | None:
    """The path the model was named by, None for a name. A config.json stands for its folder."""
    path = case.model_path or (case.model_reference if _LOCAL.match(case.model_reference)
                               or case.model_reference.lower().endswith((".gguf", ".json")) else None)
    if path is None:
        return None
    sh.check(path, "path")
    if path.startswith("-"):
        path = "./" + path
    head, sign, tail = path.replace("\\", "/").rpartition("/")
    if tail.lower() == "config.json":
        return path[:len(head)] if sign else "."
    return path


def known(case: Case, format_: str = "") -> str | None:
    """A repository of the catalog that holds this model in this quantization (and format: `gguf`, `mlx`)."""
    return published(case.model, case.quantization.id, format_, case.model_reference)


def published(model: Model, quantization: str, format_: str = "", reference: str = "") -> str | None:
    """A repository of the catalog that holds the model in this format, by catalog id (`*` in a row: a tag picks the mix)."""
    base = repository(model, reference) or ""
    by_name = _by_model()
    row = by_name.get((base, quantization, format_)) or by_name.get((base, "*", format_))
    if row:
        return str(row["repository"])
    return None if format_ else _checkpoints().get((model.id, quantization))


@cache
def _by_model() -> dict[tuple[str, str, str], dict[str, Any]]:
    return {(row["model"], row["quantization"], row.get("format", "")): row for row in reversed(_rows())}


@cache
def _checkpoints() -> dict[tuple[str, str], str]:
    """Rows of the model catalog that are another row's checkpoint in some format: (model, format) -> repository."""
    from advisor import catalog
    found: dict[tuple[str, str], str] = {}
    table: Any = catalog.models()
    for row in map(table.row, table):
        method = (row.get("native_quantization") or {}).get("method")
        if row.get("base") and method and row.get("repository"):
            found.setdefault((row["base"], method), row["repository"])
    return found


def checkpoint(case: Case, online: Mapping[str, str]) -> Checkpoint:
    """The weights for an engine that reads safetensors. `online`: catalog id -> the engine's word for quantizing at load.

    Nothing is invented: what the catalog does not know must be found by the reader, and `found` is False.
    """
    path = local_path(case)
    if path is not None:
        return Checkpoint(path, path=path)
    base = repository(case.model, case.model_reference)
    wanted, reference = case.quantization, case.model_reference
    native = case.model.native_quantization
    own = native.method if native else case.model.dtype
    if _REPOSITORY.match(reference) and _implied(reference) == wanted.id:
        return Checkpoint(reference)
    if base and (wanted.id == own or (wanted.kind == "plain" and native is None)):
        return Checkpoint(base)
    listed = known(case)
    if listed:
        return Checkpoint(listed)
    if base and wanted.id in online and native is None:
        return Checkpoint(base, online=online[wanted.id])
    folder = f"./{file_name(case)}"
    note = say("No {quantization} checkpoint of {model} is listed here: find or make one, put it in {folder}, and read its card.",
               quantization=wanted.name, model=case.model.name, folder=folder)
    return Checkpoint(folder, path=folder, found=False, note=note)


@cache
def _implied(reference: str) -> str | None:
    from advisor import catalog
    try:
        return catalog.find_model_and_quantization(reference)[1]
    except CannotAnswer:
        return None


def file_name(case: Case) -> str:
    """A plain name for folders and services: the model and its quantization in letters, digits, dots and dashes."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", case.model.name.rpartition("/")[2]).strip("-.") or "model"
    return f"{name[:80]}-{case.quantization.id}"


def api_name(case: Case) -> str:
    """The name clients ask for where the engine would show a path: the model's id in letters, digits, dots, dashes, slashes."""
    return re.sub(r"[^A-Za-z0-9._/-]+", "-", case.model.id)[:120].strip("-./") or "model"


def base_name(path: str) -> str:
    """The last part of a path of any system."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or "model"


def python_health(port: int, path: str) -> tuple[str, ...]:
    """A health test for images that hold Python but no curl."""
    return ("python3", "-c", f"import urllib.request as r; r.urlopen('http://127.0.0.1:{port}{path}', timeout=4)")


def inside(path: str) -> str:
    """Where a container sees the model's folder or file."""
    return "/models/" + base_name(path)


def plain_dtype(case: Case) -> str | None:
    """`--dtype` where the weights' own type is not what runs: asked-for fp16 or fp32, or no bfloat16 on the device (Turing)."""
    wanted, device = case.quantization, case.device
    if wanted.kind == "plain" and wanted.id in ("fp16", "fp32") and case.model.dtype not in (wanted.id, _DTYPES[wanted.id]):
        return _DTYPES[wanted.id]
    old = device is not None and device.vendor == "nvidia" and (device.compute_capability or 9.0) < 8.0
    return "float16" if old and case.model.dtype in ("bfloat16", "bf16") else None


def memory_flags(plan: Plan, flags: Flags, base: Defaults, names: Sequence[str]) -> None:
    """The levers of `names` that differ from what the engine would take by itself, then the parallel degrees."""
    given = plan.case.settings
    check_cache_type(plan.case, launch_data(plan.case.engine))
    for name in names:
        value = getattr(given, name)
        if value is not None and value not in (getattr(base, name), "auto"):
            flags.add(name, value)
    for name in ("tensor_parallel", "pipeline_parallel", "data_parallel"):
        if getattr(given, name) > 1 and name in flags.rows:
            flags.add(name, getattr(given, name))


def check_shards(case: Case) -> None:
    """Block-quantized FP8 experts must be cut at whole blocks. Raises CannotAnswer naming degrees that work.

    Rule: moe_intermediate_size / tensor_parallel must be a multiple of the block (128). Source: sgl-project/sglang#10852.
    """
    moe, degree, block = case.model.moe, case.settings.tensor_parallel, _block(case)
    if moe is None or case.settings.expert_parallel or not block:
        return
    if moe.moe_intermediate_size % block or not (moe.moe_intermediate_size / degree) % block:
        return
    good = [n for n in (1, 2, 4, 8, 16) if not (moe.moe_intermediate_size / n) % block]
    raise CannotAnswer(say("Tensor parallel {degree} cuts the experts ({size}) to {part}, not a multiple of the FP8 block of {block}.",
                           degree=degree, size=moe.moe_intermediate_size, part=f"{moe.moe_intermediate_size / degree:g}",
                           block=block),
                       say("Take {good}, or expert parallel.", good=", ".join(map(str, good))), field="settings.tensor_parallel")


def check_context(plan: Plan, extends: bool) -> None:
    """A context beyond the model's own needs its rope stretched. Raises CannotAnswer where the plan does not ask for that.

    `extends`: this engine's flags for it are written here (options: yarn).
    """
    most, wanted = plan.case.model.max_position_embeddings, plan.case.settings.context
    if most is None or wanted is None or wanted <= most or (extends and plan.options.get("yarn")):
        return
    raise CannotAnswer(say("{engine} refuses a context of {wanted} tokens: {model} was made for {most}.", engine=plan.case.engine.name,
                           wanted=wanted, model=plan.case.model.name, most=most),
                       say("Ask for {most} at most, or stretch it with YaRN where the model's card says so.", most=most),
                       field="settings.context")


def check_cache_type(case: Case, data: Mapping[str, Any]) -> None:
    """A KV type needs arithmetic that the device has. Raises CannotAnswer naming the level it needs."""
    device, kind = case.device, case.settings.kv_cache_dtype
    needs = data.get("kv_compute_capability", {}).get(kind)
    have = device.compute_capability if device and device.vendor == "nvidia" else None
    if needs is not None and have is not None and have < needs:
        raise CannotAnswer(say("A KV cache in {kind} needs compute capability {needs} in {engine}; {device} has {have}.", kind=kind,
                               needs=str(needs), engine=case.engine.name, device=device.name if device else "", have=str(have)),
                           say("Leave the KV type to the engine."), field="settings.kv_cache_dtype")


def _block(case: Case) -> int | None:
    """The block of an FP8 checkpoint that is scaled by blocks, None where it is scaled otherwise or not known."""
    native = case.model.native_quantization
    if case.quantization.id != "fp8":
        return None
    if native is not None:
        return native.group_size if native.method == "fp8" else None
    listed = known(case)
    return next((row["block"] for row in _rows() if row["repository"] == listed and "block" in row), None)


def serving_options(plan: Plan, data: Mapping[str, Any], flags: Flags) -> None:
    """Flags beyond memory: parsers of the model's family, queue limit, speculation, several nodes, repairs of known faults."""
    case, options = plan.case, plan.options
    found = parsers(data, case.model)
    if "tool" in found and options.get("tools", True):
        if "auto_tools" in data["flags"]:
            flags.add("auto_tools")
        flags.add("tool", found["tool"])
    if "reasoning" in found and options.get("reasoning", True):
        flags.add("reasoning", found["reasoning"])
    if options.get("max_queue") is not None and "max_queue" in data["flags"]:
        flags.add("max_queue", int(options["max_queue"]))
    _speculation(options.get("speculative"), data, flags)
    if plan.nodes > 1:
        _nodes(plan, data, flags)
    for row in repairs(data, case):
        flags.add(row["flag"], row["value"])
        flags.notes.append(say("{flag} {value} avoids a known fault on this device ({source}). Read a few answers before relying "
                               "on it: starting is not the same as working.", flag=data["flags"][row["flag"]]["name"],
                               value=row["value"], source=row["source"]))


def _speculation(wanted: Mapping[str, Any] | None, data: Mapping[str, Any], flags: Flags) -> None:
    if not wanted or "speculative_method" not in data["flags"]:
        return
    tokens = int(wanted.get("tokens", 1))
    flags.add("speculative_method", wanted["method"])
    if wanted.get("model"):
        flags.add("speculative_model", wanted["model"])
    if "speculative_steps" in data["flags"] and wanted["method"] != "ngram":
        flags.add("speculative_steps", tokens)
        flags.add("speculative_topk", 1)
        tokens += 1
    flags.add("speculative_tokens", tokens)


def _nodes(plan: Plan, data: Mapping[str, Any], flags: Flags) -> None:
    """Several machines as one server. `options`: rank (0 is the head), head (where the others find it), ray."""
    if "nodes" not in data["flags"]:
        raise CannotAnswer(say("{engine} is not written here for one model over several machines.", engine=plan.case.engine.name),
                           say("Take vLLM or SGLang, or one server a machine behind a proxy."), field="nodes")
    if plan.options.get("ray"):
        flags.add("executor", "ray")
        return
    rank = plan.options.get("rank", 0)
    flags.add("nodes", plan.nodes)
    flags.add("node_rank", rank)
    port = data.get("head_port", "")
    flags.add("head_address", replace(plan.options.get("head", sh.Secret(HEAD)), suffix=port))
    if rank != 0 and "headless" in data["flags"]:
        flags.add("headless")


# ------------------------------------------------------------------------------------------------- key, host, sources

def key_of(plan: Plan) -> str | None:
    """The key that clients must send, None on loopback. Raises CannotAnswer for one that HTTP or a file cannot carry."""
    if not plan.serve:
        return None
    if plan.api_key is None:
        import secrets
        return "sk-" + secrets.token_urlsafe(32)
    if not _KEY.match(plan.api_key):
        raise CannotAnswer(say("A key is 16 to 256 letters, digits, dots, dashes or underscores, the first a letter or digit."),
                           say("Let the program make one."), field="api_key")
    return plan.api_key


def endpoint(plan: Plan) -> str | None:
    """The mirror's address, checked. Raises CannotAnswer where it is not an http(s) address."""
    if plan.source != "mirror":
        return None
    if not plan.mirror or not _ENDPOINT.match(plan.mirror):
        raise CannotAnswer(say("A mirror is an address like https://hf-mirror.com."), field="mirror")
    return plan.mirror.rstrip("/")


def download_environment(plan: Plan, modelscope: str | None) -> dict[str, str]:
    """Environment under which the engine itself fetches from the plan's source; `modelscope` is `NAME=value`."""
    mirror = endpoint(plan)
    if mirror:
        return {"HF_ENDPOINT": mirror}
    if plan.source == "modelscope" and modelscope:
        name, _, value = modelscope.partition("=")
        return {name: value}
    return {}


def vendor(case: Case) -> str:
    """`nvidia`, `amd`, `intel`, `apple` or `cpu`: whose build and image are needed."""
    device: Device | None = case.device
    if case.backend == "cpu" or not case.machine.slots:
        return "cpu"
    if device is None:
        return {"rocm": "amd", "hip": "amd", "sycl": "intel", "metal": "apple"}.get(case.backend or "", "nvidia")
    return device.vendor


def pick(rows: Sequence[Mapping[str, Any]], **facts: str) -> Mapping[str, Any] | None:
    """The first row whose every named condition equals the fact; rows say only what matters to them."""
    for row in rows:
        if all(facts[k] in (v if isinstance(v, list) else [v]) for k, v in row.items() if k in facts):
            return row
    return None


# -------------------------------------------------------------------------------------------------------------- steps

def install(data: Mapping[str, Any], plan: Plan, shell: str, verifies: str) -> list[Command]:
    """The install step from the engine's data, [] where it has none for that system and shell."""
    case = plan.case
    row = pick(data.get("install", ()), os=plan.os, vendor=vendor(case), shell=shell, backend=case.backend or "")
    if row is None:
        return []
    text = str(row["text"]).replace("{version}", release(data, case))
    return [Command("install", say("Install {engine}", engine=case.engine.name), shell, text, verifies)]


@dataclass(frozen=True, slots=True)
class GgufSource:
    """Where a GGUF comes from: a path, or a repository with the tag that picks the file; `convert` makes it from `base`."""

    path: str | None = None
    repository: str | None = None
    tag: str | None = None
    convert: str | None = None


def gguf_source(case: Case) -> GgufSource:
    """The GGUF for this model and mix: the named file, a listed repository, the model's own GGUF repository, or a conversion."""
    path = local_path(case)
    if path is not None:
        return GgufSource(path=path)
    tag = {"fp16": "F16", "bf16": "BF16"}.get(case.quantization.id, case.quantization.id.upper())
    listed = known(case, "gguf")
    if listed:
        return GgufSource(repository=listed)
    listed = known(case, "gguf_tagged")
    if listed:
        return GgufSource(repository=listed, tag=tag)
    if _REPOSITORY.match(case.model_reference) and case.model_reference.lower().endswith("-gguf"):
        return GgufSource(repository=case.model_reference, tag=tag)
    own = (case.model.gguf_repository or "").split("|")[0]
    if _REPOSITORY.match(own) and base_name(own).lower().removesuffix("-gguf") == base_name(case.model.name).lower():
        return GgufSource(repository=own, tag=tag)
    base = repository(case.model, case.model_reference)
    return GgufSource(path=f"./{file_name(case)}.gguf", tag=tag, convert=base or "")


def find_step(plan: Plan, source: Checkpoint) -> list[Command]:
    """Where to look for a checkpoint that the catalog does not list; [] where one is known."""
    if source.found:
        return []
    from urllib.parse import quote_plus
    words = file_name(plan.case).replace("-", " ")
    return [Command("fetch", say("Find the weights"), "text", "https://huggingface.co/models?search=" + quote_plus(words), source.note)]


def convert_steps(plan: Plan, shell: str, source: GgufSource) -> list[Command]:
    """Makes the GGUF with llama.cpp's own tools where no repository is known that holds it."""
    base = source.convert
    if base is None or source.path is None:
        return []
    if not base:
        raise CannotAnswer(say("No repository is known for {model}.", model=plan.case.model.name),
                           say("Name the model by its repository or by a file."), field="model")
    folder, full = "./" + base_name(base), source.path.removesuffix(".gguf") + "-16bit.gguf"
    mirror = endpoint(plan)
    get = sh.command(["hf", "download", base, "--local-dir", folder], shell, {"HF_ENDPOINT": mirror} if mirror else None)
    convert = sh.command(["python3", "llama.cpp/convert_hf_to_gguf.py", folder, "--outfile", full], shell)
    shrink = sh.command(["llama-quantize", full, source.path, source.tag or "Q4_K_M"], shell)
    return [Command("fetch", say("Download {repository}", repository=base), shell, get, say("Ends by printing the folder.")),
            Command("fetch", say("Turn it into a GGUF"), shell, convert, say("Ends with the name of the file.")),
            Command("fetch", say("Quantize it"), shell, shrink,
                    say("The file has about {size}.", size=gigabytes(weights_on_disk(plan))))]


def image(data: Mapping[str, Any], case: Case) -> str | None:
    """The container image for the case's hardware, None where the engine has none."""
    name = data.get("image", {}).get(vendor(case))
    return None if name is None else str(name).replace("{version}", release(data, case))


def release(data: Mapping[str, Any], case: Case) -> str:
    """The version as packages and image tags write it."""
    wanted = case.version
    return wanted if re.fullmatch(r"b?[0-9]+(\.[0-9]+)*(-?rc[0-9]+)?", wanted) else str(data.get("release", wanted))


def fetch(plan: Plan, shell: str, repo: str, weighs: int | None, include: str | None = None) -> list[Command]:
    """Downloads a repository from the plan's source, ahead of the launch so that the launch starts at once."""
    size = gigabytes(weighs) if weighs else say("a size that its page tells")
    if plan.source == "modelscope":
        words = ["modelscope", "download", "--model", repo, "--local_dir", "./" + base_name(repo)]
        words += ["--include", include] if include else []
        seen = say("About {size}. ModelScope often keeps the same name; where it says not found, search its site for {name}.",
                   size=size, name=base_name(repo))
        return [Command("fetch", say("Download from ModelScope (pip install modelscope)"), shell, sh.command(words, shell), seen)]
    words = ["hf", "download", repo] + (["--include", include] if include else [])
    mirror = endpoint(plan)
    text = sh.command(words, shell, {"HF_ENDPOINT": mirror} if mirror else None)
    seen = say("About {size}; ends by printing the folder. Gated models need `hf auth login` first.", size=size)
    return [Command("fetch", say("Download the weights (pip install huggingface_hub)"), shell, text, seen)]


def downloads(plan: Plan) -> int | None:
    """What the checkpoint weighs as published: 16-bit weights where the engine quantizes them itself while loading."""
    model, quantization = plan.case.model, plan.case.quantization
    base = repository(model, plan.case.model_reference)
    if known(plan.case) or model.native_quantization or quantization.kind == "plain" or plan.case.model_reference != base:
        return weights_on_disk(plan)
    return model.safetensors_bytes or (model.published_parameters and 2 * model.published_parameters)


def weights_on_disk(plan: Plan) -> int | None:
    """What the download weighs, all devices' and the host's weights together; None where unknown."""
    memory, stored = plan.memory, plan.case.engine.file_bytes(plan.case)
    if stored is not None or memory.weights_bytes is None:
        return stored
    parts = [d.weights_bytes for d in memory.devices]
    spread = sum(parts) if len(parts) > 1 else memory.weights_bytes * plan.case.settings.tensor_parallel
    return spread + memory.host_weights_bytes


def probe(url: str, shell: str, title: str, verifies: str) -> Command:
    """A GET that answers 200 when the server is ready; it needs no key."""
    program = "Invoke-RestMethod -Uri" if shell == "powershell" else "curl -fsS"
    return Command("check", title, shell, f"{program} {sh.quote(url, shell)}", verifies)


def call(url: str, model: str, shell: str, verifies: str, key: str | None = None) -> list[Command]:
    """One chat request in this shell; [] in cmd, which cannot carry JSON with every name (the Python form can)."""
    body = {"model": model, "messages": [{"role": "user", "content": "Say hello in five words."}], "max_tokens": 64}
    text = sh.json_text(body)
    title = say("Try one request")
    if shell == "bash":
        keyed = f" -H {sh.quote('Authorization: Bearer ' + key, shell)}" if key else ""
        shown = f"curl -s {url} -H 'Content-Type: application/json'{keyed} \\\n  -d {sh.quote(text, shell)}"
    elif shell == "powershell":
        keyed = f" -Headers @{{ Authorization = {sh.powershell_text('Bearer ' + key)} }}" if key else ""
        shown = (f"Invoke-RestMethod -Uri {sh.quote(url, shell)} -Method Post -ContentType 'application/json'{keyed}"
                 f" -Body {sh.powershell_text(text)}")
    else:
        if not re.fullmatch(r"[A-Za-z0-9_./:@-]+", model):
            return []
        escaped = text.replace('"', '\\"')
        keyed = f' -H "Authorization: Bearer {key}"' if key else ""
        shown = f'curl -s {url} -H "Content-Type: application/json"{keyed} -d "{escaped}"'
    return [Command("call", title, shell, shown, verifies)]


def stop(program: str, shell: str, os: str, verifies: str) -> Command:
    """Ends the server that runs in the foreground."""
    if os == "windows" and shell != "bash":
        text = f"Stop-Process -Name {program}" if shell == "powershell" else f"taskkill /F /IM {program}.exe"
    else:
        text = f"pkill -INT -f {sh.quote(program, shell)}"
    return Command("stop", say("Stop"), shell, text, verifies)


def spoken(*parts: str) -> str:
    """Sentences after one another, still translatable one by one."""
    told = [part for part in parts if part]
    text = told[0] if told else ""
    for part in told[1:]:
        text = say("{sentence} {next}", sentence=text, next=part)
    return text


# ------------------------------------------------------------------------------------------- the six steps of a server

def safety(plan: Plan, launch: Launch) -> str:
    """Who can reach the server, in a sentence."""
    name = plan.case.engine.name
    if plan.serve and launch.gateway:
        return say("{engine} checks no key, so it listens on this machine only: serve others through the nginx form, "
                   "which asks them for the key.", engine=name)
    if plan.serve:
        return say("Others reach port {port}, with the key only; put a gateway with TLS in front outside a trusted network.",
                   port=str(launch.port))
    return say("It listens on this machine only.")


def checked(plan: Plan) -> str:
    """Which release the flags were checked for."""
    version = plan.case.version
    return say("Flags checked for {engine} {version}.", engine=plan.case.engine.name, version=version) if version else ""


def reach(plan: Plan, launch: Launch) -> str:
    """The address under which this machine asks its own server."""
    return f"http://{LOOPBACK}:{launch.port}"


def file_step(name: str, text: str, shell: str) -> Command:
    """Writes a small file from the shell: a here-document, a here-string; in cmd the text is saved by hand."""
    if shell == "bash":
        return Command("launch", say("Write {name}", name=name), shell, f"cat > {sh.quote(name, shell)} <<'END'\n{text}END",
                       say("Prints nothing."), name)
    if shell == "powershell":
        return Command("launch", say("Write {name}", name=name), shell,
                       f"@'\n{text}'@ | Set-Content -Encoding utf8 {sh.quote(name, shell)}", say("Prints nothing."), name)
    return Command("launch", say("Save this as {name}", name=name), "file", text, say("cmd has no safe way to write it."), name)


def node_steps(plan: Plan, shell: str, words: Sequence[sh.Word], env: Mapping[str, str], seen: str) -> list[Command]:
    """One launch a machine: the head, then each other one, which finds it by its address."""
    if plan.options.get("ray"):
        head = ["ray", "start", "--head", "--port=6379"]
        other: list[sh.Word] = ["ray", "start", "--address", sh.Secret(HEAD, ":6379")]
        joined = sh.command(other, shell, {HEAD: head_address(plan)})
        return [Command("launch", say("On the first machine: start Ray"), shell, sh.command(head, shell), say("Ray runtime started.")),
                Command("launch", say("On each other machine: join it"), shell, joined, say("Ray runtime started.")),
                Command("launch", say("On the first machine: launch"), shell, sh.command(words, shell, env), seen)]
    steps = []
    for rank in range(plan.nodes):
        launch = plan.case.engine.launch(replace(plan, options={**plan.options, "rank": rank}))
        title = say("On the first machine") if rank == 0 else say("On machine {n}", n=rank + 1)
        told = seen if rank == 0 else say("Connects to the first machine; {address} in it is that machine's address.",
                                          address=head_address(plan))
        keep = {**launch.environment, **launch.secrets, HEAD: head_address(plan)}
        steps.append(Command("launch", title, shell, sh.command(launch.words, shell, keep), told))
    return steps


def head_address(plan: Plan) -> str:
    """The first machine's address as given, an example address otherwise."""
    address = str(plan.options.get("head_address", EXAMPLE_ADDRESS))
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}", address):
        raise CannotAnswer(say("The first machine's address is a name or an IPv4 address."), field="head_address")
    return address


def needs_container(plan: Plan, shell: str) -> bool:
    """Whether the engine runs there in a container only. Raises CannotAnswer where it does not run there at all."""
    case = plan.case
    row = pick(launch_data(case.engine).get("install", ()), os=plan.os, vendor=vendor(case), shell=shell, backend=case.backend or "")
    if row is None:
        raise CannotAnswer(say("{engine} does not run on {os} with this hardware.", engine=case.engine.name, os=plan.os),
                           say("Take an engine that does: llama.cpp, Ollama and LM Studio run nearly everywhere."), field="engine")
    return bool(row.get("container"))


def server_steps(plan: Plan, shell: str, native: Launch, container: Launch, *, source: Checkpoint | None, program: str,
                 installed: str, ready: str) -> list[Command]:
    """Install, fetch, launch, check, call and stop of a server that speaks the OpenAI protocol.

    Where the engine's data has no native build for that system, the container runs instead.
    """
    from advisor.engines.containers import docker_words, image_of, replica
    data, case = launch_data(plan.case.engine), plan.case
    boxed = needs_container(plan, shell)
    launch = container if boxed else native
    steps: list[Command] = []
    if boxed:
        steps.append(Command("install", say("Get the container image (needs Docker)"), shell,
                             sh.command(["docker", "pull", image_of(launch, plan)], shell), say("Ends with the image's name.")))
    else:
        steps += install(data, plan, shell, installed)
    if source and source.path is None and not boxed:
        steps += fetch(plan, shell, source.reference, downloads(plan))
    if source:
        steps += find_step(plan, source)
    steps += [file_step(name, text, shell) for name, text in launch.files]
    words = docker_words(launch, plan) if boxed else list(launch.words)
    env = {**({} if boxed else launch.environment), **launch.secrets}
    title = say("Launch {engine} {version}", engine=case.engine.name, version=case.version)
    seen = spoken(ready, safety(plan, launch), checked(plan), *launch.notes)
    names = ["llm"]
    if plan.nodes > 1:
        steps += node_steps(plan, shell, words, env, seen)
    elif plan.replicas > 1:
        names = [f"llm-{index + 1}" for index in range(plan.replicas)]
        for index, name in enumerate(names):
            one = replica(plan, index, boxed)
            text = sh.command(docker_words(one, plan, name), shell, one.secrets) if boxed else \
                sh.command(one.words, shell, {**one.environment, **one.secrets})
            steps.append(Command("launch", say("Launch server {n} of {all}", n=index + 1, all=plan.replicas), shell, text,
                                 spoken(seen, say("The nginx form spreads requests over all of them."))))
    else:
        steps.append(Command("launch", title, shell, sh.command(words, shell, env), seen))
    url = reach(plan, launch)
    steps.append(probe(url + launch.health, shell, say("Is it ready?"), say("No error once the model is loaded.")))
    steps += call(url + "/v1/chat/completions", launch.model, shell, say("JSON with the answer in choices[0].message.content."),
                  next(iter(launch.secrets.values()), None))
    if boxed:
        steps.append(Command("stop", say("Stop"), shell, sh.command(["docker", "rm", "-f", *names], shell),
                             say("Prints {name}.", name=" ".join(names))))
    else:
        steps.append(stop(program, shell, plan.os, say("The memory is free again; nvidia-smi or the like shows it.")))
    return steps
