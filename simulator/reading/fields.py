"""Reads the text of a field, such as a title or a note: its values, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from simulator.reading.messages import WantedMessage, read_message
from simulator.reading.offers import Found
from simulator.reading.scene import content_words
from simulator.reading.statements import related

# Words of claims that name no topic.
_PLAIN = content_words(
    "stands stand calendar talk begins begin hour hours evening morning afternoon half past quarter day time place new"
    " monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight reminder rings ring note page list"
    " expected nothing tells why knows before after still comes come goes takes take one two three four five six seven"
    " eight nine ten eleven twelve without good first last every month week year has have sum stay lost"
)
_ELSE = "it is about something else"


def read_field(
    text: str, wanted: WantedMessage, topic: frozenset[str], others: Iterable[frozenset[str]], now: datetime
) -> Found:
    """Return whether a field says what is wanted; `others` are the titles of other records on the phone."""
    strict = tuple(value for value in wanted.values if value.strict)
    checked = bool(strict or wanted.points or wanted.together.together)
    found = read_message(text, wanted._replace(values=strict), now, own_words=False)
    if found.value == "no" or checked:
        return found
    about = _about(content_words(text), topic - _PLAIN, others)
    named = any(fact.found_in(text, now) for value in wanted.values for fact in value.facts)
    # A name that belongs to the matter leaves open what the field is about.
    return about._replace(value="unclear") if about.value == "no" and named and about.reason == _ELSE else about


def _about(words: frozenset[str], topic: frozenset[str], others: Iterable[frozenset[str]]) -> Found:
    """Return whether these words name the topic rather than another record."""
    if not words:
        return Found("no", "it says nothing")
    shared = words & related(topic)
    for title in others:
        same = title & words
        # A title that is another record's own names that record.
        if same and len(same) >= 0.75 * len(words | title):
            return Found("no", "it is the title of another record", " ".join(sorted(same)))
    if shared:
        return Found("yes", "", " ".join(sorted(shared)))
    for title in others:
        same = title & words
        if len(same) >= 2 or (same and len(same) == len(title)):
            return Found("no", _ELSE, " ".join(sorted(same)))
    return Found("unclear", "it does not say what it is about")
