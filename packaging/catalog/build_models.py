"""Builds resources/catalog/models.json: `build_models.py REFERENCE` (the folder with models.csv and configs/).

A row is what a Model needs and nothing it has by default; per-layer lists are run-length pairs. Shapes come from published
config.json files, and for models without one here from models_extra.jsonl beside this script, whose shapes are checked by
counting: parameters from the shapes against the element count of the published checkpoint.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from typing import Any

from advisor.formula.parameters import components
from advisor.readers.hf_config import model_from_config
from advisor.scenario import Model, NativeQuantization

HERE = Path(__file__).resolve().parent
OUT = HERE.parent.parent / "resources" / "catalog" / "models.json"
DATE = "2026-11-29"
LEAST_TOWER = 10_000_000     # parameters: less is the rounding of a published count, no vision tower
COLUMNS = {"layers": "num_hidden_layers", "hidden": "hidden_size", "heads": "num_attention_heads", "kv_heads": "num_key_value_heads",
           "head_dim": "head_dim", "vocab": "vocab_size", "ffn": "intermediate_size", "experts": "num_experts",
           "experts_per_token": "num_experts_per_tok", "moe_ffn": "moe_intermediate_size", "max_context": "max_position_embeddings"}
RUNS = ("layer_types", "mlp_layer_types", "num_key_value_heads", "intermediate_size")


def main(reference: Path) -> None:
    facts = {row["name"]: row for row in csv.DictReader((reference / "models.csv").open(encoding="utf-8"))}
    extras = {row["name"]: row for row in map(json.loads, (HERE / "models_extra.jsonl").read_text("utf-8").splitlines())}
    tables = json.loads((HERE / "models_tables.json").read_text("utf-8"))
    models: dict[str, Model] = {}
    for name, row in facts.items():
        if row["config_file"] and name not in extras:
            config = json.loads((reference / "configs" / row["config_file"]).read_text("utf-8"))
            models[name] = changed(model_from_config(config, identity(name)), tables["changes"].get(name, {}))
    pending = [row for row in extras.values() if "alias_of" not in row]
    while pending:
        later = [row for row in pending if not ready(row, models)]
        for row in pending:
            if ready(row, models):
                models[row["name"]] = from_extra(row, models, facts.get(row["name"], {}))
        if len(later) == len(pending):
            raise SystemExit(f"nothing to build on: {[row['name'] for row in later]}")
        pending = later
    for old, new in tables["merged"].items():
        facts.setdefault(new, facts[old])
    rows = [finished(name, model, facts.get(name, {}), extras.get(name, {}), tables, models)
            for name, model in models.items() if name not in tables["merged"]]
    unknown = set(tables["tunes"]) - {row["repository"] for row in rows}
    if unknown:
        raise SystemExit(f"fine-tunes of models that are not here: {unknown}")
    rows.sort(key=lambda row: (row["family"].lower(), row["id"]))
    check_names(rows)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    OUT.write_text(f'{{"date":"{DATE}","rows":[\n{lines}\n]}}\n', "utf-8")
    print(f"{len(rows)} models of {len({r['family'] for r in rows})} families, {OUT.stat().st_size:,} bytes")


def own_gguf(shown: str, fact: dict[str, str]) -> str | None:
    """The first listed GGUF repository of this very model: those of its base or of another size hold other weights."""
    wanted = identity(shown)
    return next((repo for repo in fact.get("gguf_repo", "").split("|") if identity(repo).removesuffix("-gguf") == wanted), None)


def changed(model: Model, change: dict[str, Any]) -> Model:
    """The model with fields as the tables have them; one whose change names its own quantization gets it as a part."""
    return Model.model_validate({**model.model_dump(), **change}) if change else model


def ready(row: dict[str, Any], models: dict[str, Model]) -> bool:
    return ("like" not in row or row["like"] in models) and ("checkpoint" not in row or row["checkpoint"]["from"] in models)


def identity(name: str) -> str:
    return name.rsplit("/", 1)[-1].lower()


def from_extra(row: dict[str, Any], models: dict[str, Model], fact: dict[str, str]) -> Model:
    """A model from hand-written facts: like another one with changes, or a config completed by the columns of models.csv."""
    name, change = row["name"], dict(row.get("change", {}))
    if "like" in row:
        model = models[row["like"]]
        if fact.get("max_context") and "max_position_embeddings" not in change and "kimi" not in name.lower():
            change["max_position_embeddings"] = int(fact["max_context"])
        if change.get("layer_types") == "full_attention":
            change["layer_types"] = ("full_attention",) * model.num_hidden_layers
        if "checkpoint" in row:
            change["native_quantization"] = models[row["checkpoint"]["from"]].native_quantization
        elif model.native_quantization and "native_quantization" not in change and "base" in row:
            change["native_quantization"] = None
        return model.model_copy(update={"id": identity(name), "aliases": (), **change})
    config = {key: int(fact[column]) for column, key in COLUMNS.items() if fact.get(column)}
    config |= row["config"]
    at = config.pop("attention_layers", None)
    if at is not None:
        config["layer_types"] = ["attention" if i in at else "mamba" for i in range(config["num_hidden_layers"])]
    config.setdefault("torch_dtype", fact.get("dtype") or "bfloat16")
    model = model_from_config(config, identity(name), **change)
    if "moe" in row and model.moe is not None:
        model = model.model_copy(update={"moe": model.moe.model_copy(update=row["moe"])})
    return model


def finished(name: str, model: Model, fact: dict[str, str], extra: dict[str, Any], tables: dict[str, Any],
             models: dict[str, Model]) -> dict[str, Any]:
    """The catalog's row: facts added, parts that the text model does not have named apart, aliases, run lengths."""
    shown = tables["renamed"].get(name, name)
    counted = components(model)
    base = base_of(name, model, models, tables, extra)
    if base and model.native_quantization is None:
        model = model.model_copy(update={"native_quantization": NativeQuantization(method="nvfp4" if "NVFP4" in name else "fp8")})
    stated = extra.get("published_b") or tables["published"].get(name) or fact.get("params_total_b") or 0
    published = extra.get("published") or round(1e9 * float(stated))
    packed = fact.get("params_total_how", "").startswith("computed") or bool(
        model.native_quantization and model.native_quantization.method not in ("fp8", "mxfp4"))
    update: dict[str, Any] = {}
    if re.search(r"Llama-3[._][123]", shown) and not model.rope_freqs and model.gguf_architecture == "llama":
        update["rope_freqs"] = model.head_dim // 2
    notes = [model.parameters_note] if model.parameters_note else []
    whole = counted.total + counted.mtp
    has_vision = bool(extra.get("vision") or model.vision_parameters) or name in tables["vision"] or "vision" in (
        (model.parameters_note or "") + fact.get("diff_why", ""))
    if shown in tables["text_only"]:
        has_vision, notes = False, [n for n in notes if "vision" not in n]
        model = model.model_copy(update={"parameters_note": None})
    if name in tables["stored_tied_head"]:
        update["stored_tied_head"] = True
    if extra.get("rest"):
        update["other_parameters"] = published - counted.total
        notes.append(extra["rest"])
    elif has_vision and published > whole + LEAST_TOWER and not packed:
        update["vision_parameters"] = published - whole
        notes = [n for n in notes if "vision" not in n]
    elif has_vision and whole >= published > counted.total and not packed and published - counted.total < 0.1 * counted.total:
        update |= {"vision_parameters": published - counted.total, "mtp_layers": 0}
        notes = [n for n in notes if "vision" not in n]
    notes += [note for note in (extra.get("unsure"), tables["notes"].get(name)) if note]
    names = {name, *tables["aliases"].get(name, ()), *tables["tunes"].get(shown, ()),
             *(old for old, new in tables["merged"].items() if new == name)}
    active = fact.get("params_active_b") if fact.get("params_active_how") == "maker" else None
    update |= {"id": identity(shown), "name": shown.rsplit("/", 1)[-1], "repository": shown, "base": base and identity(
                   tables["renamed"].get(base, base)),
               "family": family(shown, tables), "aliases": tuple(sorted(names - {shown})),
               "published_parameters": published if published and not packed else None,
               "published_active_parameters": round(1e9 * float(active)) if active else None,
               "parameters_note": " ".join(notes) or None,
               "licence": extra.get("licence") or fact.get("licence") or tables["licences"].get(name),
               "release_date": extra.get("date") or fact.get("release_date") or tables["dates"].get(name),
               "ollama_tag": ollama_tag(name, shown, fact, tables),
               "gguf_repository": own_gguf(shown, fact) or tables["gguf_repository"].get(name),
               "capabilities": tuple(capabilities(shown, tables, bool(has_vision or update.get("vision_parameters")))),
               "score": tables["scores"].get(shown), "source": source(fact, extra), "date": DATE}
    done = model.model_copy(update=update)
    check(shown, done)
    return compact(done)


def base_of(name: str, model: Model, models: dict[str, Model], tables: dict[str, Any], extra: dict[str, Any]) -> str | None:
    """The name of the model that this row is a quantized checkpoint of."""
    if "checkpoint" in extra:
        return str(extra["like"])
    if name in tables["bases"]:
        return str(tables["bases"][name])
    plain = re.sub(r"-(NVFP4|FP8(-Static-PerTensor|-dynamic)?|AWQ|GPTQ-Int4)$", "", name)
    if plain == name:
        return None
    tail = identity(plain)
    found = [n for n in models if identity(n) == tail and n != name]
    return found[0] if found else None


def family(name: str, tables: dict[str, Any]) -> str:
    for pattern, found in tables["families"].items():
        if re.search(pattern, name, re.IGNORECASE):
            return str(found)
    raise SystemExit(f"no family for {name}")


def ollama_tag(name: str, shown: str, fact: dict[str, str], tables: dict[str, Any]) -> str | None:
    return tables["ollama"].get(shown) or tables["ollama"].get(name) or fact.get("ollama_tag") or None


def capabilities(name: str, tables: dict[str, Any], vision: bool) -> list[str]:
    """All rules whose pattern the name matches add theirs; vision also where the count says that there is a tower.

    `tools:hermes` is also `tools`: the part after the colon is the parser's name in vLLM (SGLang's where both know it).
    """
    found: list[str] = ["vision"] if vision and "Voxtral" not in name else []
    for pattern, more in tables["capabilities"].items():
        if re.search(pattern, name, re.IGNORECASE):
            found += [c for c in more if c not in found]
    found += [c.split(":", 1)[0] for c in found if ":" in c]
    return sorted(set(found))


def source(fact: dict[str, str], extra: dict[str, Any]) -> str:
    if extra.get("source"):
        return str(extra["source"])
    if fact.get("source"):
        return fact["source"]
    if "like" in extra:
        return f"same shapes as {extra['like']}, recalled from the maker's model card"
    return "shapes recalled from the maker's config.json, not read again; the count is held against the published size where one is known"


def check(name: str, model: Model) -> None:
    """Tells every row whose count is off by more than half a percent and has no note that says why."""
    counted = components(model)
    if model.published_parameters is None:
        return
    options = (counted.total, counted.total + counted.mtp, counted.total + counted.mtp + (counted.vision or 0),
               counted.total + (counted.vision or 0), counted.total - (counted.head if model.stored_tied_head else 0))
    off = min(abs(o / model.published_parameters - 1) for o in options)
    share = (counted.vision or 0) / model.published_parameters
    if off > 0.005 or share > 0.2:
        print(f"{name}: counted {counted.total / 1e9:.3f} + {counted.mtp / 1e9:.3f} MTP, published "
              f"{model.published_parameters / 1e9:.3f}, vision {share:.1%}, note {model.parameters_note}")


def check_names(rows: list[dict[str, Any]]) -> None:
    """Stops the build where two rows share a name: the later one would never be found by it."""
    owner: dict[str, str] = {}
    for row in rows:
        names = {row["id"], row["name"], row["repository"], *row.get("aliases", ()), *filter(None, (row.get("ollama_tag"),))}
        for name in names | {n.rsplit("/", 1)[1] for n in names if "/" in n}:
            key = re.sub(r"[^a-z0-9.]+", "", name.lower())
            if owner.setdefault(key, row["id"]) != row["id"] and not (row.get("base") or row.get("ollama_tag") == name):
                print(f"{name}: {owner[key]} and {row['id']}")


def runs(values: tuple[Any, ...]) -> Any:
    found: list[list[Any]] = []
    for value in values:
        if found and found[-1][0] == value:
            found[-1][1] += 1
        else:
            found.append([value, 1])
    return found[0][0] if len(found) == 1 else found


def compact(model: Model) -> dict[str, Any]:
    """Fields that differ from the default, in the order of the type; defaults of parts left out too."""
    row = model.model_dump(mode="json", exclude_defaults=True)
    for key in RUNS:
        if isinstance(row.get(key), list):
            row[key] = runs(tuple(row[key]))
    quantization = row.get("native_quantization")
    if quantization and quantization.get("ignored_modules"):
        quantization["ignored_modules"] = shortened(quantization["ignored_modules"], model)
    if row.get("compressed_kv"):
        row["compressed_kv"]["ratios"] = runs(tuple(row["compressed_kv"]["ratios"]))
    return {k: v for k, v in row.items() if v is not None}


def has_part(model: Model, layer: int, pattern: str) -> bool:
    """Whether a layer has the part that a pattern names: attention, linear attention or experts."""
    kind = model.layer_types[layer]
    if "linear_attn" in pattern:
        return kind == "linear_attention"
    if "self_attn" in pattern:
        return kind.endswith("attention") and kind != "linear_attention"
    return model.mlp_layer_types[layer] == "sparse" or not re.search(r"mlp\.(gate$|gate\.|shared|experts)|router|moe", pattern)


def shortened(modules: list[str], model: Model) -> list[str]:
    """One pattern for a module that is left out in every layer that has it (or that is not left out as a whole)."""
    layers = model.num_hidden_layers
    places: dict[str, dict[int, str]] = {}
    for module in modules:
        found = re.search(r"layers\.(\d+)(?=\.|\*|$)", module)
        number = int(found[1]) if found else -1
        places.setdefault(module if found is None else module[:found.start(1)] + "*" + module[found.end(1):], {})[number] = module
    whole = {n for pattern, at in places.items() if re.search(r"layers\.\*\.?\*?$", pattern) for n in at}
    kept: list[str] = []
    for pattern, at in places.items():
        there = {n for n in range(layers) if has_part(model, n, pattern)}
        everywhere = set(at) | whole >= there and not re.search(r"layers\.\*\.?\*?$", pattern)
        kept += [pattern] if everywhere else list(at.values())
    return sorted(kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
