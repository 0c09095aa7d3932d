"""The list of disagreements: among people, with the simulated user, or in one cell of the confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.results.current_answers import current_answers
from annotation.results.disputes import ItemVotes, disputed, judged_items, offers_of
from annotation.results.study_progress import flagged_people
from annotation.views.access import leads, study_for
from annotation.views.study_page import StudyQuery

PER_PAGE = 50
NO_MAJORITY = "none"


@require_safe
def disagreements(request: HttpRequest, pk: int) -> HttpResponse:
    study = study_for(request, pk)
    asked = StudyQuery(request.GET, study)
    current = current_answers(study)
    flagged = flagged_people(study, current) if asked.without_flagged else set()
    judged = judged_items(current, asked.key, flagged)
    most, did, model = (request.GET.get(name, "") for name in ("most", "did", "model"))
    # Links from the confusion table ask for one cell; only a question with a simulated user has such a table.
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


def _behind(judged: Sequence[ItemVotes], most: str, did: str) -> list[ItemVotes]:
    """Return the items with this answer of the majority and this action of the simulated user; "" means any."""
    wanted = "" if most == NO_MAJORITY else most
    return [one for one in judged if (not most or one.majority == wanted) and (not did or one.item.simulated == did)]


def _views(asked: StudyQuery, behind: bool) -> list[tuple[str, str, bool]]:
    """Return the views of the list, each with its label, its query and whether it is shown now."""
    views = [("Among people", asked.query(**{"with": ""}), not asked.simulated and not behind)]
    if asked.has_simulated:
        simulated = asked.query(**{"with": "simulated"})
        views.append(("With the simulated user", simulated, asked.simulated and not behind))
    return views
