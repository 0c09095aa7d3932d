"""The start page: what runs now, what ran last, and a run in two clicks."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from simulator.jobs.presence import workers_alive
from simulator.models.episode import EpisodeQuerySet
from simulator.views.access import SEE, may_start, need, only_judges, open_for_reading, sees_all, visible_episodes
from simulator.views.start_form import StartForm

CARDS = 9
RECENT = 10


class Part(NamedTuple):
    """A part of the page that updates itself, with a mark that changes when it does."""

    html: str
    mark: str


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponseBase:
    """People who came to judge have a start page of their own."""
    return redirect("my_studies") if only_judges(request.user) else _studio(request)


@open_for_reading
def _studio(request: HttpRequest) -> HttpResponseBase:
    """For whoever sees runs while they go on; others, where reading is public, get the list of runs."""
    if not sees_all(request.user):
        return redirect("runs")
    form = StartForm() if may_start(request.user) else None
    return render(request, "home/home.html", {"parts": _parts(request), "form": form})


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Those parts that are not as the page has them; never open for reading, as the page itself is not."""
    need(request.user, SEE)
    parts = _parts(request)
    changed = [part.html for name, part in parts.items() if part.mark != request.GET.get(name)]
    if not changed:
        return HttpResponse(status=204)
    return render(request, "home/_changed.html", {"parts": parts, "changed": changed})


def _parts(request: HttpRequest) -> dict[str, Part]:
    runs = visible_episodes(request.user)
    under_way, over = _with_titles(runs.under_way()), _with_titles(runs.over()).order_by("-ended_at", "-pk")
    cards = list(under_way[: CARDS + 1])
    running = {"cards": cards[:CARDS], "more": len(cards) > CARDS, "workers": _workers()}
    return {
        "now": _part(request, "home/_now.html", running),
        "recent": _part(request, "home/_recent.html", {"recent": over[:RECENT]}),
    }


def _part(request: HttpRequest, template: str, shown: dict[str, Any]) -> Part:
    html = render_to_string(template, shown, request)
    return Part(html, hashlib.sha256(html.encode()).hexdigest()[:16])


def _with_titles(runs: EpisodeQuerySet) -> EpisodeQuerySet:
    return runs.select_related("version").defer("version__source")


def _workers() -> dict[str, int] | None:
    """How many workers each queue has; None if Redis cannot be asked."""
    try:
        return workers_alive()
    except RedisError:
        return None
