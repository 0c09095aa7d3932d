"""Where people differ, all of it: among themselves, from the simulated user, or the items behind a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.jobs.disputes import Judged, disputed, judged_items, offers_of
from annotation.jobs.progress import flagged_people
from annotation.jobs.standing import standing_of
from annotation.views.access import leads, study_for
from annotation.views.following import Asked

PER_PAGE = 50
NO_MAJORITY = "none"


@require_safe
def disagreements(request: HttpRequest, pk: int) -> HttpResponse:
    study = study_for(request, pk)
    asked = Asked(request.GET, study)
    standing = standing_of(study)
    flagged = flagged_people(study, standing) if asked.without_flagged else set()
    judged = judged_items(standing, asked.key, flagged)
    most, did, model = (request.GET.get(name, "") for name in ("most", "did", "model"))
    behind = bool(most or did) and asked.has_simulated
    found = _behind(judged, most, did) if behind else disputed(judged, asked.simulated)
    models = sorted({one.item.model for one in judged})
    if model in models:
        found = [one for one in found if one.item.model == model]
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    listed = list(page.object_list)
    shown: dict[str, Any] = {
        "study": study,
        "is_lead": leads(request.user, study),
        "asked": asked,
        "question": asked.question,
        "page": page,
        "disputes": listed,
        "offers": offers_of(listed),
        "compared": sum(len(one.votes) > 1 for one in judged),
        "models": models,
        "model": model,
        "behind": behind,
        "most": most,
        "did": did,
        "views": _views(asked, behind),
    }
    return render(request, "studies/disagreements.html", shown)


def _behind(judged: Sequence[Judged], most: str, did: str) -> list[Judged]:
    """The items of one cell: what most people said, beside what the simulated user did."""
    wanted = "" if most == NO_MAJORITY else most
    return [one for one in judged if (not most or one.majority == wanted) and (not did or one.item.simulated == did)]


def _views(asked: Asked, behind: bool) -> list[tuple[str, str, bool]]:
    """What is looked at: its words, its address and whether it is that."""
    views = [("Among people", asked.query(**{"with": ""}), not asked.simulated and not behind)]
    if asked.has_simulated:
        simulated = asked.query(**{"with": "simulated"})
        views.append(("With the simulated user", simulated, asked.simulated and not behind))
    return views
