"""GGUF headers: every stored one, big vocabularies, shards, and files that are damaged in every way."""

import gzip
import json
import random
import struct
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.errors import CannotAnswer
from advisor.formula.parameters import components
from advisor.readers.gguf import read_gguf
from advisor.readers.gguf_model import model_from_gguf

U32, F32, TEXT, ARRAY = 4, 6, 8, 9


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def entry(key: str, value: object) -> bytes:
    if isinstance(value, str):
        return text(key) + struct.pack("<I", TEXT) + text(value)
    if isinstance(value, int):
        return text(key) + struct.pack("<II", U32, value)
    assert isinstance(value, list)
    if value and isinstance(value[0], str):
        return text(key) + struct.pack("<IIQ", ARRAY, TEXT, len(value)) + b"".join(text(v) for v in value)
    return text(key) + struct.pack("<IIQ", ARRAY, U32, len(value)) + struct.pack(f"<{len(value)}I", *value)


def file_bytes(metadata: dict[str, object], tensors: list[tuple[str, tuple[int, ...]]]) -> bytes:
    """A whole small GGUF file: all tensors F32 zeros."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)) + b"".join(entry(k, v) for k, v in metadata.items())
    offset = 0
    for name, shape in tensors:
        size = 4
        for dimension in shape:
            size *= dimension
        head += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape) + struct.pack("<IQ", 0, offset)
        offset += -(-size // 32) * 32
    return head + b"\0" * (-len(head) % 32) + b"\0" * offset


METADATA: dict[str, object] = {
    "general.architecture": "llama", "general.name": "tiny", "llama.block_count": 1, "llama.embedding_length": 32,
    "llama.feed_forward_length": 64, "llama.attention.head_count": 4, "llama.attention.head_count_kv": 2, "llama.context_length": 128}
TENSORS = [("token_embd.weight", (32, 50)), ("output_norm.weight", (32,)), ("blk.0.attn_norm.weight", (32,)),
           ("blk.0.attn_q.weight", (32, 32)), ("blk.0.attn_k.weight", (32, 16)), ("blk.0.attn_v.weight", (32, 16)),
           ("blk.0.attn_output.weight", (32, 32)), ("blk.0.ffn_norm.weight", (32,)), ("blk.0.ffn_gate.weight", (32, 64)),
           ("blk.0.ffn_up.weight", (32, 64)), ("blk.0.ffn_down.weight", (64, 32))]
TINY = file_bytes(METADATA, TENSORS)


def write(folder: Path, data: bytes, name: str = "tiny.gguf") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_small_file_gives_its_model(tmp_path: Path):
    model, quantization = model_from_gguf(write(tmp_path, TINY))
    assert (model.num_hidden_layers, model.hidden_size, model.vocab_size) == (1, 32, 50)
    assert model.tie_word_embeddings
    assert quantization == "fp32"
    assert components(model).total == sum(t.bytes for t in model.gguf_tensors or ()) // 4


def test_every_stored_header_counts_every_element(shared: Path, tmp_path: Path):
    folder = shared / "gguf"
    sizes = json.loads((folder / "manifest.json").read_text("utf-8"))
    headers = sorted((folder / "headers").glob("*.gguf.gz"))
    assert len(headers) == 51
    for header in headers:
        path = tmp_path / header.name.removesuffix(".gz")
        with path.open("wb") as file:
            file.write(gzip.decompress(header.read_bytes()))
            file.truncate(sizes[path.stem]["file_bytes"])
        model, quantization = model_from_gguf(path)
        stored = 0
        for tensor in model.gguf_tensors or ():
            elements = 1
            for dimension in tensor.shape:
                elements *= dimension
            stored += elements if not tensor.name.startswith("rope_f") else 0
        counted = components(model)
        assert counted.total + counted.mtp == stored, path.name
        assert quantization == path.stem.rsplit(".", 1)[1].lower(), path.name
        path.unlink()


def test_windows_follow_llama_cpp(shared: Path, tmp_path: Path):
    folder = shared / "gguf"
    expected = {"gemma-3-27b.Q4_K_M": (1024, 10), "gpt-oss-120b.MXFP4_MOE": (128, 18), "command-r7b.Q4_K_M": (4096, 8),
                "llama-4-scout.Q4_K_M": (8192, 12), "phi-3-mini-4k.Q4_K_M": (None, 32), "qwen3.6-27b.Q4_K_M": (None, 16)}
    sizes = json.loads((folder / "manifest.json").read_text("utf-8"))
    for name, (window, full) in expected.items():
        path = write(tmp_path, gzip.decompress((folder / "headers" / f"{name}.gguf.gz").read_bytes()), f"{name}.gguf")
        with path.open("r+b") as file:
            file.truncate(sizes[name]["file_bytes"])
        model, _ = model_from_gguf(path)
        assert (model.sliding_window, model.layer_types.count("full_attention")) == (window, full), name


def test_vocabulary_only_files_say_so(shared: Path, tmp_path: Path):
    files = sorted((shared / "gguf" / "real").glob("*.gguf.gz"))
    assert len(files) == 4
    for file in files:
        path = write(tmp_path, gzip.decompress(file.read_bytes()), file.name.removesuffix(".gz"))
        with pytest.raises(CannotAnswer, match="vocabulary only"):
            model_from_gguf(path)


def test_a_large_vocabulary_is_stepped_over(tmp_path: Path):
    words = [f"token{i}" for i in range(152_064)]
    data = file_bytes({**METADATA, "tokenizer.ggml.tokens": words, "tokenizer.ggml.token_type": [1] * len(words),
                       "tokenizer.ggml.merges": words}, TENSORS)
    path = write(tmp_path, data)
    tracemalloc.start()
    try:
        header = read_gguf(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert header.metadata["tokenizer.ggml.tokens"].length == len(words)
    assert len(header.tensors) == len(TENSORS)
    assert peak < 15 * 2**20


def test_all_shards_are_read_from_any_of_them(tmp_path: Path):
    first = file_bytes({**METADATA, "split.count": 2, "split.no": 0}, TENSORS[:5])
    second = file_bytes({"split.count": 2, "split.no": 1}, TENSORS[5:])
    a = write(tmp_path, first, "tiny-00001-of-00002.gguf")
    with pytest.raises(CannotAnswer, match=r"Part 2 of 2 is missing"):
        read_gguf(a)
    b = write(tmp_path, second, "tiny-00002-of-00002.gguf")
    for path in (a, b):
        header = read_gguf(path)
        assert len(header.tensors) == len(TENSORS)
        assert header.file_bytes == len(first) + len(second)
    assert model_from_gguf(a)[0].num_hidden_layers == 1


def attempt(path: Path, traced: bool = True) -> None:
    """A model, or one sentence, within a second of processor time and 200 MiB (tracing the memory takes time of its own)."""
    started = time.process_time()
    if traced:
        tracemalloc.start()
    try:
        model_from_gguf(path)
    except CannotAnswer as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    finally:
        if traced:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 200 * 2**20
    assert time.process_time() - started < 1


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(TINY) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_changed_bytes(tmp_path: Path, changes):
    data = bytearray(TINY)
    for place, value in changes:
        data[place % 900] = value
    attempt(write(tmp_path, bytes(data)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(TINY) - 1))
def test_cut_files_are_refused(tmp_path: Path, length: int):
    with pytest.raises(CannotAnswer):
        model_from_gguf(write(tmp_path, TINY[:length]))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400), st.booleans())
def test_random_files(tmp_path: Path, data: bytes, header: bool):
    attempt(write(tmp_path, b"GGUF\x03\0\0\0" + data if header else data))


@pytest.mark.parametrize("counts", [(2**63, 1), (1, 2**63), (2**40, 2**40), (400_001, 1), (0, 16_385)])
def test_huge_counts_are_refused_at_once(tmp_path: Path, counts):
    path = write(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, *counts) + b"\0" * 1000)
    with path.open("r+b") as file:
        file.truncate(2**40)
    attempt(path)
    with pytest.raises(CannotAnswer, match="damaged"):
        read_gguf(path)


@pytest.mark.parametrize("kind", [TEXT, U32, F32, ARRAY, 12])
def test_huge_arrays_in_a_sparse_file(tmp_path: Path, kind: int):
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("a") + struct.pack("<IIQ", ARRAY, kind, 2**34)
    path = write(tmp_path, head)
    with path.open("r+b") as file:
        file.truncate(2**41)
    attempt(path)


def test_many_empty_texts_stay_within_the_time(tmp_path: Path):
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 3) + (text("a") + struct.pack("<IIQ", ARRAY, TEXT, 660_000) + b"\0" * 5_280_000) * 3
    attempt(write(tmp_path, head), traced=False)


@pytest.mark.parametrize(("version", "words"), [(1, "version 1"), (4, "version 4"), (0x03000000, "big-endian")])
def test_other_versions_are_named(tmp_path: Path, version: int, words: str):
    with pytest.raises(CannotAnswer, match=words):
        read_gguf(write(tmp_path, b"GGUF" + struct.pack("<I", version) + b"\0" * 64))


def test_other_files_are_named(tmp_path: Path):
    with pytest.raises(CannotAnswer, match="no GGUF file"):
        read_gguf(write(tmp_path, b"PK\x03\x04" + random.Random(1).randbytes(100)))
    with pytest.raises(CannotAnswer, match="cannot be read"):
        read_gguf(tmp_path / "missing.gguf")
    vision = file_bytes({"general.architecture": "clip"}, [("v.patch_embd.weight", (32, 32))])
    with pytest.raises(CannotAnswer, match="vision part"):
        model_from_gguf(write(tmp_path, vision, "mmproj.gguf"))


def test_a_git_lfs_pointer_is_no_damage(tmp_path: Path):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:b6f248eff2d0c4f85d2f6369a27d99fc\nsize 48331702272\n"
    with pytest.raises(CannotAnswer, match=r"Git LFS pointer.*git lfs pull"):
        read_gguf(write(tmp_path, pointer))


@pytest.mark.parametrize(("kind", "said"), [("imatrix", "importance matrix"), ("adapter", "--lora"), ("mmproj", "--mmproj")])
def test_files_of_other_kinds_say_what_they_are(tmp_path: Path, kind: str, said: str):
    """ggml-org/llama.cpp#3953, #7799, #15076."""
    content = file_bytes({"general.architecture": "llama", "general.type": kind}, [("blk.0.attn_q.weight.lora_a", (32, 8))])
    with pytest.raises(CannotAnswer, match=said):
        model_from_gguf(write(tmp_path, content))


@pytest.mark.parametrize(("number", "said"), [(156, "ik_llama.cpp runs it"), (36, "bitnet.cpp"), (77, "unknown type 77")])
def test_tensor_types_of_forks_are_named(tmp_path: Path, number: int, said: str):
    """ikawrakow/ik_llama.cpp#605, ggml-org/llama.cpp#17105."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("a.weight") + struct.pack("<IQQIQ", 2, 256, 4, number, 0)
    with pytest.raises(CannotAnswer, match=said):
        read_gguf(write(tmp_path, head + b"\0" * 4096))


def test_a_big_endian_file_says_how_to_turn_it(tmp_path: Path):
    with pytest.raises(CannotAnswer, match="gguf_convert_endian"):
        read_gguf(write(tmp_path, b"GGUF" + struct.pack(">I", 3) + b"\0" * 64))


def test_a_picture_models_file_is_no_damage(tmp_path: Path):
    """ggml-org/llama.cpp#15143."""
    with pytest.raises(CannotAnswer, match="pictures or video"):
        model_from_gguf(write(tmp_path, file_bytes({"general.architecture": "qwen_image"}, [("a.weight", (32, 32))])))


def test_compressed_attention_is_read(tmp_path: Path):
    metadata = {"general.architecture": "deepseek4", **{f"deepseek4.{key}": value for key, value in {
        "block_count": 2, "embedding_length": 32, "feed_forward_length": 64, "attention.head_count": 4, "attention.head_count_kv": 1,
        "context_length": 512, "attention.key_length": 16, "attention.value_length": 16, "rope.dimension_count": 8,
        "attention.sliding_window": 128, "attention.compress_ratios": [0, 4], "attention.q_lora_rank": 8,
        "attention.output_lora_rank": 8, "attention.output_group_count": 2, "attention.indexer.head_count": 2,
        "attention.indexer.key_length": 16, "attention.indexer.top_k": 4, "hyper_connection.count": 4, "hash_layer_count": 1}.items()}}
    tensors = [("token_embd.weight", (32, 50)), ("output_norm.weight", (32,)),
               *((f"blk.{i}.{name}", shape) for i in (0, 1) for name, shape in (
                   ("attn_norm.weight", (32,)), ("attn_q_a.weight", (32, 8)), ("attn_q_b.weight", (8, 64)), ("attn_kv.weight", (32, 16)),
                   ("ffn_norm.weight", (32,)), ("ffn_gate.weight", (32, 64)), ("ffn_up.weight", (32, 64)), ("ffn_down.weight", (64, 32))))]
    model, _ = model_from_gguf(write(tmp_path, file_bytes(metadata, tensors)))
    assert model.compressed_kv is not None
    assert model.compressed_kv["ratios"] == (0, 4) and model.compressed_kv["hc_mult"] == 4
    assert model.layer_types == ("sliding_attention", "full_attention")
