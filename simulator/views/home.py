"""The start page: current runs, recent runs, and a form that starts a run."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from simulator.access import SEE, User, may_start, need, only_judges, open_for_reading, sees_all, visible_episodes
from simulator.jobs.worker_registry import workers_alive
from simulator.models import Episode
from simulator.models.episode import EpisodeQuerySet
from simulator.rendering.live_parts import LivePart, changed_parts, live_part
from simulator.views.start_form import StartForm

CARDS = 9
RECENT = 10
OWN = 5


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponseBase:
    """Show the start page. Redirect annotators to the list of their studies, and guests to the run that they play."""
    if only_judges(request.user):
        return redirect("my_studies")
    own = list(_played_by(request.user)[:1])
    # Guests came by a link and may open nothing else.
    if own and not sees_all(request.user):
        return redirect("play", own[0].pk)
    return _studio(request)


@open_for_reading
def _studio(request: HttpRequest) -> HttpResponseBase:
    """Show current runs to people with the right to see runs; redirect all others to the list of public runs."""
    if not sees_all(request.user):
        return redirect("runs")
    form = StartForm() if may_start(request.user) else None
    own = list(_played_by(request.user)[:OWN])
    return render(request, "home/home.html", {"parts": _parts(request), "form": form, "own": own})


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Return the parts of the start page that have changed since the browser got them; status 204 if none has."""
    need(request.user, SEE)
    parts = _parts(request)
    changed = changed_parts(parts, request.GET.dict())
    if not changed:
        # htmx does not change the page after status 204, so nothing flickers or loses its focus.
        return HttpResponse(status=204)
    return render(request, "home/_changed.html", {"parts": parts, "changed": changed})


def _parts(request: HttpRequest) -> dict[str, LivePart]:
    runs = visible_episodes(request.user)
    under_way, over = _with_titles(runs.under_way()), _with_titles(runs.over()).order_by("-ended_at", "-pk")
    # Load one run more than is shown, to know whether there are more without counting them.
    cards = list(under_way[: CARDS + 1])
    running = {"cards": cards[:CARDS], "more": len(cards) > CARDS, "workers": _workers()}
    return {
        "now": live_part(request, "home/_now.html", running),
        "recent": live_part(request, "home/_recent.html", {"recent": over[:RECENT]}),
    }


def _played_by(user: User) -> EpisodeQuerySet:
    """Return the runs that are under way and in which the user plays a side, newest first."""
    if not user.is_authenticated:
        return Episode.objects.none()
    return _with_titles(Episode.objects.under_way()).filter(seats__player=user.pk)


def _with_titles(runs: EpisodeQuerySet) -> EpisodeQuerySet:
    # `source` is the whole scenario as JSON, and the cards need only its title.
    return runs.select_related("version").defer("version__source")


def _workers() -> dict[str, int] | None:
    """Return the number of workers of each queue; None if Redis does not answer."""
    try:
        return workers_alive()
    except RedisError:
        return None
