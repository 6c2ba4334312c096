"""Words to text: one argument stays one argument in bash, PowerShell, cmd, systemd units, Compose and Kubernetes YAML.

What a shell cannot carry safely is refused with the reason, never mangled. Pure text, no I/O.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.errors import CannotAnswer
from advisor.words import say

SHELLS = ("bash", "powershell", "cmd")
LONGEST_WORD = 8192
_WIDTH = 100
_BASH_BARE = re.compile(r"[A-Za-z0-9_./@%+:,-][A-Za-z0-9_./@%+:,=-]*\Z")
_POWERSHELL_BARE = re.compile(r"(-{0,2}[A-Za-z_][A-Za-z0-9_-]*|[A-Za-z_/][A-Za-z0-9_./:+-]*|-?[0-9]+(\.[0-9]+)?)\Z")
_CMD_BARE = re.compile(r"[A-Za-z0-9_./:+@-]+\Z")
_YAML_BARE = re.compile(r"[A-Za-z/][A-Za-z0-9_./-]*\Z")
_YAML_WORDS = {"y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf"}
# Controls, line separators, marks that reorder text on the screen, halves of surrogate pairs, not-characters.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufffe\uffff]")
_POWERSHELL_QUOTES = re.compile("(['\u2018\u2019\u201a\u201b])")


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that stands in the environment as `name`; texts refer to it, so that no file or history holds it.

    `suffix` is plain text glued to it (a port).
    """

    name: str
    suffix: str = ""


Word = str | Secret


def check(value: str, what: str = "value") -> str:
    """The value itself. Raises CannotAnswer where no shell or file can carry it as one argument that looks as it is."""
    if len(value) > LONGEST_WORD:
        raise CannotAnswer(say("A {what} of {n} characters is too long for a command.", what=what, n=len(value)))
    found = _UNSAFE.search(value)
    if found:
        raise CannotAnswer(say("The {what} holds the invisible character U+{code}, which does not belong in a command.",
                               what=what, code=f"{ord(found.group()):04X}"), say("Write it without that character."))
    return value


def quote(value: str, shell: str) -> str:
    """One argument for `bash`, `powershell` or `cmd`. Raises CannotAnswer where that shell cannot carry it."""
    check(value)
    if shell == "bash":
        return value if _BASH_BARE.match(value) else "'" + value.replace("'", "'\"'\"'") + "'"
    if shell == "powershell":
        return _powershell(value)
    if shell == "cmd":
        return _cmd(value)
    raise CannotAnswer(say("No shell is called {shell}.", shell=repr(shell[:40])), say("Known: bash, powershell, cmd."))


def _powershell(value: str) -> str:
    if '"' in value:
        raise _refused("PowerShell", '"', "its versions 5 and 7 hand it to programs in different ways")
    if not value:
        raise _refused("PowerShell", "", "version 5 drops an empty argument")
    if value.endswith("\\") and re.search(r"\s", value):
        raise _refused("PowerShell", "\\", "version 5 loses a closing quote after it")
    return value if _POWERSHELL_BARE.match(value) else "'" + _POWERSHELL_QUOTES.sub(r"\1\1", value) + "'"


def _cmd(value: str) -> str:
    for sign, why in (('"', "it ends cmd's own quoting"), ("%", "cmd puts a variable's value there"),
                      ("!", "cmd may put a variable's value there")):
        if sign in value:
            raise _refused("cmd", sign, why)
    if _CMD_BARE.match(value):
        return value
    return '"' + value + "\\" * (len(value) - len(value.rstrip("\\"))) + '"'


def _refused(shell: str, sign: str, why: str) -> CannotAnswer:
    return CannotAnswer(say("{shell} cannot carry {sign} safely: {why}.", shell=shell, sign=sign or '""', why=why),
                        say("Use the bash or Compose form, or another name."))


def reference(secret: Secret, shell: str) -> str:
    """How a shell writes the value of an environment variable as one argument."""
    name, suffix = secret.name, secret.suffix
    if shell == "bash":
        return f'"${{{name}}}{suffix}"' if suffix else f'"${name}"'
    if shell == "powershell":
        return f'"${{env:{name}}}{suffix}"' if suffix else f"$env:{name}"
    return f"%{name}%{suffix}"


def word(value: Word, shell: str) -> str:
    """A word of a command line: quoted, or the reference to a secret."""
    return reference(value, shell) if isinstance(value, Secret) else quote(value, shell)


def command(words: Sequence[Word], shell: str, environment: Mapping[str, str] | None = None) -> str:
    """A command line with its environment in front, ready to paste.

    bash lines are broken before an option near column 100; the others stay on one line, where a break is fragile.
    """
    env = dict(environment or {})
    shown = [word(w, shell) for w in words]
    refers = any(isinstance(w, Secret) for w in words)
    if shell == "bash":
        before = "".join(f"{k}={quote(v, shell)} " for k, v in env.items() if not refers)
        before = before or "".join(f"export {k}={quote(v, shell)} && " for k, v in env.items())
        return _wrapped(before, shown)
    if shell == "powershell":
        first = f"& {shown[0]}" if shown[0].startswith(("'", "$")) else shown[0]
        return "".join(f"$env:{k} = {powershell_text(v)}; " for k, v in env.items()) + " ".join([first, *shown[1:]])
    before = "".join(f'set "{k}={_cmd_text(v)}" && ' for k, v in env.items())
    return before + " ".join(shown)


def powershell_text(value: str) -> str:
    """A PowerShell string for a cmdlet or variable, which takes every character (programs do not)."""
    return "'" + _POWERSHELL_QUOTES.sub(r"\1\1", check(value)) + "'"


def _cmd_text(value: str) -> str:
    shown = _cmd(value)
    return shown[1:-1] if shown.startswith('"') else shown


def _wrapped(before: str, shown: Sequence[str]) -> str:
    groups: list[str] = []
    for at, text in enumerate(shown):
        if not groups or (at > 1 and text.startswith("-") and len(text) > 1):
            groups.append(text)
        else:
            groups[-1] += " " + text
    lines = [before + groups[0]]
    for group in groups[1:]:
        if len(lines[-1]) + len(group) + 3 > _WIDTH:
            lines.append("  " + group)
        else:
            lines[-1] += " " + group
    return " \\\n".join(lines)


# ---------------------------------------------------------------------------------------------------------- files

def yaml(value: str) -> str:
    """A YAML scalar that every YAML 1.1 and 1.2 reader takes for exactly this text."""
    check(value)
    if _YAML_BARE.match(value) and value.lower() not in _YAML_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def compose(value: Word) -> str:
    """A scalar of a Compose file, where `$` starts a variable; a secret comes from the `.env` file beside it."""
    if isinstance(value, Secret):
        return f'"${{{value.name}:?}}{value.suffix}"'
    return yaml(value.replace("$", "$$"))


def kubernetes(value: Word) -> str:
    """A scalar of a Kubernetes command, argument or environment value, where `$(NAME)` would be replaced."""
    if isinstance(value, Secret):
        return f'"$({value.name}){value.suffix}"'
    return yaml(value.replace("$", "$$"))


def systemd(value: Word) -> str:
    """One word of an ExecStart line."""
    if isinstance(value, Secret):
        return f"${{{value.name}}}{value.suffix}"
    check(value)
    text = value.replace("%", "%%").replace("$", "$$")
    if re.fullmatch(r"[A-Za-z0-9_./@%+:,=-]+", text) and "%" not in value:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def systemd_environment(environment: Mapping[str, str]) -> list[str]:
    """`Environment=` lines of a unit."""
    return [f'Environment="{k}={check(v).replace("%", "%%").replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"'
            for k, v in environment.items()]


def python(value: str) -> str:
    """A Python string literal in plain ASCII."""
    return ascii(check(value))


def json_text(value: object) -> str:
    """Compact JSON in plain ASCII, for a request's body."""
    return json.dumps(value, ensure_ascii=True)


def joined(lines: Iterable[str]) -> str:
    """Lines of a file, with the last line ended."""
    return "\n".join(lines) + "\n"
