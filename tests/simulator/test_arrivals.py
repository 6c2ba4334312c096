"""Draws that are the same everywhere, arrivals and lengths with the right means, closed loops."""

import numpy as np
import pytest

from advisor.simulator.arrivals import closed_workload, open_workload, shared_prefix
from advisor.simulator.draws import Draws, Lengths, arrival_times, burst_gaps, day_times, poisson_gaps
from advisor.simulator.requests import Content, common_prefix


def test_the_same_seed_is_the_same_run_on_every_platform():
    """Fixed values: another platform or numpy that draws otherwise fails here."""
    assert Draws(1).uniform(3).tolist() == [0.5118216247002568, 0.9504636963259353, 0.14415961271963373]
    made = open_workload("poisson", 2.0, 5, Lengths("exponential", 100), Lengths("log_normal", 50), 42)
    again = open_workload("poisson", 2.0, 5, Lengths("exponential", 100), Lengths("log_normal", 50), 42)
    other = open_workload("poisson", 2.0, 5, Lengths("exponential", 100), Lengths("log_normal", 50), 43)
    assert list(made.arrival) == pytest.approx([0.128120096, 0.539886499, 0.616113772, 0.796334766, 1.977622563], abs=1e-12)
    assert (list(made.prompt), list(made.output)) == ([24, 141, 91, 46, 21], [108, 44, 15, 105, 19])
    assert (made.arrival, made.prompt, made.output) == (again.arrival, again.prompt, again.output)
    assert made.arrival != other.arrival
    assert all(abs(t * 1e9 - round(t * 1e9)) < 1e-3 for t in made.arrival)


def test_common_random_numbers_scale_with_the_rate():
    slow = open_workload("poisson", 1.0, 50, Lengths("exponential", 9), Lengths("exponential", 9), 1)
    fast = open_workload("poisson", 4.0, 50, Lengths("exponential", 9), Lengths("exponential", 9), 1)
    assert np.array(fast.arrival) * 4 == pytest.approx(np.array(slow.arrival), abs=1e-6)
    assert slow.prompt == fast.prompt and slow.output == fast.output


def test_bursts_have_the_asked_for_spread():
    for cv in (0.5, 1.0, 3.0):
        gaps = burst_gaps(Draws(3), 10.0, 200_000, cv)
        assert gaps.mean() == pytest.approx(0.1, rel=0.03) and gaps.std() / gaps.mean() == pytest.approx(cv, rel=0.04)


def test_a_day_follows_its_curve():
    curve = (1.0, 3.0, 0.0, 2.0)
    times = day_times(Draws(4), 10.0, 60_000, 1000.0, curve)
    assert (np.diff(times) >= 0).all()
    share = np.bincount((times % 1000 // 250).astype(int), minlength=4)[:4] / len(times)
    assert share == pytest.approx(np.array(curve) / 6, abs=0.01)
    assert len(times) / times[-1] == pytest.approx(10.0, rel=0.02)


@pytest.mark.parametrize(("lengths", "mean", "cv"), [
    (Lengths(mean=77), 77, 0.0), (Lengths("exponential", 300), 300.5, 1.0), (Lengths("log_normal", 200, cv=0.5), 200.5, 0.5),
    (Lengths("empirical", values=(10, 20, 60)), 30, 0.72)])
def test_lengths(lengths, mean, cv):
    drawn = lengths.draw(Draws(5), 100_000)
    assert drawn.min() >= 1 and drawn.mean() == pytest.approx(mean, rel=0.02)
    assert drawn.std() / drawn.mean() == pytest.approx(cv, abs=0.03)


def test_even_and_poisson_arrivals():
    even = open_workload("even", 4.0, 9, Lengths(), Lengths(), 1)
    assert np.diff(even.arrival) == pytest.approx(0.25)
    assert arrival_times(poisson_gaps(Draws(6), 3.0, 100_000))[-1] == pytest.approx(100_000 / 3, rel=0.01)


def test_a_closed_loop_asks_again_after_thinking():
    loop = closed_workload(2, 0.0, 5, Lengths(), Lengths(), 1)
    first, second = loop.take(), loop.take()
    assert (first.arrival, second.arrival, loop.next_time()) == (0.0, 0.0, float("inf"))
    loop.ended(first.index, 3.5)
    third = loop.take()
    assert third.arrival == 3.5 and third.user == first.user
    loop.close_after(4.0)
    loop.ended(third.index, 4.5)
    assert loop.next_time() == float("inf")


def test_people_met_in_mid_life_do_not_ask_in_step():
    loop = closed_workload(8, 0.0, 40, Lengths(), Lengths(mean=100), 1, mid_life=True)
    assert len(set(loop.output[:8])) > 5 and set(loop.output[8:]) == {100}


def test_what_requests_share():
    content = shared_prefix(100, 3, 1, 50)
    a, groups = content(0), {content(i).sources[0] for i in range(50)}
    assert len(groups) == 3 and a.shared == 100
    same = next(content(i) for i in range(1, 50) if content(i).sources == a.sources)
    other = next(content(i) for i in range(1, 50) if content(i).sources != a.sources)
    assert common_prefix(a, 150, same, 120) == 100 and common_prefix(a, 150, other, 150) == 0
    assert common_prefix(a, 60, same, 120) == 60


def test_a_conversation_goes_on_from_its_parent():
    group = Content("a", [30], ["system"])
    child = group.continued("b", 80)
    grandchild = child.continued("c", 100)
    assert [grandchild.source(p) for p in (0, 29, 30, 79, 80, 99, 100)] == ["system", "system", "a", "a", "b", "b", "c"]
    assert common_prefix(group, 90, child, 200) == 80 and common_prefix(child, 200, grandchild, 200) == 100
    assert group.continued("d", 20).source(25) == "d"
