"""Finds the stored runs that a fidelity report compares: runs that people played, and runs of simulated users."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from benchmark.fidelity.compare import RunTrace
from benchmark.fidelity.played_run import HUMAN
from simulator.jobs.serialization import trace_of
from simulator.models import Episode, State
from simulator.models.episode import OWN_FORMAT

ABANDONED = "abandoned"


def runs_by_people() -> QuerySet[Episode]:
    """Return all stored runs in which a person played the user and that are over, the oldest first."""
    return _own().filter(user_player=HUMAN)


def runs_by_simulated_users(scenarios: Iterable[int]) -> QuerySet[Episode]:
    """Return all finished runs of simulated users in these scenarios, by their numbers, the oldest first."""
    found = _own().exclude(user_player=HUMAN).filter(state=State.FINISHED)
    return found.filter(version__scenario__in=set(scenarios))


def _own() -> QuerySet[Episode]:
    # Runs of other systems have no configuration that our players can continue with.
    ours = Episode.objects.filter(Q(imported__isnull=True) | Q(imported__format=OWN_FORMAT))
    over = [State.FINISHED, State.STOPPED, State.FAILED, ABANDONED]
    return ours.filter(state__in=over, moment_count__gt=0).select_related("version__scenario").order_by("pk")


def run_trace(row: Episode) -> RunTrace:
    """Return a stored run with its trace and the pseudonym of its player."""
    return RunTrace(f"run {row.pk}", trace_of(row), person_of(row), row.state == ABANDONED)


def person_of(row: Episode) -> str:
    """Return a pseudonym of the person who played the user: the same for all runs of a person."""
    return f"person {row.started_by_id}" if row.started_by_id else f"unknown person of run {row.pk}"
