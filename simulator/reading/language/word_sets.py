"""Builds sets of words from one string, so that long lists stay readable."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by spaces, as a set."""
    return frozenset(text.split())
