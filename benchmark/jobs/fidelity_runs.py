"""Finds the stored runs that a fidelity report compares: runs that people played, and runs of simulated users."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from benchmark.fidelity.compare import RunTrace
from simulator.agents.human import HUMAN
from simulator.jobs.practice_runs import is_practice
from simulator.jobs.serialization import trace_of
from simulator.models import Episode, Seat, Side, State
from simulator.models.episode import OVER, OWN_FORMAT


def runs_by_people() -> QuerySet[Episode]:
    """Return all runs that are over and in which a person played the user, without practice, the oldest first."""
    return _own().filter(user_player=HUMAN).exclude(is_practice())


def runs_by_simulated_users(scenarios: Iterable[int]) -> QuerySet[Episode]:
    """Return all finished runs of simulated users in these scenarios, by their numbers, the oldest first."""
    found = _own().exclude(user_player=HUMAN).filter(state=State.FINISHED)
    return found.filter(version__scenario__in=set(scenarios))


def _own() -> QuerySet[Episode]:
    # Runs of other systems have no configuration that our players can continue with.
    ours = Episode.objects.filter(Q(imported__isnull=True) | Q(imported__format=OWN_FORMAT))
    return ours.filter(state__in=OVER, moment_count__gt=0).select_related("version__scenario").order_by("pk")


def run_trace(row: Episode) -> RunTrace:
    """Return a stored run with its trace and the pseudonym of its player."""
    seat = Seat.objects.filter(episode=row, side=Side.USER).first()
    return RunTrace(f"run {row.pk}", trace_of(row), _person(row, seat), _left_out(row, seat))


def _person(row: Episode, seat: Seat | None) -> str:
    """Return a pseudonym of the person who played the user: the same for all runs of a person."""
    # Imported runs have no seats, and those of deleted accounts no player.
    player = row.started_by_id if seat is None else seat.player_id
    return f"person {player}" if player else f"unknown person of run {row.pk}"


def _left_out(row: Episode, seat: Seat | None) -> str:
    if row.state == State.ABANDONED:
        return "abandoned"
    # A person who sees the assistant's side knows why it makes an offer, and decides differently.
    return "" if seat is None or seat.is_blind else "not blind"
