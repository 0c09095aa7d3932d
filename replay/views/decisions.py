"""The page of a run's decision points."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from simulator.access import episode_for, open_for_reading, sees_all
from simulator.models import DecisionPoint
from simulator.models import Episode as EpisodeRow
from simulator.rendering.run_histories import CannotShow, SharedHistory, history_of
from simulator.showing.decision_list import PointRow, point_row
from simulator.trace.decisions import Followed
from simulator.words.english import spoken

ON_A_PAGE = 100


@require_safe
@open_for_reading
def decisions(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show one page of the run's offers and silences, each linked to its step."""
    row = episode_for(request, pk)
    try:
        shared = history_of(row)
    except CannotShow as problem:
        return render(request, "run/cannot_show.html", {"pk": pk, "problem": problem}, status=409)
    # The history grows while the run is played. The lock keeps the decision points and their words consistent.
    with shared.lock:
        page = Paginator(shared.history.decisions.points, ON_A_PAGE).get_page(request.GET.get("page"))
        rows = _rows(row, shared, page.object_list, sees_all(request.user))
    return render(request, "run/decisions.html", {"episode": row, "page": page, "rows": rows})


def _rows(row: EpisodeRow, shared: SharedHistory, points: Any, private: bool) -> list[PointRow]:
    # Files of other systems do not say what the user needed.
    welcome = _welcome(row, points) if private and not row.is_foreign else {}
    told = shared.history.told
    return [point_row(point, told[point.moment], row.is_over, welcome.get(point.moment, "")) for point in points]


def _welcome(row: EpisodeRow, points: list[Followed]) -> dict[int, str]:
    """Return a phrase for each offer, and for each silence while a need was evident, by step.

    The phrase names the needs that the offer meets or that were evident. These needs are private, and they are known
    only after the run.
    """
    stored = DecisionPoint.objects.filter(episode=row, moment__in=[point.moment for point in points])
    found: dict[int, str] = {}
    for moment, body in stored.values_list("moment", "body"):
        if body["kind"] == "offer":
            found[moment] = f"Meets {_needs(body['needs'])}" if body["needs"] else "Meets no need"
        elif body["evident"]:
            found[moment] = f"Help with {_needs(body['evident'])} was welcome"
    return found


def _needs(labels: list[str]) -> str:
    return spoken(f"“{label.replace('_', ' ')}”" for label in labels)
