"""Sentences of the apps in words for people: names instead of ids, and days and times as one says them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from simulator.phone.registry import all_apps
from simulator.showing import times

_WORD_WITH_UNDERSCORE = re.compile(r"\b[a-z]+_[0-9a-z]+\b")
_LOCAL = r"(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\b(\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)\b"
_TIME = re.compile(_LOCAL)
_ID_WITH_TIME = re.compile(rf"\b([a-z]+_[0-9a-z]+) on (?={_LOCAL})")
_ON_A_CLOCK = re.compile(r"\bon (?=\d{2}:\d{2}\b)")


def plain_words(text: str, now: str, called: Callable[[str], str] = lambda record_id: "") -> str:
    """`now`: local time, so that today needs no date. `called`: the name behind an id, empty if there is none."""
    without_codes = _ID_WITH_TIME.sub(lambda found: "" if is_id(found[1]) else found[0], text)
    named = _WORD_WITH_UNDERSCORE.sub(
        lambda found: (called(found[0]) if is_id(found[0]) else "") or found[0], without_codes
    )
    told = _TIME.sub(lambda found: times.spelled(found[1], now) if times.is_local(found[1]) else found[0], named)
    return told if told == named else _ON_A_CLOCK.sub("at ", told)


def is_id(text: str) -> bool:
    """Whether a word is made like the id of a record."""
    prefix, gap, rest = text.partition("_")
    return bool(gap) and prefix in _prefixes() and rest.isalnum()


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(record.prefix for app in all_apps().values() for record in app.records if record.prefix)
