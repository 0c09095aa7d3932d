"""Shows blame on the run page. People who may control runs can overrule the rules, and undo this."""

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
from simulator.models.current_blame import CurrentBlame, current_blame
from simulator.views.post_only import post_only

LONGEST_NOTE = 500
MAY_NOT = "You can see the blame, but not overrule it. Ask an administrator to add you to the group “researcher”."
_NOTE = {"required": "Enter a reason.", "max_length": f"Use at most {LONGEST_NOTE} characters."}
_PARTY = {
    "required": "Choose who is to blame.",
    "invalid_choice": "“%(value)s” is not a party. Choose a party from the list.",
}


class OverruleForm(forms.Form):
    """The form that overrules the blame: a different party, and the reason."""

    party = forms.ChoiceField(label="Blame instead", choices=[("", "Choose"), *PARTIES.items()], error_messages=_PARTY)
    note = forms.CharField(
        label="Reason",
        max_length=LONGEST_NOTE,
        error_messages=_NOTE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "What the rules missed"}),
    )


def blame_html(request: HttpRequest, row: Episode) -> str:
    """Return the blame part of the run page; empty for a run without blame, such as a success or a stopped run."""
    return render_to_string("run/_blame.html", _shown(request, row), request)


@post_only("run")
def overrule(request: HttpRequest, pk: int) -> HttpResponse:
    """Overrule the blame. htmx requests get the updated part of the page, other requests a redirect to the run."""
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
    """Store or undo an overruling, and log the change in the admin.

    If the run has no blame, change nothing and return the reason; otherwise return an empty text.
    """
    with transaction.atomic():
        # Locked, because someone may resume a failed run between the check and the save, and then the run has no blame.
        now = Episode.objects.select_for_update().get(pk=row.pk)
        if current_blame(now) is None:
            return f"Run {row.pk} succeeded, was stopped, is not over or has no outcome: it has no blame to overrule."
        for name, value in changes.items():
            setattr(now, name, value)
            setattr(row, name, value)
        now.save(update_fields=list(changes))
        party = changes["overruled_fault"]
        told = f"Blame overruled: {PARTIES[party]}. {changes['overruled_note']}" if party else "Overruling undone."
        LogEntry.objects.log_actions(user.pk, [now], CHANGE, told, single_object=True)
    return ""


def _answer(request: HttpRequest, row: Episode, form: OverruleForm | None = None, refusal: str = "") -> HttpResponse:
    # 409 is the only error status whose HTML htmx swaps in; see `responseHandling` in templates/base.html.
    status = 409 if refusal or form else 200
    if request.headers.get("HX-Request") == "true" or form is not None:
        template = "run/_blame.html" if request.headers.get("HX-Request") == "true" else "run/overrule.html"
        shown = {**_shown(request, row), "refusal": refusal, **({"form": form} if form else {})}
        return render(request, template, shown, status=status)
    if refusal:
        messages.warning(request, refusal)
    return redirect(row)


def _shown(request: HttpRequest, row: Episode) -> dict[str, Any]:
    blamed, private = current_blame(row), sees_all(request.user)
    form = OverruleForm() if may_control(request.user) else None
    why = _why(row, blamed, private) if blamed is not None else ""
    return {"episode": row, "blamed": blamed, "why": why, "private": private, "form": form}


def _why(row: Episode, blamed: CurrentBlame, private: bool) -> str:
    """Return the reason for the blame: a sentence about the run, or the note of the scenario's flag in quotes.

    The text is empty for a failed run, because the page shows its reason with the outcome, and in place of a flag's
    note if `private` is False.
    """
    if blamed.blame.rule == FLAGGED:
        return f"“{blamed.blame.why}”" if private else ""
    return "" if row.state == State.FAILED else blamed.blame.why
