"""Sets and removes flags on scenario versions. Misses of a flagged version are blamed on the scenario."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils import timezone

from simulator.models import ScenarioVersion

LONGEST_NOTE = 500
MAY_NOT_FLAG = "You can see scenarios, but not flag them. Ask an administrator to add you to the group “researcher”."
_NOTE = {"required": "Describe what is wrong.", "max_length": f"Use at most {LONGEST_NOTE} characters."}


class FlagForm(forms.Form):
    note = forms.CharField(
        label="What is wrong",
        max_length=LONGEST_NOTE,
        error_messages=_NOTE,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Example: the second event never happens"}),
    )


def set_flag(version: ScenarioVersion, user: Any, note: str) -> None:
    _change(version, user, f"Flagged: {note}", flagged_at=timezone.now(), flagged_by=user, flag_note=note)


def take_flag(version: ScenarioVersion, user: Any) -> None:
    if version.flagged_at is not None:
        _change(version, user, "Flag removed.", flagged_at=None, flagged_by=None, flag_note="")


def _change(version: ScenarioVersion, user: Any, told: str, **fields: Any) -> None:
    """Set or remove the flag, and record the change in the admin's history."""
    # The row keeps only the current flag; the history keeps who set and removed earlier ones.
    with transaction.atomic():
        for name, value in fields.items():
            setattr(version, name, value)
        version.save(update_fields=list(fields))
        LogEntry.objects.log_actions(user.pk, [version], CHANGE, told, single_object=True)
