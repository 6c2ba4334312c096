"""The report holds the figures of the screen, in every form; what cannot be written is told and leaves nothing behind."""

import errno
import json
import os
import re

import pytest

from advisor.scenario import Settings
from advisor.ui.exports.paper import markdown
from advisor.ui.exports.report import KEY_LEFT_OUT, blocks, write_report
from advisor.ui.files import parse_link


def test_markdown_holds_figures_commands_and_sources(make_window):
    window = make_window("calculator")
    text = markdown(blocks(window.store))
    assert "Qwen2.5-14B-Instruct" in text and "ollama pull qwen2.5:14b" in text
    assert f"{window.store.estimate.memory.total_bytes:,}" in text
    assert len(re.findall(r"^### .*\[\d+\]$", text, re.M)) == len(window.store.estimate.derivation)


def test_its_scenario_and_link_lead_back(make_window):
    window = make_window("calculator")
    text = markdown(blocks(window.store))
    data = json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])
    assert data["model"] == "qwen2.5-14b-instruct" and data["settings"]["context"] == 4096
    scenario, _ = parse_link(re.search(r"`(advisor://[^`]+)`", text)[1])
    assert scenario == window.store.scenario


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("ending,start", [("md", b"# Qwen"), ("html", b"<!DOCTYPE"), ("pdf", b"%PDF")])
def test_each_form_is_written_and_reads_back(make_window, tmp_path, ending, start, language):
    window = make_window("calculator", language=language, theme="dark")
    path = tmp_path / f"my report.{ending}"
    assert write_report(str(path), window.store) == ""
    data = path.read_bytes()
    assert data.startswith(start)
    if ending == "md":
        pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", data.decode())
        assert len(pictures) == 2
        for name in pictures:
            assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    elif ending == "html":
        assert data.count(b"data:image/png;base64,") == 2 and b"ollama pull" in data
    else:
        assert data.count(b"/Width 1360") >= 2, "the plots themselves, not the sign for a missing picture"


def test_a_scenario_that_does_not_start_has_a_report_too(make_window, tmp_path, seed_scenario):
    window = make_window("calculator", scenario=seed_scenario.with_(settings__context=32768))
    path = tmp_path / "report.html"
    assert write_report(str(path), window.store) == ""
    assert b"Does not fit" in path.read_bytes()


@pytest.mark.parametrize("ending", ["md", "html", "pdf"])
def test_a_place_that_cannot_be_written_is_told(make_window, ending):
    window = make_window("calculator")
    assert "/proc/nothing" in write_report(f"/proc/nothing/report.{ending}", window.store)


@pytest.mark.parametrize("ending", ["md", "html", "pdf"])
def test_a_full_disk_is_told_and_the_old_file_stays(make_window, tmp_path, monkeypatch, ending):
    window = make_window("calculator")
    path = tmp_path / f"report.{ending}"
    path.write_text("the old one")

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in write_report(str(path), window.store)
    assert path.read_text() == "the old one"
    assert os.listdir(tmp_path) == [path.name] or ending == "md"
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_the_key_of_this_run_is_not_passed_on(make_window, seed_scenario):
    window = make_window()
    window.store.take(seed_scenario.with_(engine="vllm", quantization="awq", workload__concurrency=8, settings=Settings(context=4096)))
    text = markdown(blocks(window.store))
    assert window.store.api_key not in text and text.count(KEY_LEFT_OUT) >= 2
