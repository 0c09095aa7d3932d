"""Reads texts of the assistant: does a text say what a claim says? Pure, deterministic, without a language model."""
