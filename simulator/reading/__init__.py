"""Reads texts of the assistant: does a text say what a claim says? Deterministic, without a language model."""
