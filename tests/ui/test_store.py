"""One state, one way: intents, undo, merging, jobs."""

import threading

import pytest

from advisor.errors import CannotAnswer
from advisor.scenario import Hardware, Scenario, Workload
from advisor.ui.store import State, Store, Task, first_state
from advisor.words import Text


@pytest.fixture
def store(qapp, seed_scenario):
    made = Store(State(seed_scenario, Task("team-service"), follows=False, machine_source="chosen"))
    yield made
    made.jobs.close()


def test_edit_changes_scenario_and_estimate_and_emits_once(store, qtbot):
    before = store.estimate.memory.kv_bytes
    seen = []
    store.changed.connect(lambda: seen.append(store.scenario.settings.context))
    store.edit(settings__context=8192)
    assert seen == [8192]
    assert store.estimate.memory.kv_bytes == 2 * before


def test_an_edit_to_the_same_value_is_no_step(store):
    store.edit(settings__context=4096)
    assert not store.can_undo


def test_undo_and_redo_bring_whole_states_back(store):
    first = store.state
    store.edit(settings__context=8192)
    store.edit(workload__concurrency=4)
    second = store.state
    store.undo()
    store.undo()
    assert store.state == first and not store.can_undo
    store.redo()
    store.redo()
    assert store.state == second and not store.can_redo


def test_a_new_edit_after_undo_forgets_the_undone(store):
    store.edit(settings__context=8192)
    store.undo()
    store.edit(workload__concurrency=4)
    assert not store.can_redo


def test_a_drag_is_one_undo(store, monkeypatch):
    monkeypatch.setattr("advisor.ui.store.time.monotonic", lambda: 0.0)     # quick edits, however slow the machine
    for context in range(4096, 8192, 256):
        store.edit(settings__context=context + 256)
    store.undo()
    assert store.scenario.settings.context == 4096


def test_two_slow_edits_of_one_field_are_two_steps(store, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("advisor.ui.store.time.monotonic", lambda: clock[0])
    store.edit(settings__context=8192)
    clock[0] = 5.0
    store.edit(settings__context=16384)
    store.undo()
    assert store.scenario.settings.context == 8192


def test_a_wrong_value_is_refused_with_its_field_and_changes_nothing(store):
    error = store.edit(workload__concurrency=0)
    assert isinstance(error, CannotAnswer) and error.field == "workload.concurrency"
    assert error.why == "`workload.concurrency`: must be at least 1, not '0'." and isinstance(error.why, Text)
    assert store.scenario.workload.concurrency == 8


def test_an_unanswerable_scenario_keeps_the_last_valid_estimate(store):
    last = store.estimate
    store.edit(model="no such model 123")
    assert store.error is not None and store.error.field == "model"
    assert store.estimate is last
    store.undo()
    assert store.error is None


def test_task_edits_follow_the_recommendation_again(store):
    assert not store.state.follows
    store.ask_task({"concurrency": 2}, priority="pace")
    assert store.state.follows and store.scenario.workload.concurrency == 2


def test_a_recommendation_is_adopted_without_a_step_of_its_own(store, qtbot):
    store.start_advising()
    store.ask_task({"concurrency": 2})
    qtbot.waitUntil(lambda: not store.jobs.any_busy(), timeout=20_000)
    assert store.recommendation_error is None
    assert store.scenario == store.recommendation.recommendations[0].scenario
    store.undo()
    assert store.scenario.workload.concurrency == 8 and not store.can_undo


def test_a_taken_scenario_is_kept_when_advice_arrives(store, qtbot, seed_scenario):
    store.start_advising()
    store.take(seed_scenario.with_(workload__concurrency=3))
    qtbot.waitUntil(lambda: not store.jobs.any_busy(), timeout=20_000)
    assert store.scenario.engine == "ollama"


def test_first_start_waits_for_the_machine_without_an_error(qapp):
    store = Store(first_state())
    assert store.error is None and store.estimate is None
    store.jobs.close()


def test_a_recognised_machine_does_not_replace_a_chosen_one(store):
    from advisor.scenario import Machine
    store.recognised(Machine(host_memory_bytes=16 * 2**30, os="linux"))
    assert store.scenario.hardware.device == "RTX 4090"
    fresh = Store(first_state())
    fresh.recognised(Machine(host_memory_bytes=16 * 2**30, os="windows"))
    assert fresh.scenario.hardware == Hardware(device="cpu", host_memory_gib=16) and fresh.state.task.os == "windows"
    fresh.jobs.close()


def test_late_results_are_dropped(store, qtbot):
    gate, seen = threading.Event(), []
    store.jobs.run("lane", lambda job: gate.wait(5) and "old", seen.append)
    store.jobs.run("lane", lambda job: "new", seen.append)
    qtbot.waitUntil(lambda: seen == ["new"], timeout=5000)
    gate.set()
    qtbot.wait(50)
    assert seen == ["new"]


def test_a_cancelled_job_sees_it_and_reports_progress_before(store, qtbot):
    started, stopped, parts = threading.Event(), threading.Event(), []

    def work(job):
        job.progress(0.5, "half")
        started.set()
        for _ in range(500):
            if job.cancelled:
                stopped.set()
                return
            threading.Event().wait(0.01)
        return

    store.jobs.run("lane", work, lambda r: None, progress=lambda f, p: parts.append((f, p)))
    qtbot.waitUntil(lambda: parts == [(0.5, "half")], timeout=5000)
    store.jobs.cancel("lane")
    assert stopped.wait(5) and not store.jobs.busy("lane")


def test_a_failing_job_tells_its_reason(store, qtbot):
    said = []

    def work(job):
        raise CannotAnswer("no")

    store.jobs.run("lane", work, lambda r: None, said.append)
    qtbot.waitUntil(lambda: bool(said), timeout=5000)
    assert said[0].why == "no"


def test_estimates_are_remembered(store, monkeypatch):
    scenario = store.scenario.with_(settings__context=2048)
    first = store.estimate_of(scenario)
    monkeypatch.setattr("advisor.ui.store.estimate", lambda s: pytest.fail("asked again"))
    assert store.estimate_of(Scenario(**scenario.__dict__)) is first


def test_workload_of_a_new_state_is_one_person():
    assert first_state().scenario.workload == Workload(concurrency=1, prompt_tokens=1024, output_tokens=256)


def test_what_is_remembered_stays_small(qapp, seed_scenario):
    from advisor.errors import CannotAnswer
    from advisor.ui import store as module
    store = module.Store(module.State(seed_scenario, follows=False, machine_source="chosen"))
    refused = store.estimate_of(seed_scenario.with_(model="no such model 1"))
    assert isinstance(refused, CannotAnswer) and refused.__traceback__ is None and refused.__context__ is None
    for context in range(2048, 2048 + 40):
        store.estimate_of(seed_scenario.with_(hardware__count=1024, engine="vllm", quantization="awq", settings__context=context))
    assert sum(module._devices_in(answer) for answer in store._estimates.values()) == store._devices <= module.DEVICE_LIMIT
    store.jobs.close()
