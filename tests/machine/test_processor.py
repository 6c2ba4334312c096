"""What this machine's processor is measured at."""

from __future__ import annotations

from advisor.machine import processor


def test_measurements_are_plausible() -> None:
    bandwidth, compute = processor.probe_bandwidth(0.05), processor.probe_compute(0.05)
    assert bandwidth is not None and 1e8 < bandwidth < 1e13
    assert compute is not None and 1e8 < compute < 1e15
