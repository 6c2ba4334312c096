"""Traffic in the store, in files and in links."""

from advisor.ui.files import link_of, parse_link, parse_text, scenario_text
from advisor.ui.store import Task
from advisor.whatif.traffic import Traffic


def test_a_file_and_a_link_bring_it_back(seed_scenario):
    task = Task("code", traffic=Traffic(shape="day", seconds=3600, wait_s=30, first_token_s=1.5, seed=11))
    assert parse_text(scenario_text(seed_scenario, task), "x.json")[1] == task
    assert parse_link(link_of(seed_scenario, task)) == (seed_scenario, task)


def test_changes_are_one_step_to_undo(make_window):
    store = make_window("calculator").store
    before = store.state
    assert store.ask_traffic(scenario={"workload__requests_per_s": 0.5}, shape="poisson") is None
    assert store.scenario.workload.requests_per_s == 0.5 and store.state.task.traffic.shape == "poisson"
    store.undo()
    assert store.state == before
    assert store.ask_traffic(scenario={"workload__requests_per_s": -1.0}, shape="burst") is not None
    assert store.state == before
