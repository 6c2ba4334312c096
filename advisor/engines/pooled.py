"""What engines with a reserved KV pool share (vLLM, SGLang, TensorRT-LLM): checks, what they run on, one rank's weights.

Each engine's own budget and pages stand in its own file; limits and platforms are data in its catalog file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from advisor.answer import DeviceMemory, Memory, Trace
from advisor.engines.base import MOST_DEVICES_SHOWN, Case, Engine, Refusal
from advisor.engines.checkpoints import Checkpoint, checkpoint, fp8_block, published_type
from advisor.engines.launch import job_refusals, launch_data, plain_dtype, release, stretch_note, stretched, too_long
from advisor.engines.repositories import overflows_in_float16
from advisor.engines.versions import at_least, rules_of
from advisor.errors import CannotAnswer
from advisor.formula.per_model import per_model
from advisor.formula.weights_gpu import Stage, checkpoint_bytes, lookup_bytes, stages, without_lookup
from advisor.scenario import Device, Machine, Model, Moe, Quantization, Settings
from advisor.units import GIB, MIB, gigabytes
from advisor.words import Text, from_data, say

TABLE_FITS = 0.85
"""Share of a device that the weights may take with the n-gram table among them: the rest is for the cache and the engine."""
VENDORS = {"nvidia": "NVIDIA GPUs (CUDA)", "amd": "AMD GPUs (ROCm)", "intel": "Intel GPUs (XPU)", "cpu": "a server CPU"}


class PooledEngine(Engine):
    """Reserves its KV cache at the start. Subclasses give `id`, `name` and `data`, fill() and memory()."""

    reserves_pool = True

    @lru_cache(maxsize=256)  # noqa: B019 - engines live as long as the program
    def rules(self, version: str | None) -> dict[str, Any]:
        """The rules of that version, merged once."""
        return rules_of(self.data, version)

    # ---- settings

    def check(self, case: Case) -> None:
        """Raises CannotAnswer where the split does not divide the model or the machine has too few devices."""
        self._check_devices(case)
        self._check_tensor_parallel(case)
        s, layers = case.settings, case.model.num_hidden_layers
        if s.pipeline_parallel > layers:
            raise CannotAnswer(say("Pipeline parallel {pipeline_parallel} is more than the model's {num_hidden_layers} layers.",
                                   pipeline_parallel=s.pipeline_parallel, num_hidden_layers=layers),
                               say("Lower it."), "settings.pipeline_parallel")
        self.cache_dtype_bytes(case)

    def _check_devices(self, case: Case) -> None:
        s, slots = case.settings, len(case.machine.slots)
        if not slots and not self.data.get("traits", {}).get("cpu_build"):
            makers = ", ".join(VENDORS[name] for name in self.data["vendors"] if name in VENDORS)
            raise CannotAnswer(say("{engine} needs {makers}, and this machine has no GPU.", engine=self.name, makers=makers),
                               say("Use llama.cpp or Ollama here, or name a GPU."), "hardware.device")
        if not slots:
            raise CannotAnswer(say("{name}'s memory is known for GPUs only, and this machine has none.", name=self.name),
                               say("Use llama.cpp or Ollama here, or name a GPU."), "hardware.device")
        world = s.tensor_parallel * s.pipeline_parallel * s.data_parallel
        if world > slots:
            raise CannotAnswer(say("Tensor {tp} × pipeline {pp} × data parallel {dp} needs {world} devices; the machine has {slots}.",
                                   tp=s.tensor_parallel, pp=s.pipeline_parallel, dp=s.data_parallel, world=world, slots=slots),
                               say("Lower one of them or raise hardware.count."), "settings.tensor_parallel")

    def _check_tensor_parallel(self, case: Case) -> None:
        """Heads, and the rows of the vocabulary, are shared out evenly: a size that does not divide them is refused at the start."""
        degree, heads, rows = case.settings.tensor_parallel, case.model.num_attention_heads, self._vocabulary_rows(case.model)
        if heads % degree:
            told = say("Tensor parallel {tensor_parallel} does not divide the model's {num_attention_heads} attention heads.",
                       tensor_parallel=degree, num_attention_heads=heads)
        elif found := next(((n, what) for n, what in _other_heads(case.model) if n % degree and degree % n), None):
            told = say("Tensor parallel {tensor_parallel} does not divide the model's {heads} {what} heads.", tensor_parallel=degree,
                       heads=found[0], what=found[1])
        elif rows % degree:
            told = say("Tensor parallel {tensor_parallel} does not divide the model's vocabulary: {rows} rows, as {engine} fills it up.",
                       tensor_parallel=degree, rows=rows, engine=self.name)
        else:
            return
        good = ", ".join(str(n) for n in (1, 2, 4, 8, 16, 32) if not heads % n and not rows % n
                         and all(not others % n or not n % others for others, _ in _other_heads(case.model)))
        mend = say("Choose {sizes}, or pipeline parallel {tp}, which works with any number of cards; else some stay idle.", sizes=good,
                   tp=degree)
        raise CannotAnswer(told, mend, "settings.tensor_parallel")

    def _vocabulary_rows(self, model: Model) -> int:
        """Rows of the embedding as the engine fills it up before it cuts it (vLLM and SGLang to multiples of 64: GLM-4.7's 151,552 rows
        do not go over 6 cards, vllm-project/vllm#31474); 0 where nothing of the kind is known."""
        step = self.data.get("vocabulary_step")
        return -(-model.vocab_size // step) * step if step else 0

    def context_of(self, case: Case, trace: Trace) -> int:
        """The asked-for context, else the model's maximum."""
        limit = case.model.max_position_embeddings
        if case.settings.context is not None:
            if stretched(case):
                trace.note(stretch_note(case))
            return case.settings.context
        if limit is None:
            raise CannotAnswer(
                say("The model {name} states no context length.", name=case.model.name), say("Set settings.context."), "settings.context"
            )
        return limit

    @staticmethod
    def reach(case: Case) -> int:
        """The longest context that the model takes: its own, or the asked-for one where YaRN stretches it so far."""
        own = case.model.max_position_embeddings
        return own if own and not stretched(case) else case.settings.context or 1

    def cache_dtype_bytes(self, case: Case) -> float:
        """Bytes a KV element takes; `auto` is the checkpoint's own type. Raises CannotAnswer for a type it doesn't know."""
        name = case.settings.kv_cache_dtype.lower()
        known: Mapping[str, float | None] = self.data["kv_cache_dtypes"]
        if name not in known:
            raise CannotAnswer(
                say(
                    "{name} knows no KV cache type {kv_cache_dtype}.",
                    name=self.name,
                    kv_cache_dtype=repr(case.settings.kv_cache_dtype[:40]),
                ),
                say("Known: {names}.", names=", ".join(known)),
                "settings.kv_cache_dtype",
            )
        asked = known[name]
        if asked is not None:
            return asked
        native = case.model.native_quantization
        if native is not None and native.kv_cache_dtype and native.method == case.quantization.id:
            return known.get(native.kv_cache_dtype) or 1.0
        return plain_bytes(case.quantization)

    # ---- memory of one rank

    def used_slots(self, case: Case) -> tuple[Any, ...]:
        s = case.settings
        return case.machine.slots[:s.tensor_parallel * s.pipeline_parallel * s.data_parallel]

    def visible_bytes(self, case: Case) -> tuple[int, int]:
        """(memory that a program sees, what others hold) of the smallest device in use.

        Where only the vendor tool's total is known, the driver's own reserve is taken off. Raises CannotAnswer when the
        memory is not known.
        """
        reserve = self.data.get("driver_reserve_mib", {})
        found: list[tuple[int, int]] = []
        for slot in {id(slot): slot for slot in self.used_slots(case)}.values():      # of thousands of cards, most are one object
            device = slot.device
            size = slot.memory_bytes or (device and (device.usable_bytes or device.memory_bytes))
            if not size:
                raise CannotAnswer(say("The device's memory is not known."), say("Set hardware.memory_gib."), "hardware.memory_gib")
            if device is not None and not device.unified_memory and size in (device.usable_bytes, device.memory_bytes):
                size -= reserve.get(device.vendor, 0) * MIB
            found.append((size, slot.used_bytes or 0))
        return min(found, key=lambda pair: pair[0] - pair[1])

    def stages(self, case: Case, padding: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Weights of every pipeline stage on one rank; with drafts of the case that `drafting` makes. `padding`: units of the expert
        kernel by format."""
        s = case.settings
        experts = expert_quantization(case)
        units = padding.get((experts or case.quantization).id, (0, 0))
        model = without_lookup(case.model) if self.table_place(case) else case.model
        return stages(model, case.quantization, experts, s.tensor_parallel, s.pipeline_parallel, self.copy_ranks(case),
                      s.expert_parallel, (units[0], units[1]), self.dense_ranks(case),
                      case.model.mtp_layers if s.speculative is not None else 0)

    def table_place(self, case: Case) -> str:
        """Where a table picked by n-grams lies if not on the devices ("" there): `host` or `disk`, which a row of the engine's
        data names for devices with memory of their own and for those that share the machine's, once it would not fit beside
        the weights."""
        ways, device, s = self.data.get("lookup_table", {}), case.device, case.settings
        if case.model.lookup_table is None or not ways or s.pipeline_parallel > 1:
            return ""
        place = str(ways.get("unified" if device is not None and device.unified_memory else "own", ""))
        if not place:
            return ""
        total, others = self.visible_bytes(case)
        whole = stages(case.model, case.quantization, expert_quantization(case), s.tensor_parallel, 1, self.copy_ranks(case),
                       s.expert_parallel, (0, 0), self.dense_ranks(case))[0].weights_bytes
        return place if whole > TABLE_FITS * (total - others) else ""

    def with_table(self, case: Case, memory: Memory, trace: Trace) -> Memory:
        """The answer with a table that lies off the devices: in main memory, which must hold it, or in a file."""
        place = self.table_place(case)
        if not place:
            return memory
        size = lookup_bytes(case.model, case.quantization)
        if place == "disk":
            trace.note(say("{size} of the weights are a table of which each token reads a few rows: it does not fit beside the others, so "
                           "the command leaves it in a file. Keep that on an SSD.", size=gigabytes(size)))
            needs = self.data["lookup_table"].get("disk_needs")
            if needs:
                trace.note(say("That takes {needs}: see whether the release that you install has it.", needs=needs))
            return memory
        trace.note(say("{size} of the weights are a table of which each token reads a few rows: it does not fit beside the others, so "
                       "the command keeps it in main memory.", size=gigabytes(size)))
        trace.add("host_bytes", "tables_bytes", size, "bytes", from_data(self.data["source"]), tables_bytes=size)
        room = case.machine.host_memory_bytes
        if room is not None and room < size:
            trace.note(say("It would not start: neither the GPU nor the host memory holds it."))
        return replace(memory, host_bytes=size, starts=memory.starts and (room is None or room >= size))

    def copy_ranks(self, case: Case) -> int:
        """Replicas are whole copies, unless attention alone is replicated, or the engine's always share the experts, by slices or
        (expert parallel) whole (vLLM's docs: Data Parallel Deployment)."""
        s = case.settings
        shared = case.model.moe is not None and self.data["traits"].get("replicas_share_experts", False)
        return s.tensor_parallel * (s.data_parallel if shared or attention_replicas(case) else 1)

    def dense_ranks(self, case: Case) -> int:
        """Ranks that divide the dense feed-forward parts, the shared experts and the head."""
        return case.settings.tensor_parallel

    def file_bytes(self, case: Case) -> int:
        """The checkpoint's files in that format; of a folder that is the model's own what its headers say."""
        model, wanted = case.model, case.quantization
        native = model.native_quantization
        own = wanted.id == native.method if native else wanted.id == published_type(model)
        return model.safetensors_bytes if own and model.safetensors_bytes else checkpoint_bytes(model, wanted, expert_quantization(case))

    def linked(self, case: Case) -> bool:
        """Whether ranks exchange over NVLink: then the communicator keeps large buffers on each.

        A device known by its memory alone is taken as linked from 60 GiB.
        """
        device = case.device
        if self.copy_ranks(case) * case.settings.pipeline_parallel == 1:
            return False
        if device is None:
            return (case.machine.slots[0].memory_bytes or 0) >= 60 * GIB
        return device.kind == "datacenter" and bool(device.nvlink_bytes_per_s)

    def notes(self, case: Case, trace: Trace) -> None:
        """Says what the engine would refuse, and which devices are left idle."""
        for refusal in self.refusals(case):
            trace.note(say("It would not start there. {reason} {mend}", reason=refusal.reason, mend=refusal.mend) if refusal.hard else
                       say("{reason} {mend}", reason=refusal.reason, mend=refusal.mend))
        if case.settings.speculative is not None and case.settings.pipeline_parallel > 1:
            trace.note(say("Drafts over pipeline stages are young in {engine}, and only for the layers of DeepSeek and Qwen3.5 "
                           "(vllm-project/vllm#46994): see whether your release starts with them.", engine=self.name))
        if not case.machine.single and case.machine.most_together == 1 and case.device is not None:
            trace.note(say("{device} is a whole machine: {count} of them are {count} machines, joined by their network alone. Each starts "
                           "its part of the server; what goes over the network is reckoned like a PCIe bus.", device=case.device.name,
                           count=len(case.machine.slots)))
        idle = len(case.machine.slots) - len(self.used_slots(case))
        if idle > 0:
            trace.note(say("{idle} of {count} devices are not used by this split.", idle=idle, count=len(case.machine.slots)))

    # ---- what it runs on

    def default_quantization(self, model: Model, machine: Machine) -> str:
        """The checkpoint's own format where the engine takes it, else 16 bit as the checkpoint and the device have it."""
        native = model.native_quantization
        if native is not None and native.method in self.data["formats"]:
            return native.method
        device = machine.slots[0].device if machine.slots else None
        capability = device.compute_capability if device else None
        if capability and capability < 8 and overflows_in_float16(model):
            return "fp32"
        if model.dtype == "float32":
            return "fp16" if capability and capability < 8 else "bf16"
        return "fp16" if model.dtype == "float16" or (capability and capability < 8) else "bf16"

    def refusals(self, case: Case) -> list[Refusal]:
        """Operating system, vendor, compute capability and format, each with what to do."""
        found = []
        platform = self.data["platforms"].get(case.machine.os or "linux", "no")
        if platform == "wsl":
            found.append(Refusal("os", say("{engine} does not run on Windows itself.", engine=self.name), False,
                                 say("Run it inside WSL2 or Docker.")))
        elif platform == "no":
            found.append(Refusal("os", say("{engine} does not run on this operating system.", engine=self.name), True,
                                 say("Use llama.cpp, Ollama or LM Studio there.")))
        device = case.device
        if device is not None:
            found += self._device_refusals(device, case.version)
        found += self._format_refusals(case, device)
        found += self._cache_refusals(case)
        if plain_dtype(case) == "float16" and overflows_in_float16(case.model):
            found.append(Refusal("format", say("{model} does not run in float16: its numbers overflow, and the answers come out empty.",
                                               model=case.model.name), True,
                                 say("Take FP32 (twice the memory), a device with BF16 (from compute capability 8.0), or llama.cpp.")))
        found += self._architecture_refusals(case)
        refused = too_long(case)
        if refused:
            found.append(Refusal("length", refused[0], True, refused[1]))
        odd = unaligned_width(case)
        if odd:
            found.append(Refusal("format", say(
                "A rank's share of a layer is {width} wide, not a multiple of the format's groups of {group}.", width=odd[0],
                group=odd[1]), False, say("Use a padded checkpoint, fewer tensor-parallel ranks, or expert parallelism.")))
        return [*found, *self._cut_refusals(case), *job_refusals(case)]

    def _checkpoint(self, case: Case) -> Checkpoint:
        """Where the weights come from; quantized while loading where this version can and nobody published them."""
        data = launch_data(self)
        since: Mapping[str, str] = data.get("online_since", {})
        return checkpoint(case, {k: v for k, v in data["online_quantization"].items() if at_least(case.version, since.get(k, ""))})

    def _architecture_refusals(self, case: Case) -> list[Refusal]:
        """What this release does not load, and what is not known to be loaded by any; none where the engine's data has no list."""
        if case.model.architecture in self.data.get("not_loaded", ()):
            return [Refusal("architecture", say("{engine} does not load {model}: it has no model of that architecture ({architecture}), "
                                                "and Transformers' own cannot run inside it.", engine=self.name, model=case.model.name,
                                                architecture=case.model.architecture or ""), True, say("Take vLLM or llama.cpp."))]
        since = self.loads_since(case.model)
        version = release(launch_data(self), case)
        if since is None:
            return [Refusal("unproven", say("{model} is not on the list of models that {engine} loads.", model=case.model.name,
                                            engine=self.name), False, say("Take vLLM or SGLang."))]
        if at_least(version, since):
            return []
        return [Refusal("architecture", say("{engine} {version} does not load {model}: the first release that is known to is {since}.",
                                            engine=self.name, version=version, model=case.model.name, since=since), True,
                        say("Take that release or a later one, or vLLM or SGLang."))]

    def loads_since(self, model: Model) -> str | None:
        """The first release that loads the model, "" where the engine's data has no list or of the model's architecture nothing is
        known, None where it is on no list."""
        known: Mapping[str, Any] | None = self.data.get("architectures")
        name = known and (model.architecture or known["gguf"].get(model.gguf_architecture, model.gguf_architecture))
        if not known or not name:
            return ""
        own = model.name.lower().rpartition("/")[2]
        named = (since for pattern, since in known["models"].items() if fnmatchcase(own, pattern))
        found: str | None = next(named, known["loads"].get(name))
        return found

    def loads(self, model: Model) -> bool:
        """Whether the release that the data was checked against is known to load it."""
        since = None if model.architecture in self.data.get("not_loaded", ()) else self.loads_since(model)
        return since is not None and at_least(str(self.data["version"]), since)

    def _cut_refusals(self, case: Case) -> list[Refusal]:
        """What is quantized to FP8 by blocks must be cut at whole blocks: its width by the ranks that share it a multiple of the block.

        Sources: sgl-project/sglang#10852; of dense layers #3345; of shared experts, which expert parallel cuts all the same where the
        checkpoint has them in FP8 too, #26107 and vllm-project/vllm#42384, #52915 (Ling's are none of them: #38527).
        """
        moe, block, tp = case.model.moe, fp8_block(case), case.settings.tensor_parallel
        if not block:
            return []
        knows = bool(self.data.get("cuts_blocks"))
        routed = moe.moe_intermediate_size if moe is not None and not case.settings.expert_parallel else 0
        shared, dense = (_shared_width(moe), widest_dense(case.model)) if knows else (0, 0)
        degree, ranks = self.copy_ranks(case), self.dense_ranks(case)
        good = _whole_cuts([routed, shared, dense], block)
        if _cuts(routed, degree, block):
            part = f"{routed / degree:g}"
            if degree != tp:
                return [Refusal("format", say("Data parallel {data} x tensor parallel {tensor} share the experts ({size}) and cut them to "
                                              "{part}, not a multiple of the FP8 block of {block}.", data=case.settings.data_parallel,
                                              tensor=tp, size=routed, part=part, block=block), True,
                                say("Let the product be {good}, or take expert parallel.", good=good))]
            told = say("Tensor parallel {degree} cuts the experts ({size}) to {part}, not a multiple of the FP8 block of {block}.",
                       degree=degree, size=routed, part=part, block=block)
            either = say("Take {good}, or expert parallel.", good=good)
            return [Refusal("format", told, True, say("Take {good}.", good=good) if _cuts(shared, ranks, block) else either)]
        if _cuts(dense, ranks, block):
            told = say("Tensor parallel {degree} cuts the dense layers ({size}) to {part}, not a multiple of the FP8 block of {block}.",
                       degree=ranks, size=dense, part=f"{dense / ranks:g}", block=block)
            return [Refusal("format", told, True, say("Take {good}.", good=good))]
        if _cuts(shared, ranks, block):
            told = say("Expert parallel leaves the shared experts ({size}) cut, here to {part}: where the checkpoint has them in FP8 by "
                       "blocks of {block} too, it stops at the start.", size=shared, part=f"{shared / ranks:g}", block=block)
            return [Refusal("format", told, False, say("Take {good}.", good=good))]
        return []

    def _device_refusals(self, device: Device, version: str) -> list[Refusal]:
        rule = self.data["vendors"].get(device.vendor)
        other = say("Use llama.cpp, Ollama or LM Studio on it.")
        if rule is None:
            makers = ", ".join(VENDORS[name] for name in self.data["vendors"] if name in VENDORS)
            return [Refusal("hardware", say("{engine} needs {makers}; it does not run on {device}.", engine=self.name, makers=makers,
                                            device=device.name), True, other)]
        least = rule.get("compute_capability")
        if least and device.compute_capability and device.compute_capability < least:
            return [Refusal("hardware", say("{engine} needs compute capability {least}; {device} has {has}.", engine=self.name,
                                            least=str(least), device=device.name, has=str(device.compute_capability)), True, other)]
        dropped = rule.get("dropped", {}).get(device.device_class)
        if dropped and at_least(version, dropped):
            return [Refusal("hardware", say("{engine} has no attention kernel for {device} since {version}: it stops at the start.",
                                            engine=self.name, device=device.name, version=dropped), True, other)]
        built = rule.get("kernels_from")
        if built and device.compute_capability and device.compute_capability < built:
            return [Refusal("unproven", say("{engine} names compute capability {least} as its floor, but its released packages hold "
                                            "kernels from {built} on: on {device} ({has}) it stops while it starts.", engine=self.name,
                                            least=str(least), built=str(built), device=device.name, has=str(device.compute_capability)),
                            False, say("Take vLLM or llama.cpp there."))]
        plugin = rule.get("plugins", {}).get(device.device_class)
        if plugin:
            return [Refusal("hardware", say("{engine} itself does not run on {device}: the plugin {plugin} does ({page}), built on "
                                            "release {release}, with images and memory rules of its own that are not known here.",
                                            engine=self.name, device=device.name, plugin=plugin["name"], page=plugin["page"],
                                            release=plugin["release"]), True, say("Follow that page."))]
        classes = rule.get("classes")
        if classes and not any(device.device_class.startswith(c) for c in classes):
            return [Refusal("hardware", say("{engine} does not list {device} among its devices.", engine=self.name,
                                            device=device.name), True, other)]
        return []

    def _other_checkpoint(self, case: Case) -> Text:
        """What to take where the engine does not read a format: the model as it was published where it was published quantized."""
        native = case.model.native_quantization
        if native is not None and native.method != case.quantization.id and native.method in self.data["formats"]:
            return say("Use the checkpoint as it was published ({format}), or llama.cpp for GGUF files.", format=native.method.upper())
        return say("Use an FP8, AWQ or GPTQ checkpoint, or llama.cpp for GGUF files.")

    def _format_for(self, capability: float) -> Text:
        """What to take on a device of that compute capability."""
        known = self.data["formats"]
        good = [name for key, name in (("fp8", "FP8"), ("awq", "AWQ"), ("gptq", "GPTQ")) if key in known
                and (known[key].get("least") or 0) <= capability < (known[key].get("below") or 99)]
        return say("Use a format that runs there ({formats}), or a GGUF file with llama.cpp or Ollama.",
                   formats=", ".join([*good, "16 bit"]))

    def _cache_refusals(self, case: Case) -> list[Refusal]:
        """KV cache types that the card cannot compute with, and those that checkpoints of some formats rule out: they bring scales of
        their own (vllm-project/vllm#8409)."""
        kind, device = case.settings.kv_cache_dtype.lower(), case.device
        needs = launch_data(self).get("kv_compute_capability", {}).get(kind)
        have = device.compute_capability if device is not None and device.vendor == "nvidia" else None
        if needs and have and have < needs:
            return [Refusal("hardware", say("A KV cache in {kind} needs compute capability {needs} in {engine}; {device} has {have}.",
                                            kind=kind, needs=str(needs), engine=self.name, device=device.name if device else "",
                                            have=str(have)), True, say("Leave the KV type to the engine."))]
        if case.quantization.id not in self.data.get("cache_refused", {}).get(kind, ()):
            return []
        return [Refusal("format", say("{engine} refuses a KV cache in {kind} with {format} checkpoints.", engine=self.name, kind=kind,
                                      format=case.quantization.name), True, say("Take fp8 (that is E4M3), or leave the cache in 16 bit."))]

    def _format_refusals(self, case: Case, device: Device | None) -> list[Refusal]:
        quantization = case.quantization
        known: Mapping[str, Any] = self.data["formats"]
        key = quantization.id if quantization.id in known else quantization.kind
        if key not in known:
            return [Refusal("format", say("{engine} does not read {format} weights.", engine=self.name, format=quantization.name),
                            True, self._other_checkpoint(case))]
        rule = known[key]
        if rule.get("plugin_since") and at_least(case.version, rule["plugin_since"]):
            return [Refusal("format", say("{engine} reads {format} only with a plugin since {version}.", engine=self.name,
                                          format=quantization.name, version=rule["plugin_since"]), True, self._other_checkpoint(case))]
        if device and device.vendor in rule.get("not_on", ()):
            return [Refusal("format", say("{engine} has no kernel for {format} on {device}.", engine=self.name, format=quantization.name,
                                          device=device.name), True, self._other_checkpoint(case))]
        capability = device.compute_capability if device else None
        if capability and rule.get("cast") and capability < rule["least"]:
            return [Refusal("format", say("{device} (compute capability {has}) has no {format} arithmetic: {engine} runs these weights in "
                                          "{cast}.", device=device.name if device else "", has=str(capability), format=quantization.name,
                                          engine=self.name, cast=rule["cast"]), False,
                            say("Nothing is lost in memory; where answers turn into nonsense take FP32."))]
        if capability and rule.get("least") and capability < rule["least"]:
            return [Refusal("format", say("{format} needs compute capability {least} in {engine}; {device} has {has}.",
                                          format=quantization.name, least=str(rule["least"]), engine=self.name,
                                          device=device.name if device else "", has=str(capability)), rule.get("hard", True),
                            self._format_for(capability))]
        if device and device.gfx and rule.get("gfx") and not device.gfx.startswith(tuple(rule["gfx"])):
            others = say("Take INT8, AWQ, GPTQ or 16 bit there.")
            if case.model.moe is None and fp8_block(case) is not None and device.gfx.startswith(tuple(rule["gfx_by_blocks"])):
                return [Refusal("format", say("{device} ({gfx}) has no {format} units: {engine} runs these weights, which are scaled by "
                                              "blocks, with a general kernel (Triton), which saves memory but no time.", device=device.name,
                                              gfx=device.gfx, format=quantization.name, engine=self.name), False, others)]
            return [Refusal("format", say("{device} ({gfx}) has no {format} units, and {engine} has no kernel of its own for it there.",
                                          device=device.name, gfx=device.gfx, format=quantization.name, engine=self.name), True, others)]
        if capability and rule.get("below") and capability >= rule["below"]:
            if rule.get("ready_made_only") and self._checkpoint(case).online is not None:
                return []
            return [Refusal("format", say("{engine} lists no {format} for {device}.", engine=self.name, format=quantization.name,
                                          device=device.name if device else ""), True, say("Use FP8 or NVFP4 there."))]
        return []


def _cuts(width: int, ranks: int, block: int) -> bool:
    """Whether so many ranks cut a width within a block; one that is no multiple itself was filled up when it was quantized."""
    return bool(width) and not width % block and bool((width / ranks) % block)


def _whole_cuts(widths: list[int], block: int) -> str:
    return ", ".join(str(n) for n in (1, 2, 4, 8, 16) if not any(_cuts(width, n, block) for width in widths))


def _shared_width(moe: Moe | None) -> int:
    """The width of the shared experts together, 0 where there are none."""
    if moe is None or not moe.num_shared_experts:
        return 0
    return moe.shared_expert_intermediate_size or moe.num_shared_experts * moe.moe_intermediate_size


def attention_replicas(case: Case) -> bool:
    """Whether each replica runs attention for requests of its own while all of them share one copy of the experts (DP attention)."""
    return case.model.moe is not None and case.settings.expert_parallel and case.settings.data_parallel > 1


def unaligned_width(case: Case) -> tuple[int, int] | None:
    """(width on a rank, group) of a feed-forward part that tensor parallelism would cut within a group; None where none is."""
    s, model, native = case.settings, case.model, case.model.native_quantization
    group = case.quantization.group_size or 0
    if native is not None and native.group_size and native.method in (case.quantization.id, *case.quantization.aliases):
        group = native.group_size
    widths = [widest_dense(model)]
    if model.moe is not None and not s.expert_parallel:
        widths.append(model.moe.moe_intermediate_size)
    found = [-(-width // s.tensor_parallel) for width in widths if width]
    return next(((width, group) for width in found if group > 1 and s.tensor_parallel > 1 and width % group), None)


def plain_bytes(quantization: Quantization) -> float:
    """Bytes of what stays unquantized: 4 for fp32, else 2."""
    return 4.0 if quantization.bit_class == "32" else 2.0


def drafted_tokens(case: Case) -> int:
    """How many tokens the model's own layers propose a round, 0 without."""
    return case.settings.speculative.num_speculative_tokens if case.settings.speculative is not None else 0


def drafting(case: Case) -> Case:
    """The case as memory sees it with the model's own layers for multi-token prediction loaded: each is one more layer like the last
    that attends, with its weights and its cache (vLLM and SGLang load such a layer as a drafter of its own, which shares the tables)."""
    return replace(case, model=_with_drafter(case.model)) if case.settings.speculative is not None else case


@per_model
def _with_drafter(model: Model) -> Model:
    more, last = max(model.mtp_layers, 1), model.num_hidden_layers - 1
    attends = [i for i, kind in enumerate(model.layer_types) if kind in ("full_attention", "sliding_attention")]
    kind = model.layer_types[attends[-1]] if attends else model.layer_types[last]
    part = next((kind for kind in reversed(model.mlp_layer_types) if kind != "none"), "dense")
    changes: dict[str, Any] = {"num_hidden_layers": model.num_hidden_layers + more, "layer_types": (*model.layer_types, *(kind,) * more),
                               "mlp_layer_types": (*model.mlp_layer_types, *(part,) * more), "mtp_layers": more, "mtp_parameters": None}
    for name in ("num_key_value_heads", "intermediate_size"):
        values = getattr(model, name)
        if isinstance(values, tuple):
            changes[name] = (*values, *(values[attends[-1] if attends else last],) * more)
    return model.model_copy(update=changes)


def expert_quantization(case: Case) -> Quantization | None:
    """The routed experts' own format, where the checkpoint has one."""
    native = case.model.native_quantization
    if native is None or not native.expert_method or native.method != case.quantization.id:
        return None
    from advisor import catalog
    return catalog.find_quantization(native.expert_method)


def with_settings(case: Case, **changes: Any) -> Case:
    """The case with settings filled in (values are the engine's own, not a person's: no validation needed)."""
    return replace(case, settings=Settings.model_construct(**{**case.settings.__dict__, **changes}))


def widest_dense(model: Model) -> int:
    """The widest dense feed-forward part of any layer, 0 where all are experts."""
    dense = [i for i, kind in enumerate(model.mlp_layer_types) if kind == "dense"]
    if model.moe is not None and model.moe.dense_beside:
        dense = list(range(len(model.mlp_layer_types)))
    if not dense:
        return 0
    width = model.intermediate_size
    return width if isinstance(width, int) else max(width[i] for i in dense)


def device_parts(case: Case, parts: tuple[DeviceMemory, ...]) -> tuple[DeviceMemory, ...]:
    """One entry a device, in order of stages: each stage's share on each of its ranks (the first 64 devices)."""
    s = case.settings
    ranks = [part for part in parts for _ in range(s.tensor_parallel)] * s.data_parallel
    return tuple(ranks[:MOST_DEVICES_SHOWN])


def short_of_start(trace: Trace, weights: int, others: int, budget: int) -> None:
    """The note for an engine that would not even load."""
    trace.note(say("It would not start: weights of {weights} and {others} beside them are more than the {budget} it may use.",
                   weights=gigabytes(weights), others=gigabytes(others), budget=gigabytes(budget)))


def would_stop() -> Text:
    """What to see after the launch command of a case that does not fit."""
    return say("It would stop while starting: it does not fit this machine.")


def empty_memory(memory: Memory) -> Memory:
    """The same with nothing cached."""
    return replace(memory, kv_bytes=0, kv_capacity_tokens=0, max_concurrency=0.0, max_context_tokens=0, starts=False)


def _other_heads(model: Model) -> list[tuple[int, str]]:
    """Key-value and state heads that ranks must be able to share out or copy."""
    found = []
    if model.mla is None and not model.compressed_kv:
        heads = model.num_key_value_heads
        found += [(n, "key-value") for n in ({heads} if isinstance(heads, int) else set(heads)) if n]
    if model.linear_attention is not None:
        found.append((model.linear_attention.num_key_heads, "linear-attention"))
    if model.mamba is not None and model.mamba.num_heads:
        found.append((model.mamba.num_heads, "state"))
    return found
