"""The run page, live and finished: the phone, the story, one step's detail, the schedule and the outcome."""

from __future__ import annotations

from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from simulator.access import P, View, episode_for, may_control, may_start, open_for_reading, sees_all
from simulator.models import Episode as EpisodeRow
from simulator.rendering.frames import status_of
from simulator.rendering.run_histories import CannotShow, SharedHistory, history_of
from simulator.rendering.run_pieces import step_of, track_of, window_around
from simulator.showing.config_words import cast_of, publicly
from simulator.views.blame import blame_html
from simulator.views.family import family_of
from simulator.views.paces import PACES


def _as_far_as_it_can_be_shown(view: View[P]) -> View[P]:
    """Show a page instead of an error if the run can't be rebuilt, for example because an app was removed."""

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except CannotShow as problem:
            context = {"pk": kwargs["pk"], "problem": problem}
            return render(request, "run/cannot_show.html", context, status=409)

    return shown


@require_safe
@open_for_reading
@_as_far_as_it_can_be_shown
def run(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the latest step. While the run is not over, the page also shows each new step."""
    row = episode_for(request, pk)
    shared = history_of(row)
    return _page(request, row, shared, len(shared.history) - 1, following=not row.is_over)


@require_safe
@open_for_reading
@_as_far_as_it_can_be_shown
def run_step(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    row = episode_for(request, pk)
    shared = history_of(row)
    if not 0 <= step < len(shared.history):
        return _no_such_step(request, row, shared, step)
    return _page(request, row, shared, step, following=False)


@require_safe
@open_for_reading
def controls(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the current controls and the blame as HTML in JSON, even before the run's first moment."""
    row = episode_for(request, pk)
    html = render_to_string("runs/_controls.html", {"episode": row}, request)
    return JsonResponse({"controls": html, "blame": blame_html(request, row)})


def _page(request: HttpRequest, row: EpisodeRow, shared: SharedHistory, step: int, following: bool) -> HttpResponse:
    private = sees_all(request.user)
    # Viewers share one history, which grows while the run is played. Under the lock all parts show the same length.
    with shared.lock:
        window, parts = window_around(shared, step, private), step_of(shared, step, private)
        shown = {"status": status_of(row, shared, private), "last": len(shared.history) - 1, "track": track_of(shared)}
    context = {**shown, **window._asdict(), "parts": parts, "step": step, "following": following}
    facts = {"episode": row, "noise": noise_of(row), "may_control": may_control(request.user) and not row.is_over}
    players = {"user": row.user_player, "assistant": row.assistant_player}
    if not private:
        # A player may be the address of a server, which is not public.
        players = {side: publicly(player) for side, player in players.items()}
    facts |= {"family": family_of(row, request.user), "may_fork": may_start(request.user) and not row.is_foreign}
    facts |= {"cast": cast_of({**row.config_now, **players}), "blame": blame_html(request, row)}
    # Requests may set any pace. A pace that is not in the list gets an entry, or the browser would show the first one.
    paces = PACES if row.pace in PACES else {row.pace: f"{row.pace:g} per second", **PACES}
    return render(request, "run/run.html", {**context, **facts, "paces": paces})


def noise_of(row: EpisodeRow) -> str:
    """Return the noise of the run in a few words; empty if there is none."""
    config = row.config_now
    rate, failures = config.get("env_events_per_minute", 0), config.get("tool_failure_probability", 0)
    said = (f"{rate:g} a minute" if rate else "", f"{100 * failures:.0f} % of calls fail" if failures else "")
    return ", ".join(filter(None, said))


def _no_such_step(request: HttpRequest, row: EpisodeRow, shared: SharedHistory, step: int) -> HttpResponse:
    context = {"episode": row, "step": step, "last": len(shared.history) - 1}
    return render(request, "run/no_step.html", context, status=404)
