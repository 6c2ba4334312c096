"""The calculator's panels, by real events on the whole window."""

import json

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from advisor import catalog
from advisor.estimate import estimate, fitting_requests
from advisor.scenario import Hardware, Settings, parse_scenario
from advisor.ui import numbers, theme
from advisor.ui.calculator import money as money_module
from advisor.ui.calculator.changes_panel import Changes
from advisor.ui.calculator.money import money, offer_for
from advisor.ui.calculator.tables import kv_budget, kv_demand
from advisor.ui.preferences import Preferences
from advisor.ui.scenario_bar import scenario_words
from advisor.ui.why.constants import filled
from advisor.ui.why.quantities import number_text
from advisor.ui.widgets.label import Link
from advisor.ui.widgets.memory_bar import Segment, part_word


@pytest.fixture
def calculator(make_window):
    window = make_window("calculator")
    return window, window.views["calculator"]


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_every_figure_opens_its_derivation(calculator, settled):
    window, view = calculator
    figures = [*(tile.figure for tile in view.figures.tiles.values() if tile.isVisible()), *view.cost.figures, view.memory.total,
               *(f for group, _, f in view.memory.parts.values() if group.isVisible())]
    for figure in figures:
        window.ask_why(None)
        view.results.ensureWidgetVisible(figure)
        QTest.keyClick(figure, Qt.Key.Key_W)
        settled(window)
        assert window.drawer.isVisible() and window.drawer.formula.text(), figure.accessibleName()
        assert window.store.why == figure.quantity and "None" not in figure.accessibleName()
        assert window.drawer.value.text().split(".")[0] in figure.accessibleName(), figure.accessibleName()


def test_the_drawer_is_live_and_goes_back(calculator, settled):
    window, view = calculator
    window.ask_why("kv_bytes")
    settled(window)
    before = window.drawer.value.text()
    slider = view.inputs.context.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_PageUp)
    settled(window)
    said = window.drawer.formula.text() + " ".join(label.text() for row in window.drawer.constants._rows for label in row)
    assert window.drawer.value.text() != before and f"{window.store.filled.settings.context:,}" in said
    window.ask_why("ttft_s")
    QTest.keyClick(window.drawer, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.store.why == "kv_bytes"
    QTest.keyClick(window.drawer, Qt.Key.Key_Escape)
    assert window.store.why is None and not window.drawer.isVisible()


def test_what_only_stands_beside_a_figure_is_no_part_of_it(calculator, settled):
    window, _ = calculator
    for quantity, head in (("decode_tokens_per_s", "See also"), ("total_bytes", "Made of")):
        window.ask_why(quantity)
        settled(window)
        assert window.drawer.parts_head.text() == head and any(link.isVisible() for link in window.drawer.parts)


def test_the_pin_keeps_the_drawer_across_views(calculator, settled):
    window, _ = calculator
    window.ask_why("ttft_s")
    window.show_view("wizard")
    assert window.store.why is None
    window.show_view("calculator")
    window.ask_why("ttft_s")
    click(window.drawer.pin)
    window.show_view("wizard")
    settled(window)
    assert window.store.why == "ttft_s" and window.drawer.isVisible()


def test_the_drawer_tells_formula_numbers_sources_and_errors(calculator, settled):
    window, _ = calculator
    window.ask_why("decode_tokens_per_s")
    settled(window)
    drawer = window.drawer
    lines = drawer.formula.text().split("\n")
    assert lines[0].startswith("1 ÷ (fixed_s") and "ms" in lines[1] and lines[2].endswith("tok/s")
    assert "measurements" in drawer.errors_words.text() and drawer.errors.isVisible()
    assert any("Take" in take.text() for _, _, take in drawer.offers if take.isVisible())
    text = drawer.markdown()
    assert text.startswith("## ") and "```" in text and "nine in ten" in text


def test_the_parts_of_a_formula_are_written_below_it_with_their_names(make_window, settled):
    """vLLM's pool: the budget and what is taken from it, with this machine's numbers, down to the budget's own formula."""
    scenario = parse_scenario({"model": "qwen2.5-14b-instruct", "quantization": "awq", "engine": "vllm",
                               "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}, "workload": {"concurrency": 4}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    window.ask_why("kv_bytes")
    settled(window)
    drawer, memory = window.drawer, window.store.estimate.memory
    lines = drawer.formula.text().replace("\u00a0", " ").split("\n")
    assert lines[0].startswith("budget_bytes − weights_bytes")
    assert all(number_text(name, getattr(memory, name)) in lines[1] for name in ("weights_bytes", "compute_bytes", "runtime_bytes"))
    assert lines[2] == f"= {number_text('kv_bytes', memory.kv_bytes)}"
    assert "budget_bytes = ceil(memory_bytes × gpu_memory_utilization)" in lines and any("92 %" in line for line in lines)
    links = [link.text() for link in drawer.parts if link.isVisible()]
    assert any(link.startswith("Weights") for link in links)


def test_where_it_does_not_fit_changes_stand_in_place_of_the_figures(make_window, settled, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario.with_(settings__context=32768))
    view = window.views["calculator"]
    settled(window)
    assert view.nearest.isVisible() and not view.figures.isVisible()
    way = view.nearest.ways[0]
    assert "context" in way.title.text().lower()
    click(way.take)
    settled(window)
    assert window.store.estimate.verdict in ("fits", "tight") and view.figures.isVisible()
    assert window.store.scenario.settings.context == estimate(window.store.scenario).scenario.settings.context < 32768
    window.undo()
    assert window.store.scenario.settings.context == 32768


def test_one_change_can_be_taken_and_undone(calculator, settled):
    window, view = calculator
    settled(window)
    before, pace = window.store.scenario, window.store.estimate.speed.output_tokens_per_s.typical
    take = next(row[3] for row in view.one_change.rows if row[3].isVisible())
    view.results.ensureWidgetVisible(take)
    click(take)
    settled(window)
    assert window.store.estimate.speed.output_tokens_per_s.typical > pace
    window.undo()
    assert window.store.scenario == before


def test_offers_are_worked_out_once_for_all_panels(calculator, settled):
    window, view = calculator
    assert Changes.of(window.store) is view.changes
    window.ask_why("ttft_s")
    assert window.drawer.changes is view.changes


def test_plots_show_this_scenario(calculator, qtbot):
    window, view = calculator
    qtbot.waitUntil(lambda: view.roofline.plot is not None and view.users.plot is not None, timeout=10_000)
    roof = {name: (x, y) for name, x, y in view.roofline.plot.rows()}
    assert roof["decode alone"][0] < 10 < roof["prefill"][0]
    assert view.roofline.subtitle.text() == view.users.subtitle.text() == "log axes"
    assert "8" in view.users.plot.accessibleDescription()
    here = {x: y for name, x, y in view.users.plot.rows() if name == "together"}
    assert here[8] == pytest.approx(window.store.estimate.speed.output_tokens_per_s.typical)
    window.store.edit(hardware__device="RTX 3060 12GB")
    qtbot.waitUntil(lambda: {n: (x, y) for n, x, y in view.roofline.plot.rows()}["decode alone"] != roof["decode alone"])


def test_the_people_plot_and_the_tiles_say_how_many_run_of_which_length(make_window, settled, qtbot):
    """DeepSeek-V3.2: 23 requests of the full 128K, 96 of the load's own 31,500 tokens; with 64 of these nobody waits."""
    scenario = parse_scenario({**ON_CARDS[0], "settings": {"context": 131072, "data_parallel": 8, "expert_parallel": True},
                               "workload": {"concurrency": 64, "prompt_tokens": 30000, "output_tokens": 1500}})
    window = make_window("calculator", (1920, 1080), scenario=scenario)
    view = window.views["calculator"]
    settled(window)
    view.users.ready()
    words = view.users.words_below.text()
    assert "96 run at once at 31,500 tokens each" in words and "at the full 128K it is 23" in words
    tile = view.figures.tiles["output_tokens_per_s"]
    assert "at a time" not in tile.line.text() and "tok/s each" in tile.line.text()
    window.store.edit(workload__concurrency=200)
    settled(window)
    assert "96 at a time" in tile.line.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_names_in_the_people_plot_are_whole(make_window, settled, qtbot, language):
    scenario = parse_scenario({**ON_CARDS[0], "workload": {"concurrency": 64, "prompt_tokens": 30000, "output_tokens": 1500}})
    window = make_window("calculator", (1920, 1080), scenario=scenario, language=language)
    panel = window.views["calculator"].users
    qtbot.waitUntil(lambda: panel.plot is not None and panel._all_words.text != "", timeout=10_000)
    settled(window)
    window.grab()
    item, box = panel._all_words._item, panel.plot.getPlotItem().getViewBox()
    place = item.mapRectToItem(box, item.boundingRect())
    assert place.left() > 0 and place.top() > 2, place


def test_a_click_on_the_people_plot_takes_that_many(calculator, qtbot):
    window, view = calculator
    qtbot.waitUntil(lambda: view.users.plot is not None, timeout=10_000)
    view.users.plot.clicked.emit(31.7)
    assert window.store.scenario.workload.concurrency == 32


def test_own_settings_change_the_engine(calculator, settled):
    window, view = calculator
    own = view.inputs.own
    click(own.fold)
    field = own.fields["gpu_layers"][1]
    field.setValue(20)
    settled(window)
    assert window.store.scenario.settings.gpu_layers == 20 and window.store.estimate.memory.gpu_layers == 20
    field.setValue(0)
    assert window.store.scenario.settings.gpu_layers is None
    window.store.edit(engine="vllm", quantization="awq")
    settled(window)
    assert own.fields["gpu_memory_utilization"][1].isVisible() and not field.isVisible()
    own.fields["gpu_memory_utilization"][1].setValue(80)
    assert window.store.scenario.settings.gpu_memory_utilization == 0.8


def test_a_model_that_drafts_itself_is_asked_how_many_tokens(calculator, settled):
    window, view = calculator
    own = view.inputs.own
    click(own.fold)
    label, field = own.fields["speculative"]
    settled(window)
    assert not field.isVisible()
    window.store.edit(model="Qwen/Qwen3.8-27B", quantization="q4_k_m", engine="llama.cpp")
    settled(window)
    assert field.isVisible()
    assert label.text() == "Drafted tokens (MTP)"
    before = window.store.estimate.speed.decode_tokens_per_s.typical
    field.setValue(3)
    settled(window)
    assert window.store.scenario.settings.speculative.num_speculative_tokens == 3
    assert window.store.estimate.speed.decode_tokens_per_s.typical > 1.3 * before
    assert "2 set" in own.fold.note      # with the slots that the example asks for
    tile = view.figures.tiles["decode_tokens_per_s"]
    assert tile.line.text().startswith("ceiling without drafts ")
    assert tile.bar._ceiling is None
    window.store.edit(engine="ollama")
    settled(window)
    assert "not written here for Ollama" in str(window.store.error)
    field.setValue(0)
    settled(window)
    assert window.store.scenario.settings.speculative is None
    assert not field.isVisible()
    assert window.store.error is None


def test_the_subtitle_of_a_pool_says_what_it_holds(calculator, settled):
    window, view = calculator
    window.store.edit(engine="vllm", quantization="awq")
    window.store.edit(settings__parallel=None)
    settled(window)
    held = window.store.estimate.memory
    assert f"{held.kv_capacity_tokens:,}" in view.memory.subtitle.text() and "256 ×" not in view.memory.subtitle.text()


def test_narrow_results_have_tabs(make_window, settled):
    window = make_window("calculator", (1280, 720))
    view = window.views["calculator"]
    assert view.tabbed.isVisible() and view.load.isVisible() and not view.cost.isVisible()
    keys = list(view.tabbed._panels)
    for index, key in enumerate(keys):
        view.tabbed.tabs.bar.setCurrentIndex(index)
        settled(window)
        assert view.below[key].isVisible()
    window.resize(1920, 1080)
    settled(window)
    assert all(panel.isVisible() for panel in view.below.values()) and not view.tabbed.isVisible()


def test_a_small_window_makes_room_for_the_drawer(make_window, settled):
    window = make_window("calculator", (960, 540))
    view = window.views["calculator"]
    assert view.inputs.isVisible()
    window.ask_why("ttft_s")
    settled(window)
    assert not view.inputs.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert view.inputs.isVisible()
    window.ask_why(None)
    settled(window)
    assert view.inputs.isVisible()


# ------------------------------------------------------------------------------------------------ money

def test_prices_of_the_person_come_first(seed_scenario):
    answer = estimate(seed_scenario)
    listed = money(answer, Preferences())
    mine = money(answer, Preferences(device_price_usd=1.0, rent_usd_per_hour=10.0))
    assert mine.own.usd.typical < listed.own.usd.typical and mine.rent.usd.typical > listed.rent.usd.typical
    assert mine.rent.usd.low < mine.rent.usd.typical < mine.rent.usd.high


def test_twice_the_time_busy_makes_owning_cheaper_but_renting_by_half(seed_scenario):
    answer = estimate(seed_scenario)
    idle, busy = money(answer, Preferences(busy_fraction=0.2)), money(answer, Preferences(busy_fraction=0.4))
    assert busy.own.usd.typical < idle.own.usd.typical and busy.rent.usd.typical == pytest.approx(idle.rent.usd.typical / 2)
    assert busy.api.usd == idle.api.usd


def test_each_cost_is_what_its_formula_gives(make_window, seed_scenario):
    make_window("calculator")
    unsaid = seed_scenario.with_(workload__prompt_tokens=None, workload__output_tokens=None)
    for line in (*money(estimate(seed_scenario), Preferences()).lines, *money(estimate(unsaid), Preferences()).lines):
        rule = line.derivation
        text = rule.formula.replace("×", "*").replace("÷", "/").replace("−", "-").replace("10⁶", "1e6")
        names = {name: value for name, value in rule.values.items() if not isinstance(value, str)}
        assert eval(text, {"__builtins__": {}}, names) == pytest.approx(line.usd.typical)
        written = filled(rule)
        assert written and all(number_text(name, value) in written for name, value in names.items()), written


def test_where_owning_pays_is_independent_of_how_busy_the_preferences_say_it_is(seed_scenario):
    answer = estimate(seed_scenario)
    found = [money(answer, Preferences(busy_fraction=share)) for share in (0.05, 0.2, 1.0)]
    assert len({(m.beats_rent, m.beats_api) for m in found}) == 1
    share = found[0].beats_rent
    assert share is not None and 0 < share < 1
    there, rented = money(answer, Preferences(busy_fraction=share)), money(answer, Preferences(busy_fraction=1.0))
    assert there.own.usd.typical == pytest.approx(rented.rent.usd.typical)      # rented for the busy hours alone
    api = money(answer, Preferences(busy_fraction=found[0].beats_api))
    assert api.own.usd.typical == pytest.approx(api.api.usd.typical)


def test_what_is_not_known_says_so(seed_scenario):
    unknown = estimate(seed_scenario.with_(hardware=Hardware(memory_gib=24, host_memory_gib=32)))
    found = money(unknown, Preferences())
    assert found.own.usd is None and found.own.basis and found.rent.usd is None and found.beats_api is None


def test_an_api_for_the_model_itself_or_one_of_its_size(seed_scenario):
    answer = estimate(seed_scenario)
    offer = offer_for(answer.case.model)
    assert offer is not None and offer.output > 0 and offer.date
    own = offer_for(estimate(seed_scenario.with_(model="Qwen3-32B")).case.model)
    assert own is not None and own.model == "Qwen3-32B"


def test_every_source_of_a_price_is_a_name_or_can_be_said_in_the_windows_language(monkeypatch):
    monkeypatch.setattr(money_module, "tr", lambda text, **values: "said")
    found = {row["provider"] for row in catalog.prices()["rent"]} | {row["source"] for row in catalog.prices()["purchase"]}
    assert {s for s in found if money_module.source_words(s) != "said" and " " in s} == set()


def test_a_price_from_memory_is_no_price(seed_scenario):
    assert not any("recalled" in row["source"] for rows in catalog.prices().values() for row in rows)
    answer = estimate(parse_scenario(ON_CARDS[0]))
    found = money(answer, Preferences())
    assert found.own.usd is None and "Preferences" in found.own.basis and found.rent.usd is not None


def test_the_cost_says_that_it_is_of_answer_tokens_with_their_prompts(make_window, settled):
    window = make_window("calculator", (1920, 1080), scenario=parse_scenario(ON_CARDS[0]))
    settled(window)
    view = window.views["calculator"]
    assert "answer tokens" in view.cost.heads[1].text() and "prompts" in view.cost.subtitle.text()
    assert "answer tokens" in view.figures.tiles["cost_own"].label.text() and "prompts" in view.figures.tiles["cost_own"].label.text()


def test_the_budget_is_what_the_other_parts_leave(seed_scenario):
    answer = estimate(seed_scenario)
    assert kv_budget(answer) == answer.memory.usable_bytes - answer.memory.total_bytes + answer.memory.kv_bytes
    pooled = estimate(seed_scenario.with_(engine="vllm", quantization="awq", settings=Settings(context=4096)))
    assert kv_budget(pooled) == pooled.memory.kv_bytes


ON_CARDS = [
    {"model": "deepseek-ai/DeepSeek-V3.2", "quantization": "fp8", "engine": "vllm", "hardware": {"device": "H200", "count": 8},
     "settings": {"context": 65536, "data_parallel": 8, "expert_parallel": True}},
    {"model": "qwen2.5-14b-instruct", "quantization": "awq", "engine": "vllm", "hardware": {"device": "RTX 4090", "count": 2},
     "settings": {"context": 8192, "tensor_parallel": 2}},
    {"model": "qwen2.5-14b-instruct", "quantization": "awq", "engine": "sglang", "hardware": {"device": "RTX 4090", "count": 2},
     "settings": {"context": 8192, "data_parallel": 2}, "workload": {"shared_prefix_tokens": 4096, "prompt_tokens": 6000}},
]


@pytest.mark.parametrize("asked", ON_CARDS, ids=["copies", "shards", "shared"])
def test_what_is_within_the_budget_of_all_cards_is_what_the_engine_holds(asked):
    """Demand and budget are both over all cards: so many requests fill the pools as the verdict lets in."""
    scenario = parse_scenario(asked)
    first = estimate(scenario)
    most = int(fitting_requests(first.case, first.memory))
    within, beyond = (estimate(scenario.with_(workload__concurrency=n)) for n in (most, most + 1))
    assert most > 8 and kv_demand(within) <= kv_budget(within) < kv_demand(beyond)
    assert within.verdict in ("fits", "tight") and beyond.verdict == "queues"


def test_the_table_says_over_how_many_cards(make_window, settled):
    window = make_window("calculator", scenario=parse_scenario(ON_CARDS[0]))
    settled(window)
    answer = window.store.estimate
    said = window.views["calculator"].load.subtitle.text()
    assert "8 cards" in said and numbers.size(8 * answer.memory.kv_bytes, 1) in said


@pytest.mark.parametrize(("engine", "flag"), [("ollama", "OLLAMA_NUM_PARALLEL"), ("llama.cpp", "-np")])
def test_a_row_of_an_engine_with_slots_has_a_slot_for_each_person(make_window, settled, engine, flag):
    scenario = parse_scenario({"model": "qwen3-8b", "quantization": "q4_k_m", "engine": engine, "hardware": {"device": "RTX 4090"},
                               "settings": {"context": 8192}, "workload": {"concurrency": 4}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    load = window.views["calculator"].load
    cells, budget = load.heat.heats.cells, kv_budget(window.store.estimate)
    assert cells[4, 8192].bytes == 4 * cells[1, 8192].bytes and flag in load.slots.text()
    verdicts = {cells[n, c].verdict for n, c in cells if cells[n, c].bytes < 0.9 * budget}
    assert verdicts == {"fits"} and {cells[n, c].verdict for n, c in cells if cells[n, c].bytes > budget} == {"offload"}
    load.heat.taken.emit(4, 8192)
    settled(window)
    assert window.store.scenario.settings.parallel == 4 and window.store.estimate.verdict == "fits"


def test_small_caches_are_written_so_that_they_can_be_read(make_window, settled):
    scenario = parse_scenario({"model": "smollm2-135m-instruct", "quantization": "q4_k_m", "engine": "llama.cpp",
                               "hardware": {"device": "RTX 4090"}, "settings": {"context": 2048, "parallel": 1}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    heats = window.views["calculator"].load.heat.heats
    shown = [heats.data(heats.index(row, column)) for row in range(heats.rowCount()) for column in range(heats.columnCount())]
    asked = [heats.cells[heats.load(heats.index(row, column))].bytes for row in range(heats.rowCount())
             for column in range(heats.columnCount())]
    for text, value in zip(shown, asked, strict=True):
        assert float(text.replace(",", "")) * heats.scale.bytes == pytest.approx(value, rel=0.11), text
    assert heats.tsv().startswith(f"KV {heats.scale.unit}")


@pytest.mark.parametrize(("values", "unit", "texts"), [
    ((4e8, 103.14e9), "GB", ("0.4", "103.1")), ((4.7e7, 2e10), "GB", ("0.05", "20.0")), ((4.7e6, 2.5e9), "MB", ("4.7", "2,500")),
    ((3e5, 1e6), "MB", ("0.3", "1.0")), ((9.6e6, 1e8), "GB", ("0.01", "0.10")),
    ((4e9, 1314.1e9), "GB", ("4.0", "1,314"))])
def test_a_table_takes_one_unit_that_shows_its_smallest(values, unit, texts):
    scale = numbers.table_scale(values)
    assert (scale.unit, tuple(scale.text(value) for value in values)) == (unit, texts)


def test_one_person_is_not_all_together(make_window, settled, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario.with_(workload__concurrency=1))
    settled(window)
    tile = window.views["calculator"].figures.tiles["output_tokens_per_s"]
    assert "All" not in tile.label.text() and "tok/s each" not in tile.line.text()
    window.store.edit(workload__concurrency=3)
    settled(window)
    assert tile.label.text() == "All 3 together" and "tok/s each" in tile.line.text()


def test_a_wide_window_has_the_cost_among_its_figures(make_window, settled, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario)
    tile = window.views["calculator"].figures.tiles["cost_own"]
    settled(window)
    assert not tile.isVisible()
    window.resize(1920, 1080)
    settled(window)
    shown = window.views["calculator"].cost.figures[0]
    assert tile.isVisible() and tile.figure._value == shown._value and tile.figure._value.startswith("$")
    click(tile.figure)
    settled(window)
    assert window.store.why == "cost_own" and "price_usd" in window.drawer.formula.text()


def test_an_unknown_cost_says_where_to_enter_a_price(make_window, settled, monkeypatch):
    scenario = parse_scenario({"model": "smollm2-135m-instruct", "quantization": "q4_k_m", "engine": "llama.cpp",
                               "hardware": {"device": "rtx-4070-laptop-gpu"}})
    window = make_window("calculator", scenario=scenario)
    window.resize(1920, 1080)
    settled(window)
    tile = window.views["calculator"].figures.tiles["cost_own"]
    found = money(window.store.estimate, window.store.preferences)
    assert all(line.usd is None for line in found.lines)
    asked = []
    monkeypatch.setattr(window, "show_preferences", lambda: asked.append(True))
    assert tile.link.isVisible() and "unknown" in tile.figure.accessibleName()
    click(tile.link)
    assert asked == [True]


def test_changes_and_what_would_make_it_fit_say_the_same_figure_by_name(make_window, settled):
    scenario = parse_scenario({"model": "meta-llama/Llama-3.3-70B-Instruct", "quantization": "bf16", "engine": "vllm",
                               "hardware": {"device": "RTX 4090", "host_memory_gib": 64}, "settings": {"context": 32768},
                               "workload": {"concurrency": 8, "prompt_tokens": 8000, "output_tokens": 500}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    view = window.views["calculator"]
    ways = [way for way in view.nearest.ways if not way.isHidden()]
    rows = [row for row in view.one_change.rows if not row[0].isHidden()]
    assert len(ways) >= 3
    for way, (title, _, pace, _) in zip(ways, rows, strict=False):
        assert way.title.text() == title.text() and way.pace.text() == pace.text()
        assert "tok/s each" in pace.text() and "together" in pace.text()


def test_weights_are_the_models_once_however_the_cards_hold_them(make_window, settled):
    window = make_window("calculator", (1920, 1080), scenario=parse_scenario(ON_CARDS[0]))
    settled(window)
    rows = dict(window.views["calculator"].precision.table.rows.rows)
    case = window.store.estimate.case
    size = case.engine.file_bytes(case)
    assert size > 600e9 and rows["fp8"][1].text == numbers.bare_size(size, 2)
    assert numbers.size(size, 2) in scenario_words(window.store)[1]


def test_what_is_too_much_says_over_in_its_stripes(make_window, settled, monkeypatch):
    scenario = parse_scenario({"model": "Qwen2.5-32B-Instruct", "quantization": "bf16", "engine": "vllm",
                               "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    memory = window.store.estimate.memory
    said = []

    def label(segment, painter, rect, word, ink, ground, size=None):
        said.append((word, size, rect.width()))

    monkeypatch.setattr(Segment, "_label", label)
    window.grab()
    over = [(size, width) for word, size, width in said if word == part_word("over")]
    assert [size for size, _ in over] == [memory.total_bytes - memory.usable_bytes] and over[0][1] > 100
    window.store.edit(quantization="awq")
    settled(window)
    said.clear()
    window.grab()
    assert said and part_word("over") not in [word for word, *_ in said]


def test_figures_of_the_load_table_stay_clear_of_its_marks(make_window, settled):
    """Four and five digits: with fewer pixels at the edges, else in the small style, there is room beside the mark."""
    scenario = parse_scenario({"model": "llama-3.3-70b-instruct", "quantization": "bf16", "engine": "vllm",
                               "hardware": {"device": "B200", "count": 8}, "settings": {"context": 131072, "tensor_parallel": 8},
                               "workload": {"concurrency": 256}})
    for size in ((1440, 900), (1920, 1080)):
        window = make_window("calculator", size, scenario=scenario)
        settled(window)
        heat = window.views["calculator"].load.heat
        model = heat.heats
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                index = model.index(row, column)
                rect, text = QRectF(heat.visualRect(index)).adjusted(1, 1, -1, -1), str(model.data(index))
                style, edges = heat.itemDelegate().fitted(rect, text, "strong")
                assert QFontMetricsF(theme.font(style)).horizontalAdvance(text) <= rect.width() - sum(edges) - 13, (size, text)
                assert "." not in text or len(text) <= 5


def test_a_format_of_another_kind_is_named_as_the_bar_names_it(make_window, settled):
    scenario = parse_scenario({"model": "gpt-oss-120b", "quantization": "mxfp4", "engine": "llama.cpp",
                               "hardware": {"device": "RTX 3060", "host_memory_gib": 96}, "settings": {"context": 8192}})
    window = make_window("calculator", scenario=scenario)
    settled(window)
    assert window.views["calculator"].inputs.quantization.currentText().startswith("MXFP4")


def test_a_long_name_keeps_its_end_until_the_field_is_entered(make_window, settled, qtbot):
    name = "meta-llama/Llama-3.3-70B-Instruct"
    scenario = parse_scenario({"model": name, "quantization": "q4_k_m", "engine": "llama.cpp", "hardware": {"device": "H100 SXM"}})
    window = make_window("calculator", (1024, 700), scenario=scenario)
    settled(window)
    field = window.views["calculator"].inputs.model
    window.views["calculator"].load.heat.setFocus()
    shown = field.text()
    assert shown != name and shown.endswith("Instruct") and shown.startswith(("…", "...")) and field.toolTip() == name
    assert field.fontMetrics().horizontalAdvance(shown) < field.width() - 22
    field.setFocus()
    assert field.text() == name
    window.views["calculator"].load.heat.setFocus()
    assert field.text() == shown and window.store.scenario.model == name


@pytest.mark.parametrize("view", ["calculator", "simulator"])
def test_requests_longer_than_the_context_go_before_the_verdict(make_window, settled, seed_scenario, view):
    window = make_window(view)
    bar = window.bar.verdict
    assert bar.accessibleName().startswith("Fits")
    window.store.edit(workload__prompt_tokens=8000)
    settled(window)
    assert window.store.estimate.verdict == "fits"
    assert (bar.verdict, bar.accessibleName()) == ("tight", "Too long: 8,256 tokens a request, context 4,096")
    inputs = window.views["calculator"].inputs if view == "calculator" else window.views["simulator"].levers
    message = inputs.prompt.message if view == "calculator" else inputs.prompt_row.message
    assert "the beginning of the prompt is cut off" in message.text()
    link = next(link for link in message.findChildren(Link) if link.isVisible())
    assert link.text() == "Use a context of 8,448"
    link.click()
    settled(window)
    assert window.store.scenario.settings.context == 8448
    assert bar.accessibleName().startswith("Fits") and not message.text()


def test_what_does_not_fit_is_said_before_the_requests_are_too_long(make_window, settled, seed_scenario):
    window = make_window(scenario=seed_scenario.with_(model="llama-3.1-70b-instruct", quantization="bf16", engine="vllm",
                                                      workload__prompt_tokens=8000))
    settled(window)
    assert window.bar.verdict.accessibleName().startswith("Does not fit")


# ------------------------------------------------------------------------------------------ room and hierarchy

MIXED = {"model": "llama-3.3-70b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "settings": {"context": 8192},
         "hardware": {"devices": [{"device": "RTX 4090"}, {"device": "RTX 3060 12 GB", "count": 3}], "host_memory_gib": 128}}


def test_a_machine_of_many_kinds_is_read_and_leads_to_the_wizard(make_window, settled):
    window = make_window("calculator", scenario=parse_scenario(MIXED))
    inputs = window.views["calculator"].inputs
    assert inputs.mixed.isVisible() and "3 × RTX 3060 12 GB" in inputs.mixed.text() and inputs.mixed.isEnabled()
    assert not inputs.device.isVisible() and not inputs.count.isVisible()
    click(inputs.mixing)
    settled(window)
    assert window.store.view == "wizard" and window.views["wizard"].machine.devices[0].hasFocus()
    window.store.show("calculator")
    click(next(s for s in window.bar.segments if s.field == "hardware.device"))     # and so does the bar
    settled(window)
    assert window.store.view == "wizard" and window.views["wizard"].machine.devices[0].hasFocus()
    window.store.edit(hardware=Hardware(device="RTX 4090", host_memory_gib=64))
    window.store.show("calculator")
    assert inputs.device.isVisible() and not inputs.mixed.isVisible()


def test_a_change_that_would_fit_is_named_first(make_window, settled, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario.with_(model="deepseek-r1", quantization="fp8", engine="vllm"))
    panel = window.views["calculator"].nearest
    settled(window)
    shown = [way for way in panel.ways if way.isVisible()]
    assert shown and all(way.title.font().weight() > way.load.font().weight() for way in shown)
    lines = {way.y() for way in shown}
    assert len(lines) == 1 and shown[-1].geometry().right() >= panel.width() - 4     # side by side, no empty place beside them
    assert [way.last for way in shown] == [False] * (len(shown) - 1) + [True]


def test_people_on_slots_see_all_of_both_lines(make_window, settled, qtbot):
    """One after the other on one slot: alone each has more than all together, and the plot's top is above that."""
    slow = {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "settings": {"context": 4096, "parallel": 1},
            "hardware": {"device": "Dual-channel DDR4-2400", "host_memory_gib": 32},
            "workload": {"concurrency": 1, "prompt_tokens": 1024, "output_tokens": 256}}
    window = make_window("calculator", (1920, 1080), scenario=parse_scenario(slow))
    panels = window.views["calculator"].users, window.views["calculator"].roofline
    qtbot.waitUntil(lambda: all(p.plot is not None and p.plot.isVisible() for p in panels), timeout=10_000)
    users, roofline = panels
    _, _, below, above = users.plot.range_
    values = [y for _, _, y in users.plot.rows()]
    assert 10 ** below < min(values) and max(values) < 10 ** above
    assert "0 together" not in users.words_below.text() and "0 tok/s" not in users.words_below.text().replace("0.", "")
    window.grab()
    for words, panel in ((users._each_words, users), (users._all_words, users), (roofline._slope, roofline)):
        box = panel.plot.getPlotItem().getViewBox()
        place = words._item.mapRectToItem(box, words._item.boundingRect())
        assert place.left() > 0 and place.top() > 0 and place.bottom() < box.height() + 2, (words.text, place)


def test_a_slow_pace_has_its_decimal_in_every_line(make_window, settled):
    window = make_window("calculator", scenario=parse_scenario(
        {**MIXED, "hardware": {"device": "RTX 4090", "host_memory_gib": 64}, "workload": {"concurrency": 4, "prompt_tokens": 1024}}))
    line = window.views["calculator"].figures.tiles["output_tokens_per_s"].line.text()
    each = window.store.estimate.speed.each(4)
    assert each.typical < 5 and f"{each.typical:.1f} tok/s" in line, line


def test_where_no_plot_can_be_drawn_nothing_is_offered_for_it(make_window, settled, qtbot):
    window = make_window("calculator", (1920, 1080), scenario=parse_scenario(
        {**MIXED, "model": "qwen2.5-14b-instruct", "hardware": {"memory_gib": 48, "host_memory_gib": 64}}))
    panel = window.views["calculator"].roofline
    qtbot.waitUntil(lambda: panel.words_below.text() != "" and not panel.plot.isVisible(), timeout=10_000)
    assert not panel.save.isVisible() and not panel.why.isVisible()
    window.store.edit(hardware=Hardware(device="RTX 4090", host_memory_gib=64))
    qtbot.waitUntil(lambda: panel.plot.isVisible(), timeout=10_000)
    assert panel.save.isVisible() and panel.why.isVisible()


@pytest.mark.parametrize("width", [1000, 1100, 1200])
def test_the_drawer_folds_the_inputs_where_the_figures_have_no_room(make_window, settled, width):
    window = make_window("calculator", (width, 700))
    view = window.views["calculator"]
    window.ask_why("ttft_s")
    settled(window)
    assert not view.inputs.isVisible() and view.results.width() >= 480
    window.resize(1440, 900)
    settled(window)
    assert view.inputs.isVisible()


def test_an_unknown_card_asks_for_its_bandwidth_and_answers_with_it(make_window, settled, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario.with_(hardware=Hardware(memory_gib=24, host_memory_gib=64)))
    view = window.views["calculator"]
    box = view.inputs.card.rows["bandwidth_gb_per_s"][1]
    tile = view.figures.tiles["decode_tokens_per_s"]
    assert box.isVisible() and tile.link.isVisible() and "bandwidth" in tile.line.text()
    click(tile.link)
    assert box.hasFocus()
    box.selectAll()
    QTest.keyClicks(box.lineEdit(), "1008")
    QTest.keyClick(box.lineEdit(), Qt.Key.Key_Tab)
    settled(window)
    assert not tile.link.isVisible() and window.store.estimate.speed.decode_tokens_per_s is not None
    window.store.edit(hardware=Hardware(device="RTX 4090"))
    settled(window)
    assert not box.isVisible()


def test_a_typed_name_that_the_catalog_lacks_leads_to_its_figures(calculator, settled, qtbot):
    window, view = calculator
    field = view.inputs.device
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "FooBar 9")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settled(window)
    window.activateWindow()     # as a desktop does once the list of names has closed
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    settled(window)
    link = view.inputs.messages["hardware"].findChild(Link)
    assert link.text() == "Describe this card"
    click(link)
    settled(window)
    assert window.store.scenario.hardware.name == "FooBar 9" and view.inputs.card.rows["memory_gib"][1].hasFocus()


def test_fields_of_all_parts_of_the_inputs_begin_at_one_line(calculator):
    _, view = calculator
    fields = (view.inputs.quantization, view.inputs.kv, view.inputs.count, view.inputs.host, view.inputs.engine)
    assert len({field.x() for field in fields}) == 1


def test_what_a_reader_says_of_a_models_file_stands_under_its_field(make_window, settled, seed_scenario, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "neverheardof", "hidden_size": 512, "num_hidden_layers": 4, "num_attention_heads": 8,
                                "num_key_value_heads": 2, "intermediate_size": 1024, "vocab_size": 32000,
                                "max_position_embeddings": 8192}), encoding="utf-8")
    window = make_window("calculator", scenario=seed_scenario.with_(model=str(path)))
    message = window.views["calculator"].inputs.messages["model"]
    assert "neverheardof is not known to this version" in message.text() and message.isVisible()
    window.store.edit(model="qwen2.5-14b-instruct")
    settled(window)
    assert not message.isVisible()


def test_what_would_change_a_figure_has_the_drawers_width(calculator, settled):
    window, _ = calculator
    window.ask_why("decode_tokens_per_s")
    settled(window)
    drawer = window.drawer
    shown = [row for row in drawer.offers if row[0].isVisible()]
    assert shown
    for words, what, take in shown:
        assert words.width() >= 0.7 * drawer.page.content.width() and what.y() >= words.y() + words.height() - 1
        assert not take.isVisible() or take.x() > words.x() + words.width()
    assert len({take.x() + take.width() for _, _, take in shown if take.isVisible()}) == 1


def test_words_of_a_combo_begin_where_those_of_a_field_do(calculator):
    _, view = calculator
    image = view.inputs.grab().toImage()

    def first_ink(widget):
        """How far in the words begin: the first dark column behind the outline."""
        ratio = image.devicePixelRatio()
        place = widget.mapTo(view.inputs, widget.rect().topLeft())
        rows = range(place.y() + 6, place.y() + widget.height() - 6)
        return next(x for x in range(4, 30) if any(image.pixelColor(round((place.x() + x) * ratio), round(y * ratio)).lightness() < 110
                                                   for y in rows))

    assert abs(first_ink(view.inputs.model) - first_ink(view.inputs.quantization)) <= 1
