"""Safetensors headers, indexes and folders; damaged ones give one sentence."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.errors import CannotAnswer
from advisor.readers.inspect import inspect
from advisor.readers.model_path import read_model
from advisor.readers.safetensors_index import read_header, weight_bytes

CONFIG = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
          "intermediate_size": 128, "torch_dtype": "bfloat16"}


def safetensors(tensors: dict[str, int]) -> bytes:
    table, at = {}, 0
    for name, size in tensors.items():
        table[name] = {"dtype": "BF16", "shape": [size // 2], "data_offsets": [at, at + size]}
        at += size
    head = json.dumps(table).encode()
    return len(head).to_bytes(8, "little") + head + b"\0" * at


GOOD = safetensors({"a": 64, "b": 32})


def test_exact_bytes_of_a_folder(tmp_path: Path):
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "model-1.safetensors").write_bytes(GOOD)
    (tmp_path / "model-2.safetensors").write_bytes(safetensors({"c": 100}))
    assert weight_bytes(tmp_path) == 196
    model, quantization = read_model(str(tmp_path))
    assert (model.safetensors_bytes, quantization) == (196, None)
    assert inspect(str(tmp_path))["tensors_by_type"] == {"BF16": {"tensors": 3, "elements": 98, "bytes": 196}}


def test_the_index_says_the_total_where_the_files_are_not_here(tmp_path: Path):
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    index = {"metadata": {"total_size": 123456}, "weight_map": {"a": "model-00001-of-00002.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    assert weight_bytes(tmp_path) == 123456
    assert read_model(str(tmp_path / "model.safetensors.index.json"))[0].hidden_size == 64


def test_an_index_cannot_reach_outside_its_folder(tmp_path: Path):
    (tmp_path / "secret.safetensors").write_bytes(GOOD)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": "../secret.safetensors"}}))
    assert weight_bytes(inner) is None


def test_a_changed_config_is_read_again(tmp_path: Path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(CONFIG))
    assert read_model(str(tmp_path))[0].vocab_size == 100
    path.write_text(json.dumps({**CONFIG, "vocab_size": 2000}))
    assert read_model(str(tmp_path))[0].vocab_size == 2000


def test_what_is_not_there_gives_one_sentence(tmp_path: Path):
    for reference in (str(tmp_path / "none"), str(tmp_path / "none.gguf"), "/\0/x", str(tmp_path)):
        with pytest.raises(CannotAnswer) as raised:
            read_model(reference)
        assert "\n" not in str(raised.value)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(CannotAnswer, match="cannot be read as JSON"):
        read_model(str(tmp_path))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=6), st.integers(0, len(GOOD)))
def test_damaged_headers_give_one_sentence(tmp_path: Path, changes, length):
    data = bytearray(GOOD)
    for place, value in changes:
        data[place] = value
    path = tmp_path / "x.safetensors"
    path.write_bytes(bytes(data[:length]))
    try:
        read_header(path)
    except CannotAnswer as error:
        assert "\n" not in str(error)


def test_git_lfs_pointers_are_named(tmp_path: Path):
    for name in ("x.safetensors", "config.json"):
        (tmp_path / name).write_text("version https://git-lfs.github.com/spec/v1\noid sha256:b6f248eff2d0c4f85d2f63\nsize 4833170\n")
    with pytest.raises(CannotAnswer, match="Git LFS pointer"):
        read_header(tmp_path / "x.safetensors")
    with pytest.raises(CannotAnswer, match="Git LFS pointer"):
        read_model(str(tmp_path))


def test_an_adapters_folder_names_its_base_model(tmp_path: Path):
    path = tmp_path / "adapter_config.json"
    path.write_text(json.dumps({"peft_type": "LORA", "base_model_name_or_path": "meta-llama/Llama-3.1-8B-Instruct", "r": 16}))
    for reference in (tmp_path, path):
        with pytest.raises(CannotAnswer, match=r"base model is meta-llama/Llama-3\.1-8B-Instruct"):
            read_model(str(reference))
    path.write_text('{"peft_type": "LORA"}')
    with pytest.raises(CannotAnswer, match="not named in it"):
        read_model(str(tmp_path))


def test_an_index_without_a_total_and_files_beside_it(tmp_path: Path):
    """Blaizzy/mlx-vlm#1464, unslothai/unsloth#11227: what the index does not name is not counted."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "model-00001-of-00001.safetensors").write_bytes(safetensors({"a": 8}))
    (tmp_path / "consolidated.safetensors").write_bytes(safetensors({"b": 8}))
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(
        {"metadata": {}, "weight_map": {"a": "model-00001-of-00001.safetensors"}}))
    once = weight_bytes(tmp_path)
    (tmp_path / "consolidated.safetensors").unlink()
    assert once == weight_bytes(tmp_path) and once
