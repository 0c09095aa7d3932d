"""The link for the second person, which the pages for playing show until that person has come."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from simulator.access import seat_for
from simulator.jobs.seats import CannotSit, new_link, seat_of_link
from simulator.models import Seat


class Invite(NamedTuple):
    """The free side of a run, and the link to it."""

    side: str
    """The free side in words."""
    link: str
    """Empty if this browser does not know the link: only a hash of its secret is stored, so a new one must be made."""


def invite_of(request: HttpRequest, seat: Seat) -> Invite | None:
    """Return what templates/play/_invite.html shows; None once people sit on both sides, or if a player does."""
    free = Seat.objects.filter(episode=seat.episode_id, player=None).first()
    if free is None:
        request.session.pop(_kept_as(seat.episode_id), None)
        return None
    token = str(request.session.get(_kept_as(seat.episode_id), ""))
    found = seat_of_link(token)
    is_right = found is not None and found.pk == free.pk
    link = request.build_absolute_uri(reverse("play_join", args=[token])) if is_right else ""
    return Invite(free.get_side_display().lower(), link)


def keep_token(request: HttpRequest, episode_id: int, token: str) -> None:
    """Keep the secret of the link in the session, so that the page can show the link again."""
    if token:
        request.session[_kept_as(episode_id)] = token


@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a new link to the free side of a run; the earlier link stops working."""
    mine = seat_for(request, pk)
    free = Seat.objects.filter(episode=mine.episode_id, player=None).first()
    try:
        if free is not None and not mine.episode.is_over:
            keep_token(request, pk, new_link(free))
    except CannotSit:
        # The other person has just come, so the page shows no link any more.
        pass
    return redirect("play", pk)


def _kept_as(episode_id: int) -> str:
    return f"play-link-{episode_id}"
