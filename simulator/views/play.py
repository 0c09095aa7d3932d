"""The pages on which a person plays one side of a run, and the requests with the person's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from simulator.access import seat_for
from simulator.agents.policy import AssistantView, UserView
from simulator.jobs.entered_decisions import CannotDecide, decide, refuse_unless_awaited
from simulator.jobs.seats import end_blindness
from simulator.models import Seat, Side
from simulator.phone.actions import Action
from simulator.rendering.awaited_views import CannotRebuild, awaited
from simulator.rendering.run_histories import CannotShow, history_of
from simulator.views.action_form import BadArguments, arguments_of
from simulator.views.play_assistant import assistant_context
from simulator.views.play_end import end_context
from simulator.views.play_hand_over import hand_over_form
from simulator.views.play_invite import invite_of
from simulator.views.play_user import user_context
from simulator.words.numbers import LARGEST_INTEGER, whole_number

_NO_SUCH_ACTION = "This is not possible now. Look at the page again: it may have changed."


@require_safe
def play(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the page of the side that the person plays; once the run is over, its end."""
    seat = seat_for(request, pk)
    if seat.episode.is_over:
        return redirect("play_end", pk)
    try:
        return _shown(request, seat, f"play/{seat.side}.html")
    except (CannotRebuild, CannotShow) as problem:
        return render(request, "run/cannot_show.html", {"pk": pk, "problem": problem}, status=409)


@require_safe
def now(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the part of the page that changes while the run goes on."""
    seat = seat_for(request, pk)
    if seat.episode.is_over:
        return JsonResponse({"over": True})
    try:
        return _shown(request, seat, f"play/_{seat.side}_now.html")
    except (CannotRebuild, CannotShow) as problem:
        return JsonResponse({"problem": str(problem)}, status=409)


@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Store the person's decision. The answer says only whether it was taken; the page then gets the new screen.

    Answers 422 if an argument is wrong, and 409 if the run does not wait for this decision.
    """
    seat = seat_for(request, pk)
    number = whole_number(request.POST.get("number", ""), LARGEST_INTEGER)
    try:
        if number is None:
            raise CannotDecide("The page did not say which step this is for. Reload the page.")
        name, args = _decision(request, seat, number)
        decide(seat, number, name, args, _seconds(request))
    except BadArguments as problem:
        return JsonResponse({"message": str(problem), "fields": problem.fields}, status=422)
    except (CannotDecide, CannotRebuild) as problem:
        return JsonResponse({"message": str(problem), "fields": {}}, status=409)
    return JsonResponse({"number": number}, status=202)


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
    try:
        return render(request, "play/end.html", end_context(request, seat))
    except CannotShow as problem:
        return render(request, "run/cannot_show.html", {"pk": pk, "problem": problem}, status=409)


def _decision(request: HttpRequest, seat: Seat, number: int) -> tuple[str, dict[str, Any]]:
    """Return the action and its arguments. Raises BadArguments, or CannotDecide if the run does not wait for it."""
    refuse_unless_awaited(seat.episode, seat, number)
    with awaited(seat.episode) as found:
        name = request.POST.get("action", "")
        action = None if found is None else _actions_of(found.view).get(name)
        if action is None:
            raise CannotDecide(_NO_SUCH_ACTION)
        return name, arguments_of(action, request.POST)


def _actions_of(view: UserView | AssistantView) -> Mapping[str, Action]:
    return view.actions if isinstance(view, UserView) else view.tools


def _seconds(request: HttpRequest) -> float | None:
    try:
        return float(request.POST.get("seconds", ""))
    except ValueError:
        return None


def _shown(request: HttpRequest, seat: Seat, template: str) -> HttpResponse:
    """Return a page or a part of it. It is rendered while no other request can change the view."""
    row = seat.episode
    # templates/play/_invite.html and templates/play/_hand_over.html show these.
    context: dict[str, Any] = {"invite": invite_of(request, seat), "hand_over": hand_over_form(request, seat)}
    shared = history_of(row)
    with awaited(row) as found:
        mine = found if row.awaits == seat.side else None
        context |= {"seat": seat, "episode": row, "number": row.moment_count, "is_my_turn": mine is not None}
        make = user_context if seat.side == Side.USER else assistant_context
        return render(request, template, {**context, **make(seat, shared, mine)})
