"""Second processes for long work. What it took of memory goes back whole, and the window does not wait for its interpreter.

Both ends speak pickles over the child's own pipes: down go (number, target, arguments) and (number,) to cancel that job, up come
(kind, value) with kind progress, done, failed or broken. A child that has grown, or that nobody asked for a while, ends; the next
question starts another. No Qt here.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

from advisor import catalog
from advisor.allocator import collect
from advisor.errors import CannotAnswer
from advisor.words import say

WORD = "--worker"
"""The command line's only word when it is to be the child."""
IDLE_S = 60.0
MOST_GROWN_BYTES = 96 * 2**20
MOST_CHILDREN = 2
PATIENCE_S = 2.0        # a cancelled job that has not stopped by then is stopped with its process


class Job:
    """What a running function is given: whether to stop, and how to say how far it is."""

    def __init__(self, lane: str, number: int, report: Callable[[float, Any], None]) -> None:
        self.lane, self.number = lane, number
        self._stop = threading.Event()
        self._report = report
        self._told: Callable[[], None] | None = None

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def cancel(self) -> None:
        self._stop.set()
        if self._told is not None:
            self._told()

    def when_cancelled(self, told: Callable[[], None] | None) -> None:
        """`told` is called by whoever cancels; at once where that has been."""
        self._told = told
        if told is not None and self.cancelled:
            told()

    def progress(self, fraction: float, partial: Any = None) -> None:
        """`fraction` 0..1 and, where there is one, a partial result to draw."""
        self._report(fraction, partial)


def called(target: str) -> Callable[..., Any]:
    """The function of "package.module:function"."""
    module, _, name = target.partition(":")
    return cast(Callable[..., Any], getattr(importlib.import_module(module), name))


# ------------------------------------------------------------------------------------------------ the window's end

class Workers:
    """Children, started when they are needed: a new question waits neither for an old one that is stopping nor for a file that is
    being written. Safe to call from several threads."""

    def __init__(self, most: int = MOST_CHILDREN) -> None:
        self._all = [Worker() for _ in range(most)]

    def call(self, target: str, arguments: tuple[Any, ...], job: Job) -> Any:
        """`called(target)(*arguments, job)`, worked out in a child that is free; here where no process can be started.

        A cancelled job returns None or what there is. Raises what the function raises, and CannotAnswer where the child has died
        of it.
        """
        for worker in self._all:
            if worker.free.acquire(blocking=False):
                break
        else:
            worker = self._all[0]
            worker.free.acquire()
        try:
            return worker.call(target, arguments, job)
        finally:
            worker.free.release()

    def end(self) -> None:
        """Ends the children: they are idle, or what they do is not wanted."""
        for worker in self._all:
            worker.end()

    def memory_bytes(self) -> int:
        """Resident memory of all children."""
        return sum(worker.memory_bytes() for worker in self._all)


class Worker:
    """One child, started when it is first needed. Who calls holds `free`: jobs are worked off one at a time."""

    def __init__(self) -> None:
        self.free = threading.Lock()
        self._writing = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._generation = 0
        self._number = 0

    def call(self, target: str, arguments: tuple[Any, ...], job: Job) -> Any:
        """As `Workers.call`, by this child."""
        for last in (False, True):
            process = self._started()
            if process is None:
                return called(target)(*arguments, job)
            try:
                return self._answer(process, target, arguments, job)
            except (EOFError, OSError, pickle.UnpicklingError):
                self.end()
                if job.cancelled:
                    return None
                if last:
                    raise CannotAnswer(say("The process that works this out has ended, probably for want of memory."),
                                       say("Ask for fewer requests, or close other programs.")) from None
        return None

    def memory_bytes(self) -> int:
        """Resident memory of the child, 0 where there is none."""
        import psutil
        process = self._process
        with contextlib.suppress(psutil.Error):
            return int(psutil.Process(process.pid).memory_info().rss) if process is not None and process.poll() is None else 0
        return 0

    def _started(self) -> subprocess.Popen[bytes] | None:
        if self._process is not None and (self._process.poll() is not None or self._generation != catalog.generation()):
            self.end()
        if self._process is None:
            self._generation = catalog.generation()
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment(),
                                                 creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
        return self._process

    def _answer(self, process: subprocess.Popen[bytes], target: str, arguments: tuple[Any, ...], job: Job) -> Any:
        assert process.stdout is not None
        self._number += 1
        number, over = self._number, threading.Event()

        def stop() -> None:
            with contextlib.suppress(OSError, ValueError):      # ValueError: the pipe is closed already
                self._send(process, (number,))
            if not over.wait(PATIENCE_S):
                process.kill()

        def soon() -> None:
            """Whoever cancels is the window, and a write that wakes the child costs it some ms where the cores are few."""
            threading.Thread(target=stop, daemon=True).start()

        self._send(process, (number, target, arguments))
        job.when_cancelled(soon)
        try:
            while True:
                kind, value = pickle.load(process.stdout)
                if kind == "progress":
                    if not job.cancelled:
                        job.progress(*value)
                elif kind == "done":
                    return value
                elif kind == "failed":
                    raise value
                else:
                    raise RuntimeError(value)
        finally:
            over.set()
            job.when_cancelled(None)

    def _send(self, process: subprocess.Popen[bytes], message: tuple[Any, ...]) -> None:
        assert process.stdin is not None
        data = pickle.dumps(message)
        with self._writing:
            process.stdin.write(data)
            process.stdin.flush()

    def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.kill()
        process.wait()


def _command() -> list[str]:
    """How this program starts itself once more: frozen, the executable is the program; else it is Python."""
    return [sys.executable, WORD] if getattr(sys, "frozen", False) else [sys.executable, "-m", "advisor", WORD]


def _environment() -> dict[str, str]:
    """As here, and the child finds the same `advisor`."""
    home = str(Path(__file__).resolve().parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in (home, os.environ.get("PYTHONPATH", "")) if p)}


WORKERS = Workers()
"""The children of this program."""
atexit.register(WORKERS.end)


# ------------------------------------------------------------------------------------------------ the child's end

def serve() -> NoReturn:
    """What the child does until its pipe closes, nobody asks, or it has grown."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)        # whatever prints must not stand between the pickles
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)      # the window goes first
    asked: queue.Queue[tuple[Job, str, tuple[Any, ...]]] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked, answers), daemon=True).start()
    at_first: int | None = None
    while True:
        try:
            job, target, arguments = asked.get(timeout=IDLE_S)
        except queue.Empty:
            break
        _tell(answers, *_worked(job, target, arguments))
        del job, arguments
        collect()
        at_first = at_first or _resident()
        if _resident() - at_first > MOST_GROWN_BYTES:
            break
    os._exit(0)     # the thread that listens holds the pipe, which an orderly end would wait for


def _worked(job: Job, target: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", None if job.cancelled else called(target)(*arguments, job)
    except CannotAnswer as error:
        return "failed", error
    except Exception:       # a bug: the window shows it with its traceback
        return "broken", traceback.format_exc()


def _listen(questions: BinaryIO, asked: queue.Queue[Any], answers: BinaryIO) -> None:
    """Takes what comes down the pipe; its end is the child's end, whatever it is at."""
    jobs: dict[int, Job] = {}
    while True:
        try:
            number, *what = pickle.load(questions)
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)
        if what:
            jobs = {number: Job("", number, lambda share, partial: _tell(answers, "progress", (share, partial)))}
            asked.put((jobs[number], *what))
        elif number in jobs:
            jobs[number].cancel()


def _tell(answers: BinaryIO, kind: str, value: Any) -> None:
    try:
        answers.write(pickle.dumps((kind, value)))
        answers.flush()
    except OSError:     # nobody is there any more
        os._exit(0)


def _resident() -> int:
    import psutil
    return int(psutil.Process().memory_info().rss)
