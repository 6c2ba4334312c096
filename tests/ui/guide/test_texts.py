"""The guide's texts: both languages whole and alike, every mark known, every live figure there for very different scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.estimate import estimate
from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.ui.guide.contents import search
from advisor.ui.guide.live import EXAMPLE, FIGURES, Live, changed_scenario
from advisor.ui.guide.paragraph import plain
from advisor.ui.guide.plot_panels import PLOTS
from advisor.ui.guide.tables import SHOWS
from advisor.ui.guide.text import Guide, Words, guide, question_texts, spans, texts
from advisor.ui.store import State, Store
from advisor.ui.why.quantities import sentence

LANGUAGES = ("en", "zh_CN")
SCENARIOS = {
    "worked case": EXAMPLE,
    "mac": Scenario(model="qwen2.5-14b-instruct", quantization="mlx-4bit", engine="mlx-lm",
                    hardware=Hardware(device="Apple M4 Max", host_memory_gib=64), settings=Settings(context=8192)),
    "processor": Scenario(model="qwen2.5-7b-instruct", quantization="q4_k_m", engine="llama.cpp",
                          hardware=Hardware(device="cpu", host_memory_gib=32), settings=Settings(context=4096)),
    "does not fit": Scenario(model="qwen2.5-72b-instruct", quantization="bf16", engine="vllm", hardware=Hardware(device="RTX 4090"),
                             settings=Settings(context=32768), workload=Workload(concurrency=8)),
    "memory only": Scenario(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm", hardware=Hardware(memory_gib=24),
                            settings=Settings(context=4096), workload=Workload(concurrency=8)),
    "latent cache": Scenario(model="deepseek-v3", quantization="fp8", engine="sglang",
                             hardware=Hardware(device="H200", count=8), settings=Settings(tensor_parallel=8)),
}


def everything(book: Guide) -> Iterator[tuple[str, Words]]:
    for chapter in book.chapters:
        for block, words in texts(chapter):
            yield f"{chapter.id}/{block}", words
    for question in book.final:
        for words in question_texts(question):
            yield question.id, words
    for source in book.sources:
        yield f"source {source.id}", source.what


ALL = list(everything(guide()))


def marks(text: str) -> list[tuple[str, ...]]:
    """Figures and links of a text, in any order (languages put them in their own)."""
    return sorted((s.figure, *s.arguments) if s.figure else ("link", s.target) for s in spans(text) if s.figure or s.target)


@pytest.mark.parametrize("where,words", ALL, ids=[f"{n}:{w}" for n, (w, _) in enumerate(ALL)])
def test_both_languages_say_the_same_with_the_same_marks(where: str, words: Words) -> None:
    assert set(words) == set(LANGUAGES)
    assert all(words[x].strip() for x in LANGUAGES)
    assert marks(words["en"]) == marks(words["zh_CN"])
    assert words["en"].count("**") == words["zh_CN"].count("**")
    assert words["en"].count("\n") == words["zh_CN"].count("\n")
    for language in LANGUAGES:
        left = "".join(s.text for s in spans(words[language]))
        assert not set("{}[]*^") & set(left), left
    ordinary = re.findall(r"(?<![\w.])[a-z]{2,}(?![\w.])", "".join(s.text for s in spans(words["en"])))
    if len(ordinary) >= 3:
        assert re.search("[\u4e00-\u9fff]", words["zh_CN"]), "not translated"
    assert not re.search("[\u4e00-\u9fff][,;:?!]", words["zh_CN"]), "half-width punctuation after Han"


def test_structure() -> None:
    book = guide()
    assert [c.id for c in book.chapters] == ["acts", "quantization", "engine", "eight", "limits"]
    assert (len(book.final), book.to_pass) == (5, 4)
    for chapter in book.chapters:
        ids = [b.id for b in chapter.blocks]
        assert len(ids) == len(set(ids))
        assert chapter.question is not None and chapter.minutes > 0
        assert any(b.links for b in chapter.blocks)
        for block in chapter.blocks:
            if block.kind == "table":
                assert block.show in SHOWS
            elif block.kind == "plot":
                assert block.show in PLOTS
            assert all(len(row) == len(block.head) for row in block.rows)
    for question in (*book.final, *(c.question for c in book.chapters)):
        assert question is not None and 0 <= question.answer < len(question.options) >= 3


def test_every_target_leads_somewhere() -> None:
    book = guide()
    sources = {s.id for s in book.sources}
    used = set()
    for where, words in ALL:
        for span in spans(words["en"]):
            kind, _, what = span.target.partition(":")
            if kind == "source":
                assert what in sources, where
                used.add(what)
            elif kind == "chapter":
                assert book.chapter(what), where
            elif kind:
                assert kind == "why" and sentence(what), where
    assert used == sources, "a source that nothing rests on"
    assert all(s.date >= "2026-09" and s.url.startswith("https://") for s in book.sources)


def test_every_quantity_that_can_be_asked_about_has_its_paragraph() -> None:
    for quantity in ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "total_bytes",
                     "headroom_bytes", "usable_bytes", "host_bytes", "kv_bytes_per_token", "kv_capacity_tokens", "max_concurrency",
                     "max_context_tokens", "ttft_s", "prefill_tokens_per_s", "decode_tokens_per_s", "decode_ceiling_tokens_per_s",
                     "tpot_s", "output_tokens_per_s"):
        found = guide().about(quantity)
        assert found is not None, quantity
        chapter = guide().chapter(found[0])
        assert chapter is not None and found[1] in [b.id for b in chapter.blocks]
    assert guide().about("no such quantity") is None


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_figure_can_be_shown(qapp: object, name: str) -> None:
    store = Store(State(SCENARIOS[name], follows=False, machine_source="chosen"))
    assert store.estimate is not None, store.error
    live = Live.of(store)
    used = {(s.figure, *s.arguments) for _, words in ALL for text in words.values() for s in spans(text) if s.figure}
    assert {figure for figure, *_ in used} <= set(FIGURES)
    shown = {key: live.figure(*key) for key in used}
    assert all(s.text for s in shown.values())
    if name == "worked case":
        assert [key for key, s in shown.items() if not s.known] == []
        assert set(FIGURES) == {key[0] for key in used}, "a figure that no text uses"
    store.jobs.close()


def test_the_source_page_figures_stand_in_the_texts_of_the_worked_case(qapp: object) -> None:
    """Figures of the page this product grows from, by its teaching model, where its chapters say them."""
    live = Live.of(Store(State(EXAMPLE, follows=False, machine_source="chosen")))
    said = " ".join(plain(words["en"], live) for _, words in ALL)
    for figure in ("29.6 GB", "7.4 GB", "0.197 MB", "0.81 GB", "51.5 GB", "22.8 GB", "1.7 GB", "13.7 GB", "136 tok/s", "68–95 tok/s",
                   "74 tok/s", "546 GB/s", "1,008 GB/s", "about 9.0 GB to download", "10 to 12 GB", "about 4.8 bits", "80–110 tok/s",
                   "20 to 38 %", "less than 4 %", "50 to 99 %", "about a tenth", "0.9 in 0.10", "256 on a 24 GB card"):
        assert figure in said, figure
    assert live.figure("book_verdict", "8", "4096").text == "Fits"
    assert live.figure("book_verdict", "8", "32768").text == "Does not fit"


@pytest.mark.parametrize("name", SCENARIOS)
def test_try_links_lead_to_scenarios_that_have_an_answer(qapp: object, name: str) -> None:
    store = Store(State(SCENARIOS[name], follows=False, machine_source="chosen"))
    live = Live.of(store)
    links = [link for c in guide().chapters for b in c.blocks for link in b.links]
    assert len(links) >= 10
    for link in links:
        scenario = changed_scenario(live, link.changes)
        if name == "worked case" or link.changes.get("example"):
            assert estimate(scenario).verdict
    assert changed_scenario(live, {"load": [8, 32768]}).settings.context == 32768
    assert changed_scenario(live, {"example": True}) == EXAMPLE


def test_search_finds_words_and_live_figures(qapp: object) -> None:
    live = Live.of(Store(State(EXAMPLE, follows=False, machine_source="chosen")))
    assert [(f.chapter, f.block) for f in search("operating system", live)] == [("eight", "pages")]
    assert any(f.chapter == "eight" for f in search("51.5 gb", live))
    assert search("PagedAttention", live)[-1].chapter == "sources"
    assert search("   ", live) == [] and search("no such words anywhere", live) == []


def test_without_an_answer_the_worked_case_stands_in(qapp: object) -> None:
    from advisor.ui.store import first_state
    live = Live.of(Store(first_state()))
    assert live.example and live.figure("kv_token").text == "0.197 MB"


def test_the_chinese_texts_are_our_own(shared: Path) -> None:
    """No run of 14 characters of the source page stands in them (names, figures and terms apart, they are shorter)."""
    page = re.sub(r"\s", "", (shared / "seed" / "inference-and-deployment.zh.txt").read_text("utf-8"))
    runs = {page[i:i + 14] for i in range(len(page) - 13)}
    for where, words in ALL:
        text = re.sub(r"\s", "", "".join(s.text for s in spans(words["zh_CN"])))
        for i in range(len(text) - 13):
            run = text[i:i + 14]
            assert run not in runs or len(re.findall("[\u4e00-\u9fff]", run)) < 8, (where, run)
