"""Checks answers against the questions of a study before they are stored."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from pydantic import TypeAdapter

from annotation.labelling.refusals import Refused
from annotation.models import Item, Study
from annotation.questions import Choice, Question, asked_about

# The text box has the same limit; see templates/annotate/_item.html.
LONGEST_REASON = 2000
_QUESTIONS = TypeAdapter(tuple[Question, ...])


class CheckedAnswer(NamedTuple):
    """An answer that can be stored."""

    values: dict[str, str]
    """Value by question, in the order in which the study asks the questions."""
    reasons: dict[str, str]
    """Reason by question, "" for a question without a reason.

    The reason is stored with each question whose chosen answer requires a reason. If there is no such question, it is
    stored with the first question.
    """


def questions_of(study: Study) -> tuple[Question, ...]:
    # Cached, because parsing with pydantic takes longer than storing an answer. The JSON text is the cache key, because
    # lists cannot be hashed.
    return _parsed(msgspec.json.encode(study.questions))


def chosen_in(study: Study, values: dict[str, str]) -> list[Choice]:
    """Return the choices that `values` (value by question) names, in the order of the questions."""
    return [
        choice
        for question in questions_of(study)
        for choice in question.choices
        if values.get(question.key) == choice.value
    ]


def check(study: Study, item: Item, given: Mapping[str, str], reason: str) -> CheckedAnswer:
    """Return the answer in the form in which it is stored.

    Raise Refused if an answer or a required reason is missing, if a question or a value is unknown, or if the reason is
    too long.
    """
    asked = asked_about(questions_of(study), item.kind)
    reason = clean(reason)
    if len(reason) > LONGEST_REASON:
        raise Refused("bad_answer", f"Your reason has {len(reason):,} characters. Shorten it to {LONGEST_REASON:,}.")
    unknown = set(given) - {question.key for question in asked}
    if unknown:
        raise Refused("bad_answer", f"This item has no question “{min(unknown)[:40]}”. Reload the page.")
    values: dict[str, str] = {}
    reasons = dict.fromkeys((question.key for question in asked), "")
    for question in asked:
        value = given.get(question.key)
        choice = next((choice for choice in question.choices if choice.value == value), None)
        if choice is None:
            raise Refused("bad_answer", f"Choose an answer to “{question.text.replace('{name}', 'the user')}”")
        if choice.reason and not reason:
            raise Refused("bad_answer", f"“{choice.label}” needs a reason. Write a few words.")
        values[question.key] = choice.value
        reasons[question.key] = reason if choice.reason else ""
    if asked and not any(reasons.values()):
        reasons[asked[0].key] = reason
    return CheckedAnswer(values, reasons)


def clean(text: Any) -> str:
    """Return text that every database can store: valid UTF-8 without NUL, and without surrounding white space."""
    plain = str(text).encode("utf-8", "replace").decode("utf-8")
    return plain.replace("\x00", "").strip()


def clean_draft(study: Study, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Return a draft as `{"given": …, "reason": …}`, without unknown questions and with long texts cut."""
    keys = {question.key for question in questions_of(study)}
    given = draft.get("given")
    # Scripts send {"given": …, "reason": …}; a draft may also be a plain mapping of answers.
    chosen = given if isinstance(given, Mapping) else draft
    return {
        "given": {key: clean(value)[:100] for key, value in chosen.items() if key in keys},
        "reason": clean(draft.get("reason") or "")[:LONGEST_REASON],
    }


def bounded(seconds: float, most: float) -> float:
    """Return the reported seconds, limited to the range from 0 to `most`; 0 if the number is infinite or NaN."""
    return round(min(max(seconds, 0), most), 3) if math.isfinite(seconds) else 0


@lru_cache(maxsize=64)
def _parsed(questions: bytes) -> tuple[Question, ...]:
    return _QUESTIONS.validate_json(questions)
