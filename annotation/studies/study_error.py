"""Errors about a study, as sentences for its leads."""

from __future__ import annotations


class BadStudy(ValueError):
    """Raised if a study cannot be made or opened; the sentences say what is missing."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class CannotChange(BadStudy):
    """Raised for a change that would make earlier and later answers incomparable."""
