"""Rebuilds what a person who has to decide may see, for the pages for playing.

Each process keeps the runs that people are playing rebuilt, so that a new page only needs the newest moments.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from simulator.agents.human import Person
from simulator.agents.policy import AssistantView, UserView
from simulator.episode.loop import Episode
from simulator.jobs.serialization import config_of, moments_of, story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import State

# Number of runs kept rebuilt. A run of a usual length takes about 1 MB.
MOST_RUNS = 48


class Awaited(NamedTuple):
    """A run that waits for a person: the rebuilt run, and the view of the side that has to decide."""

    episode: Episode
    view: UserView | AssistantView


@dataclass
class _Rebuilt:
    episode: Episode | None = None
    lock: Lock = field(default_factory=Lock)


_runs: OrderedDict[Hashable, _Rebuilt] = OrderedDict()
_runs_lock = Lock()


class CannotRebuild(Exception):
    """Raised if the stored moments of a run do not lead to a decision of a person. The message says what to do."""


@contextmanager
def awaited(row: EpisodeRow) -> Iterator[Awaited | None]:
    """Give the view of the person for whom the run waits; None if it does not wait for a person.

    The view may be used only inside the block: a later view of the same run changes it. Raises CannotRebuild.
    """
    if row.state != State.WAITING or not row.awaits:
        yield None
        return
    kept = _kept(row)
    with kept.lock:
        yield _view_of(row, kept)


def _view_of(row: EpisodeRow, kept: _Rebuilt) -> Awaited:
    try:
        return _catch_up(row, kept)
    except CannotRebuild:
        # The run was changed in the store, or another request has already seen a later step: rebuild it from the start.
        kept.episode = None
        return _catch_up(row, kept)
    except Exception:
        # A run that was rebuilt halfway must not be used again.
        kept.episode = None
        raise


def _kept(row: EpisodeRow) -> _Rebuilt:
    # The creation time is part of the key: after the restore of a backup, another run may get the same number.
    key = (row.pk, row.created_at)
    with _runs_lock:
        kept = _runs.setdefault(key, _Rebuilt())
        _runs.move_to_end(key)
        while len(_runs) > MOST_RUNS:
            _runs.popitem(last=False)
    return kept


def _catch_up(row: EpisodeRow, kept: _Rebuilt) -> Awaited:
    if kept.episode is None:
        kept.episode = Episode(
            story_of(row.version),
            config_of(row),
            # The other side has no turn now, and this process must not ask its player.
            user=lambda story, config, evidence: Person("user"),
            assistant=lambda story, config, evidence: Person("assistant"),
        )
    episode = kept.episode
    count = len(episode.moments)
    if count < row.moment_count:
        episode.replay(moments_of(row.pk, count - 1, row.moment_count - 1))
    made = next(iter(episode.play()), None)
    view = episode.awaited
    is_right = made is None and len(episode.moments) == row.moment_count and view is not None
    if not is_right or view is None or isinstance(view, UserView) != (row.awaits == "user"):
        raise CannotRebuild(f"Run {row.pk} can't be continued by a person with this version of the engine.")
    return Awaited(episode, view)
