"""The second process: what it answers, how it is stopped, and what happens when it dies. Targets are this file's functions."""

import os
import signal
import sys
import threading
import time

import pytest

from advisor import worker
from advisor.errors import CannotAnswer
from advisor.words import Text, say
from advisor.worker import Job, Workers

HERE = "test_worker"


@pytest.fixture
def second(monkeypatch):
    """A worker whose child finds this file."""
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__))
    one = Workers()
    yield one
    one.end()


def job(told=None):
    return Job("test", 1, lambda share, partial: told.append((share, partial)) if told is not None else None)


def twice(number, job):
    print("what a library says to the screen")
    job.progress(0.5, number)
    return 2 * number, os.getpid()


def modules(job):
    return [name for name in sys.modules if name.split(".")[0] in ("PySide6", "pyqtgraph", "shiboken6") or name == "advisor.ui"]


def refuses(job):
    raise CannotAnswer(say("{n} is too many.", n=1234), say("Take fewer."), "people")


def breaks(job):
    raise ZeroDivisionError("a bug")


def dies(job):
    os.kill(os.getpid(), signal.SIGKILL)


def waits(job):
    while not job.cancelled:
        time.sleep(0.005)
    return "stopped"


def never_stops(job):
    time.sleep(60)


def grows(job):
    grows.kept = bytearray(os.urandom(1024)) * (120 * 1024)
    return os.getpid()


def test_it_answers_from_another_process_and_tells_how_far_it_is(second):
    told = []
    answer, first = second.call(f"{HERE}:twice", (21,), job(told))
    assert answer == 42 and told == [(0.5, 21)] and first != os.getpid()
    assert second.call(f"{HERE}:twice", (1,), job())[1] == first       # the same child
    assert second.memory_bytes() > 10e6


def test_no_window_is_loaded_in_it(second):
    assert second.call(f"{HERE}:modules", (), job()) == []


def test_a_refusal_comes_back_with_its_template(second):
    with pytest.raises(CannotAnswer) as refused:
        second.call(f"{HERE}:refuses", (), job())
    error = refused.value
    assert str(error) == "1,234 is too many. Take fewer." and error.field == "people"
    assert isinstance(error.why, Text) and error.why.template == "{n} is too many." and error.why.values == {"n": 1234}


def test_a_bug_comes_back_with_its_traceback_and_the_child_lives(second):
    with pytest.raises(RuntimeError, match=r"in breaks(.|\n)*a bug"):
        second.call(f"{HERE}:breaks", (), job())
    assert second.call(f"{HERE}:twice", (2,), job())[0] == 4


def test_a_job_that_kills_it_says_so_and_the_next_starts_another(second):
    with pytest.raises(CannotAnswer, match="memory"):
        second.call(f"{HERE}:dies", (), job())
    assert second.call(f"{HERE}:twice", (2,), job())[0] == 4


def test_a_child_that_died_at_rest_is_not_noticed(second):
    first = second.call(f"{HERE}:twice", (1,), job())[1]
    os.kill(first, signal.SIGKILL)
    answer, other = second.call(f"{HERE}:twice", (5,), job())
    assert answer == 10 and other != first


def test_a_cancelled_job_stops_and_the_child_goes_on(second):
    first = second.call(f"{HERE}:twice", (1,), job())[1]
    asked = job()
    threading.Timer(0.05, asked.cancel).start()
    assert second.call(f"{HERE}:waits", (), asked) in ("stopped", None)      # None: before it had begun
    assert second.call(f"{HERE}:twice", (2,), job()) == (4, first)


def test_whoever_cancels_does_not_write_to_the_child(second, monkeypatch):
    writers, send = [], worker.Worker._send
    monkeypatch.setattr(worker.Worker, "_send", lambda *a: (writers.append(threading.get_ident()), send(*a))[1])
    asked, canceller = job(), threading.Timer(0.1, lambda: (ids.append(threading.get_ident()), asked.cancel()))
    ids: list[int] = []
    canceller.start()
    second.call(f"{HERE}:waits", (), asked)
    canceller.join()
    assert ids and ids[0] not in writers


def test_a_job_cancelled_before_it_began_does_nothing(second):
    asked = job()
    asked.cancel()
    assert second.call(f"{HERE}:waits", (), asked) in (None, "stopped")


def test_a_job_that_does_not_stop_is_stopped_with_its_process(second, monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE_S", 0.1)
    asked = job()
    threading.Timer(0.4, asked.cancel).start()
    began = time.monotonic()
    assert second.call(f"{HERE}:never_stops", (), asked) is None
    assert time.monotonic() - began < 30
    assert second.call(f"{HERE}:twice", (2,), job())[0] == 4


def test_a_child_that_has_grown_is_replaced(second):
    second.call(f"{HERE}:twice", (1,), job())
    large = second.call(f"{HERE}:grows", (), job())
    answer, other = second.call(f"{HERE}:twice", (3,), job())
    assert answer == 6 and other != large


def test_without_a_second_process_the_work_is_done_here(second, monkeypatch):
    def no(*_, **__):
        raise OSError("no more processes")
    monkeypatch.setattr(worker.subprocess, "Popen", no)
    answer, where = second.call(f"{HERE}:twice", (4,), job())
    assert answer == 8 and where == os.getpid()


def test_the_child_ends_with_its_parent(second):
    import psutil
    child = psutil.Process(second.call(f"{HERE}:twice", (1,), job())[1])
    second._all[0]._process.stdin.close()       # what the system does when a program is killed
    child.wait(10)
    assert not child.is_running()


def pauses(number, job):
    time.sleep(0.2)
    return number, os.getpid()


def test_jobs_of_several_threads_are_worked_off_by_two_children(second):
    found = []
    threads = [threading.Thread(target=lambda n=n: found.append(second.call(f"{HERE}:pauses", (n,), job()))) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number for number, _ in found) == list(range(6)) and len({child for _, child in found}) == 2


def test_a_question_does_not_wait_for_one_that_is_running(second):
    asked = job()
    running = threading.Thread(target=second.call, args=(f"{HERE}:waits", (), asked))
    running.start()
    assert second.call(f"{HERE}:twice", (2,), job())[0] == 4
    asked.cancel()
    running.join(20)
    assert not running.is_alive()
