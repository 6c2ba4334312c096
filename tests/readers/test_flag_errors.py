"""Flags that a server refuses: gone, written another way, another engine's, or merely unknown."""

import json

import pytest

from advisor.readers.engine_errors import explain


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("vllm: error: unrecognized arguments: --swap-space 4", "take --kv-offloading-size instead"),
        ("api_server.py: error: unrecognized arguments: --num-scheduler-steps 8", "nothing stands for it: leave it out"),
        ("launch_server.py: error: unrecognized arguments: --enable-ep-moe", "gone from SGLang: take --ep-size"),
        ("error: invalid argument: --draft-max", "gone from llama.cpp: take --spec-draft-n-max"),
        ("launch_server.py: error: unrecognized arguments: --max-model-len 8192", "is vLLM's flag: SGLang takes --context-length alone"),
        ("vllm: error: unrecognized arguments: --no-such-thing", "does not know --no-such-thing"),
    ],
)
def test_each_kind(line, said):
    assert [said in text for text in explain([line])] == [True]


def test_what_has_an_answer_of_its_own_is_said_once():
    assert len(explain(["vllm: error: unrecognized arguments: --enable-reasoning"])) == 1
    assert len(explain(["llama-server: error: invalid argument: --no-mmap"])) == 1


def test_other_programs_flags_say_nothing():
    assert not explain(["prog.py: error: unrecognized arguments: --learning-rate 1e-4"])


@pytest.mark.shared
def test_what_is_gone_is_gone_by_the_option_lists(shared):
    """The names are those that the checked releases no longer take."""
    from advisor import resources
    for engine in ("vllm", "sglang", "llama.cpp"):
        listed = json.loads((shared / "engines" / "cli" / f"{engine}.json").read_text("utf-8"))["removed"]
        assert set(resources.catalog_data("launch", f"{engine}.json")["gone"]) <= set(listed)
