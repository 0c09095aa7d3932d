"""Decision points of a run: in short on its page, and all of them on a page of their own."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from simulator.models import DecisionPoint
from simulator.models import Episode as EpisodeRow
from simulator.phone.wording import spoken
from simulator.showing.decision_list import decision_list
from simulator.showing.decision_table import PointRow, point_row
from simulator.trace.following import Followed
from simulator.views.access import episode_for, open_for_reading, sees_all
from simulator.views.reels import CannotShow, SharedReel, reel_of

ON_A_PAGE = 100


def decisions_html(row: EpisodeRow, shared: SharedReel) -> str:
    """The list on the run page, rendered anew only when it has changed."""
    listed = decision_list(shared.reel.decisions.points, row.is_over)
    context = {"listed": listed, "run": shared.pk, "over": row.is_over}
    return shared.once(
        "decisions", (row.is_over, listed), lambda: render_to_string("run/_decision_points.html", context)
    )


@require_safe
@open_for_reading
def decisions(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Every offer and every silence, each linked to its step."""
    row = episode_for(request, pk)
    try:
        shared = reel_of(row)
    except CannotShow as problem:
        return render(request, "run/cannot_show.html", {"pk": pk, "problem": problem}, status=409)
    with shared.lock:
        page = Paginator(shared.reel.decisions.points, ON_A_PAGE).get_page(request.GET.get("page"))
        rows = _rows(row, shared, page.object_list, sees_all(request.user))
    return render(request, "run/decisions.html", {"episode": row, "page": page, "rows": rows})


def _rows(row: EpisodeRow, shared: SharedReel, points: Any, private: bool) -> list[PointRow]:
    # What another system played came without a word on what its user needed.
    welcome = _welcome(row, points) if private and not row.is_foreign else {}
    told = shared.reel.told
    return [point_row(point, told[point.moment], row.is_over, welcome.get(point.moment, "")) for point in points]


def _welcome(row: EpisodeRow, points: list[Followed]) -> dict[int, str]:
    """By step what the scenario says of it, which not everybody may know; it is worked out when a run is over."""
    stored = DecisionPoint.objects.filter(episode=row, moment__in=[point.moment for point in points])
    found: dict[int, str] = {}
    for moment, body in stored.values_list("moment", "body"):
        if body["kind"] == "offer":
            found[moment] = f"Meets {_needs(body['needs'])}" if body["needs"] else "Meets no need"
        elif body["evident"]:
            found[moment] = f"Help with {_needs(body['evident'])} would be welcome"
    return found


def _needs(labels: list[str]) -> str:
    return spoken(f"“{label.replace('_', ' ')}”" for label in labels)
