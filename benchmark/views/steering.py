"""Pausing, resuming, cancelling, retrying and prioritising a sweep, and its limits."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from benchmark.jobs import steering
from benchmark.jobs.steering import NotNow
from benchmark.models import Priority, Sweep
from benchmark.views.access import CONTROL, need, sweep_for
from simulator.phone.wording import counted

_RETRIED = "{} played again. What they cost before still counts."


def _retry(sweep: Sweep, given: QueryDict) -> str:
    again = steering.retry_failed(sweep)
    return _RETRIED.format(f"{counted(again, 'run')} {'is' if again == 1 else 'are'}") if again else ""


def _prioritise(sweep: Sweep, given: QueryDict) -> str:
    name = given.get("priority", "")
    if name.upper() not in Priority.__members__:
        words = ", ".join(word.lower() for word in Priority.__members__)
        raise NotNow(f"“{name[:40]}” is no priority. Choose one of {words}.")
    steering.prioritise(sweep, Priority[name.upper()])
    return f"It goes on with {name.lower()} priority."


def _limit(sweep: Sweep, given: QueryDict) -> str:
    cost, at_once = _number(given.get("max_cost", "")), _number(given.get("at_once", ""))
    if at_once is not None and not at_once.is_integer():
        raise NotNow("Runs at once are a whole number. Leave it empty for as many as the workers play.")
    seconds = _number(given.get("deadline_seconds", ""))
    whole = None if at_once is None else int(at_once)
    steering.set_limits(sweep, max_cost=cost, at_once=whole, deadline_seconds=seconds)
    return "The limits are set. A paused sweep stays so until it is resumed."


def _plainly(act: Callable[[Sweep], None]) -> Callable[[Sweep, QueryDict], str]:
    def done(sweep: Sweep, given: QueryDict) -> str:
        act(sweep)
        return ""

    return done


_ACTIONS: dict[str, Callable[[Sweep, QueryDict], str]] = {
    "pause": _plainly(steering.pause),
    "resume": _plainly(steering.resume),
    "cancel": _plainly(steering.cancel),
    "retry": _retry,
    "priority": _prioritise,
    "limits": _limit,
}


@require_http_methods(["GET", "HEAD", "POST"])
def steer_sweep(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Back to the sweep; a refusal says there why."""
    if action not in _ACTIONS:
        raise Http404(f"“{action}” is nothing that a sweep can do. It can {', '.join(_ACTIONS)}.")
    if request.method != "POST":
        # Somebody typed the address, or came back to it by signing in: only to look.
        return redirect("sweep", pk)
    sweep = sweep_for(request, pk)
    need(request.user, CONTROL)
    try:
        said = _ACTIONS[action](sweep, request.POST)
    except NotNow as refusal:
        messages.warning(request, str(refusal))
    else:
        if said:
            messages.success(request, said)
    return redirect(sweep)


def _number(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise NotNow(f"“{text[:40]}” is no number. Leave it empty for no limit.") from None
