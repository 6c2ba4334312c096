"""Schedulers as the engines have them, by the rules of each engine's own code."""
