"""Which tool a pasted text comes from, and its facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.errors import CannotAnswer
from advisor.readers.engine_errors import explain, is_error, read_error
from advisor.readers.engine_logs import is_log, read_log
from advisor.readers.nvidia_smi import failure, is_nvidia, read_nvidia
from advisor.readers.pasted import MOST_CARDS, Card, Pasted, clean
from advisor.readers.rocm_smi import is_rocm, read_rocm
from advisor.readers.system_profiler import is_profiler, read_profiler
from advisor.words import say

LSPCI = re.compile(r"^(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.\d\s+(?:VGA compatible controller|3D controller|Display controller)"
                   r"(?: \[[0-9a-f]+\])?:\s*(.+)$")
READERS = ((is_profiler, read_profiler), (is_rocm, read_rocm), (is_nvidia, read_nvidia), (is_log, read_log), (is_error, read_error))


def read_tool_output(text: str) -> Pasted:
    """The facts of a paste. Raises CannotAnswer, in one sentence, for text that is none of the known tools'."""
    lines = clean(text)
    for fits, read in READERS:
        if fits(lines):
            found = read(lines)
            if read is read_log:
                found = found.noted(*explain(lines))
            if found.cards or found.rows or found.figures or found.driver or found.chip or found.notes:
                return found
    found = _lspci(lines)
    if found.cards:
        return found
    raise failure(lines) or CannotAnswer(
        say("This is not the output of a tool that is known here."),
        say("Paste what nvidia-smi, rocm-smi, amd-smi, system_profiler, lspci or `ollama ps` prints, an engine's log, or the error it"
            " stopped with."))


def _lspci(lines: Sequence[str]) -> Pasted:
    """Graphics controllers by their marketing name in brackets."""
    cards: list[Card] = []
    for line in lines:
        if match := LSPCI.match(line.strip()):
            inside = re.findall(r"\[([^\[\]]{0,80}[A-Za-z][^\[\]]{0,80})\]", re.sub(r"\(rev.*", "", match[1]))
            names = [n for n in inside if not re.fullmatch(r"[0-9a-f]{4}:[0-9a-f]{4}|AMD/ATI", n)]
            if re.search(r"NVIDIA|AMD|ATI|Intel", match[1]):
                cards.append(Card(name=(names[-1] if names else match[1])[:200], index=len(cards)))
    return Pasted(tool="lspci", cards=tuple(cards[:MOST_CARDS]), os="linux" if cards else None)
