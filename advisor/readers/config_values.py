"""Values out of a hostile config.json: the first known name wins, numbers have bounds, lists have lengths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.readers.files import damaged, odd_config
from advisor.scenario import Model
from advisor.words import say

MAX_LAYERS = 10_000
MAX_NUMBER = 2**40

NAMES: dict[str, tuple[str, ...]] = {
    "hidden_size": ("hidden_size", "n_embd", "n_embed", "d_model", "dim"),
    "num_hidden_layers": ("num_hidden_layers", "num_layers", "n_layer", "n_layers"),
    "num_attention_heads": ("num_attention_heads", "n_head", "n_heads"),
    "num_key_value_heads": ("num_key_value_heads", "num_kv_heads", "n_head_kv", "kv_n_heads"),
    "head_dim": ("head_dim", "attention_head_dim", "kv_channels"),
    "intermediate_size": ("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ff_intermediate_size"),
    "vocab_size": ("padded_vocab_size", "vocab_size"),
    "max_position_embeddings": ("max_position_embeddings", "n_positions", "max_seq_len", "max_sequence_length", "seq_length",
                                "model_max_length"),
    "activation": ("hidden_act", "hidden_activation", "activation_function", "mlp_hidden_act", "ffn_act_fn"),
    "dtype": ("dtype", "torch_dtype"),
    "sliding_window": ("sliding_window", "sliding_window_size"),
    "num_experts": ("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"),
    "num_experts_per_tok": ("num_experts_per_tok", "num_experts_per_token", "top_k_experts", "moe_top_k", "moe_topk",
                            "experts_per_token", "moe_k"),
    "moe_intermediate_size": ("moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size"),
    "num_shared_experts": ("n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"),
    "shared_expert_intermediate_size": ("shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                                        "share_expert_dim", "shared_intermediate_size"),
    "first_dense_layers": ("first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"),
    "latent_size": ("moe_latent_size", "routed_expert_hidden_size"),
    "mtp_layers": ("num_nextn_predict_layers", "mtp_num_hidden_layers", "mtp_num_layers"),
    "mamba_heads": ("mamba_num_heads", "mamba_n_heads"),
    "mamba_head_dim": ("mamba_head_dim", "mamba_d_head"),
    "mamba_groups": ("mamba_n_groups", "n_groups"),
    "mamba_state": ("mamba_d_state", "ssm_state_size", "state_size"),
    "mamba_conv": ("mamba_d_conv", "conv_kernel"),
    "mamba_inner": ("mamba_d_ssm", "mamba_inner_size"),
    "mamba_expand": ("mamba_expand", "expand"),
}


def positive(value: object, default: float, most: float = 1000.0) -> float:
    """The value where it is a number above 0 and at most `most`, else the default."""
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= most
    return float(value) if good else default  # type: ignore[arg-type]


class Values:
    """A config's text part with the class defaults of its model_type behind it. Raises CannotAnswer on nonsense."""

    def __init__(self, config: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
        self.config = config
        self.defaults = defaults

    def get(self, name: str, default: Any = None) -> Any:
        """The value under the first of its names that is there and not null."""
        for source in (self.config, self.defaults):
            for key in NAMES.get(name, (name,)):
                value = source.get(key)
                if value is not None:
                    return value
        return default

    def whole(self, name: str, default: int | None = None, least: int = 0) -> int:
        """A whole number between `least` and 2**40; where it is a list of equal numbers, that number."""
        value, key = self.get(name, default), NAMES.get(name, (name,))[0]
        if isinstance(value, list) and value and all(v == value[0] for v in value):
            value = value[0]
        if value is None:
            raise odd_config(say("The config has no `{key}`.", key=key))
        if isinstance(value, float) and value == value // 1:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_NUMBER:
            raise odd_config(say("The config's `{key}` is {value}, not a sensible whole number.", key=key, value=repr(str(value)[:40])))
        return value

    def optional(self, name: str) -> int | None:
        """A whole number, or None where the config does not say."""
        return None if self.get(name) is None else self.whole(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; anything else counts as it would in Python."""
        return bool(self.get(name, default))

    def fraction(self, name: str, default: float, most: float = 1000.0) -> float:
        """A number above 0 and at most `most`; the default where the config says nothing of the kind."""
        return positive(self.get(name), default, most)

    def numbers(self, name: str, layers: int) -> tuple[int, ...] | None:
        """Whole numbers, one a layer (null is 0), None where it is no list."""
        found = self.each(name, layers)
        if found is None:
            return None
        if not all(v is None or (isinstance(v, int) and 0 <= v <= MAX_NUMBER) for v in found):
            raise odd_config(say("The config's `{name}` must hold whole numbers.", name=name))
        return tuple(int(v or 0) for v in found)

    def each(self, name: str, layers: int) -> list[Any] | None:
        """A list with one entry a layer, None where there is none. A longer list is cut (MTP entries follow)."""
        value = self.get(name)
        if not isinstance(value, list | tuple):
            return None
        if len(value) < layers:
            raise odd_config(say("The config's `{name}` has {value} entries for {layers} layers.", name=name, value=len(value),
                                 layers=layers))
        return list(value[:layers])


def consistent(model: Model) -> Model:
    """The model; raises CannotAnswer naming the two fields where no such model can be: it would be counted, and wrongly."""
    moe, heads = model.moe, model.num_attention_heads
    if moe is not None and moe.num_experts_per_tok > moe.num_experts:
        raise damaged(say("`num_experts_per_tok` is {each}, more than the {all} of `num_experts`.", each=moe.num_experts_per_tok,
                          all=moe.num_experts))
    held = model.num_key_value_heads
    most = held if isinstance(held, int) else max(held, default=0)
    if heads and most > heads:
        raise damaged(say("`num_key_value_heads` is {held}, more than the {heads} of `num_attention_heads`.", held=most, heads=heads))
    return model
