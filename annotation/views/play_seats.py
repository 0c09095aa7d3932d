"""Answers questions of the pages for playing about runs of play studies: way back, outcome, personal code."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from annotation.models import PlayAssignment, Rater
from annotation.play_studies.assignment import FINISHED, own_play
from annotation.views.access import LOCKED_OUT
from annotation.views.browser_code import is_locked_out
from simulator.models import Seat
from simulator.views.error_pages import PageRefusal
from simulator.views.play_return import ReturnLink


def back_to_study(seat: Seat) -> ReturnLink | None:
    """Return the link to the page of the study for which the run is played; None if it belongs to no study."""
    rater = _player_of(seat)
    if rater is None:
        return None
    label = "Finish the study" if own_play(rater).step in FINISHED else "Continue with the study"
    return ReturnLink(reverse("annotate", args=[rater.study_id]), label)


def hides_outcome(seat: Seat) -> bool:
    """Return whether the study keeps the outcomes of runs from the people who play."""
    rater = _player_of(seat)
    return rater is not None and not rater.study.play_plan.shows_outcome


def check_browser(request: HttpRequest, seat: Seat) -> None:
    """Raise PageRefusal if the run is played for a study and the browser lacks the player's personal code."""
    rater = _player_of(seat)
    if rater is not None and is_locked_out(request, rater):
        raise PageRefusal(LOCKED_OUT)


def _player_of(seat: Seat) -> Rater | None:
    found = PlayAssignment.objects.select_related("rater__study__play_plan", "rater__user").filter(
        episode=seat.episode_id, rater__user=seat.player_id or 0
    )
    one = found.first()
    return None if one is None else one.rater
