"""The fast lane's own arithmetic; what it decides is held against the stepped loop in test_leap.py."""

import pytest

from advisor.simulator.arrivals import ClosedLoop
from advisor.simulator.fast_lane import run_fast
from advisor.simulator.fast_lane.decoders import NEVER, Decoders
from advisor.simulator.fast_lane.engine import steps_over
from advisor.simulator.limits import COMPLETED
from advisor.simulator.record import Record
from advisor.simulator.schedulers.vllm import Vllm
from tests.simulator.plants import clock


@pytest.mark.parametrize("growth", [0.0, 1e-6, 3e-3])
@pytest.mark.parametrize("each", [0.004, 0.05])
def test_the_fewest_steps_that_take_so_long(each, growth):
    for seconds in (1e-9, each, each * 1.000001, 0.3, 1.7, 2.0):
        steps, time = 1, each
        while time < seconds:
            steps += 1
            time = steps * each + growth * (steps * (steps - 1) / 2)
        assert steps_over(seconds, each, growth) == steps


def test_who_was_pushed_out_has_no_last_token():
    crowd = Decoders(4, 10)
    assert crowd.next_end() == NEVER
    crowd.finishing = [5 << crowd.bits | 3, 7 << crowd.bits | 1]
    assert crowd.next_end() == 5
    crowd.push_out(3, origin=-2, last=5)
    assert crowd.next_end() == 7
    assert not crowd.stale and crowd.wanting == [0, 0, -1, 0]


def test_as_many_may_run_at_once_as_there_are_seats():
    people = 5000
    crowd = ClosedLoop(people, [0.0] * people, [1] * people, [4] * people)
    engine = Vllm(num_blocks=people * 2, max_num_seqs=8192, max_num_batched_tokens=8192)
    assert set(run_fast(crowd, engine, clock(fixed=0.01), Record(people, 0)).state) == {COMPLETED}
