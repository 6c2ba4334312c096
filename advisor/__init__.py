"""LLM Deployment Advisor: which engine, model, quantization and settings for a task on a machine, and why."""

__version__ = "0.1.0"
