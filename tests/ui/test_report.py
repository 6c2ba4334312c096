"""The report holds the figures of the screen, in every form."""

import pytest

from advisor.ui.report import markdown, write_report


def test_markdown_holds_figures_commands_and_sources(make_window):
    window = make_window("calculator")
    text = markdown(window.store)
    assert "Qwen2.5-14B-Instruct" in text and "ollama pull qwen2.5:14b" in text
    assert str(window.store.estimate.memory.total_bytes) in text
    assert text.count("###") == len(window.store.estimate.derivation)


@pytest.mark.parametrize("ending,start", [("md", b"# Qwen"), ("html", b"<!DOCTYPE"), ("pdf", b"%PDF")])
def test_each_form_is_written_and_reads_back(make_window, tmp_path, ending, start):
    window = make_window("calculator")
    path = tmp_path / f"report.{ending}"
    assert write_report(str(path), window.store) == ""
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("ending", ["md", "pdf"])
def test_a_place_that_cannot_be_written_is_told(make_window, ending):
    window = make_window("calculator")
    assert write_report(f"/proc/nothing/report.{ending}", window.store)
