"""The controls of a run: pause, step, resume, stop and set the pace."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from simulator.access import CONTROL, episode_for, need
from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.models import Episode

_ACTIONS: dict[str, Callable[[Episode, QueryDict], None]] = {
    "pause": lambda run, given: control.pause(run),
    "resume": lambda run, given: control.resume(run),
    "step": lambda run, given: control.step(run, _whole(given.get("count", "1"))),
    "stop": lambda run, given: control.stop(run),
    "pace": lambda run, given: control.set_pace(run, _number(given.get("pace", ""))),
}


@require_http_methods(["GET", "HEAD", "POST"])
def control_run(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Pause, resume, step, stop or pace a run.

    htmx requests get the updated controls, other requests a redirect to the run.
    """
    if action not in _ACTIONS:
        raise Http404(f"There is no action “{action}” for runs. Known actions: {', '.join(_ACTIONS)}.")
    if request.method != "POST":
        # Somebody typed the URL, or was sent here after signing in. In both cases nobody asked for the action.
        return redirect("run", pk)
    need(request.user, CONTROL)
    run = episode_for(request, pk)
    refusal = ""
    try:
        _ACTIONS[action](run, request.POST)
    except CannotControl as problem:
        refusal = str(problem)
        # The run has probably changed since the page was loaded, so show its current state.
        run.refresh_from_db()
    if request.headers.get("HX-Request") == "true":
        shown = {"episode": run, "refusal": refusal}
        return render(request, "runs/_controls.html", shown, status=409 if refusal else 200)
    if refusal:
        messages.warning(request, refusal)
    return redirect(run)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CannotControl(f"“{text[:40]}” is not a number of steps. Enter a whole number such as 1.") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        remedy = "Enter a number of steps per second, such as 2, or 0 for as fast as possible."
        raise CannotControl(f"“{text[:40]}” is not a pace. {remedy}") from None
