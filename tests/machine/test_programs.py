"""A tool that is missing, fails or hangs prints nothing."""

from __future__ import annotations

import subprocess

import pytest

from advisor.machine import programs


def test_tools_that_hang_fail_or_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert programs.run(["no-such-tool-at-all"]) is None

    def hang(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setattr(programs.shutil, "which", lambda _: "/bin/true")
    monkeypatch.setattr(programs.subprocess, "run", hang)
    assert programs.run(["x"]) is None
