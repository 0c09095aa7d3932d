"""Decides whether a verb is negated, by the words before it in its frame and by "nothing" after it."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.reading.language.deed_words import BUT, NEGATORS, NOT_NEGATING
from simulator.reading.language.frames import Frame, Line

# Objects that deny the verb before them: "pay nothing".
NOTHING = (["nothing"], ["none"], ["neither"], ["nobody"])


def is_negated(index: int, words: Sequence[str], line: Line, frame: Frame) -> bool:
    """Return True if the verb at this index is negated: "I won't pay", "rather than pay", "pay nothing"."""
    start = frame.at if frame.kind != "other" else max(0, frame.at - 2)
    if frame.kind in ("start", "other"):
        start = max(start, index - 8)
    text = NOT_NEGATING.sub(" ", line.text[line.starts[max(0, start - 4)] : line.starts[index]])
    kept = set(text.split())
    negated = frame.negated
    for word in words[start:index]:
        if word in BUT:
            negated = False
        elif word in NEGATORS and word in kept:
            negated = True
        elif word in (",", ":") and not frame.negated:
            negated = False
    near, after = " ".join(words[max(0, index - 3) : index]), list(words[index + 1 : index + 3])
    if (after[1:] if after[:1] in (["to"], ["with"], ["for"]) else after[:1]) in NOTHING:
        return True
    return negated or near.endswith(("instead of", "rather than", "without", "instead of to"))
