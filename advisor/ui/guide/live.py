"""The figures inside the guide's texts: the present scenario through the same functions as the calculator, beside what the
textbook (half a byte a parameter, 95 % of the card, 1.7 GB on top) says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from advisor import catalog, insight
from advisor.answer import Estimate, Range
from advisor.estimate import holds_at_once
from advisor.formula import textbook
from advisor.formula.parameters import components
from advisor.scenario import Device, Hardware, Scenario, Settings, Workload
from advisor.ui import numbers, words
from advisor.ui.calculator.tables import cards_of, kv_demand
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.widgets.verdict import verdict_word

EXAMPLE = Scenario(model="qwen2.5-14b-instruct", quantization="q4_k_m", engine="ollama",
                   hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096, parallel=8),
                   workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=256))


class Shown(NamedTuple):
    """A figure as text; `quantity` is what "why?" asks for, "" where the guide itself explains it. `known` False: a word."""

    text: str
    quantity: str = ""
    known: bool = True


def unknown() -> Shown:
    return Shown(tr("unknown"), known=False)


def at_load(scenario: Scenario, people: int, context: int) -> Scenario:
    """The scenario at another load; slots that were set to the people follow them."""
    changes: dict[str, Any] = {"workload__concurrency": people, "settings__context": context}
    if scenario.settings.parallel is not None and scenario.settings.parallel == (scenario.workload.concurrency or 1):
        changes["settings__parallel"] = people
    return scenario.with_(**changes)


@dataclass(frozen=True)
class Live:
    """What figures are read from. `example`: there is no answer yet, so the worked example stands in for the scenario."""

    store: Store
    scenario: Scenario
    answer: Estimate
    example: bool = False

    @classmethod
    def of(cls, store: Store) -> Live:
        """The last valid answer of the store, else the worked example's."""
        if store.estimate is not None:
            asked = store.scenario if store.error is None else store.estimate.scenario
            return cls(store, asked, store.estimate)
        found = store.estimate_of(EXAMPLE)
        assert isinstance(found, Estimate)
        return cls(store, EXAMPLE, found, example=True)

    def other(self, scenario: Scenario) -> Estimate | None:
        found = self.store.estimate_of(scenario)
        return found if isinstance(found, Estimate) else None

    def figure(self, name: str, *arguments: str) -> Shown:
        """The figure of that name; raises KeyError for a name that no text may use."""
        return FIGURES[name](self, *arguments)

    # -------------------------------------------------------------------------------- parts of the textbook

    @property
    def device(self) -> Device | None:
        return self.answer.case.device or (None if self.answer.case.machine.slots else self.answer.case.machine.cpu)

    def parameters(self) -> float:
        """As people say them: billions to one decimal (14.8 for the worked case)."""
        return round(components(self.answer.case.model).total / 1e8) * 1e8 or float(components(self.answer.case.model).total)

    def card_bytes(self) -> float | None:
        """The first device as sold, 24 GiB taken as 24 GB; the machine's memory where it has no device."""
        machine = self.answer.case.machine
        size = machine.slots[0].memory_bytes if machine.slots else machine.host_memory_bytes
        return None if size is None else size / 2**30 * 1e9

    def book_weights(self, form: str = "int4") -> float:
        return float(textbook.weight_bytes(self.parameters(), textbook.BYTES_A_PARAMETER[form]))

    def book_kv_token(self) -> float | None:
        """2 × layers × KV heads × head dimension × 2 bytes; None for models whose cache is no such product."""
        model = self.answer.case.model
        layers = sum(t == "full_attention" for t in model.layer_types)
        plain = model.mla is None and isinstance(model.num_key_value_heads, int) and model.compressed_kv is None
        if not plain or layers != model.num_hidden_layers or not model.num_key_value_heads:
            return None
        return float(textbook.kv_bytes_per_token(layers, model.num_key_value_heads, model.head_dim))

    def book_budget(self) -> float | None:
        card = self.card_bytes()
        return None if card is None else float(textbook.kv_budget(card, self.book_weights()))

    def bandwidth(self) -> float | None:
        return self.device.bandwidth_bytes_per_s if self.device else None

    # -------------------------------------------------------------------------------- parts of the app's own answer

    def read(self) -> tuple[float | None, float | None]:
        """Bandwidth of all devices that read together, and the bytes a token reads, as the ceiling was worked out."""
        for rule in self.answer.derivation:
            if rule.quantity == "decode_ceiling_tokens_per_s" and rule.value:
                bandwidth = float(rule.values["bandwidth_bytes_per_s"]) * float(rule.values["devices"])
                return bandwidth, bandwidth / float(rule.value)
        return None, None

    def weights(self) -> int | None:
        memory = self.answer.memory
        return None if memory.weights_bytes is None else memory.weights_bytes + memory.host_weights_bytes

    def budget(self) -> float | None:
        """What is left for the KV cache on the fullest device: the pool an engine reserves, else usable less all the rest."""
        memory = self.answer.memory
        if self.answer.case.engine.reserves_pool:
            return memory.kv_bytes
        if memory.usable_bytes is None or memory.weights_bytes is None:
            return None
        rest = sum(x or 0 for x in (memory.weights_bytes, memory.compute_bytes, memory.runtime_bytes, memory.graph_bytes,
                                    memory.state_bytes))
        return max(0, memory.usable_bytes - rest)

    def kv_at(self, people: int, context: int) -> float | None:
        """KV bytes of a device for that load: as the engine would hold them, by the textbook's product where it would not start."""
        other = self.other(at_load(self.scenario, people, context))
        held = kv_demand(other) if other is not None and other.memory.kv_bytes_per_token else None
        if held is not None:
            return held / cards_of(other)
        each = self.book_kv_token()
        return None if each is None else float(textbook.kv_bytes(each, context, people))


def changed_scenario(live: Live, changes: Mapping[str, Any]) -> Scenario:
    """A try-link's scenario: `example` starts from the worked case, `load` is people and context, `times` multiplies the
    people, `shared` is the share of the prompt that all have in common; the rest are fields of the scenario."""
    fields = dict(changes)
    scenario = EXAMPLE if fields.pop("example", False) else live.scenario
    load = fields.pop("load", None)
    times, shared = fields.pop("times", None), fields.pop("shared", None)
    case = live.answer.case
    if load is not None:
        scenario = at_load(scenario, int(load[0]), int(load[1]))
    if times is not None:
        scenario = at_load(scenario, case.concurrency * int(times), case.settings.context or 4096)
    if shared is not None:
        fields["workload__shared_prefix_tokens"] = int((case.workload.prompt_tokens or 1024) * float(shared))
    return scenario.with_(**fields)


def _bytes(value: float | None, quantity: str = "", decimals: int | None = None) -> Shown:
    return unknown() if value is None else Shown(numbers.size(value, decimals if value else 0), quantity)


def _range(value: Range | None, kind: str, quantity: str) -> Shown:
    return unknown() if value is None else Shown(numbers.ranged(value, kind), quantity)


def _rate(value: float | None, quantity: str = "") -> Shown:
    return unknown() if value is None else Shown(" ".join(numbers.amount_and_unit(value, "rate")), quantity)


def _count(value: float | None, quantity: str = "") -> Shown:
    return unknown() if value is None else Shown(f"{value:,.0f}", quantity)


def _token(value: float | None, quantity: str = "") -> Shown:
    """Bytes of one token: 0.197 MB, 56 KB under a tenth of that."""
    if not value:
        return unknown()
    return Shown(f"{value / 1e6:.3g} MB" if value >= 1e5 else f"{value / 1e3:.3g} KB", quantity)


def _per_second(value: float | None) -> Shown:
    return unknown() if value is None else Shown(f"{value / 1e9:,.0f} GB/s")


def _book_verdict(live: Live, people: str, context: str) -> Shown:
    each, budget = live.book_kv_token(), live.book_budget()
    if each is None or budget is None:
        return unknown()
    fits = textbook.kv_bytes(each, int(context), int(people)) <= budget
    return Shown(verdict_word("fits" if fits else "does_not_fit"))


def _book_kv(live: Live, people: str, context: str) -> Shown:
    each = live.book_kv_token()
    return unknown() if each is None else _bytes(textbook.kv_bytes(each, int(context), int(people)), decimals=1)


def _shared(live: Live, percent: str) -> Shown:
    """The first token's mean time when that share of every prompt is the same."""
    prompt = live.answer.case.workload.prompt_tokens or 1024
    found = live.other(live.scenario.with_(workload__shared_prefix_tokens=prompt * int(percent) // 100, settings__prefix_caching=True))
    return unknown() if found is None else _range(found.speed.ttft_s, "seconds", "ttft_s")


def _ceiling_of(live: Live, device: str) -> Shown:
    found = catalog.find_device(device).bandwidth_bytes_per_s
    return unknown() if found is None else _rate(textbook.decode_ceiling(found, live.book_weights()))


def _book_ceiling(live: Live) -> Shown:
    speed = live.bandwidth()
    return unknown() if speed is None else _rate(textbook.decode_ceiling(speed, live.book_weights()))


def _book_practice(live: Live, low: str, high: str) -> Shown:
    """A share of the textbook's ceiling, in percent low to high."""
    speed = live.bandwidth()
    if speed is None:
        return unknown()
    top = textbook.decode_ceiling(speed, live.book_weights())
    return Shown(f"{top * int(low) / 100:,.0f}–{top * int(high) / 100:,.0f} tok/s")


def _default(live: Live, engine: str, field: str, version: str = "") -> Shown:
    """An engine's default on the worked example's card, in its newest version or the named one."""
    found = live.other(EXAMPLE.with_(engine=engine, engine_version=version or None, quantization=None,
                                     settings=Settings(context=4096)))
    value = getattr(found.scenario.settings, field) if found is not None else None
    return unknown() if value is None else Shown(f"{value:,}" if isinstance(value, int) else f"{value:g}")


def _file(live: Live) -> Shown:
    return _bytes(live.answer.case.engine.file_bytes(live.answer.case), "weights_bytes")


def _file_bits(live: Live) -> Shown:
    """Bits a parameter of all weights as they are stored."""
    case, size = live.answer.case, words.stored_bytes(live.answer)
    counted = components(case.model)
    held = counted.total + (counted.mtp + (counted.vision or 0) if case.engine.reserves_pool else 0)    # a checkpoint has these too
    return Shown(f"{size * 8 / held:.2f}")


def _room(live: Live) -> Shown:
    """How many requests of the context the KV budget would hold, whatever else limits them."""
    budget, each = live.budget(), live.kv_at(1, live.answer.case.settings.context or 4096)
    return unknown() if budget is None or not each else Shown(f"{int(budget / each):,}")


def _batch(live: Live) -> Shown:
    return _count(insight.compute_bound_batch(live.answer))


def _holds(live: Live) -> Shown:
    return _count(holds_at_once(live.answer.case, live.answer.memory), "max_concurrency")


FIGURES: dict[str, Callable[..., Shown]] = {
    "model": lambda v: Shown(v.answer.case.model.name),
    "quantization": lambda v: Shown(v.answer.case.quantization.name),
    "engine": lambda v: Shown(v.answer.case.engine.name),
    "machine": lambda v: Shown(words.machine(v.answer.case.machine)),
    "people": lambda v: Shown(f"{v.answer.case.concurrency:,}"),
    "context": lambda v: _count(v.answer.case.settings.context),
    "prompt": lambda v: _count(v.answer.case.workload.prompt_tokens or 1024),
    "parameters": lambda v: Shown(f"{v.parameters() / 1e9:,.1f} B"),
    "weights": lambda v: _bytes(v.weights(), "weights_bytes"),
    "file": _file,
    "file_bits": _file_bits,
    "stored": lambda v: _bytes(words.stored_bytes(v.answer), "weights_bytes"),
    "room": _room,
    "usable": lambda v: _bytes(v.answer.memory.usable_bytes, "usable_bytes"),
    "compute": lambda v: _bytes(v.answer.memory.compute_bytes, "compute_bytes"),
    "runtime": lambda v: _bytes((v.answer.memory.runtime_bytes or 0) + (v.answer.memory.graph_bytes or 0)
                                if v.answer.memory.runtime_bytes is not None else None, "runtime_bytes"),
    "budget": lambda v: _bytes(v.budget(), "kv_bytes"),
    "kv": lambda v: _bytes(v.kv_at(v.answer.case.concurrency, v.answer.case.settings.context or 4096), "kv_bytes"),
    "kv_at": lambda v, people, context: _bytes(v.kv_at(int(people), int(context)), "kv_bytes"),
    "kv_token": lambda v: _token(v.answer.memory.kv_bytes_per_token or v.book_kv_token(), "kv_bytes_per_token"),
    "holds": _holds,
    "longest": lambda v: _count(v.answer.memory.max_context_tokens, "max_context_tokens"),
    "first": lambda v: _range(v.answer.speed.ttft_s, "seconds", "ttft_s"),
    "first_shared": _shared,
    "reading": lambda v: _range(v.answer.speed.prefill_tokens_per_s, "rate", "prefill_tokens_per_s"),
    "pace": lambda v: _range(v.answer.speed.decode_tokens_per_s, "rate", "decode_tokens_per_s"),
    "ceiling": lambda v: _rate(v.answer.speed.decode_ceiling_tokens_per_s, "decode_ceiling_tokens_per_s"),
    "together": lambda v: _range(v.answer.speed.output_tokens_per_s, "rate", "output_tokens_per_s"),
    "bandwidth": lambda v: _per_second(v.bandwidth()),
    "read_bandwidth": lambda v: _per_second(v.read()[0]),
    "read": lambda v: _bytes(v.read()[1], "decode_ceiling_tokens_per_s"),
    "batch": _batch,
    "default": _default,
    "book_weights": lambda v, form: _bytes(v.book_weights(form), decimals=1),
    "book_kv": _book_kv,
    "book_card": lambda v: _bytes(v.card_bytes(), decimals=0),
    "book_usable": lambda v: _bytes(None if v.card_bytes() is None else textbook.usable_bytes(v.card_bytes()), decimals=1),
    "book_overhead": lambda v: _bytes(textbook.OVERHEAD_BYTES, decimals=1),
    "book_budget": lambda v: _bytes(v.book_budget(), decimals=1),
    "book_verdict": _book_verdict,
    "book_ceiling": _book_ceiling,
    "book_practice": _book_practice,
    "book_ceiling_of": _ceiling_of,
    "bandwidth_of": lambda v, device: _per_second(catalog.find_device(device).bandwidth_bytes_per_s),
}
