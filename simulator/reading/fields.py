"""Reads the text of a field, such as a title or a note: its values, and what it is about."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from simulator.reading.claim_points import related
from simulator.reading.facts.word_facts import WordsFact
from simulator.reading.message_points import WantedMessage, WantedValue
from simulator.reading.messages import read_message
from simulator.reading.offers import Found
from simulator.reading.scene import content_words

# Words of claims that name no topic.
_PLAIN = content_words(
    "stands stand calendar talk begins begin hour hours evening morning afternoon half past quarter day time place new"
    " monday tuesday wednesday thursday friday saturday sunday today tomorrow"
    " tonight reminder rings ring note page list"
    " expected nothing tells why knows before after still comes come goes takes take one two three four five six seven"
    " eight nine ten eleven twelve without good first last every month week year has have sum stay lost"
)
_ELSE = "it is about something else"
# A field with at most this many words, such as a title or a place, names one thing.
_SHORT = 8


class FieldMatter(NamedTuple):
    """The topic of a field, and the other topics on the phone."""

    topic: frozenset[str]
    others: tuple[frozenset[str], ...]
    """Titles of other records."""
    right: frozenset[str] = frozenset()
    """Words of right texts for such fields."""


def read_field(text: str, wanted: WantedMessage, matter: FieldMatter, now: datetime) -> Found:
    """Return whether a field says what is wanted."""
    strict = tuple(value for value in wanted.values if value.strict)
    checked = bool(strict or wanted.points or wanted.together.together)
    found = read_message(text, wanted._replace(values=strict), now, own_words=False)
    words = content_words(text)
    if found.value == "no":
        return found
    if checked:
        return _other_name(found, words, strict)
    about = _about(words, matter)
    named = any(fact.found_in(text, now) for value in wanted.values for fact in value.facts)
    # A name that belongs to the matter leaves open what the field is about.
    return about._replace(value="unclear") if about.value == "no" and named and about.reason == _ELSE else about


def _other_name(found: Found, words: frozenset[str], strict: tuple[WantedValue, ...]) -> Found:
    """Return `no` if a short field has none of the wanted names, or another number behind them."""
    if found.value != "unclear" or len(words) > _SHORT or not strict:
        return found
    names = [content_words(fact.shown) for value in strict for fact in value.facts if isinstance(fact, WordsFact)]
    if len(names) != sum(len(value.facts) for value in strict):
        return found
    known = frozenset[str]().union(*names)
    letters = {word for word in known if not word.isdigit()}
    if not words & known:
        return Found("no", "it names something else", " ".join(sorted(words)))
    numbers = {word for word in known if word.isdigit()}
    if words & letters and numbers and {word for word in words if word.isdigit()} - numbers and not words & numbers:
        return Found("no", "it has another number", " ".join(sorted(words - letters)))
    return found


def _about(words: frozenset[str], matter: FieldMatter) -> Found:
    """Return whether these words name the topic rather than another record."""
    if not words:
        return Found("no", "it says nothing")
    topic = matter.topic - _PLAIN
    shared = words & related(topic)
    for title in matter.others:
        same = title & words
        # A title that is another record's own names that record.
        if same and len(same) >= 0.75 * len(words | title):
            return Found("no", "it is the title of another record", " ".join(sorted(same)))
    strange = words & frozenset[str]().union(*matter.others) - topic - matter.right - _PLAIN
    if shared:
        if strange:
            return Found("unclear", "it may be about another record", " ".join(sorted(strange)))
        return Found("yes", "", " ".join(sorted(shared)))
    for title in matter.others:
        same = title & words
        if len(same) >= 2 or (same and len(same) == len(title)):
            return Found("no", _ELSE, " ".join(sorted(same)))
    return Found("unclear", "it does not say what it is about")
