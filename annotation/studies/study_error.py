"""Errors about a study, as sentences for its leads."""

from __future__ import annotations


class BadStudy(ValueError):
    """Raised if a study can't be made, changed or opened; the sentences give the problem and the remedy."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class CannotChange(BadStudy):
    """Raised for a change that is not possible in the current state of the study."""
