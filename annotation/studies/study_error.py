"""Errors about a study, as sentences for its leads."""

from __future__ import annotations


class BadStudy(ValueError):
    """A study that cannot be made or opened; the sentences say what is missing."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class CannotChange(BadStudy):
    """A change that would make earlier and later answers incomparable."""
