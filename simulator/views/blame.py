"""Blame on the run page: people who may control runs can overrule the rules, and undo that."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone

from simulator.access import CONTROL, episode_for, may_control, need, sees_all
from simulator.blame.rules import FLAGGED, PARTIES
from simulator.models import Episode, State
from simulator.models.standing import Standing, standing_of
from simulator.views.post_only import post_only

LONGEST_NOTE = 500
MAY_NOT = (
    "You may see who is to blame, but not overrule it. Ask an administrator to put you into the group “researcher”."
)
_NOTE = {"required": "Say why in a sentence.", "max_length": f"Say it in {LONGEST_NOTE} characters at most."}
_PARTY = {"required": "Choose who is to blame.", "invalid_choice": "There is no “%(value)s”. Choose from the list."}


class OverruleForm(forms.Form):
    """The party that is to blame instead, and why."""

    party = forms.ChoiceField(label="Blame instead", choices=[("", "Choose"), *PARTIES.items()], error_messages=_PARTY)
    note = forms.CharField(
        label="Why",
        max_length=LONGEST_NOTE,
        error_messages=_NOTE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "What the rules could not know"}),
    )


def blame_html(request: HttpRequest, row: Episode) -> str:
    """Return the blame part of the run page; empty where nobody is to blame."""
    return render_to_string("run/_blame.html", _shown(request, row), request)


@post_only("run")
def overrule(request: HttpRequest, pk: int) -> HttpResponse:
    """Overrule the blame. htmx gets the updated part, others go back to the run; errors appear at their fields."""
    need(request.user, CONTROL, MAY_NOT)
    row = episode_for(request, pk)
    form = OverruleForm(request.POST)
    if not form.is_valid():
        return _answer(request, row, form=form)
    party, note = form.cleaned_data["party"], form.cleaned_data["note"]
    changes = {"overruled_fault": party, "overruled_note": note, "overruled_at": timezone.now()}
    return _answer(request, row, refusal=_rule(request.user, row, {**changes, "overruled_by": request.user}))


@post_only("run")
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an overruling, so that the rules decide again."""
    need(request.user, CONTROL, MAY_NOT)
    row = episode_for(request, pk)
    nobody = {"overruled_fault": "", "overruled_note": "", "overruled_at": None, "overruled_by": None}
    return _answer(request, row, refusal=_rule(request.user, row, nobody))


def _rule(user: Any, row: Episode, changes: dict[str, Any]) -> str:
    """Store the ruling, also in the admin's history; return why there is nothing to rule on, or nothing."""
    with transaction.atomic():
        now = Episode.objects.select_for_update().get(pk=row.pk)
        if standing_of(now) is None:
            return f"Run {row.pk} is no miss and did not fail, so there is nobody to blame. Look at its outcome."
        for name, value in changes.items():
            setattr(now, name, value)
            setattr(row, name, value)
        now.save(update_fields=list(changes))
        party = changes["overruled_fault"]
        told = f"Blame overruled: {PARTIES[party]}. {changes['overruled_note']}" if party else "Overruling taken back."
        LogEntry.objects.log_actions(user.pk, [now], CHANGE, told, single_object=True)
    return ""


def _answer(request: HttpRequest, row: Episode, form: OverruleForm | None = None, refusal: str = "") -> HttpResponse:
    wrong = bool(refusal or form)
    if request.headers.get("HX-Request") == "true" or form is not None:
        template = "run/_blame.html" if request.headers.get("HX-Request") == "true" else "run/overrule.html"
        shown = {**_shown(request, row), "refusal": refusal, **({"form": form} if form else {})}
        return render(request, template, shown, status=409 if wrong else 200)
    if refusal:
        messages.warning(request, refusal)
    return redirect(row)


def _shown(request: HttpRequest, row: Episode) -> dict[str, Any]:
    standing, private = standing_of(row), sees_all(request.user)
    form = OverruleForm() if may_control(request.user) else None
    why = _why(row, standing, private) if standing is not None else ""
    return {"episode": row, "standing": standing, "why": why, "private": private, "form": form}


def _why(row: Episode, standing: Standing, private: bool) -> str:
    """Return the reason to show. A failed run shows its reason above, and notes of people are not public."""
    if standing.blame.rule == FLAGGED:
        return f"“{standing.blame.why}”" if private else ""
    return "" if row.state == State.FAILED else standing.blame.why
