"""Where the weights of a model in a format come from: known repositories and files, never an invented name."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from advisor import resources
from advisor import shell as sh
from advisor.engines.base import Case
from advisor.engines.repositories import with_drafters
from advisor.errors import CannotAnswer
from advisor.formula.weights import native_experts
from advisor.scenario import Model
from advisor.words import say

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,95}/[A-Za-z0-9][A-Za-z0-9_.-]{0,127}\Z")
KEEPS_EXPERTS = "ud-q4_k_xl"
"""Unsloth's files of a model whose experts come in MXFP4 leave them so, under this name and wider ones alike."""
_LOCAL = re.compile(r"(/|\.{1,2}[/\\]|~[/\\]|[A-Za-z]:[/\\]|\\\\)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where the weights come from: a repository or a path; `online` is the engine's own word for quantizing at load."""

    reference: str
    path: str | None = None
    online: str | None = None
    found: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class GgufSource:
    """Where a GGUF comes from: a path, or a repository with the tag that picks the file; `convert` makes it from `base`."""

    path: str | None = None
    repository: str | None = None
    tag: str | None = None
    convert: str | None = None

    @property
    def note(self) -> str:
        """That a mix which few publishers make may be missing under that tag, "" for the usual ones: no list of files is known here."""
        if self.repository is None or self.tag is None or not self.tag.startswith("IQ"):
            return ""
        return say("Not every repository holds {tag}: its page huggingface.co/{repository} lists the mixes that there are.", tag=self.tag,
                   repository=self.repository)


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(resources.catalog_data("checkpoints.json")["rows"])


def repository(model: Model, reference: str = "") -> str | None:
    """The model's own repository on the hub, None where only a bare name is known."""
    for name in (model.repository or "", model.name, model.id, *model.aliases, reference):
        if _REPOSITORY.match(name):
            return name
    return None


def published_type(model: Model) -> str:
    """The catalog id of the type that an unquantized checkpoint is published in."""
    return {"float32": "fp32", "float16": "fp16"}.get(model.dtype, "bf16")


def local_path(case: Case) -> str | None:
    """The path the model was named by, None for a name. A config.json stands for its folder."""
    path = case.model_path or (case.model_reference if _LOCAL.match(case.model_reference)
                               or case.model_reference.lower().endswith((".gguf", ".json")) else None)
    if path is None:
        return None
    sh.check(path, "path")
    path = os.path.expanduser(path)
    if not _LOCAL.match(path):
        path = "./" + path
    head, sign, tail = path.replace("\\", "/").rpartition("/")
    if tail.lower() == "config.json":
        return path[:len(head)] if sign else "."
    return path


def known(case: Case, format_: str = "") -> str | None:
    """A repository of the catalog that holds this model in this quantization (and format: `gguf`, `mlx`)."""
    return published(case.model, case.quantization.id, format_, case.model_reference)


def published(model: Model, quantization: str, format_: str = "", reference: str = "") -> str | None:
    """A repository of the catalog that holds the model in this format, by catalog id (`*` in a row: a tag picks the mix)."""
    base = repository(model, reference) or ""
    by_name = _by_model()
    row = by_name.get((base, quantization, format_)) or by_name.get((base, "*", format_))
    if row:
        return str(row["repository"])
    return None if format_ else _checkpoints().get((model.id, quantization))


@cache
def _by_model() -> dict[tuple[str, str, str], dict[str, Any]]:
    return {(row["model"], row["quantization"], row.get("format", "")): row for row in reversed(_rows())}


@cache
def _checkpoints() -> dict[tuple[str, str], str]:
    """Rows of the model catalog that are another row's checkpoint in some format: (model, format) -> repository."""
    from advisor import catalog
    found: dict[tuple[str, str], str] = {}
    table: Any = catalog.models()
    for row in map(table.row, table):
        method = (row.get("native_quantization") or {}).get("method")
        if row.get("base") and method and row.get("repository"):
            found.setdefault((row["base"], method), row["repository"])
    return found


def checkpoint(case: Case, online: Mapping[str, str]) -> Checkpoint:
    """The weights for an engine that reads safetensors. `online`: catalog id -> the engine's word for quantizing at load.

    Nothing is invented: what the catalog does not know must be found by the reader, and `found` is False.
    """
    path = local_path(case)
    if path is not None:
        return Checkpoint(path, path=path)
    base = repository(case.model, case.model_reference)
    wanted, reference = case.quantization, case.model_reference
    native = case.model.native_quantization
    own = native.method if native else case.model.dtype
    if _REPOSITORY.match(reference) and _implied(reference) == wanted.id:
        return Checkpoint(reference)
    if base and (wanted.id == own or (wanted.kind == "plain" and native is None)):
        return Checkpoint(base)
    listed = known(case)
    if listed:
        return Checkpoint(listed)
    if base and wanted.id in online and native is None:
        return Checkpoint(base, online=online[wanted.id])
    folder = f"./{file_name(case)}"
    note = say("No {quantization} checkpoint of {model} is listed here: find or make one, put it in {folder}, and read its card.",
               quantization=wanted.name, model=case.model.name, folder=folder)
    return Checkpoint(folder, path=folder, found=False, note=note)


@cache
def _implied(reference: str) -> str | None:
    from advisor import catalog
    try:
        return catalog.find_model_and_quantization(reference)[1]
    except CannotAnswer:
        return None


def in_folder(source: Checkpoint) -> Checkpoint:
    """The same weights out of a folder here, for engines that do not fetch from where they are to come from."""
    folder = source.path or "./" + base_name(source.reference)
    return replace(source, reference=folder, path=folder)


def gguf_source(case: Case) -> GgufSource:
    """The GGUF for this model and mix: the named file, a listed repository, the model's own GGUF repository, or a conversion; with
    drafts the repository whose files hold the layers for them."""
    found = _gguf_source(case)
    if case.settings.speculative is None or not found.repository:
        return found
    return replace(found, repository=with_drafters(found.repository))


def _gguf_source(case: Case) -> GgufSource:
    path = local_path(case)
    if path is not None and path.lower().endswith(".gguf"):
        return GgufSource(path=path)
    tag = {"fp16": "F16", "bf16": "BF16"}.get(case.quantization.id, case.quantization.id.upper())
    if path is not None:
        return GgufSource(path=f"./{file_name(case)}.gguf", tag=tag, convert=path)
    listed = known(case, "gguf")
    if listed:
        return GgufSource(repository=listed)
    listed = known(case, "gguf_tagged")
    if listed:
        return GgufSource(repository=listed, tag=tag)
    if _REPOSITORY.match(case.model_reference) and case.model_reference.lower().endswith("-gguf"):
        return GgufSource(repository=case.model_reference, tag=tag)
    own = own_gguf(case.model)
    if own:
        return GgufSource(repository=own, tag=tag)
    base = repository(case.model, case.model_reference)
    return GgufSource(path=f"./{file_name(case)}.gguf", tag=tag, convert=base or "")


def usual_mix(model: Model) -> str:
    """The GGUF mix of a model that is asked for by name only: Q4_K_M, or what keeps experts that come in MXFP4, a file named so or
    Unsloth's where only theirs are published."""
    native = model.native_quantization
    usual = "mxfp4" if native is not None and native.method == "mxfp4" else "q4_k_m"
    if native_experts(model) != "MXFP4" or any(published(model, usual, part) for part in ("gguf", "gguf_tagged")):
        return usual
    return KEEPS_EXPERTS if published(model, KEEPS_EXPERTS, "gguf_tagged") else usual


def own_gguf(model: Model) -> str | None:
    """The model's own repository of GGUF files, None where none is known that surely holds that model, and where its tags are listed
    one by one (`published` tells those)."""
    own = (model.gguf_repository or "").split("|")[0]
    named = _REPOSITORY.match(own) and base_name(own).lower().removesuffix("-gguf") == base_name(model.name).lower()
    return own if named and own not in _listed_by_tag() else None


@cache
def _listed_by_tag() -> frozenset[str]:
    rows = [row for row in _rows() if row.get("format") == "gguf_tagged"]
    return frozenset(row["repository"] for row in rows if row["quantization"] != "*") - {
        row["repository"] for row in rows if row["quantization"] == "*"}


def file_name(case: Case) -> str:
    """A plain name for folders and services: the model and its quantization in letters, digits, dots and dashes."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", case.model.name.rpartition("/")[2]).strip("-.") or "model"
    return f"{name[:80]}-{case.quantization.id}"


def api_name(case: Case) -> str:
    """The name clients ask for where the engine would show a path: the model's id in letters, digits, dots, dashes, slashes."""
    return re.sub(r"[^A-Za-z0-9._/-]+", "-", case.model.id)[:120].strip("-./") or "model"


def base_name(path: str) -> str:
    """The last part of a path of any system."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or "model"


def fp8_block(case: Case) -> int | None:
    """The block of an FP8 checkpoint that is scaled by blocks, None where it is scaled otherwise or not known."""
    native = case.model.native_quantization
    if case.quantization.id != "fp8":
        return None
    if native is not None:
        return native.group_size if native.method == "fp8" else None
    listed = known(case)
    return next((row["block"] for row in _rows() if row["repository"] == listed and "block" in row), None)
