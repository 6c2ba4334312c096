"""The wizard's step Machine: what is pasted into it, and a card that the catalog lacks."""

import time

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from advisor.scenario import Hardware
from advisor.ui.widgets.label import Link
from advisor.ui.widgets.paste_box import LONGEST_LINE


@pytest.fixture
def step(make_window, settled):
    window = make_window("wizard")
    window.views["wizard"].show_step(1)
    settled(window)
    return window, window.views["wizard"].machine


def paste(box, text: str) -> None:
    QApplication.clipboard().setText(text)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("text", ["x" * 1_000_000, "| RTX 4090 | " * 400_000, "RTX 4090\n" * 300_000])
def test_a_paste_too_long_to_lay_out_is_refused_in_place(step, text):
    _, machine = step
    began = time.monotonic()
    paste(machine.text, text)
    QTest.qWait(20)
    assert time.monotonic() - began < 5
    assert machine.text.toPlainText() == ""
    assert "longer than" in machine.paste_message.text() and "Paste only what the tool printed." in machine.paste_message.text()
    paste(machine.text, "NVIDIA GeForce RTX 3090")
    assert machine.text.toPlainText() == "NVIDIA GeForce RTX 3090" and machine.paste_message.text() == ""


def test_a_line_does_not_grow_too_long_by_many_pastes(step):
    _, machine = step
    for _ in range(4):
        paste(machine.text, "x" * (LONGEST_LINE // 3))
    assert len(machine.text.toPlainText()) < LONGEST_LINE and machine.paste_message.text()


def test_a_file_dropped_on_the_box_is_not_its_text(step, tmp_path):
    _, machine = step
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "config.json"))])
    drop = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(machine.text.viewport(), drop)
    assert machine.text.toPlainText() == "" and not machine.text.canInsertFromMimeData(mime)


def test_a_card_that_the_catalog_lacks_is_known_by_its_memory(step, settled):
    window, machine = step
    window.store.edit(hardware=Hardware(device="FooBar 9", host_memory_gib=32))
    settled(window)
    said = machine.message.text()
    assert "Choose one from the list." in said and "memory and bandwidth" in said
    assert not any(word in said for word in ("advisor catalog", "memory_gib", "devices.json"))
    rows = {name: field for name, (_, field) in machine.card.rows.items()}
    rows["memory_gib"].setValue(24)
    settled(window)
    assert window.store.error is None and "speed is not" in machine.message.text()
    assert window.store.scenario.hardware == Hardware(name="FooBar 9", memory_gib=24, host_memory_gib=32)


def test_a_card_is_described_by_keys_alone(step, settled, qtbot):
    window, machine = step
    field = machine.devices[0]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "FooBar 9")
    QTest.keyClick(field, Qt.Key.Key_Return)
    window.activateWindow()     # as a desktop does once the list of names has closed
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    settled(window)
    link = machine.message.findChild(Link)
    assert "No device is called" in machine.message.text() and link.text() == "Describe this card"
    link.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(link, Qt.Key.Key_Space)
    settled(window)
    assert machine.card.rows["memory_gib"][1].hasFocus()
    for name, typed in (("memory_gib", "32"), ("bandwidth_gb_per_s", "1,008"), ("fp16_tflops", "165.2")):
        box = machine.card.rows[name][1]
        box.setFocus(Qt.FocusReason.TabFocusReason)
        box.selectAll()
        QTest.keyClicks(box.lineEdit(), typed)
        QTest.keyClick(box.lineEdit(), Qt.Key.Key_Tab)
        settled(window)
    assert window.store.scenario.hardware == Hardware(name="FooBar 9", memory_gib=32, bandwidth_gb_per_s=1008, fp16_tflops=165.2,
                                                      host_memory_gib=32)
    assert window.store.error is None and window.store.estimate.speed.decode_tokens_per_s is not None
    assert field.text() == "FooBar 9" and machine.message.text() == "" and "CUDA" in machine.assumed.text()
    machine.counts[0].setValue(2)
    settled(window)
    assert window.store.scenario.hardware.count == 2 and window.store.scenario.hardware.name == "FooBar 9"
    machine._pick_device(0, "RTX 3090")
    assert window.store.scenario.hardware == Hardware(device="rtx-3090", count=2, host_memory_gib=32)


def test_a_click_beside_the_dash_lets_type(step, settled):
    window, machine = step
    box = machine.card.rows["bandwidth_gb_per_s"][1]
    QTest.mouseClick(box.lineEdit(), Qt.MouseButton.LeftButton, pos=QPoint(box.lineEdit().width() - 3, 8))
    QTest.keyClicks(box.lineEdit(), "1100")
    QTest.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    settled(window)
    assert window.store.scenario.hardware.bandwidth_gb_per_s == 1100



def test_what_a_paste_leaves_open_is_told_beside_it(step, settled):
    window, machine = step
    paste(machine.text, "2x3090 + 3060 12G, 64gb ram")
    machine.read.click()
    settled(window)
    hardware = window.store.scenario.hardware
    assert [(d.device, d.count) for d in hardware.devices] == [("rtx-3090", 2), ("rtx-3060-12-gb", 1)] and hardware.host_memory_gib == 64
    assert "taken as 24.0 GiB from the catalog" in machine.paste_message.text()
    machine.text.clear()
    paste(machine.text, "MemTotal:       131841364 kB")
    machine.read.click()
    assert "names no card" in machine.paste_message.text() and window.store.scenario.hardware == hardware


def test_a_tools_json_pasted_into_the_window_is_a_machine(step, settled):
    window, _ = step
    window.documents.paste_text('{"card0": {"Card Series": "Radeon RX 7900 XT", "VRAM Total Memory (B)": "21458059264"}}')
    settled(window)
    assert window.store.scenario.hardware.device == "rx-7900-xt" and window.store.state.machine_source == "pasted"
