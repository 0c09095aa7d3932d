"""Reads the text of a field, such as a title or a note: its values and its topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.facts.folding import fold
from simulator.reading.facts.word_facts import WordsFact
from simulator.reading.messages.claim_points import related
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import NOTHING_CLAIMED, findings, worst
from simulator.reading.scene import content_words

# Words of a claim that say nothing about its topic.
_PLAIN = content_words(
    "stands stand calendar talk begins begin hour hours evening morning afternoon half past quarter day time place new"
    " monday tuesday wednesday thursday friday saturday sunday today tomorrow"
    " tonight reminder rings ring note page list"
    " expected nothing tells why knows before after still comes come goes takes take one two three four five six seven"
    " eight nine ten eleven twelve without good first last every month week year has have sum stay lost about"
)
_ELSE = "it is about something else"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_UNITS = r"minutes?|mins?|hours?|km|m|kg|g|cm|mm|ml|litres?|percent|%|days?|weeks?|months?|years?|people|persons?"
_PERMITS = re.compile(
    r"\b(?:welcome|fine|allowed|allows?|permitted|may|accepts?|takes?|yes|okay|ok|possible|negotiable)\b"
)
_FORBIDS = re.compile(
    r"\b(?:not?|none|never|banned|forbidden|prohibited|forbids?|only|at most|up to|limit\w*|max\w*"
    r"|refuse[sd]?|without)\b|n't\b"
)
# In texts up to this many characters, such as places and titles, "L6" is spelled out as "level 6".
_PLACE = 80
# A field with at most this many words, such as a title or a place, names one thing.
_SHORT = 8


class FieldMatter(NamedTuple):
    """Words for the topic of a field, and for other topics on the phone."""

    topic: frozenset[str]
    others: tuple[frozenset[str], ...]
    """The words of other records' titles, one set per record."""
    right: frozenset[str] = frozenset()
    """Words of right texts for the field."""
    people: frozenset[str] = frozenset()
    """Words of people's names."""


# Words in a title that say that the event does not take place.
_CALLED_OFF = re.compile(
    r"\b(?:no|not|never|without|cancel\w*|called off|call off|off|postponed|skip\w*|moved|dropped|deleted|void|obsolete"
    r"|outdated|free day|day off|nothing|instead|rejected|declined|refused|forget|ignore|closed|unneeded|unnecessary)\b"
)


def read_field(text: str, wanted: WantedMessage, matter: FieldMatter, now: datetime) -> Found:
    """Return whether the field says what is wanted (yes, no or unclear), with the reason."""
    strict = tuple(value for value in wanted.values if value.strict)
    checked = bool(strict or wanted.points or wanted.together.together)
    text = _spelled_out(text, strict)
    words = content_words(text)
    if not words:
        return Found("no", "it says nothing")
    narrow = wanted._replace(values=strict)
    if len(words) > _SHORT:
        # A note may mention people who have to do with the topic; a title names who takes part.
        narrow = narrow._replace(right=narrow.right._replace(strangers=frozenset()))
    found = [one for one in findings(text, narrow, now, own_words=False) if not _is_measure(one, text)]
    found += _contrary_parts(text, wanted)
    doubt = worst(found)
    if doubt is not None and doubt.value == "no":
        return _softened(doubt, text)
    off = _called_off(text, words, wanted, now)
    if off is not None:
        return off
    if checked:
        good = next((one for one in found if one.value == "yes"), None)
        return _other_name(doubt or good or Found("unclear", NOTHING_CLAIMED), words, strict)
    about = _about(words, matter, wanted.right.strangers)
    if about.value == "yes" and doubt is not None:
        return doubt
    named = any(fact.found_in(text, now) for value in wanted.values for fact in value.facts)
    # If the field has a name that belongs to the topic, it may still be about the topic.
    return about._replace(value="unclear") if about.value == "no" and named and about.reason == _ELSE else about


def _softened(found: Found, text: str) -> Found:
    """Return the finding, as "unclear" if its words are a question or the text has the missing number with spaces."""
    number = re.search(r"\d+$", found.reason)
    spaced = number and number[0] in re.sub(r"(?<=\d)\s(?=\d)", "", text)
    return found._replace(value="unclear") if spaced or found.words.endswith("?") else found


def _spelled_out(text: str, strict: tuple[WantedValue, ...]) -> str:
    """Return a short text with "L6" and "sixth level" as "level 6", if "level 6" is wanted."""
    for fact in (fact for value in strict for fact in value.facts if isinstance(fact, WordsFact)):
        match = re.fullmatch(r"([^\W\d_]+) (\d{1,2})", fold(fact.shown))
        if match and len(text) <= _PLACE:
            word, number = match[1], match[2]
            text = re.sub(rf"\b{word[0]}{number}\b", f"{word} {number}", text, flags=re.IGNORECASE)
            ordinal = rf"{number}(?:st|nd|rd|th)"
            if int(number) <= len(_ORDINALS):
                ordinal += f"|{_ORDINALS[int(number) - 1]}"
            text = re.sub(rf"\b(?:{ordinal}) {word}\b", f"{word} {number}", text, flags=re.IGNORECASE)
    return text


def _is_measure(found: Found, text: str) -> bool:
    """Return True for the doubt about "Oak Lofts 5" in "Oak Lofts 5 minutes": the number is not a house number."""
    if not found.reason.startswith("it names another") or not found.words:
        return False
    return bool(re.search(rf"{re.escape(found.words)}\W?(?:{_UNITS})\b", fold(text)))


def _contrary_parts(text: str, wanted: WantedMessage) -> Iterator[Found]:
    """Yield a doubt if the part of a note about one thing permits what all right notes forbid, or the reverse."""
    names = {fold(fact.shown) for fact in wanted.together.required if isinstance(fact, WordsFact)}
    if len(names) < 2:
        return
    parts, right = _parts_by_name(text, names), [_parts_by_name(one, names) for one in wanted.right.texts]
    for name, part in parts.items():
        known = [
            one[name] for one in right if name in one and (_PERMITS.search(one[name]) or _FORBIDS.search(one[name]))
        ]
        forbids = bool(_FORBIDS.search(part))
        if not known or not (forbids or _PERMITS.search(part)):
            continue
        if all(bool(_FORBIDS.search(one)) != forbids for one in known):
            yield Found("unclear", "right notes say otherwise", part.strip()[:60])


def _parts_by_name(text: str, names: set[str]) -> dict[str, str]:
    """Return for each name the parts of the folded text from that name to the next name, joined."""
    found: dict[str, str] = {}
    pieces = re.split(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b", fold(text))
    for name, part in zip(pieces[1::2], pieces[2::2], strict=True):
        found[name] = f"{found.get(name, '')} {part}"
    return found


def _called_off(text: str, words: frozenset[str], wanted: WantedMessage, now: datetime) -> Found | None:
    """Return a finding if the field has a word such as "cancelled" or "not" that no right text has; otherwise None.

    In a long field, only lines with a wanted value count.
    """
    known = " ".join((*wanted.right.texts, wanted.right.say)).lower()
    facts = [fact for group in wanted.values if group.strict for fact in group.facts]
    short = len(words) <= _SHORT
    for line in text.lower().splitlines():
        if short or (len(words) > _SHORT and any(fact.found_in(line, now) for fact in facts)):
            for match in _CALLED_OFF.finditer(line):
                if not re.search(rf"\b{re.escape(match[0])}\b", known):
                    return Found("no" if short else "unclear", "it denies this", match[0])
    return None


def _other_name(found: Found, words: frozenset[str], strict: tuple[WantedValue, ...]) -> Found:
    """Return the finding, changed from "unclear" to "no" if a short field has no wanted name or has a wrong number."""
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


def _about(words: frozenset[str], matter: FieldMatter, strangers: frozenset[str]) -> Found:
    """Return whether these words name the topic, and no other record or person, with the reason."""
    topic = matter.topic - _PLAIN
    if words & strangers and len(words) <= _SHORT:
        known = words & matter.right & matter.people
        return Found("unclear" if known else "no", "it names other people", " ".join(sorted(words & strangers)))
    shared = words & related(topic)
    for title in matter.others:
        same = title & words
        # A title that is another record's own names that record, unless a right title has all its words: two meetings
        # of one board may have one title.
        if same and len(same) >= 0.75 * len(words | title) and not words <= topic | matter.right:
            return Found("no", "it is the title of another record", " ".join(sorted(same)))
    strange = words & frozenset[str]().union(*matter.others) - topic - matter.right - matter.people - _PLAIN
    if shared:
        if strange:
            return Found("unclear", "it may be about another record", " ".join(sorted(strange)))
        return Found("yes", "", " ".join(sorted(shared)))
    for title in matter.others:
        same = title & words
        if (len(same) >= 2 or (same and len(same) == len(title))) and not same <= matter.right | related(topic):
            return Found("no", _ELSE, " ".join(sorted(same)))
    return Found("unclear", "it does not say what it is about")
