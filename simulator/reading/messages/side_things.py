"""Recognises remarks about side details of a message, such as "the room stays the same"."""

from __future__ import annotations

import re

from simulator.reading.language.assertion import own_lines
from simulator.reading.language.tokens import Tokenized
from simulator.reading.language.word_sets import word_set
from simulator.reading.scene import content_words

# Subjects that stand for the whole topic of the message, and values, which are never side details.
_WHOLE = word_set(
    "it all everything that this thing things we i you he she they nothing plan plans time hour day date meeting"
    " appointment talk dinner lunch session viewing visit rest o'clock half quarter noon midnight today tonight"
    " tomorrow monday tuesday wednesday thursday friday saturday sunday one two three four five six seven eight nine"
    " ten eleven twelve see come comes meet leave keep stick"
)
_BREAK = re.compile(r" (?:[,:;()]|and|but|so|because|while) ")


def is_of_side_thing(words: str, text: Tokenized, claim: str) -> bool:
    """Return True if the text says these words only of side details: "the same" in "the room stays the same"."""
    places = [
        line[: match.start()]
        for _, line in own_lines(text)
        for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", line)
    ]
    return bool(places) and all(_names_side_thing(before, claim) for before in places)


def _names_side_thing(before: str, claim: str) -> bool:
    """Return True if the clause before a remark has no number, no word of the claim and no word such as "meeting"."""
    clause = _BREAK.split(f" {before}")[-1].split()
    # In "Half an hour before, as planned" the remark belongs to the words before the comma.
    if not clause:
        return True
    return not any(word in _WHOLE or word[0].isdigit() for word in clause) and not (
        content_words(" ".join(clause)) & content_words(claim)
    )
