"""Ollama: a front of llama-server with its own defaults for context and slots."""

from __future__ import annotations

from advisor.engines.llama_cpp import LlamaCpp


class Ollama(LlamaCpp):
    """Ollama since it launches llama-server; older releases by their own formulas."""

    id = "ollama"
    name = "Ollama"


ENGINE = Ollama()
