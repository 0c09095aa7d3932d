"""Checks which viewers may still see a run, for all viewers at once, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from simulator.access import SEE
from simulator.agents.human import HUMAN
from simulator.models import Episode, Seat


class Pass(NamedTuple):
    """The session and the user with which a viewer connected.

    A pass is valid while the session lasts and the user may see runs.
    """

    user_id: int | None = None
    session_key: str = ""
    auth_hash: str = ""


def pass_of(session_key: str) -> Pass:
    """Return the pass of a session; an empty pass if nobody is signed in with the session."""
    session = SessionStore(session_key).load()
    try:
        return Pass(int(session[SESSION_KEY]), session_key, session[HASH_SESSION_KEY])
    except (KeyError, ValueError):
        return Pass()


@lru_cache(maxsize=1)
def _all_who_may_see() -> QuerySet[User]:
    """Return a query for the users who may see runs. Cached: building the query takes longer than running it."""
    return User.objects.with_perm(SEE)


def valid_passes(passes: Iterable[Pass]) -> set[Pass]:
    """Return the passes whose session has not expired and whose user may see runs, with two queries for all viewers."""
    asked = set(passes)
    sessions = Session.objects.filter(session_key__in={each.session_key for each in asked})
    alive = set(sessions.filter(expire_date__gt=timezone.now()).values_list("session_key", flat=True))
    users = _all_who_may_see().filter(pk__in={each.user_id for each in asked if each.user_id})
    # The hash is derived from the password, so a new password signs people out everywhere else.
    hashes: dict[int | None, str] = {user.pk: user.get_session_auth_hash() for user in users.only("password")}
    return {each for each in asked if each.session_key in alive and hashes.get(each.user_id) == each.auth_hash}


def without_players(passes: set[Pass], episode: Episode) -> set[Pass]:
    """Return the passes without those of people who play this run blind: the stream shows both sides."""
    if episode.is_over or HUMAN not in (episode.user_player, episode.assistant_player):
        return passes
    seats = Seat.objects.filter(episode=episode.pk, looked_at=None)
    blind = set(seats.values_list("player", flat=True))
    return {each for each in passes if each.user_id not in blind}


def holds_seat(pass_: Pass, episode_id: int) -> Seat | None:
    """Return the seat of a signed-in player in a run; None if the session is over or the person does not play."""
    seat = Seat.objects.select_related("player").filter(episode=episode_id, player=pass_.user_id or 0).first()
    if seat is None or seat.player is None or not seat.player.is_active:
        return None
    alive = Session.objects.filter(session_key=pass_.session_key, expire_date__gt=timezone.now()).exists()
    return seat if alive and seat.player.get_session_auth_hash() == pass_.auth_hash else None
