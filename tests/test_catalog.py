"""The catalog: sense of every row, names as people write them, the user's own entries."""

import json
import re
from pathlib import Path

import pytest

from advisor import catalog
from advisor.errors import CannotAnswer
from advisor.formula.parameters import components
from advisor.words import Text


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An own data folder; the catalog is read again before and after."""
    monkeypatch.setattr(catalog, "user_folder", lambda: tmp_path)
    catalog.reload()
    yield tmp_path
    monkeypatch.undo()
    catalog.reload()


def test_models_are_many_and_of_many_families():
    models = catalog.models()
    originals = [m for m in models.values() if m.base is None]
    assert len(models) >= 240
    assert len(originals) >= 240
    assert len({m.family for m in originals}) >= 25
    kinds = {"mla": 0, "moe": 0, "linear_attention": 0, "mamba": 0, "sliding_window": 0}
    for model in originals:
        for kind in kinds:
            kinds[kind] += getattr(model, kind) is not None
    assert min(kinds.values()) >= 8, kinds


def test_every_model_row_makes_sense():
    for model in catalog.models().values():
        assert model.source and re.fullmatch(r"\d{4}-\d\d-\d\d", model.date), model.id
        assert model.id == model.id.lower()
        assert model.base or (model.licence and re.fullmatch(r"\d{4}-\d\d-\d\d", model.release_date or "")), model.id
        assert len(model.layer_types) == len(model.mlp_layer_types) == model.num_hidden_layers, model.id
        assert model.base is None or model.base in catalog.models(), model.id
        assert model.max_position_embeddings is None or 512 <= model.max_position_embeddings <= 2**24, model.id
        if any(t in ("full_attention", "sliding_attention", "chunked_attention") for t in model.layer_types):
            assert model.num_attention_heads > 0 and model.head_dim > 0, model.id
        if "sparse" in model.mlp_layer_types:
            assert model.moe is not None and 0 < model.moe.num_experts_per_tok <= model.moe.num_experts, model.id
        assert ("linear_attention" in model.layer_types) == (model.linear_attention is not None), model.id


def test_counted_parameters_are_the_published_or_the_difference_is_named():
    off = []
    for model in catalog.models().values():
        counted = components(model)
        if model.published_parameters is None or model.parameters_note:
            continue
        parts = (counted.mtp, counted.vision or 0, -counted.head if model.stored_tied_head else 0)
        sums = {counted.total + a + b + c for a in (0, parts[0]) for b in (0, parts[1]) for c in (0, parts[2])}
        if min(abs(s / model.published_parameters - 1) for s in sums) > 0.005:
            off.append((model.id, counted.total, model.published_parameters))
    assert off == []


def test_active_parameters_are_near_the_makers():
    for id_, active in {"gpt-oss-20b": 3.61, "gpt-oss-120b": 5.13, "deepseek-v3": 36.6}.items():
        assert components(catalog.find_model(id_)).active_without_embedding / 1e9 == pytest.approx(active, rel=0.005)
    for id_, active in {"qwen3-30b-a3b": 3.35, "mixtral-8x7b-instruct-v0.1": 12.88}.items():
        assert components(catalog.find_model(id_)).active / 1e9 == pytest.approx(active, rel=0.005)


@pytest.mark.parametrize(("name", "model", "quantization"), [
    ("qwen2.5-14b-instruct", "qwen2.5-14b-instruct", None), ("Qwen/Qwen2.5-14B-Instruct", "qwen2.5-14b-instruct", None),
    ("QWEN/qwen2.5-14b-INSTRUCT-awq", "qwen2.5-14b-instruct", "awq"), ("qwen2.5:14b", "qwen2.5-14b-instruct", None),
    ("qwen2.5:14b-instruct-q4_K_M", "qwen2.5-14b-instruct", "q4_k_m"), ("Qwen2.5-14B", "qwen2.5-14b-instruct", None),
    ("Qwen/Qwen2.5-14B-Instruct-GPTQ-Int4", "qwen2.5-14b-instruct", "gptq"),
    ("unsloth/Qwen3-8B-GGUF:Q5_K_M", "qwen3-8b", "q5_k_m"), ("unsloth/Qwen3-8B-GGUF", "qwen3-8b", "q4_k_m"),
    ("unsloth/Qwen3-30B-A3B-GGUF:UD-Q4_K_XL", "qwen3-30b-a3b", "ud-q4_k_xl"),
    ("mlx-community/Qwen2.5-14B-Instruct-4bit", "qwen2.5-14b-instruct", "mlx-4bit"),
    ("lmstudio-community/Qwen3-8B-MLX-8bit", "qwen3-8b", "mlx-8bit"),
    ("unsloth/Meta-Llama-3.1-8B-Instruct-bnb-4bit", "llama-3.1-8b-instruct", "nf4"),
    ("RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w8a8", "llama-3.1-8b-instruct", "int8"),
    ("RedHatAI/Llama-3.3-70B-Instruct-fp8-dynamic", "llama-3.3-70b-instruct", "fp8"),
    ("nvidia/Qwen3-235B-A22B-NVFP4", "qwen3-235b-a22b-nvfp4", "nvfp4"), ("nvidia/Qwen3-32B-FP4", "qwen3-32b", "nvfp4"),
    ("gpt-oss:120b", "gpt-oss-120b", None), ("llama3.1", "llama-3.1-8b-instruct", None), ("gemma3:12b", "gemma-3-12b-it", None),
    ("deepseek-r1:7b", "deepseek-r1-distill-qwen-7b", None), ("DeepSeek-R1-0528-GGUF", "deepseek-r1-0528", "q4_k_m"),
    ("meta-llama/Meta-Llama-3-8B", "meta-llama-3-8b-instruct", None),
    ("CohereForAI/c4ai-command-r7b-12-2024", "c4ai-command-r7b-12-2024", None)])
def test_names_as_people_and_repositories_write_them(name, model, quantization):
    found, implied = catalog.find_model_and_quantization(name)
    assert (found.id, implied) == (model, quantization)


@pytest.mark.parametrize(("name", "near"), [
    ("Qwen3.5-14B", "Qwen3"), ("lama-3.1-8b-instruct", "Llama-3.1-8B-Instruct"), ("gemma-3-28b", "gemma-3-27b-it")])
def test_a_name_that_is_not_there_is_no_silent_match(name, near):
    with pytest.raises(CannotAnswer) as raised:
        catalog.find_model(name)
    assert near in raised.value.mend


def test_every_name_of_its_own_leads_to_its_row():
    for model in catalog.models().values():
        for name in (model.id, model.repository):
            assert catalog.find_model(str(name)).id == model.id, name
        if model.ollama_tag:
            assert catalog.find_model(model.ollama_tag).ollama_tag == model.ollama_tag


def test_every_model_of_the_question_files_is_found(shared: Path):
    missing = set()
    for file in ("llamacpp.jsonl", "memory.jsonl", "speed.jsonl"):
        for line in (shared / "accuracy" / file).read_text("utf-8").splitlines():
            name = json.loads(line)["scenario"]["model"]
            if not name.startswith("@"):
                try:
                    catalog.find_model(name)
                except CannotAnswer:
                    missing.add(name)
    assert missing == set()


def test_own_entries_are_merged_and_win(own: Path):
    (own / "models.json").write_text(json.dumps([{"id": "mine", "like": "qwen3-8b", "aliases": ["My Model"], "num_hidden_layers": 36},
                                                 {"id": "qwen3-4b", "like": "qwen3-8b"}]))
    card = {"id": "my-card", "name": "My Card 9000", "vendor": "other", "kind": "consumer", "memory_bytes": 2**34}
    (own / "devices.json").write_text(json.dumps({"rows": [card]}))
    assert catalog.find_model("my model").hidden_size == catalog.find_model("qwen3-8b").hidden_size
    assert catalog.find_model("qwen3-4b").hidden_size == 4096
    assert catalog.find_device("My Card 9000").memory_bytes == 2**34
    assert catalog.warnings() == ()


@pytest.mark.parametrize("content", [
    "{", "[1, 2]", '{"rows": 3}', '[{"id": "bad", "hidden_size": 1}]', '[{"id": "bad", "like": "no such"}]',
    '[{"id": "bad", "like": "bad"}]', '[{"id": 5}]', "[" * 100_000, "\udcff"])
def test_a_bad_own_entry_is_told_and_left_out(own: Path, content: str):
    (own / "models.json").write_bytes(content.encode("utf-8", "surrogatepass"))
    assert catalog.find_model("qwen3-8b").id == "qwen3-8b"
    assert len(catalog.models()) >= 240
    assert catalog.warnings()
    assert all("\n" not in w for w in catalog.warnings())
    assert all(isinstance(w, Text) for w in catalog.warnings()), "the window says it in its own language"
    with pytest.raises(CannotAnswer):
        catalog.find_model("bad")


def test_quantization_names():
    assert catalog.find_quantization("Q4_K_M").id == "q4_k_m"
    assert catalog.find_quantization("w8a8").id == "int8"
    with pytest.raises(CannotAnswer):
        catalog.find_quantization("q99")


def test_implied_formats_are_in_the_catalog():
    for model in catalog.models().values():
        if model.native_quantization is not None:
            assert model.native_quantization.method in catalog.quantizations(), model.id


def test_general_and_smaller_models():
    general = catalog.general_models()
    assert all(m.base is None for m in general)
    assert not any({"embedding", "reranker"} & set(m.capabilities) for m in general)
    large = catalog.find_model("qwen2.5-32b-instruct")
    smaller = catalog.smaller_models(large, 4)
    assert smaller[0].family == large.family
    assert all(components(m).total < components(large).total for m in smaller)


@pytest.mark.parametrize("what", ["models", "devices", "quantizations", "engines"])
def test_listing(what):
    rows = catalog.listing(what)
    assert len(rows) >= 7
    assert all("id" in row for row in rows)
    json.dumps(rows)


@pytest.mark.parametrize("name", ["Ministral-3-3B-Instruct-2512", "Ministral-3-8B-Instruct-2512", "Ministral-3-14B-Instruct-2512",
                                  "Mistral-Large-3-675B-Instruct-2512", "Mistral-Small-4-119B-2603", "Devstral-Small-2-24B-Instruct-2512"])
def test_what_mistral_published_in_fp8_is_fp8(name):
    assert catalog.find_model("mistralai/" + name).native_quantization.method == "fp8"      # the maker's collections and cards


@pytest.mark.parametrize("size", ["3B", "8B", "14B"])
def test_their_reasoning_and_base_siblings_are_not(size):
    for kind in ("Reasoning", "Base"):
        assert catalog.find_model(f"mistralai/Ministral-3-{size}-{kind}-2512").native_quantization is None


def test_what_only_reads_text_has_no_vision_and_no_tower_is_a_rounding():
    for name in ("kimi-k2-thinking", "internlm2-chat-7b", "minicpm-2b-sft-bf16", "medgemma-27b-text-it"):
        assert "vision" not in catalog.find_model(name).capabilities, name
    towers = [m.vision_parameters for m in catalog.models().values() if m.vision_parameters]
    assert min(towers) > 50_000_000
    assert all("vision" in m.capabilities or "audio" in m.capabilities for m in catalog.models().values() if m.vision_parameters)


def test_capabilities_are_those_of_the_model_and_not_of_a_name_inside_its_own():
    gemma = catalog.find_model("google/medgemma-4b-it").capabilities
    assert "vision" in gemma and not any(c.startswith(("tools", "reasoning")) for c in gemma)
    thinking = re.compile(r"thinking|reasoning|reasoner|deepresearch|^qwq|^qvq|magistral|(^|-)r1(-|$)|glm-z1")
    for model in catalog.models().values():
        if thinking.search(model.id):
            assert "reasoning" in model.capabilities, model.id


def test_a_gguf_repository_holds_this_model_and_not_its_base():
    for model in catalog.models().values():
        if model.gguf_repository:
            name = model.gguf_repository.rsplit("/", 1)[1].lower().removesuffix("-gguf")
            assert name == model.name.lower(), (model.id, model.gguf_repository)


def test_contexts_are_those_that_their_makers_promise():
    long = {m.id for m in catalog.models().values() if (m.max_position_embeddings or 0) > 2**20}
    assert long == {"llama-4-scout-17b-16e-instruct", "llama-4-scout-17b-16e-instruct-fp8-dynamic"}      # 10 M
    assert catalog.find_model("MiniMax-M1-40k").max_position_embeddings == 1_000_000


def test_memory_on_the_package_is_what_it_is_sold_with():
    for name in ("Arc 140V", "Arc 130V"):
        assert [size >> 30 for size in catalog.find_device(name).memory_options_bytes] == [16, 32]
        assert catalog.find_device(name).memory_bytes == 32 * 2**30


@pytest.mark.parametrize("model", ["ling-3.0-flash", "ling-3.0-tiny", "hy3", "laguna-xs.2", "exaone-4.5-33b", "k-exaone-236b-a23b"])
def test_models_that_think_and_call_tools_are_listed_with_both(model):
    assert {"reasoning", "tools"} <= set(catalog.models()[model].capabilities)
