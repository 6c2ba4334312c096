"""Advice beside an estimate: said where the situation is there, not said where it is not."""

import pytest

from advisor.advice import RULES
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

CARD = {"device": "RTX 4090", "count": 1, "host_memory_gib": 64}


def notes(**scenario):
    return "\n".join(estimate(parse_scenario({"model": "qwen2.5-14b-instruct", "hardware": CARD, **scenario})).notes)


def vllm(**scenario):
    return notes(engine="vllm", quantization="awq", **scenario)


def llama(**scenario):
    return notes(engine="llama.cpp", quantization="q4_k_m", **scenario)


def test_an_ordinary_question_gets_no_advice():
    usual = {"concurrency": 8, "prompt_tokens": 2048, "output_tokens": 512}
    assert vllm(settings={"context": 4096}, workload=usual) == ""
    assert llama(settings={"context": 4096, "parallel": 1}, workload={**usual, "concurrency": 1}) == ""


@pytest.mark.parametrize(("asked", "said"), [({}, True), ({"context": 4096}, False)])
def test_the_context_is_the_askers_choice(asked, said):
    assert ("No context was asked for" in vllm(settings=asked)) is said


@pytest.mark.parametrize(
    ("engine", "quantization", "said"), [("ollama", "q4_k_m", "cut off without an error"), ("vllm", "awq", "is refused")]
)
def test_prompts_longer_than_the_context(engine, quantization, said):
    settings, load = {"context": 4096}, {"concurrency": 1, "prompt_tokens": 6000, "output_tokens": 500}
    assert said in notes(engine=engine, quantization=quantization, settings=settings, workload=load)
    assert said not in notes(engine=engine, quantization=quantization, settings={"context": 8192}, workload=load)


def test_users_are_counted_by_what_a_request_really_takes():
    text = vllm(settings={"context": 16384}, workload={"concurrency": 20, "prompt_tokens": 600, "output_tokens": 200})
    held = int(text.split("The cache holds ")[1].split(" ")[0].replace(",", ""))
    assert f"about {held // 800} of 800 tokens" in text
    assert "The cache holds" not in vllm(
        settings={"context": 4096}, workload={"concurrency": 8, "prompt_tokens": 3000, "output_tokens": 500}
    )


def test_c_is_a_sum_only_where_slots_do_not_share():
    assert "-c 16384 with 4 slots gives each 4,096" in llama(settings={"context": 4096, "parallel": 4})
    shared = llama(settings={"context": 4096, "parallel": 4, "kv_unified": True})
    assert "4 slots SHARE one pool of 4,096 cells" in shared
    assert "is the sum" not in shared


def test_layers_over_cards_take_turns_and_tensor_parallel_does_not():
    two = {**CARD, "count": 2}
    split = notes(engine="llama.cpp", quantization="q8_0", settings={"context": 4096, "parallel": 1}, hardware=two)
    assert "take turns: each works about 50 %" in split
    assert "take turns" not in vllm(settings={"context": 4096, "tensor_parallel": 2}, hardware=two)


def test_copies_are_advised_only_for_many_people():
    two = {**CARD, "count": 2}
    settings = {"context": 4096, "tensor_parallel": 2}
    assert "2 replicas" in vllm(
        settings=settings, hardware=two, workload={"concurrency": 64, "prompt_tokens": 2048, "output_tokens": 512}
    )
    assert "replicas" not in vllm(
        settings=settings, hardware=two, workload={"concurrency": 2, "prompt_tokens": 2048, "output_tokens": 512}
    )


def test_copies_are_not_advised_where_their_weights_would_take_the_cache_that_is_asked_for():
    four = {**CARD, "count": 4}

    def said(people):
        return vllm(settings={"context": 8192, "tensor_parallel": 2, "data_parallel": 2}, hardware=four,
                    workload={"concurrency": people, "prompt_tokens": 2048, "output_tokens": 512})

    assert "4 replicas" in said(24)         # one a card: as many as there are cards, not as a copy is cut in
    assert "replicas" not in said(32)       # two cards a copy hold these, a copy a card does not


def test_long_prompts_hold_up_short_ones():
    settings = {"context": 32768, "max_batched_tokens": 512, "kv_cache_dtype": "fp8"}
    assert "30,000 tokens takes 59 steps of 512" in vllm(
        settings=settings, workload={"concurrency": 2, "prompt_tokens": 30000, "output_tokens": 200}
    )


def test_dropped_cards_go_to_vulkan():
    answer = estimate(
        parse_scenario(
            {
                "model": "qwen3-8b",
                "engine": "llama.cpp",
                "quantization": "q4_k_m",
                "hardware": {"device": "MI50 32GB"},
                "settings": {"context": 4096, "parallel": 1},
            }
        )
    )
    assert answer.case.backend == "vulkan"
    assert any("gfx906" in note and "Vulkan" in note for note in answer.notes)


def test_every_rule_names_its_source():
    assert all(rule.__doc__ for rule in RULES)


def test_main_memory_filled_beside_the_card_is_warned_of() -> None:
    asked = {"model": "llama-3.3-70b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "settings": {"context": 4096}}
    full = estimate(parse_scenario(asked | {"hardware": {"device": "RTX 4070", "host_memory_gib": 32}}))
    roomy = estimate(parse_scenario(asked | {"hardware": {"device": "RTX 4070", "host_memory_gib": 64}}))
    assert full.verdict == roomy.verdict == "offload"
    assert any("left for the system" in said for said in full.warnings) and not roomy.warnings


@pytest.mark.parametrize(("device", "share", "warns"), [("DGX Spark", None, True), ("DGX Spark", 0.82, False), ("RTX 4090", None, False)])
def test_a_pool_out_of_the_system_s_memory_is_warned_of(device: str, share: float | None, warns: bool) -> None:
    found = estimate(parse_scenario({"model": "qwen3-8b", "quantization": "fp8", "engine": "vllm", "hardware": {"device": device},
                                     "settings": {"context": 8192, "gpu_memory_utilization": share}}))
    assert any("the system itself lives in" in said for said in found.warnings) == warns


@pytest.mark.parametrize(("model", "takes"), [("qwen2.5-vl-7b-instruct", True), ("qwen3.5-9b", True), ("gemma-3-12b-it", False),
                                              ("ministral-3-8b-instruct-2512", False), ("minimax-m3", False)])
def test_the_size_of_an_image_is_limited_where_the_processor_takes_it(model, takes):
    hardware = {"device": "B200", "count": 8}
    said = notes(model=model, engine="vllm", hardware=hardware, settings={"context": 8192, "tensor_parallel": 4})
    assert "--limit-mm-per-prompt" in said
    assert ("max_pixels" in said) is takes


@pytest.mark.parametrize(("device", "since"), [("H100", "0.20.0"), ("MI300X", "0.27.0"), ("Arc B580", None)])
def test_since_when_graphs_are_in_the_share_depends_on_the_vendor(device, since):
    said = notes(model="qwen3-0.6b", engine="vllm", quantization="bf16", hardware={"device": device},
                 settings={"context": 4096, "gpu_memory_utilization": 0.8})
    assert ("Tune it again after an update" in said) is (since is not None)
    assert since is None or f"since vLLM {since}" in said


@pytest.mark.parametrize(("device", "model", "said"), [
    ("Jetson Orin Nano 8GB", "ministral-8b-instruct-2410", True), ("Jetson Orin Nano 8GB", "qwen3-4b", False),
    ("DGX Spark", "qwen3-32b", False)])
def test_a_gpu_in_main_memory_leaves_the_system_some(device, model, said):
    told = notes(engine="ollama", model=model, quantization="q6_k", hardware={"device": device}, settings={"context": 2048})
    assert ("are left for the system" in told) is said


def test_a_macs_own_limit_leaves_the_system_enough():
    asked = {"hardware": {"device": "Apple M1", "memory_gib": 8}, "settings": {"context": 4096}}
    assert "are left for the system and other programs" not in notes(engine="ollama", model="qwen3-8b", quantization="q4_k_m", **asked)


def test_what_the_firmware_keeps_of_shared_memory_holds_no_model():
    """A Jetson Orin Nano of 8 GiB shows 7.44: 7.9 GiB of weights, on the GPU and beside it, do not fit."""
    asked = {"engine": "llama.cpp", "model": "qwen3-30b-a3b", "quantization": "iq1_s", "hardware": {"device": "Jetson Orin Nano 8GB"},
             "settings": {"context": 16384, "parallel": 1}}
    answer = estimate(parse_scenario(asked))
    assert answer.verdict == "does_not_fit"


@pytest.mark.parametrize(
    ("device", "quantization", "said"),
    [("A100 SXM4 80GB", "fp8", True), ("H100 SXM5 80GB", "fp8", False), ("H100 SXM5 80GB", "nvfp4", True), ("L40S", "bf16", False)],
)
def test_formats_that_the_card_does_not_compute_in(device, quantization, said):
    text = notes(model="qwen3-32b", engine="vllm", quantization=quantization, hardware={"device": device}, settings={"context": 8192})
    assert ("unpacked to 16 bit" in text) is said


@pytest.mark.parametrize(("people", "said"), [(256, True), (1, False)])
def test_weight_only_formats_gain_little_in_large_batches(people, said):
    text = vllm(settings={"context": 1024}, workload={"concurrency": people, "prompt_tokens": 300, "output_tokens": 200})
    assert ("gains little over BF16" in text) is said


@pytest.mark.parametrize(("device", "said"), [("dual-channel-ddr4-3200-desktop", True), ("RTX 4090", False)])
def test_on_a_processor_memory_sets_the_pace(device, said):
    text = notes(model="qwen3-8b", engine="llama.cpp", quantization="q4_k_m", hardware={"device": device, "host_memory_gib": 64},
                 settings={"context": 4096, "parallel": 1})
    assert ("not the cores" in text) is said


@pytest.mark.parametrize(("model", "people", "said"), [("qwen3.6-27b", 1, True), ("qwen3.6-27b", 16, False), ("qwen3-32b", 1, False)])
def test_a_models_own_draft_layer_helps_few(model, people, said):
    text = notes(model=model, engine="vllm", quantization="fp8", hardware={"device": "H200"}, settings={"context": 8192},
                 workload={"concurrency": people})
    assert ("multi-token prediction" in text) is said


def test_the_lever_of_ollamas_own_context_is_named():
    assert "Set it by OLLAMA_CONTEXT_LENGTH" in notes(engine="ollama", quantization="q4_k_m")
    assert "Set it by" not in llama()


def test_the_share_that_leaves_a_shared_memory_enough_is_named():
    text = notes(model="qwen3-8b", quantization="fp8", engine="vllm", hardware={"device": "DGX Spark"}, settings={"context": 8192})
    assert "set gpu_memory_utilization to 0.82 or less" in text


def test_a_context_at_the_models_end_cannot_be_raised() -> None:
    load = {"concurrency": 1, "prompt_tokens": 4000, "output_tokens": 2000}
    text = notes(model="Llama-2-7b-hf", engine="ollama", quantization="q4_k_m", workload=load)
    assert "the longest that the model has" in text and "Raise the context" not in text
    assert "8,192 to 32,768" not in notes(model="Llama-2-7b-hf", engine="ollama", quantization="q4_k_m", settings={"parallel": 4})


def test_layers_do_not_all_fit_where_experts_stay_in_main_memory() -> None:
    text = notes(model="Qwen3-Next-80B-A3B", engine="lmstudio", hardware={"device": "V100 SXM2 32GB", "host_memory_gib": 64})
    assert "stay in host memory" in text and "layers fit" not in text


def test_what_does_not_fit_gets_no_advice_that_takes_it_to_start() -> None:
    text = notes(model="GLM-4.5-Air", engine="llama.cpp", hardware={"device": "Arc B580", "count": 2, "host_memory_gib": 16})
    assert "neither the GPU nor the host memory" in text
    assert "than take a smaller" not in text and "would fit" not in text and "one server a card" not in text


def test_what_is_served_is_never_nothing() -> None:
    load = {"concurrency": 8, "prompt_tokens": 200, "output_tokens": 4000, "requests_per_s": 50}
    text = notes(model="Qwen3-30B-A3B", engine="ollama", workload=load,
                 hardware={"device": "dual-channel DDR5-5600", "host_memory_gib": 64})
    assert "about 0.0 are served" not in text and "short by" in text


def test_what_does_not_start_there_has_no_pool_and_no_limit() -> None:
    text = notes(model="Gemma-3-4B", engine="mlx", quantization="bf16", hardware={"device": "Strix Halo", "host_memory_gib": 16})
    assert "runs on Apple chips only" in text
    assert "keeps the caches" not in text and "raise the limit" not in text and "your choice" not in text


@pytest.mark.parametrize(("kind", "said"), [("fp8", True), ("fp8_e5m2", False)])
def test_triton_reads_a_cache_in_e5m2_before_ada(kind: str, said: bool) -> None:
    assert ("has no FP8 units" in vllm(settings={"context": 4096, "kv_cache_dtype": kind}, hardware={"device": "RTX 3090"})) is said
