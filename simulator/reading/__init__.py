"""Decides by fixed rules, without a language model, whether a text of the assistant says what a claim says."""
