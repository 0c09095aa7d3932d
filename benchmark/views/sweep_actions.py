"""Actions on a sweep: pause, resume, cancel, retry, priority and limits."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from benchmark.jobs import sweep_control
from benchmark.jobs.sweep_control import SweepRefusal
from benchmark.models import Priority, Sweep
from benchmark.views.access import CONTROL, need, sweep_for
from simulator.words.english import counted

_RETRIED = "Retrying {}. The cost of earlier attempts still counts towards the limit."


def _retry(sweep: Sweep, given: QueryDict) -> str:
    again = sweep_control.retry_failed(sweep)
    return _RETRIED.format(counted(again, "run")) if again else ""


def _prioritise(sweep: Sweep, given: QueryDict) -> str:
    name = given.get("priority", "")
    if name.upper() not in Priority.__members__:
        words = ", ".join(word.lower() for word in Priority.__members__)
        raise SweepRefusal(f"“{name[:40]}” is not a priority. Choose one of {words}.")
    sweep_control.prioritise(sweep, Priority[name.upper()])
    return f"The sweep now has {name.lower()} priority."


def _limit(sweep: Sweep, given: QueryDict) -> str:
    cost, at_once = _number(given.get("max_cost", "")), _number(given.get("at_once", ""))
    if at_once is not None and not at_once.is_integer():
        raise SweepRefusal("Enter a whole number of runs at once, or leave the field empty for no limit.")
    seconds = _number(given.get("deadline_seconds", ""))
    whole = None if at_once is None else int(at_once)
    sweep_control.set_limits(sweep, max_cost=cost, at_once=whole, deadline_seconds=seconds)
    return "Limits saved. A paused sweep stays paused until you resume it."


def _plainly(act: Callable[[Sweep], None]) -> Callable[[Sweep, QueryDict], str]:
    def done(sweep: Sweep, given: QueryDict) -> str:
        act(sweep)
        return ""

    return done


_ACTIONS: dict[str, Callable[[Sweep, QueryDict], str]] = {
    "pause": _plainly(sweep_control.pause),
    "resume": _plainly(sweep_control.resume),
    "cancel": _plainly(sweep_control.cancel),
    "retry": _retry,
    "priority": _prioritise,
    "limits": _limit,
}


@require_http_methods(["GET", "HEAD", "POST"])
def steer_sweep(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Perform the action, and redirect to the sweep with a message about the result or the refusal.

    A GET request only redirects. Raises Http404 for an unknown action.
    """
    if action not in _ACTIONS:
        raise Http404(f"A sweep has no action “{action}”. Actions are {', '.join(_ACTIONS)}.")
    if request.method != "POST":
        # Someone typed the address, or signing in led back to it: change nothing.
        return redirect("sweep", pk)
    sweep = sweep_for(request, pk)
    need(request.user, CONTROL)
    try:
        said = _ACTIONS[action](sweep, request.POST)
    except SweepRefusal as refusal:
        messages.warning(request, str(refusal))
    else:
        if said:
            messages.success(request, said)
    return redirect(sweep)


def _number(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise SweepRefusal(
            f"“{text[:40]}” is not a number. Enter a number, or leave the field empty for no limit."
        ) from None
