"""Work over 10 ms, off the window's thread: one lane a purpose, the newest job of a lane wins, late results are dropped."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from advisor.allocator import collect
from advisor.errors import CannotAnswer
from advisor.worker import WORKERS, Job

GARBAGE = 50_000


class Jobs(QObject):
    """Runs `work(job)` in a pool; `done` (or `failed`) is called here, on the window's thread, if still wanted.

    Widgets must die on the window's thread, but Python's collector runs on whichever thread allocates: while there are
    workers it is switched off and run here instead, whenever enough has gathered.
    """

    busy_changed = Signal()
    _arrived = Signal(str, int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="advisor")
        self._closed = False
        gc.disable()
        self._number = 0
        self._running: dict[str, Job] = {}
        self._calls: dict[int, tuple[Callable[[Any], None], Callable[[CannotAnswer], None] | None,
                                     Callable[[float, Any], None] | None]] = {}
        self._arrived.connect(self._arrive, Qt.ConnectionType.QueuedConnection)

    def run(self, lane: str, work: Callable[[Job], Any], done: Callable[[Any], None],
            failed: Callable[[CannotAnswer], None] | None = None,
            progress: Callable[[float, Any], None] | None = None) -> Job:
        """Starts `work` and cancels the lane's older job, whose result no one will see."""
        self.cancel(lane)
        self._number += 1
        number = self._number
        job = Job(lane, number, lambda f, partial: self._arrived.emit(lane, number, "progress", (f, partial)))
        if self._closed:
            job.cancel()
            return job
        self._running[lane] = job
        self._calls[number] = (done, failed, progress)
        self._pool.submit(_run, job, work, self._arrived)
        self.busy_changed.emit()
        return job

    def run_away(self, lane: str, target: str, arguments: tuple[Any, ...], done: Callable[[Any], None],
                 failed: Callable[[CannotAnswer], None] | None = None,
                 progress: Callable[[float, Any], None] | None = None) -> Job:
        """As `run`, for what takes long or much memory: `target` ("package.module:function", without Qt) is called in a second
        process with `arguments`, plain values, and a job."""
        return self.run(lane, lambda job: WORKERS.call(target, arguments, job), done, failed, progress)

    def cancel(self, lane: str) -> None:
        job = self._running.pop(lane, None)
        if job:
            job.cancel()
            self._calls.pop(job.number, None)
            self.busy_changed.emit()

    def busy(self, lane: str) -> bool:
        return lane in self._running

    def any_busy(self) -> bool:
        return bool(self._running)

    def close(self) -> None:
        """Cancels everything and waits for the threads, so that none outlives the window."""
        self._closed = True
        for lane in list(self._running):
            self.cancel(lane)
        self._pool.shutdown(wait=True, cancel_futures=True)
        gc.enable()

    def _arrive(self, lane: str, number: int, kind: str, value: Any) -> None:
        if gc.get_count()[0] > GARBAGE:
            collect()
        calls = self._calls.get(number)
        if calls is None:
            return
        done, failed, progress = calls
        if kind == "progress":
            if progress:
                progress(*value)
            return
        del self._calls[number]
        self._running.pop(lane, None)
        self.busy_changed.emit()
        if kind == "done":
            done(value)
        elif kind == "failed":
            if failed:
                failed(value)
        else:
            raise RuntimeError(value)


def _run(job: Job, work: Callable[[Job], Any], arrived: Any) -> None:
    """In a worker: the outcome goes to the window's thread by a queued signal."""
    if job.cancelled:
        return
    try:
        result = work(job)
    except CannotAnswer as error:
        arrived.emit(job.lane, job.number, "failed", error)
    except Exception:       # a bug: shown with its traceback by the window's thread, not lost in a worker's
        arrived.emit(job.lane, job.number, "broken", traceback.format_exc())
    else:
        arrived.emit(job.lane, job.number, "done", result)
