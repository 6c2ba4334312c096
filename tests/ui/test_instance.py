"""One window: a second start hands over what it was asked to open."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from advisor.ui import instance

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at the socket's file")


@pytest.fixture
def runtime(monkeypatch):
    """A short path: a socket's name holds about a hundred letters, and pytest's own folders are deep."""
    with tempfile.TemporaryDirectory(prefix="run") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
def first(qapp, runtime):
    made = instance.Instance()
    yield made
    made.close()


def test_nobody_is_there(runtime):
    assert instance.hand_over(["x.json"]) is False


def test_files_and_links_arrive_whole(first, qtbot, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with qtbot.waitSignal(first.asked, timeout=5000) as caught:
        assert instance.hand_over(["x.json", "advisor://scenario/abc"])
    assert caught.args == [[str(tmp_path / "x.json"), "advisor://scenario/abc"]]


def test_a_start_without_a_file_only_raises_the_window(first, qtbot):
    with qtbot.waitSignal(first.asked, timeout=5000) as caught:
        assert instance.hand_over([])
    assert caught.args == [[]]


def test_another_settings_folder_is_another_window(first, monkeypatch, tmp_path):
    monkeypatch.setenv("ADVISOR_CONFIG", str(tmp_path / "other"))
    assert instance.hand_over([]) is False


def test_a_socket_left_by_a_crash_is_taken_over(qapp, runtime, qtbot):
    where = instance.address()
    os.makedirs(os.path.dirname(where), mode=0o700)
    left = socket.socket(socket.AF_UNIX)
    left.bind(where)
    left.close()
    assert os.path.exists(where) and instance.hand_over([]) is False
    made = instance.Instance()
    with qtbot.waitSignal(made.asked, timeout=5000):
        assert instance.hand_over([])
    made.close()
    assert instance.hand_over([]) is False


def test_who_says_nothing_does_not_block_the_next(first, qtbot, monkeypatch):
    monkeypatch.setattr(instance, "WAIT_S", 0.2)
    silent = socket.socket(socket.AF_UNIX)
    silent.connect(instance.address())
    time.sleep(0.4)
    with qtbot.waitSignal(first.asked, timeout=5000):
        assert instance.hand_over([])
    silent.close()


def test_a_folder_others_can_enter_is_not_used(qapp, runtime):
    os.makedirs(os.path.dirname(instance.address()), mode=0o700)
    os.chmod(os.path.dirname(instance.address()), 0o777)
    instance.Instance()
    assert instance.hand_over([]) is False


@pytest.mark.parametrize("raw", [b"", b"{", b"3", b"[3, null, \"\"]", b"\xff", b"[" * 60_000, b'["a\\u0000b"]'])
def test_rubbish_is_no_word(raw):
    assert instance.parse(raw) == []


def test_a_second_program_ends_at_once(first, qtbot, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text("{}")
    second = subprocess.Popen([sys.executable, "-m", "advisor", str(path)], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    try:
        with qtbot.waitSignal(first.asked, timeout=30_000) as caught:
            pass
        assert second.wait(30) == 0
    finally:
        second.kill()
    assert caught.args == [[str(path)]]


def test_a_runtime_folder_too_long_for_a_socket_is_not_used(monkeypatch, tmp_path):
    folder = tmp_path / ("long" * 20)
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    assert len(instance.address()) < 100 and str(folder) not in instance.address()
