"""Finds names for records, people and ids, and replaces ids with names in messages of the apps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from simulator.phone.call import Look
from simulator.phone.registry import all_apps, record_words
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.words import times

_WORD_WITH_UNDERSCORE = re.compile(r"\b[a-z]+_[0-9a-z]+\b")
_LOCAL = r"(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\b(\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)\b"
_TIME = re.compile(_LOCAL)
_ID_WITH_TIME = re.compile(rf"\b([a-z]+_[0-9a-z]+) on (?={_LOCAL})")
_ON_A_CLOCK = re.compile(r"\bon (?=\d{2}:\d{2}\b)")


def noun_of(cls: type[Record]) -> str:
    """Return the noun for a kind of record, such as `mail` or `calendar event`."""
    return record_words(cls).noun


def name_of(look: Look, record: Record) -> str:
    """Return the name of a record, such as the title of an event; empty if the record has no name."""
    return record_words(type(record)).name(look, record)


def named_by_id(look: Look, text: str) -> str | None:
    """Return the name for an id without a record, such as the owner's id in a chat; None for any other text."""
    for app in all_apps().values():
        if text in app.words.ids:
            return app.words.ids[text](look)
    return None


def person_at(look: Look, address: str, people: Mapping[str, str]) -> str:
    """Return the name for an e-mail address from the apps or from `people`; the address if neither has a name."""
    asked = [app.words.person_at for app in all_apps().values() if app.words.person_at is not None]
    known = next(filter(None, (ask(look, address) for ask in asked)), None)
    return people.get(address.casefold(), address) if known is None else known


def number_of(record_id: str) -> str:
    """Return the number at the end of a record's id: `2` for `proposal_2`."""
    return record_id.rpartition("_")[2]


def notice_name(notice: Notice) -> str:
    """Return the title of a notice; its text if the title is empty."""
    return notice.title or notice.text


def is_id(text: str) -> bool:
    """Return True if a text has the form of a record's id: the prefix of a record type, `_`, letters or digits."""
    prefix, gap, rest = text.partition("_")
    return bool(gap) and prefix in _prefixes() and rest.isalnum()


def plain_words(text: str, now: str, called: Callable[[str], str] = lambda record_id: "") -> str:
    """Return a message of an app reworded for people: names instead of ids, short dates and times.

    Messages are written for models, which need ids and full dates. `now`: local time; today's date is left out.
    `called`: returns the name of the record with an id, or an empty text.
    """
    # In "event_1a2b on 2026-05-14", the date says which record is meant, so the id is dropped.
    without_codes = _ID_WITH_TIME.sub(lambda found: "" if is_id(found[1]) else found[0], text)
    named = _WORD_WITH_UNDERSCORE.sub(
        lambda found: (called(found[0]) if is_id(found[0]) else "") or found[0], without_codes
    )
    dated = _TIME.sub(lambda found: times.spelled(found[1], now) if times.is_local(found[1]) else found[0], named)
    # If the date is today's, "on 2026-05-14 17:41" has become "on 17:41", which should be "at 17:41".
    return dated if dated == named else _ON_A_CLOCK.sub("at ", dated)


# Cached, because apps do not change while the program runs, and every sentence about a moment needs the prefixes.
@cache
def _prefixes() -> frozenset[str]:
    return frozenset(record.prefix for app in all_apps().values() for record in app.records if record.prefix)
