"""Whether what was sent answers what is asked, and how it is written down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from pydantic import TypeAdapter

from annotation.jobs.refusing import Refused
from annotation.models import Item, Study
from annotation.questions import Question, asked_about

LONGEST_REASON = 2000
_QUESTIONS = TypeAdapter(tuple[Question, ...])


class Checked(NamedTuple):
    """An answer that can be stored."""

    values: dict[str, str]
    """By question, in the order of the study."""
    reasons: dict[str, str]
    """For each question; what was written stands with those whose choice asks for it, else with the first."""


def questions_of(study: Study) -> tuple[Question, ...]:
    return _parsed(msgspec.json.encode(study.questions))


def check(study: Study, item: Item, given: Mapping[str, str], reason: str) -> Checked:
    """Raises Refused with what is missing or wrong."""
    asked = asked_about(questions_of(study), item.kind)
    reason = clean(reason)
    if len(reason) > LONGEST_REASON:
        raise Refused("bad_answer", f"Your reason has {len(reason):,} characters; {LONGEST_REASON:,} is the most.")
    unknown = set(given) - {question.key for question in asked}
    if unknown:
        raise Refused("bad_answer", f"Nothing called “{min(unknown)[:40]}” is asked here. Load the page again.")
    values: dict[str, str] = {}
    reasons = dict.fromkeys((question.key for question in asked), "")
    for question in asked:
        value = given.get(question.key)
        choice = next((choice for choice in question.choices if choice.value == value), None)
        if choice is None:
            raise Refused("bad_answer", f"Choose an answer to “{question.text.replace('{name}', 'the user')}”")
        if choice.reason and not reason:
            raise Refused("bad_answer", f"“{choice.label}” needs a few words that say why.")
        values[question.key] = choice.value
        reasons[question.key] = reason if choice.reason else ""
    if asked and not any(reasons.values()):
        reasons[asked[0].key] = reason
    return Checked(values, reasons)


def clean(text: Any) -> str:
    """Text as every database can keep it."""
    plain = str(text).encode("utf-8", "replace").decode("utf-8")
    return plain.replace("\x00", "").strip()


def clean_draft(study: Study, draft: Mapping[str, Any]) -> dict[str, Any]:
    """`given` and `reason` of a draft, as far as they can be of use later."""
    keys = {question.key for question in questions_of(study)}
    given = draft.get("given")
    chosen = given if isinstance(given, Mapping) else draft
    return {
        "given": {key: clean(value)[:100] for key, value in chosen.items() if key in keys},
        "reason": clean(draft.get("reason") or "")[:LONGEST_REASON],
    }


def bounded(seconds: float, most: float) -> float:
    """What a browser says that it took, as far as it can be true."""
    return round(min(max(seconds, 0), most), 3) if math.isfinite(seconds) else 0


@lru_cache(maxsize=64)
def _parsed(questions: bytes) -> tuple[Question, ...]:
    return _QUESTIONS.validate_json(questions)
