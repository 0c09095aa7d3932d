"""The page on which a study is followed: how far it is, who does what, how far people agree, where they do not."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.models import Batch, Study, StudyState, StudyText, TextKind
from annotation.views.access import leads, study_for
from annotation.views.checklist import checklist_of
from annotation.views.following import Following

_SWEEP = re.compile(r"sweep (\d+)(?:, (.+))?")
_MOST_SOURCES = 3


class Source(NamedTuple):
    """Where items come from, with the page about it if there is one."""

    words: str
    address: str = ""


@require_safe
def study(request: HttpRequest, pk: int) -> HttpResponse:
    row = study_for(request, pk)
    if row.state == StudyState.DRAFT:
        return render(request, "studies/study_draft.html", draft_shown(request, row))
    following = Following(request, row)
    shown = {**following.shown, "parts": following.parts(), "pulse": following.pulse, "goes_on": following.goes_on}
    return render(request, "studies/study.html", {**shown, **facts_of(row)})


def draft_shown(request: HttpRequest, row: Study) -> dict[str, Any]:
    """Nothing to follow yet: what is still to be done before it can be opened."""
    is_lead = leads(request.user, row)
    checklist = checklist_of(row) if is_lead else None
    return {"study": row, "is_lead": is_lead, "checklist": checklist, **facts_of(row)}


def facts_of(row: Study) -> dict[str, Any]:
    """What stands below the title."""
    version = StudyText.objects.filter(study=row, kind=TextKind.GUIDELINES).order_by("-version").values("version")[:1]
    guidelines = version.first()
    people = [one.get_full_name() or one.get_username() for one in row.leads.order_by("pk")]
    specs = list(Batch.objects.filter(study=row).order_by("number").values_list("spec", flat=True))
    return {
        "guidelines": guidelines["version"] if guidelines else None,
        "lead_names": people,
        "sources": _sources(specs),
        "seeds": [*dict.fromkeys(str(spec["seed"]) for spec in specs if "seed" in spec)],
    }


def _sources(specs: list[dict[str, Any]]) -> list[Source]:
    names = dict.fromkeys(str(spec.get("source") or _runs_in(spec)) for spec in specs)
    return [_source(name) for name in [*names][:_MOST_SOURCES] if name]


def _runs_in(spec: dict[str, Any]) -> str:
    count = len(spec.get("runs") or ())
    return f"{count} run{'' if count == 1 else 's'}" if count else "all runs" if spec else ""


def _source(name: str) -> Source:
    named = _SWEEP.fullmatch(name.strip())
    return Source(named[2] or name, reverse("sweep", args=[named[1]])) if named else Source(name)
