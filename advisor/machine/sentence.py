"""A machine as a person writes it: `2x3090 and 128gb ddr4`, `M2 Max 96gb`, `双路4090 48G, 256G内存`.

Only short text is read so, and only where no tool's output was recognised: every device must have a name that the catalog knows.
A size beside a memory word is the machine's, one inside a device's name the device's. One that stands alone is the card's where the
card is sold with it, else the machine's, and said to be. Devices that a text weighs against each other are no machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from advisor.names import DeviceNames, Found
from advisor.readers.pasted import Card, Pasted, sized
from advisor.scenario import Device
from advisor.units import GIB, gigabytes
from advisor.words import Text, say

LONGEST, MOST_LINES, WIDEST, MOST_WORDS = 600, 8, 7, 80
SIZE = r"(\d{1,4}(?:\.\d)?)\s?(gigabytes?|gigs?|gib|gb|g|tib|tb|t)(?![a-z0-9])"
KIND = r"(?<![a-z])(?:system |main |host |ecc |unified )*(?:ram|memory|arbeitsspeicher|(?:lp)?ddr[2345]x?)\b"
MODULES = re.compile(r"(?<![\w.])(\d{1,2})\s?[x*]\s?" + SIZE + r"(?=[\s,]{0,4}" + KIND + ")")
MEMORY = (re.compile(r"(?<![\w.])" + SIZE + r"(?:\s(?:of\s)?)?\s?" + KIND + r"(?:[-\s]?\d{4,5}\b)?(?:\s?mt/s|\s?mhz)?"),
          re.compile(KIND + r"\s?[:=]?\s?(?:(?:lp)?ddr[2345]x?[-\s]?)?(?:\d{4,5}\s)?(?:mt/s\s|mhz\s)?" + SIZE + r"(?:\s?\([^)]{0,30}\))?"))
ALONE = re.compile(SIZE + r"\s?$")
SEPARATORS = re.compile(r"[,;:+&|\n()\[\]]|\s(?:and|plus|with|und|mit|et)\s|\s[-–—/]\s|(?<!\d)\.(?!\d)|\.\s")
COUNTS = {"two": 2, "dual": 2, "three": 3, "triple": 3, "four": 4, "quad": 4, "six": 6, "eight": 8}
NO_CARD = re.compile(r"\b(?:no|without(?: a| any)?|kein\w*) (?:\w+ ){0,2}(?:gpu|graphics|card|video)\b|cpu only|无独?立?显卡|没有独?立?显卡"
                     r"|无gpu")
LAPTOP = re.compile(r"\b(?:laptop|notebook|mobile)\b|笔记本|筆電")
CHINESE = ((r"双路|双卡|双张|两[张块卡片]|双", " 2x "), (r"单[卡路张块]|一[张块卡片]", " 1x "), (r"三[张块卡片]", " 3x "),
           (r"四[张块卡片路]", " 4x "), (r"六[张块卡片]", " 6x "), (r"八[张块卡片路]", " 8x "), (r"(\d{1,2})\s?[张块卡片]", r" \1x "),
           (r"内存|記憶體|记忆体", " ram "), (r"显存", " "), (r"[和加跟与]", " , "),
           (r"处理器|显卡|显示卡|顯示卡|笔记本|筆電|工作站|服务器", " , "))
PUNCTUATION = str.maketrans("，、；：。（）＋×＊｜　", ",,;:.()+x*| ")
TROUBLE = re.compile(r"error|failed|failure|exception|traceback|warning|报错|错误")
WORD = re.compile(r"\S+")
TELLING = re.compile(r"\d|spark|strix|thor|orin|titan|vega|iris")
BARE = re.compile(r"\W*\d{4}\W*")
COUNTED = re.compile(r"(?:tok(?:en)?s?|requests?|words?|characters?|ms|s|sec(?:ond)?s?|users?|people|steps?|lines?|samples?|documents?"
                     r"|files?|images?|prompts?|times|[mk]i?b|mhz)\b")
"""What a bare number of four digits counts where such a word follows it: then it names no card."""
WEIGHED = re.compile(r"\b(?:or|vs|versus|than|instead of|oder|statt)\b|还是|或|相比|对比")
TIMES = re.compile(r"(?:\s[x*]\s?|(?<=\d)[x*])(\d{1,2})(?![\w.])")
VIDEO = r"(?:vram|video memory|gpu memory)"
NUMBERS_ONLY = re.compile(r"\d{1,3}|\d{5,}|\d{1,4}\s?(?:gb|g|gib|tb|w|mhz|mt/s|cores?)", re.I)


@dataclass(slots=True)
class _Said:
    """What was found so far: (device, what it says of itself, how many) in the order of the text."""

    devices: list[tuple[Device, Found, int, str]]
    ram: int | None = None
    alone: list[int] = field(default_factory=list)


def read_sentence(text: str, names: DeviceNames) -> Pasted | None:
    """The machine that a short text names in plain words, None where it names none. Raises nothing."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES or TROUBLE.search(text.lower()):
        return None
    plain = text.translate(PUNCTUATION).lower()
    laptop, bare = bool(LAPTOP.search(plain)), bool(NO_CARD.search(plain))
    for pattern, instead in CHINESE:
        plain = re.sub(pattern, instead, plain)
    plain = re.sub(r"[\u4e00-\u9fff]+", " , ", NO_CARD.sub(" ", plain).replace("魔改", " "))
    said = _Said([])
    plain = _memory(plain, said)
    for part in SEPARATORS.split(plain):
        _part(part.strip(), names, laptop, said)
    own = _of_the_cards(said, names)
    cards = [(device, found, count, name) for device, found, count, name in said.devices if device.kind != "cpu"]
    processor = next((name for device, _, _, name in said.devices if device.kind == "cpu"), None)
    if any(not device.in_main_memory for device, _, _, _ in cards):      # integrated graphics beside a card are not used with it
        cards = [one for one in cards if not one[0].in_main_memory]
    weighed = WEIGHED.search(text.lower()) and len({device.id for device, _, _, _ in cards}) > 1
    if weighed or not (cards or processor or said.ram or (bare and said.alone)):
        return None
    return _facts([] if bare else cards, processor, said, bare, own)


def _of_the_cards(said: _Said, names: DeviceNames) -> list[int]:
    """Takes from the sizes that stand alone those that a card of the text is sold with (`A100, 40GB`): they say which one it is."""
    own = []
    for at, (device, found, count, name) in enumerate(said.devices):
        for size in said.alone if not device.in_main_memory and found.memory_bytes is None else ():
            match = names.find(f"{name} {size / GIB:g}gb", near=False)
            if match.id is not None and match.id in (found.id, *found.others):
                said.devices[at] = (names[match.id], match, count, f"{name} {size / GIB:g}gb")
                own.append(size)
                break
    said.alone = [size for size in said.alone if size not in own]
    return own


def _facts(cards: list[tuple[Device, Found, int, str]], processor: str | None, said: _Said, bare: bool,
           own: list[int]) -> Pasted:
    notes: list[Text] = []
    ram = said.ram
    shared = next((size for device, found, _, _ in cards if device.in_main_memory and (size := found.memory_bytes or _only_size(device))),
                  None)
    if cards and own and ram is None and not said.alone:
        notes.append(say("{size} is what the card is sold with: taken as the card's. Write RAM beside it where it is the machine's.",
                         size=gigabytes(own[0], True)))
    if ram is None and shared is None and said.alone:
        ram = said.alone[0]
        if not (cards and cards[0][0].in_main_memory):
            notes.append(say("{size} stands alone in the text: taken as the machine's memory.", size=gigabytes(ram, True)))
    if bare and processor:
        notes.append(say("The text says that there is no card: the processor runs the model from main memory."))
    elif bare:
        notes.append(say("The text says that there is no card, and its processor is not known here: choose its kind of memory in the"
                         " list, as dual-channel DDR4-3200."))
    elif not cards:
        notes.append(say("The text names no card that is known here: write its name, as RTX 4090 or MI300X, or that there is none."))
    listed = tuple(Card(name=name, index=i) for i, name in enumerate(name for device, _, count, name in cards for _ in range(count)))
    return Pasted(tool="words", cards=listed, ram_bytes=ram or shared, chip=processor if bare or cards else None, notes=tuple(notes))


def _only_size(device: Device) -> int | None:
    """The memory of a machine that is sold with one size alone (GB10, a Jetson)."""
    return device.memory_bytes if len(device.memory_options_bytes) < 2 else None


def _memory(text: str, said: _Said) -> str:
    """Takes the main memory out of the text: `64 GB DDR5-6000`, `2x16GB DDR4`, `ram: 32G`."""
    text = re.sub(SIZE + r"\s?(?:of )?" + VIDEO + r"\b", r"\1\2 vram , ", text)
    text = re.sub(r"\b" + VIDEO + r"\s?[:=]?\s?" + SIZE, " , ", text)
    if match := MODULES.search(text):
        said.ram = (_bytes(match[2], match[3]) or 0) * int(match[1]) or None
        text = text[:match.start()] + " , " + re.sub(r"^[\s,]{0,4}" + KIND, " ", text[match.end():])
    for pattern in MEMORY:
        match = pattern.search(text)
        if match and said.ram is None:
            said.ram = _bytes(match[1], match[2])
            text = text[:match.start()] + " , " + text[match.end():]
    return re.sub(KIND + r"(?:[-\s]\d{4,5}\b)?", " , ", text)


def _bytes(value: str, unit: str) -> int | None:
    return sized(value, GIB * (1024 if unit.startswith("t") else 1))


def _part(part: str, names: DeviceNames, laptop: bool, said: _Said) -> None:
    """One piece between separators: its devices, or a size that stands alone."""
    if not part:
        return
    if size := ALONE.fullmatch(part):
        said.alone += [read for read in (_bytes(size[1], size[2]),) if read]
        return
    part = TIMES.sub(r" x\1", part)
    part = re.sub(r"^(\d{1,2})\s?[x*]\s?(?=\S)", r"\1x ", part)
    words = WORD.findall(part)[:MOST_WORDS]
    at = 0
    while at < len(words):
        found = next(_windows(words, at, names, laptop), None)
        if found is None:
            return
        start, end, device, match, name = found
        count = _count_before(words, start)
        after = next((m for n in (2, 1) if (m := re.fullmatch(r"[x*](\d{1,2})", "".join(words[end:end + n])))), None)
        if device.kind == "apu":        # a processor and its graphics are one chip: what is told last of its memory counts
            same = next((one for one in said.devices if one[0].id == device.id), None)
            match = match if same is None or match.memory_bytes else same[1]
            said.devices = [one for one in said.devices if one is not same]
        said.devices.append((device, match, max(1, min(int(after[1]) if after else count, 64)), name))
        at = end


def _windows(words: list[str], at: int, names: DeviceNames, laptop: bool) -> Iterator[tuple[int, int, Device, Found, str]]:
    """The device names from a word on: the first that begins, and of those the longest."""
    for start in range(at, len(words)):
        for end in range(min(len(words), start + WIDEST), start, -1):
            name = " ".join(words[start:end])
            if not TELLING.search(name) or NUMBERS_ONLY.fullmatch(name) or re.match(r"\d{1,2}x? ", name) or name.startswith(("a ", "an ")):
                continue
            if BARE.fullmatch(name) and (name[0] == "=" or (start and words[start - 1].endswith("="))
                                         or (end < len(words) and COUNTED.match(words[end]))):
                continue
            found = names.find(name, near=False)
            if found.id is None and re.search(r"\ds\b", name):      # two P40s; an L40S is one
                name = re.sub(r"(?<=\d)s\b", "", name)
                found = names.find(name, near=False)
            if found.id is None:
                continue
            device = names[found.id]
            if laptop and device.kind == "consumer":
                mobile = names.find(re.sub(r"\s?\d{1,3}\s?g(?:i?b)?$", "", name) + " laptop gpu", near=False)
                if mobile.id is not None:
                    yield start, end, names[mobile.id], mobile, names[mobile.id].name
                    return
            yield start, end, device, found, name
            return


def _count_before(words: list[str], start: int) -> int:
    before = words[start - 1] if start else ""
    if match := re.fullmatch(r"(\d{1,2})[x*]?", before):
        return int(match[1])
    if before in ("x", "*") and start > 1 and words[start - 2].isdecimal():
        return int(words[start - 2][:2])
    return COUNTS.get(before, 1)
