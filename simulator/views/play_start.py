"""Starting to play: the form, the link for a second person, and taking over a run at one of its steps."""

from __future__ import annotations

import secrets

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from simulator.access import START, episode_for, need, seat_for
from simulator.agents.human import HUMAN
from simulator.config import EpisodeConfig
from simulator.jobs import seats
from simulator.jobs.fork_run import CannotFork
from simulator.jobs.seats import CannotSit, Seated
from simulator.models import Scenario, Seat, Side

_SIGN_IN = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponseBase:
    """Show the choice of scenario, side and partner, or start the run and open the page on which it is played."""
    need(request.user, START)
    if request.method != "POST":
        slug = request.GET.get("scenario", "")
        scenarios = Scenario.objects.filter(removed_at=None, current__isnull=False).select_related("current")
        return render(request, "play/start.html", {"scenarios": scenarios, "chosen": slug})
    assert isinstance(request.user, User)
    scenario = Scenario.objects.select_related("current").filter(slug=request.POST.get("scenario", "")).first()
    if scenario is None or scenario.current is None:
        raise Http404("There is no such scenario. Choose one from the list.")
    side = Side(request.POST.get("side", Side.USER))
    other = request.POST.get("other", "") or ("oracle" if side == Side.USER else "scripted")
    players = {"user": HUMAN, "assistant": other} if side == Side.USER else {"user": other, "assistant": HUMAN}
    seated = seats.start_play(scenario.current, EpisodeConfig(**players), side, request.user)
    return _open(request, seated)


@require_POST
def take_over(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """Fork a run after a step, with the person on one side from there on."""
    need(request.user, START)
    assert isinstance(request.user, User)
    row = episode_for(request, pk)
    side = Side(request.POST.get("side", Side.USER))
    config = EpisodeConfig.model_validate({**row.config_now, seats.SIDES[side]: HUMAN})
    try:
        seated = seats.take_over(row, step, config, side, request.user)
    except CannotFork as problem:
        return render(request, "fork/cannot.html", {"episode": row, "step": step, "problem": problem}, status=409)
    return _open(request, seated)


@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a new link to the free side of a run, and show it once."""
    mine = seat_for(request, pk)
    free = Seat.objects.filter(episode=mine.episode_id, player=None).first()
    if free is None:
        return redirect("play", pk)
    request.session[f"play-link-{pk}"] = seats.new_link(free)
    return redirect("play", pk)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show which side a link gives, or take the seat. Somebody without an account plays as a guest."""
    seat = seats.seat_of_link(token)
    if seat is None:
        raise Http404("This link does not lead to a run. Ask for a new one.")
    problem = ""
    if request.method == "POST":
        try:
            if not request.user.is_authenticated:
                if seat.player_id is not None:
                    raise CannotSit("Somebody has already taken this side of the run.")
                login(request, _guest(), _SIGN_IN)
            seats.take_seat(seat, request.user)
            return redirect("play", seat.episode_id)
        except CannotSit as refusal:
            problem = str(refusal)
    status = 409 if problem else 200
    return render(request, "play/join.html", {"seat": seat, "problem": problem}, status=status)


def _guest() -> User:
    """Make an account without rights and password for somebody who plays by a link."""
    guest = User(username=f"player-{secrets.token_hex(6)}")
    guest.set_unusable_password()
    guest.save()
    return guest


def _open(request: HttpRequest, seated: Seated) -> HttpResponse:
    if seated.token:
        # Shown on the page until the other person has come; only the hash is stored with the run.
        request.session[f"play-link-{seated.row.pk}"] = seated.token
    return redirect(reverse("play", args=[seated.row.pk]))
