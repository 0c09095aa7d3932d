"""Facts that a text must mention: their derived values, times and people are known."""

from __future__ import annotations

from typing import Any

from simulator.scenario.facts import FactError, parse_fact
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.lint.check import Check, is_label
from simulator.scenario.problems import Path, close_to, listed

# What a value that is not known yet may turn out to be, so that the rest of the fact can be read.
_STAND_INS = {
    "money": 1,
    "amount": 1,
    "number": 1,
    "date": "2026-01-01",
    "time": "10:00",
    "words": "word",
    "name": "Name",
}


def check_mentions(check: Check, path: Path, mentions: Mentions) -> None:
    for key in ("all", "any", "none", "together"):
        for index, fact in enumerate(getattr(mentions, key)):
            for one in fact if isinstance(fact, list) else [fact]:
                _check_fact(check, (*path, key, index), one)
    for key in ("all_of_people", "any_of_people"):
        for index, who in enumerate(getattr(mentions, key)):
            _check_name(check, (*path, key, index), who)


def _check_fact(check: Check, path: Path, fact: Any) -> None:
    """Other facts than these were read with the file."""
    if isinstance(fact, dict):
        settled: Any = {key: _settled(check, (*path, key), key, value) for key, value in fact.items()}
    elif isinstance(fact, str) and fact.startswith(("+", "-")):
        settled = fact
    else:
        check.derived(path, fact)
        return
    try:
        parse_fact(settled)
    except FactError as error:
        check.say(path, str(error))


def _settled(check: Check, path: Path, key: str, value: Any) -> Any:
    if check.derived(path, value):
        return _STAND_INS.get(key, value)
    if key in ("date", "time") and isinstance(value, str) and value.startswith(("+", "-")):
        check.time(path, value)
        return _STAND_INS[key]
    return value


def _check_name(check: Check, path: Path, who: str) -> None:
    if who in check.story.people:
        return
    if is_label(who):
        known = list(check.story.people)
        text = f"nobody has the label '{who}'{close_to(who, known)}; people are: {listed(known, who)}"
        check.say(path, f"{text}. A name starts with a capital letter")
        return
    try:
        parse_fact({"name": who})
    except FactError as error:
        check.say(path, str(error))
