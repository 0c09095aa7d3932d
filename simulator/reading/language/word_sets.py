"""Builds sets of words from one string, so that long lists stay readable."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a space-separated text as a set."""
    return frozenset(text.split())
