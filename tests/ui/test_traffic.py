import pytest

from advisor.ui.files import link_of, parse_link, parse_text, scenario_text
from advisor.ui.store import Task
from advisor.ui.traffic import Traffic, parse_traffic, said


def test_only_what_was_said_is_saved():
    assert said(Traffic()) == {}
    assert said(Traffic(shape="burst", queue=32)) == {"shape": "burst", "queue": 32}


def test_a_file_and_a_link_bring_it_back(seed_scenario):
    task = Task("code", traffic=Traffic(shape="day", seconds=3600, wait_s=30, first_token_s=1.5, seed=11))
    assert parse_text(scenario_text(seed_scenario, task), "x.json")[1] == task
    assert parse_link(link_of(seed_scenario, task)) == (seed_scenario, task)


@pytest.mark.parametrize("hostile", [None, [], "x", {"shape": ["people"]}, {"seconds": 1e99}, {"seed": -1}, {"queue": True},
                                     {"first_token_s": float("nan")}, {"trace": "x" * 5000}, {"spread": {"a": 1}}, {"pace": "fast"},
                                     {"seconds": None}])
def test_what_is_out_of_range_keeps_its_default(hostile):
    assert parse_traffic(hostile) == Traffic()


def test_the_shape_follows_the_scenario_until_one_is_chosen():
    assert Traffic().shape_for(None) == "people" and Traffic().shape_for(0.5) == "poisson"
    assert Traffic(shape="burst").shape_for(None) == "burst"
    assert Traffic(shape="trace").shape_for(2.0) == "poisson"


def test_changes_are_one_step_to_undo(make_window):
    store = make_window("calculator").store
    before = store.state
    assert store.ask_traffic(scenario={"workload__requests_per_s": 0.5}, shape="poisson") is None
    assert store.scenario.workload.requests_per_s == 0.5 and store.state.task.traffic.shape == "poisson"
    store.undo()
    assert store.state == before
    assert store.ask_traffic(scenario={"workload__requests_per_s": -1.0}, shape="burst") is not None
    assert store.state == before
