"""Builds the scripted user's question about an unclear offer, which quotes doubtful words or asks what is missing."""

from __future__ import annotations

import re

from simulator.reading.claims import Reading
from simulator.reading.facts.folding import fold

PLAIN = "What exactly would you do?"
# Longer quotations are harder to understand than the plain question.
_MOST_WORDS = 6
_EDGES = frozenset(["and", "or", "the", "a", "an", "to", "of", "with", "from", "for", "on", "at", "in", "by"])
# What is missing, by the reason that the rules give for reading an offer as unclear. The first match counts.
_MISSING = (
    (re.compile(r"to whom or to what"), "To whom, or to what?"),
    (re.compile(r"to whom|right people"), "To whom?"),
    (re.compile(r"which record|what this is done to"), "Which one do you mean?"),
    (re.compile(r"what the message would"), "What would you write?"),
    (re.compile(r"what it would create|what it is about"), "What would it say?"),
    (re.compile(r"leaves the choice open"), "Which of the two?"),
    (re.compile(r"leaves out some|only half|for others to do"), "Is that all that you would do?"),
    (re.compile(r"too late"), "When would you do it?"),
    (re.compile(r"the help repeats"), "How often?"),
)


def question_about(text: str, reading: Reading | None) -> str:
    """Return the question about an unclear offer. Without a reading or words to quote, return the plain question."""
    if reading is None:
        return PLAIN
    missing = next((question for pattern, question in _MISSING if pattern.search(reading.reason)), "")
    if missing:
        return f"{missing} {PLAIN}"
    words = quotable(text, reading.words)
    return f"What do you mean by “{words}”? {PLAIN}" if words else PLAIN


def quotable(text: str, words: str) -> str:
    """Return the shortest part of an offer that contains the words that decided a reading, as the offer spells them.

    Return an empty text if there are too many words or the offer lacks one of them. The reader may list the words in
    alphabetical order and in the singular.
    """
    wanted = fold(words).split()
    if not 0 < len(wanted) <= _MOST_WORDS:
        return ""
    spoken = list(re.finditer(r"\w+(?:['’.:,/-]\w+)*", text))
    forms = [fold(match[0]) for match in spoken]
    places = [
        [at for at, form in enumerate(forms) if form == word or form.startswith((f"{word}'", f"{word}s", f"{word}es"))]
        for word in (re.sub(r"^\W+|\W+$", "", one) for one in wanted)
        if word
    ]
    if not places or not all(places):
        return ""
    # The shortest part that starts at one of the words and has all of them.
    starts = sorted({at for found in places for at in found})
    parts = [
        (max(later) - first, first, max(later))
        for first in starts
        if (later := [min((at for at in found if at >= first), default=-1) for found in places]) and -1 not in later
    ]
    if not parts:
        return ""
    length, first, last = min(parts)
    while last > first and forms[last] in _EDGES:
        last -= 1
    part = text[spoken[first].start() : spoken[last].end()]
    return "" if length >= _MOST_WORDS or re.search(r"[.!?]\s|[“”\"\n]", part) else part
