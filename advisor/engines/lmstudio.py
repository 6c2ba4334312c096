"""LM Studio: the llama.cpp runtime with its own defaults."""

from __future__ import annotations

from advisor.engines.llama_cpp import LlamaCpp


class LmStudio(LlamaCpp):
    """LM Studio's llama.cpp runtime (on Apple chips it also has an MLX one, see mlx_lm)."""

    id = "lmstudio"
    name = "LM Studio"


ENGINE = LmStudio()
