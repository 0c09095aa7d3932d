"""Recognises the content of a reminder: "give it back" in "remind you tomorrow to give it back"."""

from __future__ import annotations

import re

from simulator.reading.offers.passage import Named, Passage

_OPENS = re.compile(r"(?<!and )(?<!or )(?:\bto|\b(?:so )?that you(?: can| could| should| must)?|[:\"'–—-])\s*$")
# "The ticket can still be given back" states a fact, although "The ticket can be given back, shall I?" offers a deed.
_POSSIBLE = re.compile(r"\b(?:can|may) (?:\w+ ){0,2}be (?:\w+ )?$")


def is_content_of_reminder(named: Named, passage: Passage) -> bool:
    """Return True if a reminder in the same sentence is about this deed, so that the owner would do it."""
    before = [
        one
        for one in passage.offered
        if one.deed.sentence == named.deed.sentence and one.start < named.start and "remind" in one.acts
    ]
    return bool(before) and bool(_OPENS.search(passage.folded[before[-1].start : named.start]))


def is_reason_for_reminder(named: Named, passage: Passage) -> bool:
    """Return True if the deed's sentence only says what can be done, and another sentence asks about a reminder."""
    if passage.sentence(named).asks or not _POSSIBLE.search(passage.folded[: named.start]):
        return False
    return any("remind" in one.acts and passage.sentence(one).asks for one in passage.offered)
