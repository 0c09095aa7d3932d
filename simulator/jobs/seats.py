"""Starts runs that people play, and gives the free side of a run to the person who gets its link."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from simulator.agents.human import HUMAN
from simulator.config import EpisodeConfig
from simulator.jobs import notify
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, ScenarioVersion, Seat, Side
from simulator.models.episode import OVER

SIDES = {Side.USER: "user", Side.ASSISTANT: "assistant"}


class Seated(NamedTuple):
    """A run that a person plays."""

    row: Episode
    token: str = ""
    """The secret for the link to the other side, if another person is to play it; shown once and stored as a hash."""


class CannotSit(Exception):
    """Raised if a person can't take a seat. The message says why, and what to do instead."""


def start_play(version: ScenarioVersion, config: EpisodeConfig, side: Side, player: User, note: str = "") -> Seated:
    """Make and queue a run in which `player` plays `side`. If people play both sides, the other seat stays free."""
    with transaction.atomic():
        row = start_episode(version, config, user=player, note=note)
        return Seated(row, _seat(row, config, side, player))


def take_over(parent: Episode, step: int, config: EpisodeConfig, side: Side, player: User) -> Seated:
    """Fork a run after `step`, so that `player` plays `side` from there on."""
    with transaction.atomic():
        row = fork_episode(parent, step, config, user=player)
        return Seated(row, _seat(row, config, side, player))


def _seat(row: Episode, config: EpisodeConfig, side: Side, player: User) -> str:
    token = ""
    for each in SIDES:
        if getattr(config, SIDES[each]) != HUMAN:
            continue
        if each == side:
            Seat.objects.create(episode=row, side=each, player=player, taken_at=timezone.now())
        else:
            token = secrets.token_urlsafe(24)
            Seat.objects.create(episode=row, side=each, token_hash=_hash_of(token))
    return token


def seat_of_link(token: str) -> Seat | None:
    """Return the seat that a link leads to, taken or free."""
    return Seat.objects.select_related("episode").filter(token_hash=_hash_of(token)).first() if token else None


def new_link(seat: Seat) -> str:
    """Return the secret of a new link to a free seat; earlier links to this seat stop working."""
    token = secrets.token_urlsafe(24)
    if not Seat.objects.filter(pk=seat.pk, taken_at=None).update(token_hash=_hash_of(token)):
        raise CannotSit("Somebody has already taken this side of the run, so it needs no new link.")
    return token


def take_seat(seat: Seat, player: User | AnonymousUser) -> Seat:
    """Give a free seat to the person who opened its link. Raises CannotSit.

    The person gets the same seat again, but not both sides of a run.
    """
    if not isinstance(player, User):
        raise CannotSit("Sign in to play.")
    with transaction.atomic():
        now = Seat.objects.select_for_update().select_related("episode").get(pk=seat.pk)
        if now.player_id == player.pk:
            return now
        # A seat stays taken even if the account of its player is deleted.
        if now.taken_at is not None:
            raise CannotSit("Somebody else has already taken this side of the run. Ask for a link to another run.")
        if now.episode.is_over:
            raise CannotSit("This run is over. Ask for a link to another run.")
        if Seat.objects.filter(episode=now.episode_id, player=player).exists():
            raise CannotSit(
                "You already play the other side of this run. Send this link to the person who plays with you."
            )
        now.player, now.taken_at = player, timezone.now()
        now.save(update_fields=["player", "taken_at"])
        transaction.on_commit(lambda: notify.tell(now.episode_id))
    return now


def end_blindness(seat: Seat) -> None:
    """Note that the player asked to see the other side, and at which step. The first time counts.

    Once the run is over, everybody sees both sides, and the run stays as blind as it was.
    """
    count = Episode.objects.filter(pk=seat.episode_id).values_list("moment_count", flat=True).get()
    blind = Seat.objects.filter(pk=seat.pk, looked_at=None).exclude(episode__state__in=OVER)
    blind.update(looked_at=max(0, count - 1))
    seat.refresh_from_db(fields=["looked_at"])


def _hash_of(token: str) -> str:
    return salted_hmac("simulator.seats", token, algorithm="sha256").hexdigest()
