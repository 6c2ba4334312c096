"""resources/catalog/*.json -> the types of advisor.scenario, with the user's own entries over them.

A file is parsed once, a row is checked when somebody asks for it: loading all names takes milliseconds. A bad entry of the
user's is told in `warnings()` and left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from advisor import names, resources
from advisor.errors import CannotAnswer
from advisor.model_names import kept_format, spellings, without_format, without_size, written_forms
from advisor.scenario import Device, Frozen, Model, Quantization
from advisor.validation import first_fault
from advisor.words import say

MAX_USER_BYTES = 5_000_000
MAX_USER_ROWS = 2_000
Row = dict[str, Any]
T = TypeVar("T", bound=Frozen)

_warnings: list[str] = []
_generation = [0]


def user_folder() -> Path:
    """The folder where a person's own models.json, devices.json and so on lie; it need not exist."""
    return resources.user_folder("data")


def warnings() -> tuple[str, ...]:
    """What was wrong with the user's own entries, one sentence each (of the files read so far)."""
    return tuple(_warnings)


def generation() -> int:
    """How often everything was forgotten: what is kept elsewhere of the catalog's things holds for one of them."""
    return _generation[0]


def reload() -> None:
    """Forgets everything read, so that changed files are read again."""
    _generation[0] += 1
    _warnings.clear()
    for cached in (_models, _devices, _quantizations, _model_names, device_names, _quantization_names, engine_data, prices,
                   find_model_and_quantization, general_models):
        cached.cache_clear()


class Table(Generic[T], Mapping[str, T]):
    """Rows by id, in the catalog's order, the user's first; a row becomes its type when it is asked for."""

    def __init__(self, kind: type[T], file: str) -> None:
        self._kind = kind
        self._file = file
        self._rows: dict[str, Row] = {}
        self._built: dict[str, T] = {}
        own = {row["id"]: row for row in _user_rows(file)}
        shipped = resources.catalog_data(file)
        for row in own.values():
            self._add_own(row)
        for row in shipped["rows"] if isinstance(shipped, dict) else shipped:
            self._rows.setdefault(row["id"], row)
        for id_ in list(own):
            self._check_own(id_)

    def _add_own(self, row: Row) -> None:
        self._rows[row["id"]] = row

    def _check_own(self, id_: str) -> None:
        try:
            self[id_]
        except (CannotAnswer, ValidationError, TypeError, ValueError, KeyError) as error:
            del self._rows[id_]
            _warnings.append(say("Your own entry {id} in {file} was left out: {why}.", id=repr(id_[:60]), file=self._file, why=_why(error)))

    def __getitem__(self, id_: str) -> T:
        built = self._built.get(id_)
        if built is None:
            built = self._built[id_] = self._kind.model_validate(expanded(self.full_row(id_)))
        return built

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def row(self, id_: str) -> Row:
        """The row as it stands in the file."""
        return self._rows[id_]

    def full_row(self, id_: str, depth: int = 0) -> Row:
        """The row laid over the one that it says it is like."""
        row = self._rows[id_]
        like = row.get("like")
        if like is None:
            base = self._rows.get(row.get("base", ""))  # a quantized checkpoint keeps its base's vision tower
            tower = base.get("vision_parameters") if base is not None and "vision_parameters" not in row else None
            return {**row, "vision_parameters": tower} if tower else row
        if like not in self._rows or depth > 4 or like == id_:
            raise CannotAnswer(say("it is like {like}, which is not in the catalog", like=repr(str(like)[:60])))
        inherited = {k: v for k, v in self.full_row(like, depth + 1).items() if k not in ("aliases", "ollama_tag", "repository")}
        return {**inherited, **{k: v for k, v in row.items() if k != "like"}}


def _why(error: Exception) -> str:
    """What is wrong with a row, without a full stop."""
    if isinstance(error, ValidationError):
        field, must, _ = first_fault(error)
        return say("`{field}` {must}", field=field, must=must)
    return error.why if isinstance(error, CannotAnswer) else str(error)[:120]


def expanded(row: Row) -> Row:
    """A model's row with its run-length lists written out; other rows as they are."""
    count = row.get("num_hidden_layers")
    if not isinstance(count, int) or not 0 < count <= 10_000:
        return row
    row = dict(row)
    for key in ("layer_types", "mlp_layer_types"):
        value = row.get(key)
        row[key] = [value] * count if isinstance(value, str) else _written_out(value, count)
    for key in ("num_key_value_heads", "intermediate_size"):
        if isinstance(row.get(key), list):
            row[key] = _written_out(row[key], count)
    rates = row.get("compressed_kv")
    if isinstance(rates, dict) and "ratios" in rates:
        row["compressed_kv"] = {**rates, "ratios": tuple(_written_out(rates["ratios"], count))}
    return row


def _written_out(value: Any, count: int) -> list[Any]:
    if not isinstance(value, list):
        raise CannotAnswer(say("a list with one entry a layer is missing"))
    pairs = value and all(isinstance(v, list) and len(v) == 2 and isinstance(v[1], int) for v in value)
    if pairs and sum(v[1] for v in value) > count:
        raise CannotAnswer(say("a list has more entries than there are layers"))
    found = [v for v, times in value for _ in range(times)] if pairs else value
    if len(found) != count:
        raise CannotAnswer(say("a list has {n} entries for {count} layers", n=len(found), count=count))
    return found


_OWN: dict[str, Row] = {"devices.json": {"vendor": "other", "kind": "datacenter"}}
"""What an entry of the user's may leave out: of a device, memory and bandwidth are enough."""


def _user_rows(file: str) -> list[Row]:
    """The user's own entries of that file; what is wrong with it goes to the warnings."""
    path = user_folder() / file
    try:
        if not path.is_file():
            return []
        if path.stat().st_size > MAX_USER_BYTES:
            raise CannotAnswer(say("it is larger than {most} MB", most=MAX_USER_BYTES // 10**6))
        data = json.loads(path.read_text("utf-8"))
    except (CannotAnswer, OSError, ValueError, RecursionError) as error:
        _warnings.append(say("Your own {file} could not be read: {why}.", file=file, why=_why(error)))
        return []
    rows = data.get("rows") if isinstance(data, dict) else data
    if not isinstance(rows, list) or len(rows) > MAX_USER_ROWS:
        _warnings.append(say("Your own {file} must hold a list of at most {most} entries.", file=file, most=MAX_USER_ROWS))
        return []
    good = []
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("id"), str) and 0 < len(row["id"]) <= 200:
            good.append({"name": row["id"], "family": "own", "source": "the user's own entry", **_OWN.get(file, {}), **row})
        else:
            _warnings.append(say("An entry of your own {file} was left out: it has no `id`.", file=file))
    return good


# ------------------------------------------------------------------------------------------------------- the catalogs

@cache
def _models() -> Table[Model]:
    return Table(Model, "models.json")


@cache
def _devices() -> Table[Device]:
    return Table(Device, "devices.json")


@cache
def _quantizations() -> Table[Quantization]:
    return Table(Quantization, "quantizations.json")


def models() -> Mapping[str, Model]:
    """All models by id; each is checked when it is looked up."""
    return _models()


def devices() -> Mapping[str, Device]:
    """All devices by id."""
    return _devices()


def quantizations() -> Mapping[str, Quantization]:
    """All weight formats by id."""
    return _quantizations()


@cache
def engine_data(id_: str) -> Mapping[str, Any]:
    """An engine's versioned defaults. Raises CannotAnswer when there is no such engine."""
    if not id_.replace(".", "").replace("-", "").isalnum():
        raise CannotAnswer(say("No engine is called {id}.", id=repr(id_[:60])), field="engine")
    return dict(resources.catalog_data("engines", f"{id_}.json"))


@cache
def prices() -> Mapping[str, Any]:
    """API prices, rentals and purchase prices, with dates and sources."""
    return dict(resources.catalog_data("prices.json"))


# ------------------------------------------------------------------------------------------------------ finding by name

class _ModelNames:
    """Models by id, repository, name, alias and Ollama tag; each also without the maker's name."""

    def __init__(self, table: Table[Model]) -> None:
        self.index = names.Names((id_, self._names(table.row(id_))) for id_ in table)

    @staticmethod
    def _names(row: Row) -> list[str]:
        found = [str(row.get("name", "")), *row.get("aliases", ())]
        found += [row[key] for key in ("repository", "ollama_tag") if row.get(key)]
        return found + [n.rsplit("/", 1)[1] for n in found if "/" in n]


@cache
def device_names() -> names.DeviceNames:
    """All devices by the names that people, shops and tools use."""
    table = _devices()
    return names.DeviceNames(Device.model_construct(**{**table.row(id_), "aliases": tuple(table.row(id_).get("aliases") or ()),
                             "memory_options_bytes": tuple(table.row(id_).get("memory_options_bytes") or ())}) for id_ in table)


def find_device(name: str, notes: list[str] | None = None) -> Device:
    """The device of that name; what was assumed goes to `notes`. Raises CannotAnswer with near misses."""
    return _devices()[device_names().device(name, notes).id]


@cache
def _quantization_names() -> names.Names:
    table = _quantizations()
    return names.Names((id_, [str(table.row(id_).get("name", "")), *(table.row(id_).get("aliases") or ())]) for id_ in table)


def find_quantization(name: str) -> Quantization:
    """The weight format of that name. Raises CannotAnswer with near misses."""
    table = _quantizations()
    if name in table:
        return table[name]
    found = _quantization_names().find(name)
    if found.id is None:
        raise names.unknown_name("quantization", name, found.near, "quantization")
    return table[found.id]


@cache
def _model_names() -> _ModelNames:
    return _ModelNames(_models())


def find_model(name: str) -> Model:
    """The model of that name. Raises CannotAnswer with near misses."""
    return find_model_and_quantization(name)[0]


@lru_cache(maxsize=4096)
def find_model_and_quantization(name: str) -> tuple[Model, str | None]:
    """The model of that name and the catalog id of the format that the name implies (None where it implies none).

    Raises CannotAnswer with near misses.
    """
    table = _models()
    for written in written_forms(name):
        found = _named(written) or _sized(written)
        if found is not None:
            return found[0], _listed_formats().get(name.lower(), found[1])
    plain = without_format(name)[0]
    shown = [table.row(id_).get("name", id_) for id_ in table if not table.row(id_).get("base")]
    raise names.unknown_name("model", name, names.nearest(plain.rsplit("/", 1)[-1], shown), "model")


@cache
def _listed_formats() -> Mapping[str, str]:
    """Format of each listed checkpoint by its repository in small letters: some are named after another than they have."""
    rows = resources.catalog_data("checkpoints.json")["rows"]
    return {row["repository"].lower(): row["quantization"] for row in rows if "format" not in row and row["quantization"] != "*"}


def _named(name: str) -> tuple[Model, str | None] | None:
    """The model of exactly that name, else of the name without its weights' format."""
    table, index = _models(), _model_names().index
    for spelling in spellings(name):
        if spelling in index:
            model = table[index.find(spelling).id or ""]
            own = model.native_quantization
            return model, own.method if model.base and own else _of_tag(name, model)
    plain, format_ = without_format(name)
    if plain != name:
        for spelling in spellings(plain):
            if spelling in index:
                model = table[index.find(spelling).id or ""]
                native = model.native_quantization
                return _as_checkpoint(model, format_), kept_format(name, format_, native.method if native else None)
    return None


def _sized(name: str) -> tuple[Model, str | None] | None:
    """The model of a name with its size written behind it, where that is the model's size (in the makers' loose counting)."""
    from advisor.formula.parameters import components
    plain, format_ = without_format(name)
    sized = without_size(plain)
    found = _named(sized[0]) if sized else None
    if sized is None or found is None:
        return None
    counted = components(found[0])
    sizes = (counted.total, found[0].published_parameters or counted.total)
    return (found[0], format_ or found[1]) if any(abs(s / sized[1] - 1) < 0.06 for s in sizes) else None


def _of_tag(name: str, model: Model) -> str | None:
    """A repository of GGUF files by its own name in the catalog implies a mix."""
    return without_format(name)[1] if name.lower().endswith("gguf") else None


def _as_checkpoint(model: Model, format_: str | None) -> Model:
    """The unquantized model where the name asks for another format than the row's own checkpoint has."""
    own = model.native_quantization
    if model.base is None or own is None or format_ in (None, own.method):
        return model
    return _models()[model.base]


def resolve_model(reference: str) -> tuple[Model, str | None]:
    """A model by name, or from a config.json, a folder or a .gguf file (the first of several shards stands for all).

    The second part is the catalog id of the format that the name or the file implies. Raises CannotAnswer.
    """
    from advisor.readers import model_path
    if model_path.looks_like_path(reference):
        return model_path.read_model(reference)
    try:
        return find_model_and_quantization(reference)
    except CannotAnswer:
        if model_path.exists(reference):
            return model_path.read_model(reference)
        raise


# --------------------------------------------------------------------------------------------------------- choosing

NOT_GENERAL = ("embedding", "reranker", "moderation", "completion")


@cache
def general_models() -> tuple[Model, ...]:
    """Models that answer people: no quantized checkpoint of another row, no embedder, reranker or guard, no bare base."""
    table = _models()
    found = [id_ for id_ in table if not table.row(id_).get("base")
             and not set(table.row(id_).get("capabilities") or ()) & set(NOT_GENERAL)]
    return tuple(table[id_] for id_ in found)


@cache
def abilities() -> Row:
    """How able models are by published scores (packaging/catalog/scores.py): `rows` by model id, each `general` and where known
    `code` and `tools` in doublings of size, with the `scores` and their sources; `progress_a_year` and `spread` of the rest."""
    data = dict(resources.catalog_data("abilities.json"))
    return data | {"rows": {row["id"]: row for row in data["rows"]}}


@cache
def _licences() -> Row:
    data = dict(resources.catalog_data("licences.json"))
    return {part: {row["id"]: row for row in data[part]} for part in ("rows", "models")}


def licence_terms(model: Model) -> Row:
    """What the model's licence says of commercial use: `commercial` is no, limits (then `limit` and `millions`
    say which) or yes, with its `source`; empty where it is not known here."""
    found = _licences()
    return dict(found["models"].get(model.id) or found["rows"].get(model.licence or "") or {})


def published_score(model: Model, benchmark: str) -> float | None:
    """Percent that a model scored in a benchmark (a key of abilities()["benchmarks"]); None where nobody published it."""
    scores = abilities()["rows"].get(model.id, {}).get("scores", ())
    return next((float(row["score"]) for row in scores if row["benchmark"] == benchmark), None)


def smaller_models(model: Model, count: int) -> list[Model]:
    """Up to `count` models with fewer parameters, the largest first: of the same family first, then of any."""
    from advisor.formula.parameters import components
    size = components(model).total
    below = [(components(m).total, m) for m in general_models()]
    below = [(n, m) for n, m in below if 0.01 * size < n < 0.8 * size]
    below.sort(key=lambda pair: (not pair[1].family.startswith(model.family), -pair[0]))
    return [m for _, m in below[:count]]


def listing(what: str) -> list[Row]:
    """Rows of `advisor catalog models|devices|quantizations|engines`: flat, for people and for JSON."""
    if what == "models":
        return [_model_line(m) for m in models().values()]
    if what == "engines":
        files = sorted(resources.path("catalog", "engines").glob("*.json"))
        return [{"id": f.stem, **{k: v for k, v in engine_data(f.stem).items() if isinstance(v, str | int | float)}} for f in files]
    tables: dict[str, Mapping[str, Frozen]] = {"devices": devices(), "quantizations": quantizations()}
    if what not in tables:
        raise CannotAnswer(
            say("There is no catalog of {what}.", what=repr(what[:60])), say("Known: models, devices, quantizations, engines.")
        )
    return [row.model_dump(mode="json") for row in tables[what].values()]


def _model_line(model: Model) -> Row:
    from advisor.formula.parameters import components
    counted = components(model)
    return {"id": model.id, "name": model.name, "repository": model.repository, "family": model.family, "base": model.base,
            "architecture": model.architecture, "parameters": counted.total, "active_parameters": counted.active,
            "mtp_parameters": counted.mtp or None, "vision_parameters": counted.vision,
            "published_parameters": model.published_parameters, "parameters_note": model.parameters_note,
            "layers": model.num_hidden_layers, "context": model.max_position_embeddings,
            "capabilities": list(model.capabilities), "licence": model.licence, "release_date": model.release_date,
            "ollama_tag": model.ollama_tag, "gguf_repository": model.gguf_repository, "aliases": list(model.aliases),
            "source": model.source, "date": model.date}
