"""What engines share when they say how they are launched: words and environment, flags by version, checks.

An engine makes a `Launch` (words and environment, no shell yet); shells and file forms write it down.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from advisor import resources
from advisor import shell as sh
from advisor.answer import Trace
from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.engines.checkpoints import base_name
from advisor.engines.repositories import TOKEN, Stretch, gated, own_code, yarn
from advisor.engines.versions import at_least
from advisor.errors import CannotAnswer
from advisor.scenario import Device, Model, Settings
from advisor.words import say

OWN_CODE = {"tokenizer": say("tokenizer"), "configuration": say("configuration")}
_DTYPES = {"fp16": "float16", "fp32": "float32"}
HEAD = "HEAD_ADDRESS"
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
EXAMPLE_ADDRESS = "192.0.2.10"
MEMORY_FLAGS = ("context", "parallel", "max_batched_tokens", "gpu_memory_utilization", "kv_cache_dtype")
RELEASE = re.compile(r"b?[0-9]{1,8}(\.[0-9]{1,8}){0,4}([.-]?(rc|post|dev|a|b)[0-9]{1,8})?")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]{15,255}\Z")
_ENDPOINT = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?\Z")


@dataclass(frozen=True, slots=True)
class Launch:
    """A server's process before any shell or file: words, environment, and what containers and proxies must know.

    `words` starts with the program; `image_words` is what follows the image's name. `secrets` maps environment names to
    keys. `after` runs inside the started container (a pull), `health_test` too, () where the image brings its own.
    `gateway`: the engine checks no key, so it must stay on loopback or behind something that does. `token`: the repository that is
    downloaded only with the reader's own Hugging Face token.
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
    token: str | None = None
    notes: tuple[str, ...] = ()


class Flags:
    """Collects an argument list in the engine's own words for one version; flags are rows of its JSON's `flags`.

    `released` is the model's date: what releases from before it called a flag is not told, none of them knows the model.
    """

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], version: str, released: str | None = None) -> None:
        self.rows, self.version, self.released = rows, version, released or ""
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
        if self.released > row.get("since_date", "9"):
            return
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
    return dict(resources.catalog_data("launch", f"{engine_id}.json"))


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


def parsers(data: Mapping[str, Any], model: Model, version: str = "") -> dict[str, str]:
    """The engine's tool-call and reasoning parsers for this model: the first row of `parsers` whose pattern matches, none where they
    came after that version."""
    from fnmatch import fnmatchcase
    names = {n.lower().rpartition("/")[2] for n in (model.id, model.name, *model.aliases)}
    for row in data.get("parsers", ()):
        if any(fnmatchcase(name, pattern) for name in names for pattern in row["models"]):
            return {kind: row[kind] for kind in ("tool", "reasoning") if kind in row} if at_least(version, row.get("since", "")) else {}
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


def memory_flags(plan: Plan, flags: Flags, base: Defaults, names: Sequence[str], times: Mapping[str, int] | None = None) -> None:
    """The levers of `names` that differ from what the engine would take by itself. `times`: factors of those that the engine
    counts over several ranks."""
    given = plan.case.settings
    check_cache_type(plan.case, launch_data(plan.case.engine))
    for name in names:
        value = getattr(given, name)
        if value is not None and value not in (getattr(base, name), "auto"):
            factor = (times or {}).get(name, 1)
            flags.add(name, value * factor if factor > 1 else value)


def parallel_flags(flags: Flags, degrees: Mapping[str, int]) -> None:
    """The parallel degrees above 1, in the order given."""
    for name, degree in degrees.items():
        if degree > 1:
            flags.add(name, degree)


def whole_experts(case: Case, flags: Flags) -> bool:
    """Whether the ranks hold whole experts each. For a model without experts the flag is not written, and why is said.

    Source: vLLM 0.33.0 ends there ("Number of experts in the model must be greater than 0", config/model.py); elsewhere it has no effect.
    """
    if case.settings.expert_parallel and case.model.moe is None:
        flags.notes.append(say("Expert parallelism is left out: {model} has no experts.", model=case.model.name))
    return case.settings.expert_parallel and case.model.moe is not None


def job_refusals(case: Case) -> list[Refusal]:
    """Why no command is written for a model of that job: the engine's launch data has no row for it (one that needs no flag is {})."""
    job = case.model.job
    if job == "text" or job in launch_data(case.engine).get("jobs", {}):
        return []
    able = say("llama.cpp, Ollama, LM Studio, vLLM and SGLang do.") if job == "embedding" else say("llama.cpp and vLLM do.")
    reason = say("No command is written here for embedding models in {engine}.", engine=case.engine.name) if job == "embedding" else \
        say("No command is written here for rerankers in {engine}.", engine=case.engine.name)
    return [Refusal("format", reason, mend=able)]


def beyond(case: Case) -> bool:
    """Whether the context is longer than what the model's configuration says that it was made for."""
    most, wanted = case.model.max_position_embeddings, case.settings.context
    return most is not None and wanted is not None and wanted > most


def outgrown(case: Case) -> str:
    """What becomes of requests beyond what the model was made for in an engine that refuses none of them; "" where none is."""
    if not beyond(case):
        return ""
    return say("{model} was made for {own} tokens: beyond them its answers fall apart, and a cache for {asked} is for nothing. Ask for "
               "{own}; stretching it (YaRN) is not written here for {engine}.", model=case.model.name,
               own=case.model.max_position_embeddings or 0, asked=case.settings.context or 0, engine=case.engine.name)


def stretched(case: Case) -> Stretch | None:
    """How a context beyond the model's own is reached: by YaRN, where the model's makers allow it so far and this engine's flags for
    it are known. None where it is not beyond, or not reached."""
    found = stretchable(case.engine, case.model) if beyond(case) else None
    return found if found and (case.settings.context or 0) <= found.longest else None


def stretchable(engine: Engine, model: Model) -> Stretch | None:
    """How this engine's commands stretch the model by YaRN; None where they do not, or its makers say nothing of it."""
    flags = launch_data(engine)["flags"]
    return yarn(model) if "rope_type" in flags or "overrides" in flags else None


def too_long(case: Case) -> tuple[str, str] | None:
    """Why the engine would not start with that context, and what to do; None where it would."""
    if not beyond(case) or stretched(case):
        return None
    most, wanted = case.model.max_position_embeddings or 0, case.settings.context or 0
    reason = say("{engine} refuses a context of {wanted} tokens: {model} was made for {most}.", engine=case.engine.name, wanted=wanted,
                 model=case.model.name, most=most)
    made = yarn(case.model)
    if made and wanted <= made.longest:
        return reason, say("Ask for {most} at most, or take vLLM or SGLang, whose commands stretch it by YaRN.", most=most)
    if made:
        return reason, say("Ask for {longest} at most, with YaRN, or for {most} without.", longest=made.longest, most=most)
    return reason, say("Ask for {most} at most: of stretching it nothing is known here.", most=most)


def check_context(plan: Plan) -> None:
    """Raises CannotAnswer for a context that the engine would refuse."""
    refused = too_long(plan.case)
    if refused:
        raise CannotAnswer(*refused, field="settings.context")


def stretch_note(case: Case) -> str:
    """What YaRN does to a model, "" where it is not stretched."""
    made = stretched(case)
    if made is None:
        return ""
    return say("The context of {asked} tokens is beyond the {limit} of the model's configuration: YaRN stretches it by {factor}, which its "
               "makers allow up to {longest} tokens. Short texts may then be answered a little worse.", asked=case.settings.context or 0,
               limit=case.model.max_position_embeddings or 0, factor=f"{made.factor(case.settings.context or 0):g}", longest=made.longest)


def check_cache_type(case: Case, data: Mapping[str, Any]) -> None:
    """A KV type needs arithmetic that the device has, and kernels for the model's attention. Raises CannotAnswer naming what is missing."""
    device, kind = case.device, case.settings.kv_cache_dtype
    if case.model.architecture in data.get("kv_refused", {}).get(kind, ()):
        raise CannotAnswer(say("{engine} keeps no KV cache in {kind} for {model}: its attention ({architecture}) takes BF16 or FP8 E4M3.",
                               engine=case.engine.name, kind=kind, model=case.model.name, architecture=case.model.architecture or ""),
                           say("Leave the KV type to the engine."), field="settings.kv_cache_dtype")
    needs = data.get("kv_compute_capability", {}).get(kind)
    have = device.compute_capability if device and device.vendor == "nvidia" else None
    if needs is not None and have is not None and have < needs:
        raise CannotAnswer(say("A KV cache in {kind} needs compute capability {needs} in {engine}; {device} has {have}.", kind=kind,
                               needs=str(needs), engine=case.engine.name, device=device.name if device else "", have=str(have)),
                           say("Leave the KV type to the engine."), field="settings.kv_cache_dtype")


def serving_options(plan: Plan, data: Mapping[str, Any], flags: Flags) -> None:
    """Flags beyond memory: parsers of the model's family, queue limit, speculation, several nodes, repairs of known faults."""
    case = plan.case
    found = parsers(data, case.model, case.version) if case.model.job == "text" else {}
    for key, value in data.get("jobs", {}).get(case.model.job, {}).items():
        flags.add(key, value)
    if "moderation" in case.model.capabilities:
        found.pop("tool", None)      # it judges what others say and calls nothing
    if "tool" in found:
        if "auto_tools" in data["flags"]:
            flags.add("auto_tools")
        flags.add("tool", found["tool"])
    if "reasoning" in found:
        flags.add("reasoning", found["reasoning"])
    if plan.max_queue is not None and "max_queue" in data["flags"]:
        queue, written = plan.max_queue, len(flags.words)
        flags.add("max_queue", queue)
        if len(flags.words) > written:
            flags.notes.append(queue_note(str(data["flags"]["max_queue"]["name"]), queue))
    device = case.device
    if device is not None and device.kind == "jetson" and (device.compute_capability or 0) < 10 and case.engine.reserves_pool:
        flags.notes.append(say("A Jetson needs builds of its own, not PyPI's nor the usual image: JetPack 6 (Orin) has CUDA 12.6 and "
                               "Python 3.10. Take {engine} from https://pypi.jetson-ai-lab.io or NVIDIA's container for your JetPack; the "
                               "options are the same.", engine=case.engine.name))
    most, share = case.engine.data.get("traits", {}).get("shared_memory_share"), case.settings.gpu_memory_utilization or 0
    if device is not None and device.in_main_memory and most and share > most:
        flags.notes.append(say("Processor and GPU share one memory here: where less than {share} of it is free, {engine} does not start. "
                               "Write {flag} {most} then (vllm-project/recipes#632).", share=f"{share:g}", engine=case.engine.name,
                               flag=data["flags"]["gpu_memory_utilization"]["name"], most=str(most)))
    _speculation(case, data, flags)
    if plan.nodes > 1:
        _nodes(plan, data, flags)
    for row in repairs(data, case):
        flags.add(row["flag"], row["value"])
        if row.get("reason") == "other_blackwell":
            flags.notes.append(say("Consumer and workstation Blackwell (compute capability 12.0, sm_120) is not the data-center one (B200:"
                                   " 10.0, sm_100), whose MoE kernels this release has. Marlin is slower but works; a newer release has"
                                   " kernels of its own."))
        flags.notes.append(say("{flag} {value} avoids a known fault on this device ({source}). Read a few answers before relying "
                               "on it: starting is not the same as working.", flag=data["flags"][row["flag"]]["name"],
                               value=row["value"], source=row["source"]))


def repository_needs(plan: Plan, data: Mapping[str, Any], flags: Flags, reference: str, path: str | None) -> str | None:
    """Writes the flag that lets a checkpoint's own code run, where it has some, and says what that means, and of a gated repository
    what its download needs. Returns the repository that needs a token, None where none does."""
    what = own_code(plan.case, reference) if "trust" in data["flags"] else None
    if what:
        flags.add("trust")
        flags.notes.append(say("{flag}: the {what} of this checkpoint is Python code in its repository, which runs here with all rights "
                               "of the server. Read it first, and pin the revision that you have read (--revision).",
                               flag=data["flags"]["trust"]["name"], what=OWN_CODE[what]))
    if path is not None or plan.source not in ("huggingface", "mirror") or not gated(reference):
        return None
    flags.notes.append(say("{repository} is gated: accept its terms on https://huggingface.co/{repository} and make a token "
                           "there (Settings, Access Tokens, read). Without it in {name}, or in `hf auth login`, the download ends with "
                           "error 401.",
                           repository=reference, name=TOKEN))
    return reference


def queue_note(name: str, queue: int) -> str:
    """What the queue limit that a served plan carries does, and how to do without."""
    return say("{name} {queue}: who comes when so many wait already is refused at once (503); leave it out to let everybody wait.",
               name=name, queue=str(queue))


def _speculation(case: Case, data: Mapping[str, Any], flags: Flags) -> None:
    """Drafts by the model's own layers; SGLang is told the steps of a chain and counts the model's own token among those it checks."""
    wanted = case.settings.speculative
    if wanted is None or "speculative_method" not in data["flags"]:
        return
    tokens = wanted.num_speculative_tokens
    flags.add("speculative_method", wanted.method)
    if "speculative_steps" in data["flags"]:
        flags.add("speculative_steps", tokens)
        flags.add("speculative_topk", 1)
        tokens += 1
    flags.add("speculative_tokens", tokens)
    if case.engine.data.get("traits", {}).get("formats") == "gguf":
        flags.notes.append(say("The file must hold the layers that draft (tensors named nextn): without them the server does not start. "
                               "Unsloth's files of Qwen3.8 have them; those of Qwen3.5 and Qwen3.6 are repositories of their own, named "
                               "…-MTP-GGUF."))


def settled(plan: Plan) -> Plan:
    """The plan with one key for all its texts where it serves others and brings none, over as many machines as its cards
    need, as many to a machine as go in, where it names no number itself, and with a server for each replica where the engine runs one."""
    s = plan.case.settings
    one = s.tensor_parallel * s.pipeline_parallel * s.data_parallel
    apart, most = plan.case.engine.servers(plan.case), plan.case.machine.most_together
    if apart > 1 and one <= most and plan.nodes == 1:
        plan, one = _apart(plan, apart), one // apart
    alone = plan.nodes > 1 or one <= most or plan.replicas > 1
    return replace(plan, nodes=plan.nodes if alone else -(-one // most), api_key=key_of(plan) or plan.api_key)


def _apart(plan: Plan, servers: int) -> Plan:
    """The plan of one of so many equal servers on this machine, each with its share of the load."""
    case, load = plan.case, plan.case.workload
    share = {"concurrency": load.concurrency and -(-load.concurrency // servers),
             "requests_per_s": load.requests_per_s and load.requests_per_s / servers}
    one = replace(case, settings=case.settings.model_copy(update={"data_parallel": 1}), workload=load.model_copy(update=share))
    memory = case.engine.memory(one, Trace(explains=False, searches=False))
    return replace(plan, case=one, memory=memory, replicas=plan.replicas * servers)


def _nodes(plan: Plan, data: Mapping[str, Any], flags: Flags) -> None:
    """Several machines as one server."""
    if "nodes" not in data["flags"]:
        raise CannotAnswer(say("{engine} is not written here for one model over several machines.", engine=plan.case.engine.name),
                           say("Take vLLM or SGLang, or one server a machine behind a proxy."), field="nodes")
    s, rank = plan.case.settings, plan.rank
    if s.data_parallel > 1 and "data_parallel_address" in data["flags"]:
        _replicas_over_nodes(plan, flags)
        return
    flags.add("nodes", plan.nodes)
    flags.add("node_rank", rank)
    port = data.get("head_port", "")
    flags.add("head_address", replace(plan.head or sh.Secret(HEAD), suffix=port))
    if rank != 0 and "headless" in data["flags"]:
        flags.add("headless")


def _replicas_over_nodes(plan: Plan, flags: Flags) -> None:
    """Data-parallel replicas over machines: each holds a share of them, the head answers for all."""
    rank, replicas = plan.rank, plan.case.settings.data_parallel
    here = replicas // plan.nodes
    if here * plan.nodes != replicas or isinstance(rank, sh.Secret):
        raise CannotAnswer(say("{n} replicas over {nodes} machines are not written in this form.", n=replicas, nodes=plan.nodes),
                           say("Use the shell form, or start one server a machine behind a proxy."), field="settings.data_parallel")
    flags.add("data_parallel_local", here)
    flags.add("data_parallel_address", plan.head or sh.Secret(HEAD))
    flags.add("data_parallel_port", 13345)
    if rank != 0:
        flags.add("data_parallel_start", int(rank) * here)
        flags.add("headless")


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


def cache_of(plan: Plan) -> str:
    """Where a container of Hugging Face's or ModelScope's libraries keeps what it downloads."""
    return "/root/.cache/modelscope" if plan.source == "modelscope" else "/root/.cache/huggingface"


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


def image(data: Mapping[str, Any], case: Case) -> str | None:
    """The container image for the case's hardware, None where the engine has none."""
    images, maker = data.get("image", {}), vendor(case)
    name = images.get(f"{maker}:{case.device.gfx}" if case.device else maker) or images.get(maker)
    return None if name is None else str(name).replace("{version}", release(data, case))


def release(data: Mapping[str, Any], case: Case) -> str:
    """The version as packages and image tags write it. What is no release (a commit, a date, whatever else a scenario that was passed
    on may hold) never reaches a shell: the one stands for it that the flags were checked for."""
    wanted = case.version
    return wanted if RELEASE.fullmatch(wanted) else str(data.get("release", case.engine.data["version"]))
