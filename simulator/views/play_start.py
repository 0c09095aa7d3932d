"""Starting to play: the form, the page behind a link to a free side, and taking over a run at one of its steps."""

from __future__ import annotations

import secrets

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from pydantic import ValidationError

from simulator.access import SEE, START, USE_UNLISTED, episode_for, has_right, need, only_judges
from simulator.agents.human import HUMAN
from simulator.agents.registry import UnknownPlayer, waits_outside
from simulator.config import EpisodeConfig
from simulator.jobs import seats
from simulator.jobs.fork_run import CannotFork
from simulator.jobs.seats import CannotSit, Seated
from simulator.models import Episode, Seat, Side
from simulator.scenario.load import ScenarioError
from simulator.views.play_form import PlayForm
from simulator.views.play_invite import keep_token

_SIGN_IN = "django.contrib.auth.backends.ModelBackend"
_TAKEN = "Somebody has already taken this side of the run. Ask the person who sent you the link for another run."


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponseBase:
    """Show the choice of scenario, side and partner, or start the run and open the page on which it is played."""
    need(request.user, START)
    assert isinstance(request.user, User)
    names_servers = has_right(request.user, USE_UNLISTED)
    data = request.POST if request.method == "POST" else None
    form = PlayForm(data, request.GET.dict() if data is None else None, names_servers=names_servers)
    seated = form.start(request.user) if form.is_bound and form.is_valid() else None
    if seated is not None:
        return open_seat(request, seated)
    return render(request, "play/start.html", {"form": form}, status=422 if form.is_bound else 200)


@require_POST
def take_over(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """Fork a run after a step, with the person on one side from there on."""
    need(request.user, START)
    assert isinstance(request.user, User)
    row = episode_for(request, pk)
    side = request.POST.get("side", "")
    if side not in Side.values:
        raise Http404("Take over as the user or as the assistant: use the buttons beside a step of the run.")
    try:
        seated = seats.take_over(row, step, _with_person(row, Side(side)), Side(side), request.user)
    except (CannotFork, UnknownPlayer, ScenarioError) as problem:
        return render(request, "fork/cannot.html", {"episode": row, "step": step, "problem": problem}, status=409)
    return open_seat(request, seated)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show which side a link gives, or take the seat. Somebody without an account plays as a guest."""
    seat = seats.seat_of_link(token)
    if seat is None:
        raise Http404("This link does not lead to a run. A newer link may have replaced it: ask for that one.")
    problem = _why_not(request, seat)
    if request.method == "POST" and not problem:
        try:
            _sit_down(request, seat)
            return redirect("play", seat.episode_id)
        except CannotSit as refusal:
            problem = str(refusal)
    has_nav = has_right(request.user, SEE) or only_judges(request.user)
    is_mine = request.user.is_authenticated and seat.player_id == request.user.pk
    context = {"seat": seat, "problem": problem, "is_mine": is_mine, "has_nav": has_nav}
    return render(request, "play/join.html", context, status=409 if problem else 200)


def open_seat(request: HttpRequest, seated: Seated) -> HttpResponse:
    """Redirect to the page on which the run is played; the page shows the link to the other side, if it is free."""
    keep_token(request, seated.row.pk, seated.token)
    return redirect(reverse("play", args=[seated.row.pk]))


def _with_person(row: Episode, side: Side) -> EpisodeConfig:
    # Options may have been removed or renamed since an older version stored them.
    try:
        config = EpisodeConfig.model_validate({**row.config_now, side.value: HUMAN, **_no_models(side)})
    except ValidationError:
        raise CannotFork(
            "The run was played with options that this version does not know. Start a new run and play that instead."
        ) from None
    # Anyone may have written an imported file, so the addresses of models and servers in it are not used.
    if row.imported is not None and waits_outside(config):
        raise CannotFork(
            "The player of the other side is known only from an imported file, and its address may be unsafe. "
            "Fork the run at this step instead, and choose both players from the list."
        )
    return config


def _no_models(side: Side) -> dict[str, None]:
    return {"user_model": None} if side == Side.USER else {"observe_model": None, "execute_model": None}


def _why_not(request: HttpRequest, seat: Seat) -> str:
    """Return why the person who opened a link can't take its seat; empty if they can."""
    if request.user.is_authenticated and seat.player_id == request.user.pk:
        return ""
    if seat.player_id is not None:
        return _TAKEN
    if seat.episode.is_over:
        return "This run is over. Ask the person who sent you the link for another run."
    if request.user.is_authenticated and Seat.objects.filter(episode=seat.episode_id, player=request.user.pk).exists():
        return "You play the other side of this run. Send this link to the person who is to play with you."
    return ""


def _sit_down(request: HttpRequest, seat: Seat) -> None:
    """Give the seat to the person, or to a new guest account if nobody is signed in. Raises CannotSit."""
    if request.user.is_authenticated:
        seats.take_seat(seat, request.user)
        return
    with transaction.atomic():
        guest = _guest()
        seats.take_seat(seat, guest)
    login(request, guest, _SIGN_IN)


def _guest() -> User:
    """Make an account without rights and password for somebody who plays by a link."""
    guest = User(username=f"player-{secrets.token_hex(6)}")
    guest.set_unusable_password()
    guest.save()
    return guest
