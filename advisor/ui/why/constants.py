"""What stands behind the names in a derivation: words for a constant, and where its value comes from."""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.answer import Derivation, Estimate
from advisor.machine.hardware import MEASURED
from advisor.ui.language import clauses, labelled, listed, tr, translated
from advisor.ui.numbers import brackets
from advisor.ui.why.quantities import number_text, title

_NAME = re.compile(r"[A-Za-z_]\w*\b(?!\()")     # a name in a formula that is no function
_NUMBERED = re.compile(r"_(\d+)$")
_ASKED = ("prompt_tokens", "output_tokens", "people", "context", "concurrency", "slots", "cached_tokens", "requests", "replicas",
          "devices")
_OF_DEVICE = ("bandwidth_bytes_per_s", "memory_bytes", "vector_operations_per_s")
_FITTED = ("fixed_s", "first_fixed_s", "step_fixed_s", "pass_fixed_s", "sequence_s", "reached_bandwidth", "unpack_operations",
           "tensor_speedup", "wait_factor", "text_s", "together_share")
_OF_MODEL = ("layers", "sliding_layers", "attention_layers", "vocab_size", "hidden_size", "intermediate_size", "k_elements", "v_elements",
             "k_head_dim", "v_head_dim", "kv_heads_on_rank", "kv_lora_rank", "qk_rope_head_dim", "window", "widest_layer_floats",
             "state_elements", "experts_per_token", "expert_width", "expert_input", "expert_copies", "model_context", "matrix_weights",
             "expert_weights", "plain_weights", "grouped_weights", "request_state_bytes", "read_bytes",
             "read_weights", "active_weight_bytes")
_OF_FORMAT = ("quantization", "bits_per_weight", "expert_bits_per_weight", "lookup_bits_per_weight", "plain_weight_bytes")
_OF_ENGINE = ("ub", "ubatch", "chunk_tokens", "max_num_seqs", "max_num_batched_tokens", "gpu_memory_utilization", "unified",
              "flash_attention", "kept_free_bytes", "in_flight_tokens", "parallel", "chunked_prefill_size", "max_num_tokens",
              "max_batch_size", "max_running_requests", "mem_fraction_static", "free_gpu_memory_fraction", "tensor_parallel",
              "mamba_full_memory_ratio", "swa_full_tokens_ratio", "slots_per_request", "library_bytes", "driver_bytes",
              "communicator_bytes", "rank_buffer_bytes", "backend_bytes", "smallest_pool_bytes", "fixed_pool_bytes", "layer_pool_bytes",
              "width_pool_bytes", "captured_sizes", "all_sizes", "workspace_bytes", "logit_copies_bytes", "logit_bytes",
              "load_extra_bytes", "block_tokens", "full_block_tokens", "sliding_block_tokens", "tokens_per_block", "state_pages",
              "decode_slots", "prefill_sizes", "latent_graph_mib", "image_cache_bytes", "kv_step", "prefill_step_size", "moments_alive",
              "kept_tokens", "pipeline_copies",
              "sharing_devices", "mask_element_bytes", "backend", "share",
              "cache_type", "cache_element_bytes", "cache_block_bytes", "cache_block_elements", "bits_per_number", "element_bytes",
              "channel_bytes")
BESIDES = ("measurements", "four_in_five_within_factor")     # told under "how far such predictions were"


class Constant(NamedTuple):
    """A name of a formula in words, and its source with date."""

    words: str
    source: str


def constant(answer: Estimate, rule: Derivation, name: str) -> Constant:
    """What a value of a derivation is and where it comes from: the person, the model, the device, the engine, or worked out."""
    return Constant(words_of(name), _source(answer, rule, _NUMBERED.sub("", name)))


def values_told(answer: Estimate, rule: Derivation) -> list[str]:
    """Every value of a derivation on a line of Markdown: in words, its name, its number and its source."""
    known = {name: constant(answer, rule, name) for name, value in rule.values.items() if name not in BESIDES and value is not None}
    return [clauses((f"{about.words}{brackets(f'`{name}`')} = {number_text(name, rule.values[name])}", about.source))
            for name, about in known.items()]


def words_of(name: str) -> str:
    """A name of a formula in words; `window_2` is the second of its kind."""
    number = _NUMBERED.search(name)
    plain = _NUMBERED.sub("", name)
    found = _words().get(plain) or title(plain).replace("_", " ")
    return f"{found} ({number[1]})" if number else found


def _source(answer: Estimate, rule: Derivation, name: str) -> str:
    case, device = answer.case, answer.case.device or answer.case.machine.cpu
    if name in _ASKED:
        return tr("you asked")
    if rule.quantity.startswith("cost_"):
        return _source_of_price(rule, name)
    if name == "bandwidth_bytes_per_s" and answer.scenario.hardware.bandwidth_gb_per_s and not answer.scenario.hardware.devices:
        return tr("you asked")
    if name in _OF_DEVICE and device is not None and device.device_class == MEASURED:
        return tr("measured on this computer")
    if name in _OF_DEVICE:
        return _dated(tr("data sheet"), device.date) if device is not None else tr("you asked")
    if name in _OF_MODEL:
        return _dated(tr("model"), case.model.date)
    if name in _OF_FORMAT:
        return _dated(tr("format"), case.quantization.date)
    if name in _OF_ENGINE:
        return f"{case.engine.name} {case.version}"
    return tr("fitted to measurements") if name in _FITTED else tr("worked out here")


def _source_of_price(rule: Derivation, name: str) -> str:
    """The rule's source names the price's first, then what the power draw rests on."""
    if name in ("busy", "years", "usd_per_kwh"):
        return tr("Preferences")
    if name in ("idle_watts", "busy_watts"):
        return tr("assumed, see the rule")
    return tr("worked out here") if name == "tokens_per_s" else translated(rule.source).partition("; ")[0]


def _dated(source: str, date: str) -> str:
    return listed(part for part in (source, date) if part and (part != date or date not in source))


def filled(rule: Derivation) -> str:
    """The formula with this scenario's numbers in it; "" for a rule in words, whose numbers stand in its sentence."""
    if hasattr(rule.formula, "template"):
        return ""
    shown = {name: number_text(name, value) for name, value in rule.values.items() if value is not None}
    names = _NAME.findall(rule.formula)
    if not names or any(name not in shown for name in names):
        return ""
    return _NAME.sub(lambda match: shown[match[0]], rule.formula)


def functions_told(rule: Derivation) -> list[str]:
    """What the formula's own functions mean, those that a reader cannot know."""
    return [tr("overlap(a, b) = (a⁴ + b⁴)^¼: side by side, the longer of the two and up to 19 % more.")] \
        if "overlap(" in rule.formula else []


def where(answer: Estimate, rule: Derivation) -> list[str]:
    """The full sources of what a rule took from data sheets and configurations, each once."""
    case, found = answer.case, []
    device = case.device or case.machine.cpu
    if device is not None and any(name in rule.values for name in _OF_DEVICE):
        measured = device.device_class == MEASURED
        found.append(labelled(translated(device.name), tr("measured on this computer") if measured
                              else _dated(translated(device.source), device.date)))
    if any(name in rule.values for name in _OF_MODEL):
        found.append(labelled(case.model.name, _dated(case.model.source, case.model.date)))
    if any(name in rule.values for name in _OF_FORMAT):
        found.append(labelled(case.quantization.name, _dated(case.quantization.source, case.quantization.date)))
    return found


def _words() -> dict[str, str]:
    return {**_words_of_speed(), **_words_of_drafts(), **_words_of_parts(), **_words_of_caches(), **_words_of_money()}


def _words_of_drafts() -> dict[str, str]:
    return {
        "undrafted_tokens_per_s": tr("Pace of one stream without drafts"), "undrafted_tpot_s": tr("Time per token without drafts"),
        "undrafted_output_tokens_per_s": tr("All together without drafts"), "draft_gain": tr("What drafts gain, times"),
        "joint_draft_gain": tr("What drafts gain all together, times"), "tokens_a_round": tr("Tokens a round"),
        "acceptance_rate": tr("Chance that a drafted token is taken"), "draft_tokens": tr("Tokens drafted a round"),
        "plain_step_s": tr("A step without drafts"), "joint_plain_step_s": tr("A step of all without drafts"),
        "round_s": tr("A round"), "joint_round_s": tr("A round of all"), "draft_s": tr("Drafting a token"),
        "joint_draft_s": tr("Drafting a token for all"), "check_s": tr("The step that checks them"),
        "joint_check_s": tr("The step that checks those of all"), "beside_s": tr("What a round costs besides, measured"),
        "joint_beside_s": tr("What a round of all costs besides, measured"), "drafting_layers": tr("Layers that draft"),
        "drafting_layer_bytes": tr("Cache of a layer that drafts"), "drafts_graph_bytes": tr("Graph of the drafts"),
    }


def _words_of_speed() -> dict[str, str]:
    return {
        "fixed_s": tr("Fixed time"), "waiting_s": tr("Waiting for others"),
        "active_weight_bytes": tr("Weights of one token, by bits a parameter"),
        "weights_s": tr("Reading the weights once"),
        "kv_s_per_token": tr("Reading one token of the cache"), "depth_tokens": tr("Mean depth of the cache"),
        "bandwidth_bytes_per_s": tr("Memory bandwidth"), "devices": tr("Devices that read together"),
        "prompt_tokens": tr("Prompt length"), "output_tokens": tr("Answer length"),
        "running": tr("Running at once"), "people": tr("Asking at once"),
        "prompt_s": tr("Reading the prompt, time"), "rest_of_prompt_s": tr("Reading what is not in the cache"),
        "replicas": tr("Copies of the model"), "pace_s": tr("Time per token"), "weights_read_s": tr("Reading the weights from memory"),
        "arithmetic_s": tr("Arithmetic of one token"), "sequence_s": tr("Time for each sequence"), "state_s": tr("Reading the state"),
        "link_s": tr("Exchange between devices"), "read_bytes": tr("Weights that a token reads"),
        "read_weights": tr("Number of these weights"), "reached_bandwidth": tr("Share of the bandwidth that is reached"),
        "unpack_operations": tr("Operations to unpack a weight"), "vector_operations_per_s": tr("Operations outside matrix units"),
        "tensor_speedup": tr("Gain from the devices together"), "passes": tr("Passes"),
        "chunk_tokens": tr("Tokens computed at a time"), "pass_fixed_s": tr("Fixed time of a pass"),
        "pass_read_s": tr("Reading the weights in a pass"), "pass_arithmetic_s": tr("Arithmetic of a pass"),
        "pass_attention_s": tr("Attention of a pass"), "step_s": tr("A step of all that run"),
        "step_fixed_s": tr("Fixed time of a step"), "step_read_s": tr("Reading the weights in a step"),
        "cache_s_per_token": tr("Reading one token of the cache"), "joining_s": tr("Prompts of those who join"),
        "joining_pass_s": tr("A step with prompts, the time it adds"), "joining_tokens": tr("Prompt tokens in such a step"),
        "new_tokens": tr("Prompt tokens not in the cache"), "first_fixed_s": tr("Fixed time"), "wait_factor": tr("Factor of the engine"),
        "text_s": tr("Taking in one token of text"), "together_share": tr("Share that asks at the same moment"),
        "met_prompts": tr("Prompts of others met"), "met_step_s": tr("A step under way"), "visit_s": tr("First token without the queue"),
    }


def _words_of_parts() -> dict[str, str]:
    """Weights, computing, graphs and libraries."""
    return {
        "file_bytes": tr("The file"), "embedding_on_host_bytes": tr("Embedding, kept in main memory"),
        "tied_copy_bytes": tr("Copy of a shared embedding"), "projector_bytes": tr("Vision part"),
        "elsewhere_bytes": tr("On other devices or in main memory"), "sharing_devices": tr("Devices that share each layer"),
        "layers": tr("Layers"), "quantization": tr("Quantization"), "share": tr("Held by"), "bits_per_weight": tr("Bits a weight"),
        "matrix_weights": tr("Weights in matrices"), "expert_weights": tr("Weights of routed experts"),
        "expert_bits_per_weight": tr("Bits a weight of an expert"), "plain_weights": tr("Weights left in 16 or 32 bit"),
        "lookup_weights": tr("Numbers of the table picked by n-grams"), "lookup_bits_per_weight": tr("Bits a number of that table"),
        "plain_weight_bytes": tr("Bytes of such a weight"), "grouped_weights": tr("Weights stored in groups"),
        "rotary_bytes": tr("Table of positions"), "load_extra_bytes": tr("What loading adds"),
        "mask_bytes": tr("Attention mask"), "mask_element_bytes": tr("Bytes a cell of the mask"), "input_bytes": tr("Inputs of a step"),
        "ub": tr("Tokens computed at a time"), "widest_layer_floats": tr("Numbers of the widest layer"),
        "layer_floats": tr("Numbers of the widest moment"), "host_tensor_bytes": tr("Largest tensor copied from main memory"),
        "moments_alive": tr("Widest moments alive at once"), "kept_tokens": tr("Tokens kept of a request in such a layer"),
        "pipeline_copies": tr("Copies of the inputs"), "vocab_size": tr("Vocabulary"), "hidden_size": tr("Hidden size"),
        "intermediate_size": tr("Width of the widest feed-forward part"), "channel_bytes": tr("Bytes for each of its channels"),
        "element_bytes": tr("Bytes a number"), "output_rows": tr("Rows of output"), "flash_attention": tr("Flash attention"),
        "sampler_bytes": tr("Choosing the next tokens"), "forward_bytes": tr("The widest moment of a pass"),
        "vision_bytes": tr("The vision tower over its largest picture"), "image_patches": tr("Patches of the largest picture"),
        "vision_parameters": tr("Parameters of the vision tower"), "vision_layers": tr("Layers taken for the vision tower"),
        "logits_bytes": tr("Scores of a batch"), "logit_bytes": tr("Bytes a score"),
        "logit_copies_bytes": tr("Bytes a score with its sorted copies"), "handover_bytes": tr("Handed to the next stage"),
        "expert_buffers_bytes": tr("Buffers of the experts"), "experts_per_token": tr("Experts a token uses"),
        "expert_copies": tr("Copies of an expert's width"), "expert_width": tr("Width of an expert"),
        "expert_input": tr("Width of an expert's input"), "image_bytes": tr("Room for pictures"),
        "layer_inputs_bytes": tr("Inputs of the single layers"), "workspace_bytes": tr("Workspace of the matrix library"),
        "backend": tr("Backend"), "backend_bytes": tr("Context and libraries of the backend"),
        "library_bytes": tr("Driver and libraries"), "driver_bytes": tr("Driver and libraries"),
        "communicator_bytes": tr("Buffers between devices"), "rank_buffer_bytes": tr("The same for each device"),
        "tensor_parallel": tr("Tensor parallel"), "smallest_pool_bytes": tr("Smallest pool of graphs"),
        "fixed_pool_bytes": tr("Fixed part of the pool"), "layer_pool_bytes": tr("The same for each layer"),
        "width_pool_bytes": tr("The same for each layer and hidden number"), "captured_sizes": tr("Batch sizes recorded"),
        "all_sizes": tr("Batch sizes in the measured runs"), "decode_slots": tr("Batch sizes of answers"),
        "prefill_sizes": tr("Batch sizes of prompts"), "latent_graph_mib": tr("MiB kept for latent attention"),
        "image_cache_bytes": tr("Kept for images already read"),
        "prefill_step_size": tr("Tokens computed at a time"),
    }


def _words_of_caches() -> dict[str, str]:
    """The cache from its cells and blocks up, and what is shared out."""
    return {
        "cells": tr("Cells of the cache"), "window_cells": tr("Cells of a sliding layer"), "streams": tr("Streams"),
        "entries_of_4": tr("Entries of 4 tokens each"), "entries_of_128": tr("Entries of 128 tokens each"),
        "k_elements": tr("K numbers a token and layer"), "v_elements": tr("V numbers a token and layer"), "window": tr("Window"),
        "cache_type": tr("Type of the cache"), "n_ctx": tr("Context in all"), "slots": tr("Slots"),
        "unified": tr("One cache for all slots"), "layer_bytes": tr("Cache of one layer"),
        "sliding_layer_bytes": tr("Cache of one sliding layer"), "sliding_layers": tr("Sliding layers"),
        "cache_block_bytes": tr("Bytes of a block of the cache's type"), "cache_block_elements": tr("Numbers in such a block"),
        "attention_layers": tr("Attention layers"), "kv_heads_on_rank": tr("KV heads on one device"),
        "k_head_dim": tr("K numbers a head"), "v_head_dim": tr("V numbers a head"), "kv_lora_rank": tr("Numbers of the latent row"),
        "qk_rope_head_dim": tr("Numbers of its position"), "cache_element_bytes": tr("Bytes a number of the cache"),
        "bits_per_number": tr("Bits a number of the cache"), "full_token_bytes": tr("One token in the full layers"),
        "sliding_token_bytes": tr("One token in the sliding layers"), "token_bytes": tr("One token with its share of the window"),
        "swa_full_tokens_ratio": tr("Window tokens for each full one"), "window_tokens": tr("Window tokens a request holds"),
        "state_elements": tr("Numbers of recurrent state"), "request_state_bytes": tr("State of one request"),
        "state_slots": tr("Slots for states"), "slots_per_request": tr("States a request holds"),
        "mamba_full_memory_ratio": tr("State for each byte of KV cache"), "max_running_requests": tr("Most running at once"),
        "max_batch_size": tr("Most running at once"), "request_kv_bytes": tr("Cache of one request"),
        "kv_step": tr("Tokens a step of the cache"),
        "kept_free_bytes": tr("Kept free"), "memory_bytes": tr("Memory that a program sees"), "held_bytes": tr("Held by other programs"),
        "gpu_memory_utilization": tr("Share of it in use"), "mem_fraction_static": tr("Share of it in use"),
        "free_gpu_memory_fraction": tr("Share of it in use"), "budget_bytes": tr("Budget"),
        "free_before_load_bytes": tr("Free before loading"), "free_after_load_bytes": tr("Free after loading"),
        "pool_bytes": tr("Pool of the smallest stage"), "pool_tokens": tr("Tokens of the pool"), "blocks": tr("Blocks of the pool"),
        "block_bytes": tr("One block"), "block_tokens": tr("Tokens a block"), "tokens_per_block": tr("Tokens a block"),
        "full_block_tokens": tr("Tokens a block"), "sliding_block_tokens": tr("Tokens a block of the window"),
        "full_groups": tr("Groups of full layers"), "sliding_groups": tr("Groups of sliding layers"),
        "state_groups": tr("Groups of state layers"), "state_pages": tr("Blocks a state takes"), "groups": tr("Groups of layers"),
        "group_layers": tr("Layers of a group"), "page_bytes": tr("One layer's part of a block"),
        "blocks_per_request": tr("Blocks a request holds"), "requests": tr("Requests that share it"),
        "context": tr("Context per request"), "model_context": tr("The model's own context"), "all_kv_bytes": tr("Cache on all devices"),
        "tables_bytes": tr("Looked-up tables"), "host_weights_bytes": tr("Weights in main memory"),
        "host_kv_bytes": tr("KV cache in main memory"), "host_state_bytes": tr("State in main memory"),
        "host_compute_bytes": tr("Compute in main memory"), "in_flight_tokens": tr("Tokens under way"),
        "max_num_seqs": tr("Most running at once"), "max_num_batched_tokens": tr("Tokens computed at a time"),
        "max_num_tokens": tr("Tokens computed at a time"), "chunked_prefill_size": tr("Tokens computed at a time"),
    }


def _words_of_money() -> dict[str, str]:
    return {
        "price_usd": tr("Price"), "years": tr("Years of use"), "idle_watts": tr("Power draw while it waits"),
        "busy_watts": tr("Power draw while it is busy"),
        "usd_per_kwh": tr("Electricity, $ per kWh"), "tokens_per_s": tr("Tokens of all together"), "busy": tr("Share of the time busy"),
        "usd_per_hour": tr("Rent, $ per hour"), "input_price": tr("Input, $ per 1M"), "output_price": tr("Output, $ per 1M"),
        "cached_price": tr("Cached input, $ per 1M"), "cached_tokens": tr("Of it cached"), "model": tr("Model"), "provider": tr("Provider"),
    }
