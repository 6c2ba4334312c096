"""Which tool a pasted text comes from, and its facts."""

from __future__ import annotations

from advisor.errors import CannotAnswer
from advisor.readers.device_lists import read_list, with_host
from advisor.readers.engine_errors import explain, is_error, read_error
from advisor.readers.engine_logs import is_log, read_log
from advisor.readers.host_tools import read_host
from advisor.readers.nvidia_smi import failure, is_nvidia, read_nvidia
from advisor.readers.pasted import Pasted, clean
from advisor.readers.rocm_smi import is_rocm, read_rocm
from advisor.readers.system_profiler import is_profiler, read_profiler
from advisor.words import say

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
                return with_host(found, lines)
    if listed := read_list(lines):
        return with_host(listed, lines)
    if host := read_host(lines):
        return host
    raise failure(lines) or CannotAnswer(
        say("This is not the output of a tool that is known here."),
        say("Paste what nvidia-smi, rocm-smi, amd-smi, system_profiler, lspci or `ollama ps` prints, an engine's log, or the error it"
            " stopped with; or name the machine in a few words: 2x RTX 3090, 128 GB RAM."))

