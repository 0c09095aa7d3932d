"""Stores runs of generated people in the database."""

from __future__ import annotations

from django.contrib.auth.models import User

from replay.jobs.importing import import_file
from simulator.models import Episode
from simulator.trace.trace_writer import dump
from tests.benchmark.fidelity.generated_people import Played


def store(people: list[Played]) -> None:
    """Store the runs, each started by its person."""
    for one in people:
        row, _ = import_file(dump(one.trace.header, one.trace.moments, one.trace.result), one.run.run)
        player, _ = User.objects.get_or_create(username=one.run.person)
        Episode.objects.filter(pk=row.pk).update(started_by=player)
