"""Finding a catalog entry by the name that a person or a tool writes: exactly one, or none and what may have been meant.

A match is never silent about a choice: where a name fits several entries, the first (the catalog's order is the order of
preference) is taken and the note says which, and which others there are. A name that fits none gives near misses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.scenario import Device
from advisor.units import GIB
from advisor.words import Text, say

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Found:
    """What a name led to. `id` is None where nothing fits; then `near` holds names to offer instead.

    `note` says what was assumed where the name fits several (`others` are the ids not taken). `memory_bytes` is the memory
    that the name itself states ("M4 Max 64GB"), where the entry comes in several sizes.
    """

    id: str | None
    note: Text | None = None
    near: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    memory_bytes: int | None = None


PUNCTUATION = re.compile(r"[^a-z0-9]+")


def compact(text: str) -> str:
    """Letters and digits only, in lower case: what two spellings of a name have in common."""
    return PUNCTUATION.sub("", text.lower())


def nearest(text: str, names: Iterable[str], count: int = 3) -> list[str]:
    """The most similar of `names`, best first: by shared pairs of characters; digits weigh as much as letters."""
    wanted = _pairs(compact(text)[:LONGEST])
    if not wanted:
        return []
    scored = []
    for name in names:
        pairs = _known_pairs(name)
        common = (wanted & pairs).bit_count()
        if common:
            scored.append((-2 * common / (wanted.bit_count() + pairs.bit_count()), name))
    scored.sort()
    best = [name for score, name in scored if score <= -0.5]
    return list(dict.fromkeys(best))[:count]


def _pairs(text: str) -> int:
    """The pairs of neighbouring characters of a compact text as a set of bits: one for each two of the 36, one for a lone one."""
    found = 0
    for pair in {text[i:i + 2] for i in range(len(text) - 1)} or {text} - {""}:
        found |= 1 << (int(pair, 36) + (0 if len(pair) == 2 else 36 * 36))
    return found


@lru_cache(maxsize=8192)
def _known_pairs(name: str) -> int:
    """The pairs of a catalog's own name, which is asked for at every miss."""
    return _pairs(compact(name))


SIZE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?=b(?![a-z0-9]))")
BETWEEN_DIGITS = re.compile(r"(?<=\d)_(?=\d)")


def _precise(name: str) -> str:
    """The name in the form in which 1.3 and 13 differ."""
    return re.sub(r"[^a-z0-9.]+|(?<!\d)\.|\.(?!\d)", "", BETWEEN_DIGITS.sub(".", name.lower()))


def _sizes(name: str) -> tuple[str, ...]:
    """The sizes that the name states: `8` of `Llama-3.1-8B`."""
    return tuple(SIZE.findall(name.lower()))


class Names:
    """Entries by their names, ignoring case, spaces and punctuation. For models, quantizations, engines.

    Entries are (id, names); earlier entries win where two share a name, and the later ones are told as `others`. A point
    between digits counts where names differ by it alone, and always in a size: `Qwen3-17B` is not `Qwen3-1.7B`.
    """

    def __init__(self, entries: Iterable[tuple[str, Sequence[str]]]) -> None:
        self._written: dict[str, list[tuple[str, str]]] = {}
        for id_, names in entries:
            for name in (id_, *names):
                key = compact(name)
                if key:
                    self._written.setdefault(key, []).append((id_, name))

    def _ids(self, name: str) -> list[str]:
        written = self._written.get(compact(name))
        if not written:
            return []
        wanted = _precise(name)
        same = [id_ for id_, other in written if _precise(other) == wanted]
        if not same:
            sizes = (_sizes(name), _sizes(BETWEEN_DIGITS.sub(".", name)))
            same = [id_ for id_, other in written if _sizes(BETWEEN_DIGITS.sub(".", other)) in sizes or _sizes(other) in sizes]
        return list(dict.fromkeys(same))

    def __contains__(self, name: str) -> bool:
        return bool(self._ids(name))

    def find(self, name: str) -> Found:
        """The entry of exactly that name, else near misses."""
        ids = self._ids(name[:4 * LONGEST])
        if not ids:
            return Found(None, near=tuple(nearest(name, [written[0][1] for written in self._written.values()])))
        note = say("{name} can mean several entries: taken as {id}.", name=name, id=ids[0]) if len(ids) > 1 else None
        return Found(ids[0], note, others=tuple(ids[1:]))


# ------------------------------------------------------------------------------------------------------------ devices

BRANDS = {"geforce": "nvidia", "rtx": "nvidia", "gtx": "nvidia", "tesla": "nvidia", "quadro": "nvidia", "radeon": "amd",
          "rx": "amd", "instinct": "amd", "arc": "intel", "ryzen": "amd", "xeon": "intel"}
MAKERS = {"nvidia": "nvidia", "amd": "amd", "ati": "amd", "intel": "intel", "apple": "apple"}
NOISE = frozenset(("corporation", "corp", "inc", "co", "ltd", "graphics", "gpu", "gpus", "card", "cards", "generation", "gen",
                   "edition", "accelerator", "series", "developer", "kit", "with", "design", "cpu", "processor", "chip", "vf"))
PHRASES = re.compile(
    r"\((?:r|tm|c)\)|[®™©]|macbook (?:pro|air)|mac (?:studio|mini|pro)\b|\bimac\b(?! pro)|advanced micro devices|\bw/"
    r"|\((?:radv|amdvlk|aco|dg2|acm|bmg|llvm|gfx|navi)[^)]*\)|/pcie/sse2|\[[^\]]*rev[^\]]*\]|@\s*[\d.]+\s*ghz|\b\d+th gen\b")
MEMORY = re.compile(r"(?<![\w.])(\d{1,4}(?=\s?-?gi?b)|\d{1,3}(?=\s?-?g))\s?-?(?:gb|gib|g)\b")
CORES = re.compile(r"(?<![\w.])(\d{1,3})[\s-]*(?:gpu[\s-]*)?cores?\b[\s-]*(cpu|gpu)?")
FORMS = re.compile(r"(?<![a-z])(pci-?e|sxm|hbm|nvl|oam|server|workstation)(\d*e?)(?![a-z])")
DIGIT = re.compile(r"\d")
NUMBER = re.compile(r"\d+")
FORM_WORDS = ("pci", "sxm", "hbm", "nvl", "oam", "server", "workstation")
PHRASE_MARKS = ("(", "®", "™", "©", "mac", "advanced", "w/", "/pcie", "rev", "@", "th gen")
GFX = re.compile(r"\bgfx\d{3,4}[a-z]?\b")
COUNTED = re.compile(r"^(?:\d{1,3}\s*[x×*]\s*|(?:dual|two|quad|four)\s+)(?=\w{2})|\s*[x×*]\s*\d{1,3}$", re.IGNORECASE)
LAPTOP = frozenset(("laptop", "laptops", "mobile", "notebook"))
TOKENS = re.compile(r"[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class _Read:
    """A device's name taken apart: what it is called, by whom, and what it says of its memory, cores and form."""

    core: str
    bare: str
    brands: frozenset[str]
    maker: str | None
    memory_gb: int | None
    cores: int | None
    forms: frozenset[str]


def _read(text: str) -> _Read:
    text = text.lower()
    if any(mark in text for mark in PHRASE_MARKS):
        text = PHRASES.sub(" ", text)
    memory, cores, forms = None, None, set()
    if "core" in text:
        for match in CORES.finditer(text):
            if match[2] != "cpu" and (cores is None or match[2] == "gpu"):
                cores = int(match[1])
        text = CORES.sub(" ", text)
    if "g" in text:
        for match in MEMORY.finditer(text):
            memory = int(match[1])
        text = MEMORY.sub(" ", text) if memory is not None else text
    if any(form in text for form in FORM_WORDS):
        for match in FORMS.finditer(text):
            word = match[1].replace("-", "")
            forms.add(word if word in ("pcie", "nvl") else word + match[2])
        text = FORMS.sub(" ", text)
    kept, brands, maker = [], set(), None
    for word in TOKENS.findall(text):
        if word in LAPTOP:
            kept.append("laptop")
        elif word in MAKERS:
            maker = maker or MAKERS[word]
        elif word not in NOISE:
            kept.append(word)
            if word in BRANDS:
                brands.add(word)
    bare = "".join(w for w in kept if w not in BRANDS) if brands else "".join(kept)
    return _Read("".join(kept), bare, frozenset(brands), maker, memory, cores, frozenset(forms))


def maker_of(name: str) -> str | None:
    """Whose device a name says it is, by the maker's own name or a brand (`Radeon X`: amd); None where it says neither."""
    read = _read(name[:LONGEST])
    return read.maker or next((BRANDS[brand] for brand in sorted(read.brands)), None)


def stated_memory(name: str) -> int | None:
    """The memory in bytes that a device's name itself states (`M4 Max 64GB`), None where it states none."""
    size = _read(name[:LONGEST]).memory_gb
    return size * GIB if size else None


class DeviceNames:
    """Devices by the names that people, shops and the vendors' tools use. Built from the catalog in its order."""

    def __init__(self, devices: Iterable[Device]) -> None:
        """`devices` may be built by `Device.model_construct`: nothing here needs them validated."""
        self._devices: dict[str, Device] = {}
        self._exact: dict[str, list[str]] = {}
        self._gfx: dict[str, list[str]] = {}
        self._loose: tuple[dict[str, list[str]], dict[str, list[str]]] | None = None
        self._said: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._modified: dict[str, list[str]] = {}
        for device in devices:
            self._devices[device.id] = device
            for name in (device.id, device.name, *device.aliases):
                _put(self._exact, compact(name), device.id)
            if device.gfx:
                _put(self._gfx, device.gfx, device.id)
            if "modified" in device.name:
                _put(self._modified, _read(device.name.replace("(modified)", "")).core, device.id)

    def _read_apart(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Ids by what the names call the device, with and without its brand; read once, when no exact name fits."""
        if self._loose is None:
            core: dict[str, list[str]] = {}
            bare: dict[str, list[str]] = {}
            for device in self._devices.values():
                if "modified" in device.name:  # such a card is never meant unless its memory is said: exact names only
                    continue
                for name in (device.name, *device.aliases):
                    read = _read(name)
                    telling = DIGIT.search(read.core) or len(read.bare) > 4
                    if telling or len(read.core) > 8:
                        _put(core, read.core, device.id)
                    if telling and len(read.bare) > 1 and not (read.bare.isdigit() and device.kind in ("workstation", "cpu")):
                        _put(bare, read.bare, device.id)
            self._loose = core, bare
        return self._loose

    def _words(self, id_: str) -> tuple[frozenset[str], frozenset[str]]:
        """The brands and the forms (PCIe, SXM, …) that the device's own names say."""
        if id_ not in self._said:
            device = self._devices[id_]
            brands: set[str] = {"tesla"} if device.vendor == "nvidia" and device.kind == "datacenter" else set()
            kind = (device.memory_type or "").lower()
            forms: set[str] = {kind} if kind.startswith("hbm") else set()
            for name in (device.name, *device.aliases):
                read = _read(name)
                brands |= read.brands
                forms |= read.forms
            self._said[id_] = frozenset(brands), frozenset(forms)
        return self._said[id_]

    def find(self, name: str, memory_bytes: int | None = None, cores: int | None = None, watts: float | None = None,
             near: bool = True) -> Found:
        """The device of that name. `memory_bytes`, `cores` and `watts` (the power limit), where a tool printed them beside
        the name, tell variants apart. Without `near` a miss looks for nothing similar."""
        text = name.strip()[:LONGEST]
        if text.endswith(("...", "…")):
            return self._cut(text, memory_bytes, watts)
        if text.startswith(("..", "…")):     # cut in front: `..la V100-SXM2-16GB`, whose first word may be a piece of one
            whole = text.lstrip(".… ")
            found = self._whole(whole, memory_bytes, cores, watts)
            return found if found.id or " " not in whole else self._whole(whole.split(" ", 1)[1], memory_bytes, cores, watts)
        found = self._whole(text, memory_bytes, cores, watts, near)
        if found.id is None and "(" in text and not re.search(r"\([^)]*(laptop|mobile|max-?q|\bd\b)", text, re.I):
            without = re.sub(r"\([^)]*\)", " ", text).strip()
            again = self._whole(without, memory_bytes, cores, watts, near) if without else found
            found = again if again.id else found
        chip = GFX.search(text.lower()) if found.id is None else None
        return self._whole(chip[0], memory_bytes, cores, watts, near) if chip and chip[0] != text.lower() else found

    def _whole(self, text: str, memory_bytes: int | None, cores: int | None, watts: float | None, near: bool = True) -> Found:
        read = _read(text)
        ids = self._exact.get(compact(text)) or self._exact.get(compact(_drop_maker(text))) or []
        candidates = [i for i in ids if self._agrees(i, read, memory_bytes, cores, said=False)]
        if not candidates:
            core, bare = self._read_apart()
            ids = core.get(read.core) or bare.get(read.bare) or self._by_gfx(text) or []
            candidates = [i for i in ids if self._agrees(i, read, memory_bytes, cores)]
        if not candidates and memory_bytes is not None and ids:  # a workshop's larger memory: the driver prints the card's old name
            candidates = [i for i in self._modified.get(_read(self._devices[ids[0]].name).core, ())
                          if self._agrees(i, read, memory_bytes, cores, said=False)]
        if not candidates and memory_bytes is not None and ids:
            candidates = [i for i in ids if self._agrees(i, read, None, cores)][:1]
        if not candidates:
            return Found(None, near=self._near(text, ids) if near else ())
        return self._choose(text, candidates, read, watts)

    def _agrees(self, id_: str, read: _Read, memory_bytes: int | None, cores: int | None, said: bool = True) -> bool:
        """Whether nothing that the name (or the tool) says contradicts the device."""
        device = self._devices[id_]
        if read.maker and read.maker != device.vendor and device.vendor in ("nvidia", "amd", "intel", "apple"):
            return False
        brands, forms = self._words(id_)
        if not read.brands <= brands:
            return False
        if said and not all(any(form.startswith(f) for form in forms) for f in read.forms):
            return False
        if said and read.memory_gb is not None and not _sold_with(device, read.memory_gb * GIB, 0.02):
            return False
        if memory_bytes is not None and not device.unified_memory and not _sold_with(device, memory_bytes, 0.06):
            return False
        wanted = cores if cores is not None else read.cores if said else None
        return wanted is None or device.cores is None or device.cores == wanted or device.vendor == "cpu"

    def _by_gfx(self, text: str) -> list[str]:
        ids = self._gfx.get(text.lower(), [])
        return ids if len({self._devices[i].bandwidth_bytes_per_s for i in ids}) == 1 else []

    def _choose(self, text: str, ids: list[str], read: _Read, watts: float | None) -> Found:
        if watts and len(ids) > 1:
            off = {i: abs((self._devices[i].tdp_watts or 1e9) - watts) for i in ids}
            least = min(off.values())
            ids = [i for i in ids if off[i] == least] if least <= 0.03 * watts else ids      # a cap that was changed tells none apart
        taken = self._devices[ids[0]]
        others = tuple(ids[1:])
        stated = read.memory_gb * GIB if read.memory_gb and taken.memory_options_bytes else None
        note = None
        if others:
            names = ", ".join(self._label(i) for i in others[:4])
            note = say("{name} can mean several devices: taken as {taken} (also: {others}).", name=text,
                       taken=self._label(taken.id), others=names)
        return Found(taken.id, note, others=others, memory_bytes=stated)

    def _label(self, id_: str) -> str:
        device = self._devices[id_]
        size = f"{round(device.memory_bytes / GIB)} GB" if device.memory_bytes and not device.memory_options_bytes else ""
        return f"{device.name}, {size}" if size and size.replace(" ", "") not in device.name.replace(" ", "") else device.name

    def _cut(self, text: str, memory_bytes: int | None, watts: float | None) -> Found:
        """A name that the tool cut with "...": all devices that begin so and have that memory and power limit.

        The tool cuts only what is wider than its column: a name that would have fitted is not meant. A laptop's maker sets its
        power limit, so that says nothing there, but that none has over 200 W.
        """
        width, text = len(text), text.rstrip(".… ")
        start, wider = compact(_drop_maker(text)), set()
        fits = []
        for id_, device in self._devices.items():
            names = [n for n in (device.name, *device.aliases) if not start or compact(_drop_maker(n)).startswith(start)]
            if not names:
                continue
            if max(len(_drop_maker(n)) for n in names) > width - (len(text) - len(_drop_maker(text))):
                wider.add(id_)
            if memory_bytes is not None and not _sold_with(device, memory_bytes, 0.06):
                continue
            if watts and device.tdp_watts and (watts > 200 if device.kind == "laptop" else abs(device.tdp_watts - watts) > 0.02 * watts):
                continue
            fits.append(id_)
        fits = [i for i in fits if i in wider] or fits
        equal = {(d.memory_bytes, d.bandwidth_bytes_per_s) for d in map(self._devices.__getitem__, fits)}
        if len(equal) == 1:
            return Found(fits[0], say("The tool cut the name {name}: taken as {taken}.", name=text + "...",
                                      taken=self._label(fits[0])), others=tuple(fits[1:]))
        return Found(None, near=tuple(self._devices[i].name for i in fits[:6]), others=tuple(fits[:6]))

    def _near(self, text: str, ids: Sequence[str]) -> tuple[str, ...]:
        gfx = self._gfx.get(text.lower(), [])
        known = [self._label(i) for i in (ids or gfx)[:4]]
        if known:
            return tuple(known)
        shown = {name: d.name for d in self._devices.values() if "modified" not in d.name for name in (d.name, *d.aliases)}
        near = nearest(_drop_maker(text), shown, 6)
        if any(letter.isalpha() and not letter.isascii() for letter in text):   # 昇腾910B: only `910B` of it was compared
            numbers = set(NUMBER.findall(text))
            near = [name for name in near if numbers & set(NUMBER.findall(name))]
        return tuple(dict.fromkeys(shown[n] for n in near))[:3]

    def ids(self) -> tuple[str, ...]:
        """All ids in the catalog's order."""
        return tuple(self._devices)

    def __getitem__(self, id_: str) -> Device:
        """The device, validated: those given may have been built unchecked."""
        return Device.model_validate(self._devices[id_].__dict__)

    def device(self, name: str, notes: list[str] | None = None, field: str = "hardware.device") -> Device:
        """The device of that name; what was assumed is appended to `notes`. Raises CannotAnswer with near misses."""
        found = self.find(name)
        if found.id is None:
            one = COUNTED.sub("", name.strip()[:LONGEST])
            if one != name.strip() and self.find(one).id is not None:
                near = self[self.find(one).id or ""].name
                raise CannotAnswer(say("No {what} is called {name}.", what=say("device"), name=repr(name[:80])),
                                   say("Did you mean {near}? How many there are is given apart, as `count`.", near=near), field)
            raise unknown_name("device", name, found.near, field)
        if found.note is not None and notes is not None:
            notes.append(found.note)
        return self[found.id]


def _put(index: dict[str, list[str]], key: str, id_: str) -> None:
    ids = index.setdefault(key, [])
    if key and id_ not in ids:
        ids.append(id_)


def _drop_maker(text: str) -> str:
    return re.sub(r"^\s*(nvidia|amd|intel(\(r\))?|apple)\s+", "", text, flags=re.I)


def _sold_with(device: Device, wanted: int, tolerance: float) -> bool:
    """Whether the device comes with about that much memory; the driver's figure counts too. True where it is unknown."""
    sizes = [*device.memory_options_bytes, *(s for s in (device.memory_bytes, device.usable_bytes) if s)]
    return not sizes or any(abs(size - wanted) <= tolerance * size for size in sizes)


def _either(one: str, other: str) -> str:
    return say("{one} or {other}", one=one, other=other)


def unknown_name(what: str, name: str, near: Sequence[str], field: str) -> CannotAnswer:
    """The exception for a name that nothing fits, with what may have been meant."""
    kinds = {"model": say("model"), "device": say("device"), "quantization": say("quantization")}
    why = say("No {what} is called {name}.", what=kinds.get(what, what), name=repr(name[:80]))
    mend = say("Did you mean {near}?", near=reduce(_either, near)) if near else say("See `advisor catalog {what}s`.", what=what)
    if what == "device":
        own = say("For another, describe it (no device, but memory_gib and bandwidth_gb_per_s), or list it with both in your own"
                  " {file}.", file=str(resources.user_folder("data") / "devices.json"))
        mend = say("{sentence} {next}", sentence=mend, next=own)
    return CannotAnswer(why, mend, field)
