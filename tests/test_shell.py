"""Quoting: one argument stays one argument, or is refused with a reason."""

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from launch_plans import cmd_words, powershell_words, systemd_words

from advisor import shell as sh
from advisor.errors import CannotAnswer

ODD = ["plain", "two words", "it's", 'say "hi"', "$(touch pwned)", "`id`", "${HOME}", "%PATH%", "a;b", "a&b|c<d>e", "!x", "*", "~", "=ls",
       "\\", "C:\\my models\\", "名前 模型", "a'\"'b", "'", '"', "", "#x", "{a,b}", "-x", "--flag=1", "a\u2019b", "^", "@here", "(x)"]
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(st.lists(TEXT, min_size=1, max_size=20))
@settings(max_examples=25, deadline=None)
def test_a_real_bash_reads_back_exactly_what_was_quoted(values):
    kept = []
    for value in values:
        try:
            kept.append((value, sh.quote(value, "bash")))
        except CannotAnswer as error:
            assert "U+" in str(error)
    script = "".join(f"printf '%s\\0' {quoted}\n" for _, quoted in kept)
    done = subprocess.run(["bash", "--norc", "-c", "LC_ALL=C.UTF-8\n" + script], capture_output=True, check=True, timeout=20)
    assert done.stdout.decode().split("\0")[:-1] == [value for value, _ in kept]


@pytest.mark.parametrize("value", ODD)
def test_odd_values_in_bash(value):
    done = subprocess.run(["bash", "-c", f"printf %s {sh.quote(value, 'bash')}"], capture_output=True, check=True, timeout=20)
    assert done.stdout.decode() == value


@given(TEXT)
@settings(max_examples=300, deadline=None)
def test_powershell_and_cmd_carry_or_refuse(value):
    for shell, split in (("powershell", powershell_words), ("cmd", cmd_words)):
        try:
            line = sh.command(["prog", value, "end"], shell)
        except CannotAnswer as error:
            assert error.why
        else:
            assert split(line) == ["prog", value, "end"]


@given(TEXT)
@settings(max_examples=300, deadline=None)
def test_systemd_carries_or_refuses(value):
    try:
        line = sh.systemd(value) + " end"
    except CannotAnswer:
        return
    assert systemd_words(line) == [value, "end"]


@given(TEXT)
@settings(max_examples=300, deadline=None)
def test_yaml_reads_back_as_the_same_text(value):
    import yaml
    try:
        scalar = sh.yaml(value)
    except CannotAnswer:
        return
    assert yaml.safe_load(f"x: {scalar}\n") == {"x": value}
    assert yaml.safe_load(f"- {scalar}\n") == [value]


@pytest.mark.parametrize("word", ["yes", "No", "on", "OFF", "null", "~", "1e3", "0x10", "12:30:45", "2024-01-01", "nan", ".inf", "true"])
def test_yaml_words_with_a_meaning_stay_text(word):
    import yaml
    assert yaml.safe_load(f"x: {sh.yaml(word)}\n") == {"x": word}


def test_dollars_are_doubled_where_files_would_replace_them():
    assert sh.compose("$(HOME) ${X}") == '"$$(HOME) $${X}"'
    assert sh.kubernetes("$(HOME)") == '"$$(HOME)"'
    assert sh.systemd("$X %h") == '"$$X %%h"'


def test_secrets_are_referred_to_and_never_written():
    secret = sh.Secret("LLM_KEY")
    assert sh.command(["run", "--key", secret], "bash", {"LLM_KEY": "v"}) == 'export LLM_KEY=v && run --key "$LLM_KEY"'
    assert sh.command(["run", secret], "powershell", {"LLM_KEY": "v"}) == "$env:LLM_KEY = 'v'; run $env:LLM_KEY"
    assert sh.command(["run", secret], "cmd", {"LLM_KEY": "v"}) == 'set "LLM_KEY=v" && run %LLM_KEY%'
    assert sh.kubernetes(sh.Secret("A", ":1")) == '"$(A):1"'
    assert sh.compose(secret) == '"${LLM_KEY:?}"'


@pytest.mark.parametrize("value", ["a\nb", "a\x00b", "a\x1b[31m", "a\u202eb", "\ud800", "a\u2028b", "a\x7f", "\ufeffa", "a\tb", "a\rb"])
def test_invisible_characters_are_refused_in_every_shell(value):
    for shell in sh.SHELLS:
        with pytest.raises(CannotAnswer, match="invisible"):
            sh.quote(value, shell)
    with pytest.raises(CannotAnswer):
        sh.yaml(value)


def test_too_long_and_unknown_shell():
    with pytest.raises(CannotAnswer, match="too long"):
        sh.quote("x" * 9000, "bash")
    with pytest.raises(CannotAnswer, match="No shell"):
        sh.quote("x", "fish")


def test_long_lines_break_before_options_only():
    words = ["python3", "-m", "server", *(w for i in range(12) for w in (f"--option-{i}", "some value"))]
    text = sh.command(words, "bash")
    assert text.count("\\\n") >= 2
    assert all(line.strip().startswith("--option") for line in text.split("\\\n")[1:])
