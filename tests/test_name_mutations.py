"""Names over the whole catalog, changed as people and tools change them: the same entry, a told choice or none; never another."""

import json
import re
import time

import pytest

from advisor import catalog, resources
from advisor.errors import CannotAnswer
from advisor.model_names import without_format
from advisor.names import DeviceNames, compact
from advisor.scenario import Device

GIB = 2**30
ROWS = json.loads(resources.path("catalog", "devices.json").read_text("utf-8"))
MAKERS = {"nvidia": ("NVIDIA ", "nvidia "), "amd": ("AMD ", "Advanced Micro Devices "), "intel": ("Intel(R) ", "intel "),
          "apple": ("Apple ",), "cpu": ("",)}


@pytest.fixture(scope="module")
def names() -> DeviceNames:
    return DeviceNames(Device.model_construct(**row) for row in ROWS)


def written(row: dict) -> list[str]:
    return [row["name"], *row.get("aliases", ())]


def same_meaning(name: str, vendor: str) -> list[str]:
    """The name in other clothes."""
    changed = [name.upper(), name.lower(), name.replace(" ", ""), name.replace(" ", "-"), name.replace(" ", "_"), f"  {name} ",
               name.replace("-", " "), f"{name} GPU", f"{name}(TM)", name.replace(" ", "  ")]
    changed += [maker + re.sub(r"^(NVIDIA|AMD|Intel\(R\)|Intel|Apple)\s+", "", name) for maker in MAKERS[vendor]]
    if re.match(r"[RG]TX ", name) and vendor == "nvidia":
        changed.append(f"NVIDIA {name}")
    return changed


def alike(one: dict, two: dict) -> bool:
    """Whether two rows differ in nothing that an estimate of memory and decoding reads."""
    return all(one.get(key) == two.get(key) for key in ("memory_bytes", "bandwidth_bytes_per_s"))


def test_the_same_name_in_other_clothes_is_the_same_device(names: DeviceNames) -> None:
    by_id = {row["id"]: row for row in ROWS}
    wrong, lost, tried = [], 0, 0
    for row in ROWS:
        for name in written(row):
            meant = names.find(name)
            allowed = {meant.id, *meant.others}
            for changed in same_meaning(name, row["vendor"]):
                found = names.find(changed)
                tried += 1
                lost += found.id is None
                if found.id is not None and not allowed & {found.id, *found.others} and not alike(by_id[found.id], row):
                    wrong.append((name, changed, found.id))
    assert wrong == []
    assert tried > 10_000 and lost < 0.02 * tried


def test_a_memory_size_behind_the_name_is_never_contradicted(names: DeviceNames) -> None:
    by_id = {row["id"]: row for row in ROWS}
    for row in ROWS:
        if row["vendor"] == "cpu" or "GB" in row["name"]:
            continue
        sizes = {s // GIB for s in row.get("memory_options_bytes") or [row["memory_bytes"]]}
        for size in (7, 13, *sizes):
            found = names.find(f"{row['name']} {size}GB")
            if found.id is not None:
                taken = by_id[found.id]
                known = [s for s in (*(taken.get("memory_options_bytes") or ()), taken.get("memory_bytes"), taken.get("usable_bytes")) if s]
                assert any(abs(s - size * GIB) <= 0.02 * s for s in known), (row["name"], size, found.id)
        right = names.find(f"{row['name']} {max(sizes)} GB")
        assert row["id"] in (right.id, *right.others), row["name"]


def test_a_form_behind_the_name_is_never_contradicted(names: DeviceNames) -> None:
    for row in ROWS:
        for form in ("SXM5", "PCIe", "NVL", "OAM"):
            found = names.find(f"{row['name']} {form}")
            if found.id is not None:
                said = names._words(found.id)[1]
                assert any(word.startswith(form.lower()) for word in said), (row["name"], form, found.id)


@pytest.mark.parametrize("change", ["2x {}", "{} x2", "4 × {}", "{} x 8", "8x{}"])
def test_a_number_of_devices_is_refused_with_where_it_belongs(names: DeviceNames, change: str) -> None:
    for name in ("RTX 3090", "GeForce RTX 4090", "A100", "H100", "Radeon RX 7900 XTX"):
        assert names.find(change.format(name)).id is None
        with pytest.raises(CannotAnswer, match="count"):
            names.device(change.format(name))


@pytest.mark.parametrize(("name", "expected"), [
    ("AMD Ryzen 9 7950X 16-Core Processor", "dual-channel-ddr5-5200"),
    ("13th Gen Intel(R) Core(TM) i9-13900K", "dual-channel-ddr5-5600-desktop"),
    ("Intel(R) Xeon(R) Platinum 8480+", "8-channel-ddr5-4800-xeon-4th-gen"), ("EPYC 9654", "12-channel-ddr5-4800-epyc-9004"),
    ("AMD EPYC 7763 64-Core Processor", "8-channel-ddr4-3200-epyc-7002-7003"),
    ("Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz", "4-channel-ddr4-2400-xeon-e5-v4"),
    ("AMD Ryzen Threadripper PRO 7995WX 96-Cores", "8-channel-ddr5-5200-threadripper-pro-7000"),
    ("i9-14900K", "dual-channel-ddr5-5600-desktop"),
    ("AMD Radeon Graphics (RADV GFX1151)", "ryzen-ai-max-plus-395-radeon-8060s"), ("Orin (nvgpu)", "jetson-agx-orin-64gb"),
    ("Radeon Instinct MI50", "mi50-16gb"), ("3080 20GB", "rtx-3080-20-gb-modified"), ("RTX 4090D 48GB", "rtx-4090-d-48-gb-modified"),
    ("NVIDIA RTX 5000 Ada Generation Laptop GPU", "rtx-5000-ada-generation-laptop-gpu"), ("Thor", "jetson-agx-thor-t5000"),
    ("P102-100", "p102-100-10gb"), ("CMP 90HX", "cmp-90hx"), ("RTX A1000", "rtx-a1000"), ("Arc Pro A50", "arc-pro-a50"),
])
def test_names_of_processors_and_rarer_cards(names: DeviceNames, name: str, expected: str) -> None:
    assert names.find(name).id == expected


def test_the_index_is_built_and_asked_in_no_time() -> None:
    devices = [Device.model_construct(**row) for row in ROWS]
    cold = min(_spent(lambda: DeviceNames(devices)) for _ in range(3))
    assert cold < 0.015
    index = DeviceNames(devices)
    index.find("rtx 4090 24 gb")
    assert min(_spent(lambda: index.find("rtx 4090 24 gb")) for _ in range(10)) < 1e-3


def _spent(call) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


# ------------------------------------------------------------------------------------------------------------- models

def found_model(name: str) -> str | None:
    try:
        return catalog.find_model(name).id
    except CannotAnswer:
        return None


def test_a_models_name_in_other_clothes_is_the_same_model() -> None:
    wrong = []
    for model in catalog.models().values():
        relatives = {model.id, model.base} | {m.id for m in catalog.models().values() if m.base == model.id}
        for name in (model.id, model.repository, model.name):
            assert name is not None
            bare = name.rsplit("/", 1)[-1]
            for changed in (name.upper(), name.lower(), bare.replace("-", " "), bare.replace("-", "_"), f"unsloth/{bare}", f"{name}-GGUF",
                            f"{bare}-AWQ", f"{bare}.Q4_K_M.gguf", f"someone/{bare}-FP8-dynamic", f"mlx-community/{bare}-4bit"):
                found = found_model(changed)
                if found not in relatives:
                    wrong.append((name, changed, found))
    assert wrong == []


SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)b(?![a-z])")


def test_another_size_is_another_model_or_none() -> None:
    for model in catalog.models().values():
        stated = SIZE.search(model.id)
        if not stated:
            continue
        changed = model.id[:stated.start(1)] + "777.7" + model.id[stated.end(1):]
        assert found_model(changed) is None, changed
        if "." in stated[1]:
            pointless = stated[1].replace(".", "")
            other = found_model(model.id[:stated.start(1)] + pointless + model.id[stated.end(1):])
            assert other is None or f"{pointless}b" in other, (model.id, other)


@pytest.mark.parametrize(("name", "model", "format_"), [
    ("Llama 4 Scout 109B", "llama-4-scout-17b-16e-instruct", None), ("DeepSeek-V3/R1 671B", "deepseek-v3", None),
    ("Phi 3 Medium 14B", "phi-3-medium-4k-instruct", None), ("GLM-4.6/4.7 355B", "glm-4.6", None),
    ("Command R+", "c4ai-command-r-plus-08-2024", None),
    ("Falcon-7B (GPT4All Falcon)", "falcon-7b-instruct", None), ("opt-13b", "opt-13b", None), ("opt-1.3b", "opt-1.3b", None),
    ("qwen3moe 30B.A3B Q4_K - Medium", "qwen3-30b-a3b", "q4_k_m"), ("qwen3 32B IQ4_XS - 4.25 bpw", "qwen3-32b", "iq4_xs"),
    ("qwen3moe 235B.A22B Q2_K - Medium", "qwen3-235b-a22b", "q2_k"), ("gpt-oss 20B MXFP4 MoE", "gpt-oss-20b", "mxfp4_moe"),
    ("Qwen3-235B-A22B-UD-Q2_K_XL-00001-of-00002.gguf", "qwen3-235b-a22b", "ud-q2_k_xl"),
    ("ggml-org/gpt-oss-20b-GGUF", "gpt-oss-20b", "mxfp4_moe"),
    ("bartowski/google_gemma-3-27b-it-GGUF", "gemma-3-27b-it", "q4_k_m"),
    ("deepseek-r1:14b-qwen-distill-q4_K_M", "deepseek-r1-distill-qwen-14b", "q4_k_m"),
    ("cognitivecomputations/dolphin-2.9-llama3-8b", "meta-llama-3-8b-instruct", None),
    ("nvidia/DeepSeek-R1-0528-FP4-v2", "deepseek-r1-0528", "nvfp4"),
    ("huihui-ai/Qwen3-14B-abliterated", "qwen3-14b", None), ("qwen/qwen3-30b-a3b-2507", "qwen3-30b-a3b-instruct-2507", None),
])
def test_names_of_tables_and_tools(name: str, model: str, format_: str | None) -> None:
    found, implied = catalog.find_model_and_quantization(name)
    assert (found.id, implied) == (model, format_)


def test_no_alias_hides_a_format() -> None:
    """A name that says its weights' format is no alias of the model in the maker's format, else the format is lost."""
    hidden = [(model.id, alias) for model in catalog.models().values() if model.base is None and model.native_quantization is None
              for alias in model.aliases if without_format(alias)[1] not in (None, "bf16", "fp16")]
    assert hidden == []


def test_no_two_models_are_called_the_same() -> None:
    owner: dict[str, str] = {}
    shared = []
    for model in catalog.models().values():
        for name in (model.id, model.name, str(model.repository)):
            key = re.sub(r"[^a-z0-9.]", "", name.lower())
            if owner.setdefault(key, model.id) != model.id:
                shared.append((name, owner[key], model.id))
    assert shared == []
    assert compact("Qwen3 8B") == "qwen38b"
