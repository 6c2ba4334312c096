"""What a published checkpoint asks of whoever runs it, by the name of its repository: terms to accept, code of its own that is run,
how far its makers allow it to be stretched, the type in which its numbers overflow, where files with its draft layers lie. Data:
resources/catalog/repositories.json."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from advisor import resources
from advisor.engines.base import Case
from advisor.scenario import Model

TOKEN = "HF_TOKEN"
"""The environment name under which everything that downloads from Hugging Face looks for a token."""


class Stretch(NamedTuple):
    """YaRN for one model, tokens: what it was made for, and how long its makers allow it to be made. `theta` is its rope's base."""

    original: int
    longest: int
    theta: int

    def factor(self, context: int) -> float:
        """The smallest half that reaches the context: short texts suffer less from a small factor (Qwen's documents)."""
        return -(-2 * context // self.original) / 2


@cache
def _rows(kind: str) -> tuple[dict[str, Any], ...]:
    return tuple(resources.catalog_data("repositories.json")[kind])


def _found(kind: str, names: tuple[str, ...], engine: str = "") -> dict[str, Any] | None:
    lower = [name.lower() for name in names if name]
    return next((row for row in _rows(kind) if engine in row.get("engines", (engine,))
                 and any(fnmatchcase(name, pattern) for name in lower for pattern in row["repositories"])), None)


def gated(repository: str) -> bool:
    """Whether its terms must be accepted on its page first, so that a download without a token ends with an error."""
    return _found("gated", (repository,)) is not None


def own_code(case: Case, reference: str) -> str | None:
    """`tokenizer` or `configuration`: what the engine can only read by running code that lies in the checkpoint; None where it needs
    none. A copy in another format is taken to carry the same code."""
    row = _found("own_code", (reference, case.model.repository or ""), case.engine.id)
    return str(row["what"]) if row else None


def overflows_in_float16(model: Model) -> bool:
    """Whether its numbers overflow in float16: answers come out empty or as nonsense, whatever the engine that computes in it."""
    return any(model.gguf_architecture in row["gguf"] and model.architecture not in row["but"] for row in _rows("no_float16"))


def with_drafters(repository: str) -> str:
    """The repository whose GGUF files hold the model's own draft layers too: itself where they are not published apart."""
    stem, dash, ending = repository.rpartition("-")
    apart = _found("drafting", (repository,)) is not None and not stem.lower().endswith("-mtp")
    return f"{stem}-MTP{dash}{ending}" if apart else repository


def yarn(model: Model) -> Stretch | None:
    """How it may be stretched, None where its makers say nothing of it or its configuration is as long already."""
    row = _found("yarn", (model.repository or "",))
    if row is None or (model.max_position_embeddings or 0) >= row["longest"]:
        return None
    return Stretch(row["original"], row["longest"], row["theta"])
