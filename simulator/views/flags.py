"""Flags on scenario versions: a person marks a version as faulty, so that its misses count as its own fault."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils import timezone

from simulator.models import ScenarioVersion

LONGEST_NOTE = 500
MAY_NOT_FLAG = (
    "You may look at scenarios, but not flag them. Ask an administrator to put you into the group “researcher”."
)
_NOTE = {"required": "Say what is wrong with it.", "max_length": f"Say it in {LONGEST_NOTE} characters at most."}


class FlagForm(forms.Form):
    note = forms.CharField(
        label="What is wrong with it",
        max_length=LONGEST_NOTE,
        error_messages=_NOTE,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Such as: the second event never comes"}),
    )


def set_flag(version: ScenarioVersion, user: Any, note: str) -> None:
    _change(version, user, f"Flagged: {note}", flagged_at=timezone.now(), flagged_by=user, flag_note=note)


def take_flag(version: ScenarioVersion, user: Any) -> None:
    if version.flagged_at is not None:
        _change(version, user, "Flag taken away.", flagged_at=None, flagged_by=None, flag_note="")


def _change(version: ScenarioVersion, user: Any, told: str, **fields: Any) -> None:
    """Store the flag, also in the admin's history."""
    with transaction.atomic():
        for name, value in fields.items():
            setattr(version, name, value)
        version.save(update_fields=list(fields))
        LogEntry.objects.log_actions(user.pk, [version], CHANGE, told, single_object=True)
