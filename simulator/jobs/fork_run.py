"""Forks runs: a new run copies the first moments of its parent, and continues with a configuration of its own."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection, transaction
from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.episode.trace_lines import fork_after
from simulator.jobs.episode_rows import StoredConfig, episode_row
from simulator.jobs.queues import enqueue_on_commit
from simulator.jobs.serialization import moment_of, stored_moments, story_of
from simulator.jobs.start_run import queue_columns
from simulator.jobs.verdict_rows import copies_of_lines, store_lines
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Queue
from simulator.showing.tell import headline
from simulator.trace.hashing import ContentHash
from simulator.trace.moments import Ended, Moment


class CannotFork(Exception):
    """Raised if a run can't be forked at a step. The message says why, and what to do instead."""


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
    """Make and queue a run that copies the steps of `parent` up to `step`, and return its row.

    The step that ends `parent` is not copied. With `hold`, the new run stays paused until someone resumes it.
    Raises CannotFork, or the errors that `start_episode` raises. After an error, nothing is stored.
    """
    refuse_foreign(parent)
    with transaction.atomic():
        last, chain = _taken_over(parent, step)
        forked = fork_after(last, f"run {parent.pk}", config)
        (stored,) = stored_moments([forked], chain)
        story = story_of(parent.version)
        row = episode_row(
            parent.version,
            story,
            config,
            stored=StoredConfig(parent.config, parent.config_hash, parent.engine),
            started_by=user,
            note=note,
            parent=parent,
            parent_step=last.n,
            forked_config=config.model_dump(mode="json"),
            moment_count=forked.n + 1,
            turn=last.turn,
            simulated=last.local,
            summary=headline(story.blank, forked),
            **queue_columns(config, queue, pace, hold),
        )
        row.save()
        _copy(parent.pk, row.pk, last.n)
        store_lines(row, copies_of_lines(parent, last.n))
        stored.row(row.pk, timezone.now()).save()
        if not hold:
            enqueue_on_commit(row.pk, row.queue)
    return row


def refuse_foreign(parent: EpisodeRow) -> None:
    if parent.is_foreign:
        raise CannotFork(
            f"Run {parent.pk} was played by another system. You can step through it, but this engine does not know "
            "what would have come next. Start a run of a scenario and fork that instead."
        )


def _taken_over(parent: EpisodeRow, step: int) -> tuple[Moment, ContentHash]:
    """Return the last moment to copy, and the content hash of all moments up to this one.

    Raises CannotFork if there is no such moment, or if a moment was changed after it was played: a worker could not
    continue such a run.
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
                f"The stored step {there} was changed after it was played, so the run can’t continue from it. "
                "Fork from an earlier step, or start a new run."
            )
        last = moment
    if there != step:
        raise CannotFork(f"Run {parent.pk} has no step {step}. Choose one of its steps.")
    if last is None:
        raise CannotFork(f"Run {parent.pk} ended before its first step. Start a new run instead.")
    return last, chain


def _copy(parent: int, fork: int, last: int) -> None:
    """Copy the moments up to `last` in one SQL statement: a long run has thousands of them, and none changes."""
    table = connection.ops.quote_name(MomentRow._meta.db_table)
    copied = "number, line, chain, stored_at"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (episode_id, {copied}) SELECT %s, {copied} FROM {table} "
            "WHERE episode_id = %s AND number <= %s",
            [fork, parent, last],
        )
