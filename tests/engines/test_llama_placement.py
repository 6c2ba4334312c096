"""The searches of a placement: quick sums equal the parts they stand for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some

from advisor import catalog
from advisor.engines.llama_cache import Asked, cache_at
from advisor.engines.llama_placement import Search, Split, best_split, bytes_before, device_parts
from advisor.engines.llama_profile import Profile, profile
from advisor.estimate import estimate
from advisor.scenario import Hardware, Scenario
from advisor.speed_work import _gguf_traits

MODELS = ("qwen2.5-14b-instruct", "gemma-3-27b-it", "qwen3-30b-a3b", "deepseek-v3", "mamba-2.8b", "qwen3-next-80b-a3b-instruct")
ASKED = Asked(slots=2, kv_unified=False, ubatch=512, batch=2048, block=(1, 2), flash_attention=True, rows_by_slot=True)


def _profile(name: str) -> Profile:
    model = catalog.find_model(name)
    found = catalog.find_quantization("q4_k_m")
    return profile(model, found.id, found.bits_per_weight, traits=_gguf_traits().get(model.gguf_architecture or "", {}))


@settings(deadline=None)
@given(some.sampled_from(MODELS), some.lists(some.integers(0, 100), min_size=2, max_size=5), some.integers(0, 100),
       some.integers(1, 100_000))
def test_quick_sums_are_the_parts_without_head_and_graph(name: str, cuts: list[int], moe: int, context: int) -> None:
    made = _profile(name)
    edges = tuple(sorted(min(c, made.blocks) for c in cuts))
    cache, split = cache_at(made, ASKED, context), Split(0, moe, edges)
    before = bytes_before(made, cache, moe)
    for j in range(len(edges) - 1):
        parts = device_parts(made, cache, split, j)
        assert before(edges[j + 1]) - before(edges[j]) == parts.weights + parts.kv + parts.state


@settings(deadline=None, max_examples=60)
@given(some.sampled_from(MODELS), some.lists(some.integers(1, 60), min_size=1, max_size=4), some.sampled_from((1, 4096, 131072)))
def test_the_best_split_holds_and_no_layer_more_would(name: str, gib: list[int], context: int) -> None:
    made, search = _profile(name), Search(tuple(g * 2**30 for g in gib), False, 4)
    cache = cache_at(made, ASKED, context)
    split, _ = best_split(made, cache, search, None, None)
    if split.idle:
        return
    for j, budget in enumerate(search.budgets):
        assert budget is not None
        assert device_parts(made, cache, split, j, False, search.input_copies(made, split)).total <= budget
    if split.gpu_layers <= made.blocks:
        assert search.spread(made, cache, split.gpu_layers + 1, split.cpu_moe) is None


def test_no_more_than_sixteen_devices_hold_anything() -> None:
    found = estimate(Scenario(model="qwen2.5-72b-instruct", quantization="q8_0", engine="llama.cpp",
                              hardware=Hardware(device="RTX 4090", count=40)))
    used = [device.weights_bytes > 0 for device in found.memory.devices]
    assert used == [True] * 16 + [False] * 24    # of the 40; of thousands, 64 are listed
    assert any("16 devices" in note for note in found.notes)


def test_two_machines_are_refused_as_such_and_not_for_want_of_memory() -> None:
    found = estimate(Scenario(model="minimax-m2", quantization="q4_k_m", engine="llama.cpp",
                              hardware=Hardware(device="Ryzen AI Max+ 395", count=2)))
    assert found.verdict == "does_not_fit" and found.memory.starts
    assert any("are 2 machines" in note for note in found.notes)
    assert not any("neither the GPU nor the host memory" in note for note in found.notes)
