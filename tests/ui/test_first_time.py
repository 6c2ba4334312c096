"""What a person meets who comes with half a scenario, types as people type, and pastes what was copied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from advisor.answer import Command
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import DeviceCount, Hardware, Scenario, Settings, Workload
from advisor.ui import theme, words
from advisor.ui.advice import system_of
from advisor.ui.catalog_search import named_device, search
from advisor.ui.language import told
from advisor.ui.plots import ticks
from advisor.ui.widgets.label import Link
from advisor.ui.wizard.commands import pasted


def scenario(**changes):
    start = Scenario(model="llama-3.3-70b-instruct", quantization="q4_k_m", engine="llama.cpp",
                     hardware=Hardware(device="RTX 4090", host_memory_gib=128), settings=Settings(context=8192),
                     workload=Workload(concurrency=2, prompt_tokens=1024, output_tokens=256))
    return start.with_(**changes)


@pytest.mark.parametrize("size", [(1440, 900), (960, 540)])
def test_a_calculator_without_any_answer_says_why_and_leads_to_the_field(make_window, settled, size):
    window = make_window("calculator", size=size, scenario=scenario(model="no-such-model-99b"))
    view = window.views["calculator"]
    assert view.nothing.isVisible() and not view.all_figures.isVisible()
    assert "no-such-model-99b" in view.nothing.why.text() and "advisor catalog" not in view.nothing.mend.text()
    QTest.mouseClick(view.nothing.go, Qt.MouseButton.LeftButton)
    assert view.inputs.model.hasFocus()
    window.store.edit(model="qwen2.5-14b-instruct")
    settled(window)
    assert not view.nothing.isVisible() and view.all_figures.isVisible() and view.figures.isVisible()


def test_names_in_the_bar_are_those_of_the_catalog_also_without_an_answer(make_window):
    window = make_window("calculator", scenario=scenario(hardware=Hardware(device="Weird 9000")))
    assert window.store.error is not None
    shown = [segment.accessibleName() for segment in window.bar.segments]
    assert "Model: Llama-3.3-70B-Instruct" in shown and "Engine: llama.cpp" in shown and "Quantization: Q4_K_M" in shown


def test_the_size_beside_a_format_is_that_of_all_weights():
    one = estimate(scenario())
    many = estimate(scenario(hardware=Hardware(devices=(DeviceCount(device="RTX 4090"), DeviceCount(device="RTX 3060 12 GB", count=3)),
                                               host_memory_gib=128)))
    assert words.stored_bytes(one) == words.stored_bytes(many) > 4e10
    sharded = scenario(engine="vllm", quantization="fp8", hardware=Hardware(device="H100 SXM5 80GB", count=4, host_memory_gib=512))
    together = words.stored_bytes(estimate(sharded.with_(settings__tensor_parallel=4)))
    copies = words.stored_bytes(estimate(sharded.with_(settings__data_parallel=4)))
    assert together == pytest.approx(copies, rel=0.01) and copies == pytest.approx(7.27e10, rel=0.01)


def test_memory_of_unlike_cards_says_whose_figures_the_legend_has(make_window):
    unlike = Hardware(devices=(DeviceCount(device="RTX 4090"), DeviceCount(device="RTX 3060 12 GB")), host_memory_gib=128)
    window = make_window("calculator", scenario=scenario(hardware=unlike, model="qwen2.5-14b-instruct"))
    panel, answer = window.views["calculator"].memory, window.store.estimate
    fullest = next(d for d in answer.memory.devices if d.total_bytes == answer.memory.total_bytes)
    assert words.short_device(fullest.name) in panel.total_word.text()
    assert "share" in panel.subtitle.text() and "8,192" in panel.subtitle.text()      # llama.cpp's slots share one cache


def test_devices_are_typed_with_their_number():
    assert named_device("8 x H100 SXM5 80GB") == ("h100-sxm5-80gb", 8)
    assert named_device("rtx 4090") == ("rtx-4090", None)
    assert named_device("CPU") == ("cpu", 1) and named_device("M4 Max")[1] == 1      # two Macs are no machine
    rows = search("devices", "4x 3090")
    assert rows and all(key.startswith("4x ") and line.startswith("4 × ") for key, line in rows)
    assert named_device(rows[0][0])[1] == 4
    assert any("EPYC" in line for _, line in search("devices", "cpu"))
    with pytest.raises(CannotAnswer):
        named_device("3 x nothing of that kind")


def test_apples_chips_bring_their_system_and_take_it_with_them():
    mac, card = Hardware(device="M4 Max"), Hardware(device="RTX 4090")
    assert system_of(mac, "linux") == "macos" and system_of(card, "macos") == "linux" and system_of(card, "windows") == "windows"
    assert system_of(Hardware(device="nothing known"), "macos") == "macos" and system_of(Hardware(device="cpu"), "linux") == "linux"


def test_an_address_among_pasted_commands_is_a_remark():
    address = Command("fetch", "Find the weights", "bash", "https://example.org/models\n")
    assert pasted(address, "#") == "# https://example.org/models"
    assert pasted(Command("launch", "", "bash", "vllm serve x\n"), "#") == "vllm serve x"


def test_what_is_meant_for_a_command_line_is_said_for_a_window():
    with pytest.raises(CannotAnswer) as found:
        estimate(scenario(model="zzzzqqqq"))
    assert "advisor catalog" in found.value.mend and told(found.value).endswith("Choose one from the list.")


def test_large_ticks_are_short_and_right():
    assert [ticks.power(v) for v in (0.3, 10_000, 100_000, 300_000, 1e6)] == ["0.3", "10,000", "10⁵", "3·10⁵", "10⁶"]


def test_a_steps_answers_keep_their_lines_when_the_column_narrows(make_window, settled):
    window = make_window("wizard")
    window.resize(1280, 720)
    settled(window)
    for button in window.views["wizard"].steps.buttons:
        assert button.height() >= button.heightForWidth(button.width())


def test_a_window_made_large_at_the_plans_tab_has_a_way_back_to_the_runs(make_window, settled):
    window = make_window("simulator", size=(1280, 720))
    view = window.views["simulator"]
    view.tabs.set_current("plan")
    view.places.changed.emit()
    settled(window)
    window.resize(1440, 900)
    settled(window)
    assert view.plan.back.isVisible()
    QTest.mouseClick(view.plan.back, Qt.MouseButton.LeftButton)
    settled(window)
    assert view.cards[1].isVisible()


def test_a_context_longer_than_the_models_own_is_warned_of_and_mended(make_window, settled):
    window = make_window("calculator", scenario=scenario(model="qwen2.5-14b-instruct", settings=Settings(context=65_536)))
    message = window.views["calculator"].inputs.context.message
    assert window.store.error is None and message.isVisible() and "32,768" in message.text()
    QTest.mouseClick(next(link for link in message.findChildren(Link) if link.isVisible()), Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.scenario.settings.context == 32_768 and not message.isVisible()
    window.undo()
    assert message.isVisible()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (960, 540)])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_format_is_read_whole_in_its_field(make_window, settled, size, language):
    window = make_window("calculator", size=size, language=language)
    field = window.views["calculator"].inputs.quantization
    assert field.has_room(field.currentText()), field.currentText()


def test_the_ring_of_a_plot_is_drawn_inside_its_place(make_window, qtbot):
    window = make_window("calculator", size=(1440, 1700))
    panel = window.views["calculator"].roofline
    qtbot.waitUntil(lambda: panel.plot is not None and panel.plot.isVisible(), timeout=10_000)
    plot, accent = panel.plot, QColor(theme.current().accent)

    def edge():
        return QColor(plot.viewport().grab().toImage().pixel(plot.width() // 2, 1))

    plot.setFocus(Qt.FocusReason.MouseFocusReason)
    assert plot.hasFocus() and edge() != accent
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)      # as a press of Tab does
    assert edge() == accent and plot.property("own_ring")


def test_a_field_shows_what_is_asked_also_where_the_engine_cuts_it(make_window, settled):
    asked = scenario(model="qwen2.5-14b-instruct", engine="ollama", settings=Settings(context=99_999_999))
    window = make_window("calculator", scenario=asked)
    inputs = window.views["calculator"].inputs
    assert window.store.filled.settings.context == 32_768
    assert inputs.context.number.value() == 99_999_999 and "32,768" in inputs.context.message.text()
    assert inputs.context.message.isVisible()
    window.show_view("simulator")
    settled(window)
    assert window.views["simulator"].levers.levers["context"].field.number.value() == 99_999_999


@pytest.mark.parametrize("device", ["RTX 4090", "Weird 9000"])
def test_lengths_of_which_nothing_was_said_are_those_that_are_taken(make_window, settled, device):
    """Also while the scenario has an error; the figures' own labels say the same."""
    half = scenario(hardware=Hardware(device=device, host_memory_gib=128), workload=Workload(concurrency=2))
    window = make_window("calculator", scenario=half)
    inputs = window.views["calculator"].inputs
    assert (window.store.error is not None) == (device == "Weird 9000")
    assert (inputs.prompt.number.value(), inputs.answer.number.value()) == (512, 128)
    if window.store.error is None:
        assert "512" in window.views["calculator"].figures.tiles["ttft_s"].label.text()
    window.show_view("wizard")
    window.views["wizard"].show_step(0)
    settled(window)
    task = window.views["wizard"].task      # the recommendation takes the task's own
    assert (task.prompt.number.value(), task.answer.number.value()) == (2048, 512) and "2,048" in task.lines()[1]
