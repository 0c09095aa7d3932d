"""Checks that `mentions` in ready files lists only values. For wording, authors write `say`, which a reader judges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.lint.scenario_check import ScenarioCheck
from simulator.scenario.problems import Path
from simulator.scenario.wanted_texts import is_value

# "Or Friday" has capitals like a name, but it is a phrase and not a value.
_PHRASE = re.compile(r"(?:or|and|not|no|if|whether|but)\b ", re.IGNORECASE)
_REMEDY = "delete the word and describe the text in say, or list a date, amount, number, code or name"


def check_vocabulary(check: ScenarioCheck) -> None:
    """Report each plain word in `mentions` of a ready file.

    Drafts and scenarios of older traces may still list words.
    """
    if check.scenario.status != "ready":
        return
    for part in ("timeline", "goals", "allowed", "forbidden"):
        for path, mentions in _mentions_in(getattr(check.scenario, part), (part,)):
            for key, fact in _facts(mentions):
                if not is_value(fact) or _PHRASE.match(_shown(fact)):
                    check.say((*path, key), f"'{_shown(fact)}' is a word, not a value; {_REMEDY}")


def _mentions_in(value: Any, path: Path) -> Iterator[tuple[Path, Mentions]]:
    if isinstance(value, Mentions):
        yield path, value
    elif isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from _mentions_in(getattr(value, name), (*path, field.alias or name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _mentions_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _mentions_in(inner, (*path, index))


def _facts(mentions: Mentions) -> Iterator[tuple[str, Any]]:
    """Yield the facts under `all`, `any`, `none` and `together`, each with its key."""
    yield from (("all", fact) for fact in mentions.all)
    yield from (("any", fact) for group in mentions.any_groups for fact in group)
    yield from (("none", fact) for fact in mentions.none)
    yield from (("together", fact) for group in mentions.together for fact in group)


def _shown(fact: Any) -> str:
    return str(fact["words"]) if isinstance(fact, dict) and "words" in fact else str(fact)
