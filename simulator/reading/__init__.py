"""Reads texts of the assistant: does this text say what a claim says? Pure, deterministic, without a language model."""
