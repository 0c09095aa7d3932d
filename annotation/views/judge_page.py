"""The page where people judge: the current item, their progress and their last ten answers."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.labelling.answer_checks import chosen_in
from annotation.labelling.claiming import Empty
from annotation.labelling.own_progress import last_answers, progress_of
from annotation.models import Assignment, Rater, StudyKind, StudyState, StudyText, TextKind
from annotation.views.access import rater_for
from annotation.views.ending import ending_page
from annotation.views.item_rendering import RenderedItem, asking, item_json, keys_of, parts_of, rendered_hand
from annotation.views.participant_pages import own_page
from annotation.views.play_participant_pages import play_home

_ELSEWHERE = {Empty.CONSENT: "consent", Empty.PRACTICE: "practice"}
# The page renews its lease this many times per lease, so one lost request does not lose the item.
KEEP_SHARE = 3
_SILENCE = "The assistant kept quiet"
# Maximum number of characters of an offer that fit on one line of the list beside the item.
_LONGEST = 60


@require_safe
@never_cache
def annotate(request: HttpRequest, pk: int) -> HttpResponseBase:
    rater = rater_for(request, pk, None)
    if rater.study.kind == StudyKind.PLAY:
        return play_home(request, rater)
    hand = rendered_hand(rater)
    if hand.empty in _ELSEWHERE:
        # Consent and practice have pages of their own; other reasons are explained on the ending page.
        return redirect(_ELSEWHERE[hand.empty], rater.study_id)
    if hand.empty is not None:
        return ending_page(request, rater, hand.empty, hand.until)
    return judge_page(request, rater, hand.shown)


@require_safe
@never_cache
def judge_item(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Show the item of one of the last ten answers, so that the participant can change the answer.

    If the item is unanswered or the study is not open, redirect to the judge page.
    """
    rater = rater_for(request, pk)
    row = own_row(rater, code)
    if row.answered_at is None or rater.study.state != StudyState.OPEN:
        # The view `annotate` shows the current item, or why there is nothing to do.
        return redirect("annotate", pk)
    entry = next((one for one in entries_of(rater) if one.code == code), None)
    if entry is None:
        raise Http404("Only your last ten answers can be changed.")
    draft = {"given": entry.values, "reason": entry.reason}
    shown = RenderedItem(row.place, row.item, parts_of(row.item, rater.study), draft)
    return judge_page(request, rater, (shown,), editing=True)


@require_safe
@never_cache
def guidelines(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the guidelines: as a fragment for the judge page, or as a separate page."""
    rater = rater_for(request, pk)
    context = {"guidelines": guidelines_of(rater)}
    if request.headers.get("x-part") == "guidelines":
        return render(request, "annotate/_guide.html", context)
    return own_page(request, rater, "annotate/guidelines.html", context)


def judge_page(
    request: HttpRequest, rater: Rater, shown: tuple[RenderedItem, ...], editing: bool = False, problem: str = ""
) -> HttpResponse:
    first = shown[0]
    given = first.draft.get("given") or {}
    # The cached parts have no answers filled in; only a draft needs its own rendering of the questions.
    parts = first.parts._replace(ask=asking(first.item, rater.study, given)) if given else first.parts
    context: dict[str, Any] = {
        "code": first.item.code,
        "parts": parts,
        "action": _address("answer", rater),
        "given": json.dumps(given),
        "reason": first.draft.get("reason", ""),
        "problem": problem,
        "editing": {"place": first.place} if editing else None,
        "progress": progress_shown(rater),
        "guidelines": guidelines_of(rater),
        "last": entries_of(rater),
        "keys": keys_of(rater.study),
        # The first item is rendered into the page already, so its parts are not sent again.
        "held": json.dumps(
            [item_json(one, with_parts=number > 0) for number, one in enumerate(shown)], ensure_ascii=False
        ),
        "keep": rater.study.lease_seconds // KEEP_SHARE,
    }
    return own_page(request, rater, "annotate/judge.html", context, status=409 if problem else 200)


def own_row(rater: Rater, code: str) -> Assignment:
    """Return the participant's assignment of an item. Raise Http404 for items that the participant never got."""
    row = Assignment.objects.select_related("item").filter(rater=rater, item__code=code, item__trouble="").first()
    if row is None:
        raise Http404("This item is not assigned to you. Continue with your current item.")
    return row


def guidelines_of(rater: Rater) -> StudyText | None:
    return StudyText.objects.filter(study=rater.study_id, kind=TextKind.GUIDELINES).order_by("-version").first()


def _address(name: str, rater: Rater) -> str:
    return reverse(name, args=[rater.study_id])


class AnswerEntry(NamedTuple):
    place: int
    code: str
    says: str
    tone: str
    offer: str
    address: str
    values: dict[str, str]
    reason: str


def entries_of(rater: Rater, count: int = 10) -> list[AnswerEntry]:
    """Return entries for the last answers, newest first."""
    found = last_answers(rater, count)
    return [_entry(rater, one.place, one.code, one.offer, one.values, one.reason) for one in found]


def entries_html(entries: list[AnswerEntry]) -> str:
    return "".join(render_to_string("annotate/_entry.html", {"one": one}) for one in entries)


def progress_shown(rater: Rater) -> dict[str, Any]:
    """Return the participant's progress in numbers and words."""
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


def entry_of(rater: Rater, code: str, values: dict[str, str], reason: str) -> AnswerEntry:
    """Return the entry of an answer that was just given."""
    rows = Assignment.objects.filter(rater=rater, item__code=code)
    place, offer = rows.values_list("place", "item__offer").get()
    return _entry(rater, place, code, offer, values, reason)


def _entry(rater: Rater, place: int, code: str, offer: str, values: dict[str, str], reason: str) -> AnswerEntry:
    chosen = chosen_in(rater.study, values)
    return AnswerEntry(
        place=place,
        code=code,
        says=", ".join(choice.label for choice in chosen),
        tone=(chosen[0].tone if chosen else "") or "plain",
        offer=" ".join(offer.split())[:_LONGEST] or _SILENCE,
        address=reverse("judge_item", args=[rater.study_id, code]),
        values=values,
        reason=reason,
    )
