"""Plans for tests of commands and files, and readers that split texts the way their real consumers do."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from advisor.answer import Trace
from advisor.engines.base import Plan
from advisor.estimate import resolve
from advisor.scenario import parse_scenario

KEY = "sk-test-0123456789abcdef"


def plan(model: str = "qwen2.5-14b-instruct", engine: str = "vllm", quantization: str | None = None, device: str | None = "RTX 4090",
         count: int = 1, settings: Mapping[str, Any] | None = None, workload: Mapping[str, Any] | None = None, version: str | None = None,
         host_memory_gib: float | None = 128, **more: Any) -> Plan:
    """A plan from a scenario, resolved and measured as `advisor command` does it."""
    scenario = parse_scenario({
        "model": model, "engine": engine, "quantization": quantization, "engine_version": version,
        "hardware": {"device": device, "count": count, "host_memory_gib": host_memory_gib},
        "settings": dict(settings or {}), "workload": dict(workload or {"concurrency": 1, "prompt_tokens": 1024, "output_tokens": 256})})
    trace = Trace()
    case = resolve(scenario, trace)
    return Plan(case=case, memory=case.engine.memory(case, trace), **more)


def at_path(base: Plan, path: str) -> Plan:
    """The same plan with its model named by a path."""
    return replace(base, case=replace(base.case, model_path=path, model_reference=path))


def bash_words(texts: Sequence[str], programs: Sequence[str], folder: Path) -> list[list[str]]:
    """What a real bash makes of each text's first command among `programs`, which only print their arguments."""
    script = ["cd " + "'" + str(folder) + "'", "LC_ALL=C.UTF-8"]
    script += [f"{name}() {{ printf '%s\\0' {name} \"$@\"; }}" for name in programs]
    for text in texts:
        script += ["( " + text + "\n)", "printf '\\1\\0'"]
    done = subprocess.run(["bash", "--norc", "-c", "\n".join(script)], capture_output=True, check=True, timeout=60)
    assert not done.stderr, done.stderr[:400]
    groups = done.stdout.decode().split("\1\0")[:-1]
    return [group.split("\0")[:-1] for group in groups]


def powershell_words(text: str) -> list[str]:
    """Arguments of one PowerShell command line: single-quoted strings (any PowerShell quote, doubled inside) and bare words."""
    words: list[str] = []
    i = 0
    quotes = "'\u2018\u2019\u201a\u201b"
    while i < len(text):
        if text[i] == " ":
            i += 1
        elif text[i] in quotes:
            word, i = "", i + 1
            while True:
                if text[i] in quotes:
                    if i + 1 < len(text) and text[i + 1] in quotes:
                        word, i = word + text[i + 1], i + 2
                        continue
                    i += 1
                    break
                word, i = word + text[i], i + 1
            assert i == len(text) or text[i] == " ", text[i:]
            words.append(word)
        else:
            found = re.match(r"[^\s'\u2018\u2019\u201a\u201b]+", text[i:])
            assert found, text[i:]
            assert found.group() == "&" or not re.search(r"""[`"$;|&(){}<>@#,%]""", found.group()), found.group()
            words.append(found.group())
            i += found.end()
    return words


def cmd_words(text: str) -> list[str]:
    """Arguments of one cmd line as the C runtime splits it; signs that cmd itself would act on must be inside quotes."""
    words, word, inside, started, i = [], "", False, False, 0
    while i < len(text):
        char = text[i]
        slashes = re.match(r"\\*", text[i:])
        assert slashes is not None
        run = slashes.end()
        if run and i + run < len(text) and text[i + run] == '"':
            word += "\\" * (run // 2)
            assert run % 2 == 0
            i += run
        elif run:
            word, started, i = word + "\\" * run, True, i + run
        elif char == '"':
            inside, started, i = not inside, True, i + 1
        elif char == " " and not inside:
            if started:
                words.append(word)
            word, started, i = "", False, i + 1
        else:
            assert char not in "%!", text
            assert inside or char not in "&|<>()^\n\r", text
            word, started, i = word + char, True, i + 1
    assert not inside
    return [*words, word] if started else words


def systemd_words(line: str) -> list[str]:
    """Words of an ExecStart value by systemd's rules: C escapes in double quotes, %% and $$ undone."""
    words: list[str] = []
    for quoted, bare in re.findall(r'"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S+)', line):
        if bare:
            assert not re.search(r"""["'\\;]""", bare), bare
            text = bare
        else:
            text = re.sub(r"\\(.)", r"\1", quoted)
        assert not re.search(r"(?<!%)(?:%%)*%(?!%)", text), text
        words.append(text.replace("%%", "%").replace("$$", "$"))
    return words
