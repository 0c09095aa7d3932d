"""Forking runs: a new one with the first moments of another, which goes on from there under its own config."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection, transaction
from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.forks import fork_after
from simulator.jobs.queues import enqueue_on_commit
from simulator.jobs.starting import to_be_played
from simulator.jobs.stored import line_of, moment_of, story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Queue
from simulator.showing.telling import headline
from simulator.trace.hashing import ContentHash
from simulator.trace.moments import Ended, Moment


class CannotFork(Exception):
    """The run cannot be forked there: why, and what to do instead."""


def fork_episode(
    parent: EpisodeRow,
    step: int,
    config: EpisodeConfig,
    *,
    queue: Queue = Queue.LIVE,
    pace: float = 0.0,
    user: User | AnonymousUser | None = None,
    note: str = "",
    hold: bool = False,
) -> EpisodeRow:
    """A run that takes over the steps of another up to this one, or up to the one before if it is the end.

    It is queued as `start_episode` does it, and refuses the same. Raises CannotFork, too; then nothing has changed.
    """
    refuse_foreign(parent)
    with transaction.atomic():
        last, chain = _taken_over(parent, step)
        forked = fork_after(last, f"run {parent.pk}", config)
        chain.feed(forked)
        row = EpisodeRow.objects.create(
            version=parent.version,
            config=parent.config,
            config_hash=parent.config_hash,
            engine=parent.engine,
            started_by=user if isinstance(user, User) else None,
            note=note,
            parent=parent,
            parent_step=last.n,
            forked_config=config.model_dump(mode="json"),
            moment_count=forked.n + 1,
            turn=last.turn,
            simulated=last.local,
            summary=headline(story_of(parent.version).blank, forked),
            **to_be_played(parent.version, config, queue, pace, hold),
        )
        _copy(parent.pk, row.pk, last.n)
        line = line_of(forked, chain.digest)
        MomentRow.objects.create(episode=row, number=forked.n, line=line, chain=chain.digest, stored_at=timezone.now())
        if not hold:
            enqueue_on_commit(row.pk, row.queue)
    return row


def refuse_foreign(parent: EpisodeRow) -> None:
    if parent.is_foreign:
        raise CannotFork(
            f"Run {parent.pk} was played by another system. It can be shown here, step by step, but this engine does "
            "not know what would have come next there. Start a run of one of the scenarios instead, and fork that."
        )


def _taken_over(parent: EpisodeRow, step: int) -> tuple[Moment, ContentHash]:
    """The last moment that is taken over, and the hash of all up to it.

    What was tampered with could not be played on; better said now.
    """
    chain, last = ContentHash(), None
    stored = MomentRow.objects.filter(episode=parent, number__lte=step).order_by("number")
    there = None
    for there, line, mark in stored.values_list("number", "line", "chain").iterator():
        moment = moment_of(line)
        if there == step and isinstance(moment, Ended):
            break
        chain.feed(moment)
        if mark != chain.digest:
            raise CannotFork(
                f"The stored step {there} is not what was played, so that nothing can go on from it. "
                "Fork from a step before it, or start a new run."
            )
        last = moment
    if there != step:
        raise CannotFork(f"Run {parent.pk} has no step {step}. Choose one of its steps.")
    if last is None:
        raise CannotFork(f"Run {parent.pk} ended before anything happened. Start a new run instead.")
    return last, chain


def _copy(parent: int, fork: int, last: int) -> None:
    """Within the database: a long run has thousands of moments, and none of them changes."""
    table = connection.ops.quote_name(MomentRow._meta.db_table)
    copied = "number, line, chain, stored_at"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (episode_id, {copied}) SELECT %s, {copied} FROM {table} "
            "WHERE episode_id = %s AND number <= %s",
            [fork, parent, last],
        )
