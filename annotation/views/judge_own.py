"""What a person sees of their own work beside the item: how far they are, and the last ten answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse

from annotation.jobs.checking import questions_of
from annotation.jobs.own import last_answers, progress_of
from annotation.models import Assignment, Rater, Study
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
    found = last_answers(rater, count)
    return [_entry(rater, one.place, one.code, one.offer, one.values, one.reason) for one in found]


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


def entry_of(rater: Rater, code: str, values: dict[str, str], reason: str) -> Entry:
    """An answer that was given just now."""
    rows = Assignment.objects.filter(rater=rater, item__code=code)
    place, offer = rows.values_list("place", "item__offer").get()
    return _entry(rater, place, code, offer, values, reason)


def _entry(rater: Rater, place: int, code: str, offer: str, values: dict[str, str], reason: str) -> Entry:
    chosen = chosen_in(rater.study, values)
    return Entry(
        place=place,
        code=code,
        says=", ".join(choice.label for choice in chosen),
        tone=(chosen[0].tone if chosen else "") or "plain",
        offer=" ".join(offer.split())[:_LONGEST] or _SILENCE,
        address=reverse("judge_item", args=[rater.study_id, code]),
        values=values,
        reason=reason,
    )


def chosen_in(study: Study, values: dict[str, str]) -> list[Choice]:
    """The choices that were made, in the order of the questions."""
    return [
        choice
        for question in questions_of(study)
        for choice in question.choices
        if values.get(question.key) == choice.value
    ]
