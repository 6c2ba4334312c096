"""The question: frozen types of what a person asks (Scenario) and of what catalogs and files say (Model, Device, …).

Names and units of the input are fixed by the headless contract. Bytes are integers, GB is 1e9, GiB is 2**30.
`None` means unknown or "the engine's own default", never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SkipValidation, ValidationError
from pydantic_core import PydanticCustomError

from advisor.errors import CannotAnswer
from advisor.validation import first_fault
from advisor.words import say

MAX_TOKENS = 100_000_000
MAX_COUNT = 100_000
CARDS_A_MACHINE = 8     # servers with more than eight GPUs are rare
NAME_LENGTH = 4096

EngineId = str


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise PydanticCustomError("one_line", "must be one line of printable text")
    return text


OneLine = Annotated[str, AfterValidator(_one_line)]
LayerType = Literal["full_attention", "sliding_attention", "chunked_attention", "linear_attention", "mamba", "conv", "none"]
MlpType = Literal["dense", "sparse", "none"]
Job = Literal["text", "embedding", "reranker"]
SCORING: tuple[Job, ...] = ("embedding", "reranker")
"""Jobs that read a text and write none."""
OperatingSystem = Literal["linux", "macos", "windows"]
Verdict = Literal["fits", "tight", "queues", "offload", "does_not_fit", "unknown"]


class Frozen(BaseModel):
    """What all types here are: never changed once made, and silent about fields that they do not know (parse_scenario tells those)."""

    model_config = ConfigDict(frozen=True, extra="ignore")


# ---------------------------------------------------------------------------------------------- the question

class DeviceCount(Frozen):
    """So many of one device in a mixed machine."""

    device: str = Field(max_length=NAME_LENGTH)
    count: int = Field(default=1, ge=1, le=MAX_COUNT)


class Hardware(Frozen):
    """The machine as asked for. `memory_gib`, `bandwidth_gb_per_s` and `fp16_tflops` (dense) are of each device and override its own;
    `host_memory_gib` is the RAM. Without a `device` they describe a card that the catalog lacks, and `name` is what it is called."""

    device: str | None = Field(default=None, max_length=NAME_LENGTH)
    count: int = Field(default=1, ge=1, le=MAX_COUNT)
    memory_gib: float | None = Field(default=None, gt=0, le=1e7, allow_inf_nan=False)
    host_memory_gib: float | None = Field(default=None, gt=0, le=1e7, allow_inf_nan=False)
    devices: tuple[DeviceCount, ...] | None = Field(default=None, max_length=64)
    name: OneLine | None = Field(default=None, max_length=200)
    bandwidth_gb_per_s: float | None = Field(default=None, gt=0, le=1e7, allow_inf_nan=False)
    fp16_tflops: float | None = Field(default=None, gt=0, le=1e7, allow_inf_nan=False)

    @property
    def described(self) -> bool:
        """Whether it describes a card by its figures instead of naming one of the catalog."""
        return self.device is None and not self.devices and bool(self.name or self.memory_gib or self.bandwidth_gb_per_s)


class Speculative(Frozen):
    """Speculative decoding with what the model brings for it: its own layers for multi-token prediction (`mtp`) propose
    `num_speculative_tokens`, one step checks them all. `acceptance_rate` is the chance that a proposed token is taken, the one before
    it taken (0..1); None is what is published for such layers."""

    method: Literal["mtp"] = "mtp"
    num_speculative_tokens: int = Field(default=2, ge=1, le=16)
    acceptance_rate: float | None = Field(default=None, gt=0, lt=1)


class Settings(Frozen):
    """The engine's levers; `None` is the engine's own default for its version and the machine."""

    context: int | None = Field(default=None, ge=1, le=MAX_TOKENS)
    parallel: int | None = Field(default=None, ge=1, le=MAX_COUNT)
    tensor_parallel: int = Field(default=1, ge=1, le=4096)
    pipeline_parallel: int = Field(default=1, ge=1, le=4096)
    data_parallel: int = Field(default=1, ge=1, le=4096)
    expert_parallel: bool = False
    kv_cache_dtype: str = Field(default="auto", max_length=64)
    gpu_memory_utilization: float | None = Field(default=None, gt=0, le=1)
    gpu_layers: int | None = Field(default=None, ge=0, le=MAX_COUNT)
    cpu_moe_layers: int | None = Field(default=None, ge=0, le=MAX_COUNT)
    max_batched_tokens: int | None = Field(default=None, ge=1, le=MAX_TOKENS)
    ubatch: int | None = Field(default=None, ge=1, le=MAX_TOKENS)
    flash_attention: bool | None = None
    prefix_caching: bool | None = None
    backend: str | None = Field(default=None, max_length=64)
    kv_unified: bool | None = None
    speculative: Speculative | None = None


class Workload(Frozen):
    """Who asks: `concurrency` requests at the same moment, each of so many prompt and output tokens."""

    concurrency: int | None = Field(default=None, ge=1, le=MAX_COUNT)
    prompt_tokens: int | None = Field(default=None, ge=0, le=MAX_TOKENS)
    output_tokens: int | None = Field(default=None, ge=0, le=MAX_TOKENS)
    requests_per_s: float | None = Field(default=None, gt=0, le=1e9, allow_inf_nan=False)
    shared_prefix_tokens: int = Field(default=0, ge=0, le=MAX_TOKENS)

    @property
    def request_tokens(self) -> int:
        """Tokens of a request with its answer, as far as they are known."""
        return (self.prompt_tokens or 0) + (self.output_tokens or 0)


class Scenario(Frozen):
    """One question. `unknown_fields` names what the input held that this version does not know (told, not dropped silently)."""

    model: str | None = Field(default=None, max_length=NAME_LENGTH)
    quantization: str | None = Field(default=None, max_length=128)
    engine: EngineId | None = Field(default=None, max_length=64)
    engine_version: OneLine | None = Field(default=None, max_length=64)
    hardware: Hardware = Hardware()
    settings: Settings = Settings()
    workload: Workload = Workload()
    unknown_fields: tuple[str, ...] = Field(default=(), exclude=True)

    def with_(self, **changes: Any) -> Scenario:
        """A copy with changes; `settings__context=4096` reaches into a part. Values are validated again."""
        top: dict[str, Any] = {}
        parts: dict[str, dict[str, Any]] = {}
        for key, value in changes.items():
            part, _, field = key.partition("__")
            if field:
                parts.setdefault(part, {})[field] = value
            else:
                top[key] = value
        for part, fields in parts.items():
            current = top.get(part, getattr(self, part))
            top[part] = type(current).model_validate({**current.__dict__, **fields})
        checked = Scenario.model_validate(top).__dict__
        return Scenario.model_construct(**{**self.__dict__, **{name: checked[name] for name in top}})


_PARTS: dict[str, type[Frozen]] = {"hardware": Hardware, "settings": Settings, "workload": Workload}


def parse_scenario(data: object) -> Scenario:
    """A scenario from parsed JSON. Raises CannotAnswer with one sentence naming the field and the mend.

    Fields this version does not know are kept by name in `unknown_fields`, with the nearest known name where there is one.
    """
    if not isinstance(data, Mapping):
        raise CannotAnswer(say("A scenario is a JSON object."), say('Write {"model": …, "hardware": …}.'))
    unknown = list(_unknown(data, Scenario, ""))
    clean = dict(data)
    for part, kind in _PARTS.items():
        value = clean.get(part)
        if value is None:
            clean.pop(part, None)
        elif not isinstance(value, Mapping):
            raise CannotAnswer(say("`{part}` must be a JSON object.", part=part), field=part)
        else:
            unknown += _unknown(value, kind, part + ".")
            if isinstance(drafts := value.get("speculative"), Mapping):
                unknown += _unknown(drafts, Speculative, f"{part}.speculative.")
            defaults = kind.model_fields
            clean[part] = {k: v for k, v in value.items() if not (v is None and k in defaults and defaults[k].default is not None)}
    clean["unknown_fields"] = tuple(unknown[:20])
    try:
        return Scenario.model_validate(clean)
    except ValidationError as error:
        raise refused(error) from None


def refused(error: ValidationError, part: str = "") -> CannotAnswer:
    """Why a scenario's value cannot be taken, naming its field and what it must be. `part`: of which part of it pydantic speaks."""
    field, must, given = first_fault(error)
    where = f"{part}.{field}" if part else field
    return CannotAnswer(say("`{where}`: {lower}, not {first}.", where=where, lower=must, first=repr(given)), field=where)


def _unknown(data: Mapping[Any, Any], kind: type[Frozen], prefix: str) -> list[str]:
    known = [name for name in kind.model_fields if name != "unknown_fields"]
    found = []
    for key in data:
        if key not in known:
            near = get_close_matches(str(key), known, 1)
            found.append(f"{prefix}{str(key)[:60]}" + (f" (did you mean {prefix}{near[0]}?)" if near else ""))
    return found


# ------------------------------------------------------------------------------------ what catalogs and files say

class Mla(Frozen):
    """Multi-head latent attention (DeepSeek-V2 and later): ranks and per-head dimensions."""

    q_lora_rank: int | None = None
    kv_lora_rank: int
    qk_nope_head_dim: int
    qk_rope_head_dim: int
    v_head_dim: int
    index_n_heads: int | None = None
    index_head_dim: int | None = None
    index_layers: int | None = None
    index_pool: int = 1
    output_gate: bool = False


class Moe(Frozen):
    """Routed experts of the sparse layers. `latent_size`: experts work in a smaller space (Nemotron 3 Super)."""

    num_experts: int
    num_experts_per_tok: int
    moe_intermediate_size: int
    num_shared_experts: int = 0
    shared_expert_intermediate_size: int | None = None
    shared_expert_gate: bool = False
    router_bias: bool = False
    expert_bias: bool = False
    latent_size: int | None = None
    dense_beside: bool = False


class LinearAttention(Frozen):
    """Gated delta net (Qwen3-Next, Qwen3.5) or Kimi delta attention."""

    num_key_heads: int
    num_value_heads: int
    key_head_dim: int
    value_head_dim: int
    conv_kernel: int = 4
    kind: Literal["gated_delta_net", "kimi_delta", "lightning"] = "gated_delta_net"
    full_rank_gate: bool = False
    full_rank_decay: bool = False


class Mamba(Frozen):
    """State space layers: version 1 (`dt_rank`) or 2 (`num_heads`, `n_groups`)."""

    version: Literal[1, 2] = 2
    d_inner: int
    d_state: int
    d_conv: int = 4
    num_heads: int | None = None
    n_groups: int = 1
    dt_rank: int | None = None
    conv_bias: bool = True
    proj_bias: bool = False
    norm: bool = True


class LookupTable(Frozen):
    """Rows that a hash of the last tokens picks from, a few a token: held, never multiplied (Qwen3.8-Flash-Next's n-gram table).

    `gguf_type` is the ggml type it has in published GGUF files of every mix below 16 bit, `quantized_bits` its bits an element in
    quantized checkpoints; in plain ones it is in the model's own type.
    """

    rows: int
    width: int
    gguf_type: str
    quantized_bits: float

    @property
    def elements(self) -> int:
        return self.rows * self.width


class NativeQuantization(Frozen):
    """What a checkpoint's own quantization_config says. `method` is a catalog quantization id; `expert_method` is that of
    the routed experts where theirs is another (DeepSeek-V4: fp8 with mxfp4 experts)."""

    method: str
    expert_method: str | None = None
    group_size: int | None = None
    ignored_modules: tuple[str, ...] = ()
    kv_cache_dtype: str | None = None


class GgufTensor(NamedTuple):
    """One tensor of a GGUF file: elements per dimension (innermost first), ggml type name and stored bytes."""

    name: str
    shape: tuple[int, ...]
    type: str
    bytes: int


class Model(Frozen):
    """A model's architecture in the field's own names. A family's quirk is a field here, never a test on its name.

    `layer_types` and `mlp_layer_types` have one entry a layer, in order. Lists for `num_key_value_heads` and
    `intermediate_size` hold one value a layer where layers differ. `cross_attention_layers` look at an image only: their
    layer type is "none", their weights are attention's. `base` names the row that this one is a quantized checkpoint of.
    `longrope_factors` are the elements of each of the two rope factor tables, `rope_freqs` of llama 3's one.
    `rotary_rows` are the rows of an engine's sine tables together where they are not max_position_embeddings (linear scaling
    stretches them, a second base doubles them).
    `gguf_window_ignored`: llama.cpp keeps full-length cells in the sliding layers of this architecture.
    """

    id: str
    name: str
    family: str
    architecture: str | None = None
    gguf_architecture: str | None = None
    aliases: tuple[str, ...] = ()
    repository: str | None = None
    base: str | None = None

    hidden_size: int
    num_hidden_layers: int
    vocab_size: int
    max_position_embeddings: int | None = None
    layer_types: tuple[LayerType, ...]
    mlp_layer_types: tuple[MlpType, ...]

    num_attention_heads: int = 0
    sliding_num_attention_heads: int | None = None
    num_key_value_heads: int | tuple[int, ...] = 0
    head_dim: int = 0
    v_head_dim: int | None = None
    global_head_dim: int | None = None
    global_num_key_value_heads: int | None = None
    sliding_window: int | None = None
    rotary_dim: int | None = None
    k_eq_v: bool = False
    num_kv_shared_layers: int = 0
    kv_weights_in_shared_layers: bool = False
    cross_attention_layers: tuple[int, ...] = ()
    gguf_window_ignored: bool = False
    attention_output_gate: bool = False
    attention_sinks: bool = False
    qkv_bias: bool = False
    o_bias: bool = False
    qk_norm: Literal["none", "head", "full"] = "none"

    intermediate_size: int | tuple[int, ...] = 0
    mlp_gated: bool = True
    mlp_bias: bool = False
    activation: str | None = None
    norms_per_layer: int = 2
    norm_bias: bool = False

    tie_word_embeddings: bool = False
    stored_tied_head: bool = False
    lm_head_bias: bool = False
    position_embeddings: int = 0
    rope_freqs: int = 0
    longrope_factors: int = 0
    rotary_rows: int | None = None
    hidden_size_per_layer_input: int = 0
    vocab_size_per_layer_input: int = 0
    altup_num_inputs: int = 0
    laurel_rank: int = 0

    mla: Mla | None = None
    moe: Moe | None = None
    linear_attention: LinearAttention | None = None
    mamba: Mamba | None = None
    conv_kernel: int | None = None
    mamba_beside_attention: bool = False

    mtp_layers: int = 0
    mtp_embeddings: bool = False
    mtp_parameters: int | None = None
    vision_parameters: int | None = None
    other_parameters: int = 0
    lookup_table: LookupTable | None = None
    published_parameters: int | None = None
    published_active_parameters: int | None = None
    parameters_note: Annotated[str | None, SkipValidation] = None       # as it was said: a copy would forget how to be translated
    compressed_kv: dict[str, Any] | None = None

    dtype: str = "bfloat16"
    native_quantization: NativeQuantization | None = None
    gguf_tensors: tuple[GgufTensor, ...] | None = None
    safetensors_bytes: int | None = None

    licence: str | None = None
    release_date: str | None = None
    ollama_tag: str | None = None
    gguf_repository: str | None = None
    capabilities: tuple[str, ...] = ()
    score: float | None = None
    source: str = ""
    date: str = ""

    @property
    def job(self) -> Job:
        """What it answers with: text, a vector (`embedding`) or a score of a text for a question (`reranker`)."""
        return next((job for job in SCORING if job in self.capabilities), "text")


class Quantization(Frozen):
    """A weight format or mix. `bits_per_weight` is of the format's blocks with their scales, None where only a file tells.

    `kind`: plain (fp16…), gguf_mix (llama.cpp's file types), gpu (AWQ, FP8, …), mlx, textbook.
    """

    id: str
    name: str
    kind: Literal["plain", "gguf_mix", "gpu", "mlx", "textbook"]
    bits_per_weight: float | None
    bit_class: Literal["16", "8", "4", "2", "32"] = "16"
    group_size: int | None = None
    scale_bits: float = 0.0
    zero_point_bits: float = 0.0
    keeps_16_bit: tuple[str, ...] = ()
    compute_dtype: str = "fp16"
    quality_loss: float | None = None
    quality_note: str | None = None
    aliases: tuple[str, ...] = ()
    source: str = ""
    date: str = ""


class Device(Frozen):
    """A GPU, an APU, an Apple chip or a CPU with its memory system. TFLOPS and TOPS are dense.

    `memory_bytes` is as sold, `usable_bytes` what the driver shows a program; on unified memory `memory_bytes` is all of it.
    `cpu_cores`: with how many processor cores an Apple chip of that many GPU cores is sold. `nvlink_bridge`: how many boards a
    bridge joins, None where NVLink joins all of a machine. `most_in_one_machine`: None where it is a board of which machines take
    several. `nvlink_domain`: how many NVLink joins over several machines (trays of a rack), None where it ends at the machine.
    """

    id: str
    name: str
    vendor: Literal["nvidia", "amd", "intel", "apple", "cpu", "other"]
    kind: Literal["consumer", "workstation", "datacenter", "laptop", "apu", "apple", "jetson", "cpu"]
    aliases: tuple[str, ...] = ()
    memory_bytes: int | None = None
    memory_options_bytes: tuple[int, ...] = ()
    usable_bytes: int | None = None
    unified_memory: bool = False
    memory_type: str | None = None
    bandwidth_bytes_per_s: float | None = None
    fp32_flops: float | None = None
    fp16_flops: float | None = None
    fp16_fp32acc_flops: float | None = None
    fp8_flops: float | None = None
    int8_ops: float | None = None
    fp4_flops: float | None = None
    tensor_cores: bool = True
    architecture: str | None = None
    compute_capability: float | None = None
    gfx: str | None = None
    cores: int | None = None
    cpu_cores: tuple[int, ...] = ()
    nvlink_bytes_per_s: float | None = None
    nvlink_bridge: int | None = None
    most_in_one_machine: int | None = None
    nvlink_domain: int | None = None
    pcie_bytes_per_s: float | None = None
    tdp_watts: float | None = None
    device_class: str = ""
    held_back: bool = False
    price_usd: float | None = None
    price_date: str | None = None
    launch: str | None = None
    source: str = ""
    date: str = ""
    note: str | None = None

    @property
    def in_main_memory(self) -> bool:
        """Whether it lives in the memory of the machine and its system; boards for data centers have their own, unified or not."""
        return self.unified_memory and self.kind != "datacenter"

    def linked(self, cards: int) -> bool:
        """Whether so many of it reach each other by NVLink. Bridges are bought apart: boards for data centers are taken to have
        them, those of desktops and workstations not, as most have none."""
        if not self.nvlink_bytes_per_s:
            return False
        return self.nvlink_bridge is None or (self.kind == "datacenter" and cards <= self.nvlink_bridge)


class Slot(Frozen):
    """One device of a machine, as found there: what is free now and what others hold, where known."""

    device: Device | None = None
    memory_bytes: int | None = None
    used_bytes: int | None = None
    name: str = ""


class Machine(Frozen):
    """Devices (equal or mixed), RAM, processor and operating system. `slots` is empty where there is no GPU."""

    slots: tuple[Slot, ...] = ()
    host_memory_bytes: int | None = None
    cpu: Device | None = None
    os: OperatingSystem | None = None
    driver: str | None = None
    notes: tuple[Annotated[str, SkipValidation], ...] = ()     # as they were said: a copy would forget how to be translated

    @property
    def seen_memory_bytes(self) -> int | None:
        """RAM that the system sees. On a Jetson or a GB10 that is what CUDA reports too: the firmware keeps the rest. None unknown."""
        device = self.slots[0].device if self.slots else None
        if self.host_memory_bytes and device and device.kind == "jetson" and device.usable_bytes:
            return min(self.host_memory_bytes, device.usable_bytes)
        return self.host_memory_bytes

    @property
    def most_together(self) -> int:
        """How many of its devices one machine takes at most: the devices' own limit, else what servers are built for."""
        return min((slot.device.most_in_one_machine or CARDS_A_MACHINE for slot in self.slots if slot.device), default=CARDS_A_MACHINE)

    @property
    def most_linked(self) -> int:
        """How many of its devices are close to each other: those of one machine, or of a rack that NVLink joins."""
        domains = [slot.device.nvlink_domain for slot in self.slots if slot.device]
        return min(found for found in domains if found) if domains and all(domains) else self.most_together

    @property
    def machines(self) -> int:
        """How many machines so many devices are at least."""
        return max(1, -(-len(self.slots) // self.most_together))

    @property
    def single(self) -> bool:
        """Whether it can be one machine. Two of a kind that holds one GPU are two, whatever they are called (a Mac and another Mac);
        a laptop's GPU and its processor's are one."""
        most: dict[str, int] = {}
        held: dict[str, int] = {}
        for slot in self.slots:
            if slot.device and slot.device.most_in_one_machine:
                kind = slot.device.kind
                held[kind] = held.get(kind, 0) + 1
                most[kind] = max(most.get(kind, 0), slot.device.most_in_one_machine)
        return all(count <= most[kind] for kind, count in held.items())
