"""The pages on which a person plays one side of a run, and the requests with the person's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from simulator.access import seat_for
from simulator.agents.policy import AssistantView, UserView
from simulator.jobs.entered_decisions import CannotDecide, decide
from simulator.jobs.seats import end_blindness
from simulator.models import Seat, Side
from simulator.phone.actions import Action
from simulator.rendering.awaited_views import awaited
from simulator.rendering.run_histories import history_of
from simulator.views.action_form import BadArguments, arguments_of
from simulator.views.play_assistant import assistant_context
from simulator.views.play_end import end_context
from simulator.views.play_hand_over import hand_over_form
from simulator.views.play_invite import invite_of
from simulator.views.play_user import user_context

_NO_SUCH_ACTION = "This is not possible now. Look at the page again: it may have changed."


@require_safe
def play(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the page of the side that the person plays; once the run is over, its end."""
    seat = seat_for(request, pk)
    if seat.episode.is_over:
        return redirect("play_end", pk)
    return render(request, f"play/{seat.side}.html", _context(request, seat))


@require_safe
def now(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the part of the page that changes while the run goes on."""
    seat = seat_for(request, pk)
    if seat.episode.is_over:
        return JsonResponse({"over": True})
    return render(request, f"play/_{seat.side}_now.html", _context(request, seat))


@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Store the person's decision. The answer says only whether it was taken; the page then gets the new screen.

    Answers 422 if an argument is wrong, and 409 if the run does not wait for this decision.
    """
    seat = seat_for(request, pk)
    found = awaited(seat.episode)
    number, name = request.POST.get("number", ""), request.POST.get("action", "")
    if found is None or not number.isascii() or not number.isdigit() or seat.episode.awaits != seat.side:
        return _refused(seat, int(number) if number.isascii() and number.isdigit() else -1)
    action = _actions_of(found.view).get(name)
    if action is None:
        return JsonResponse({"message": _NO_SUCH_ACTION, "fields": {}}, status=409)
    try:
        decide(seat, int(number), name, arguments_of(action, request.POST), _seconds(request))
    except BadArguments as problem:
        return JsonResponse({"message": str(problem), "fields": problem.fields}, status=422)
    except CannotDecide as problem:
        return JsonResponse({"message": str(problem), "fields": {}}, status=409)
    return JsonResponse({"number": int(number)}, status=202)


@require_POST
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the person the other side from now on, and mark the run as not blind."""
    end_blindness(seat_for(request, pk))
    return redirect("play", pk)


@require_safe
def end(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the outcome of a run to the person who played it, with the steps that were hidden."""
    seat = seat_for(request, pk)
    if not seat.episode.is_over:
        return redirect("play", pk)
    return render(request, "play/end.html", end_context(request, seat))


def _refused(seat: Seat, number: int) -> JsonResponse:
    try:
        decide(seat, number, "", {})
    except CannotDecide as problem:
        return JsonResponse({"message": str(problem), "fields": {}}, status=409)
    raise AssertionError("a run that waits for this decision has a view")


def _actions_of(view: UserView | AssistantView) -> Mapping[str, Action]:
    return view.actions if isinstance(view, UserView) else view.tools


def _seconds(request: HttpRequest) -> float | None:
    try:
        return float(request.POST.get("seconds", ""))
    except ValueError:
        return None


def _context(request: HttpRequest, seat: Seat) -> dict[str, Any]:
    row = seat.episode
    shared, found = history_of(row), awaited(row)
    mine = found if found is not None and row.awaits == seat.side else None
    common = {"seat": seat, "episode": row, "number": row.moment_count, "is_my_turn": mine is not None}
    # templates/play/_invite.html and templates/play/_hand_over.html show these.
    common |= {"invite": invite_of(request, seat), "hand_over": hand_over_form(request, seat)}
    make = user_context if seat.side == Side.USER else assistant_context
    return {**common, **make(seat, shared, mine)}
