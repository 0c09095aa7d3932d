"""What cannot be done to a study, said in a sentence for whoever leads it."""

from __future__ import annotations


class BadStudy(ValueError):
    """A study that cannot be made or opened as it is; the sentences say what is missing."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class CannotChange(BadStudy):
    """A change that would not be fair to answers that were given, or may be given any moment."""
