"""What a person sees of their own work beside the item: how far they are, and the last ten answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse

from annotation.jobs.checking import questions_of
from annotation.jobs.own import OwnAnswer, last_answers, progress_of
from annotation.models import Rater, Study
from annotation.questions import Choice

_SILENCE = "The assistant kept quiet"
_LONGEST = 60


class Entry(NamedTuple):
    place: int
    code: str
    says: str
    tone: str
    offer: str
    address: str
    values: dict[str, str]
    reason: str


def entries_of(rater: Rater, count: int = 10) -> list[Entry]:
    """The last answers, the newest first."""
    return [_entry(rater, one) for one in last_answers(rater, count)]


def entries_html(entries: list[Entry]) -> str:
    return "".join(render_to_string("annotate/_entry.html", {"one": one}) for one in entries)


def progress_shown(rater: Rater) -> dict[str, Any]:
    """In numbers and in words."""
    own = progress_of(rater)
    of = max(own.of, own.answered)
    left = "" if own.minutes_left is None else _about(own.minutes_left)
    return {"answered": own.answered, "of": of, "place": min(own.answered + 1, of), "left": left}


def _about(minutes: int) -> str:
    if minutes < 1:
        return "less than a minute left"
    if minutes < 90:
        return f"about {minutes} min left"
    return f"about {round(minutes / 60, 1):g} h left"


def _entry(rater: Rater, one: OwnAnswer) -> Entry:
    chosen = chosen_in(rater.study, one.values)
    says = ", ".join(choice.label for choice in chosen)
    return Entry(
        place=one.place,
        code=one.code,
        says=says,
        tone=(chosen[0].tone if chosen else "") or "plain",
        offer=" ".join(one.offer.split())[:_LONGEST] or _SILENCE,
        address=reverse("judge_item", args=[rater.study_id, one.code]),
        values=one.values,
        reason=one.reason,
    )


def chosen_in(study: Study, values: dict[str, str]) -> list[Choice]:
    """The choices that were made, in the order of the questions."""
    return [
        choice
        for question in questions_of(study)
        for choice in question.choices
        if values.get(question.key) == choice.value
    ]
