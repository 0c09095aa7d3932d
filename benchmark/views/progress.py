"""Computes the progress of sweeps by state and configuration, with tokens, cost and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, F, Min, Sum
from django.utils import timezone

from benchmark.jobs.spending import Usage, spent, used_before
from benchmark.models import Cell, Sweep, SweepState
from benchmark.report.words import judged_by
from benchmark.views.matrix_data import (
    FAILED,
    LEFT_OUT,
    MISS,
    OF_OUTCOME,
    RUNNING,
    SUCCESS,
    UNDECIDED,
    WAITING,
    MatrixColumn,
    SuccessShare,
    columns_of,
    letter_of,
    users_of,
)
from simulator.models import Episode

_RECENTLY = timedelta(minutes=2)
_GROUPED = ("sweep_id", "configuration", *OF_OUTCOME, "from_cache")
_ENDED = (SUCCESS, UNDECIDED, MISS, FAILED)


@dataclass
class CellTally:
    """Counts, tokens and cost of some cells."""

    letters: Counter[str] = field(default_factory=Counter)
    from_cache: int = 0
    tokens: int = 0
    cost: float = 0.0
    own: int = 0
    """Number of runs that were played for these cells and have ended, including earlier attempts."""

    def add(self, letter: str, count: int, from_cache: bool, tokens: int, cost: float | None) -> None:
        self.letters[letter] += count
        if from_cache:
            self.from_cache += count
        else:
            self.tokens += tokens
            self.cost += cost or 0.0
            self.own += count if letter in _ENDED else 0

    def add_earlier(self, used: Usage) -> None:
        """Add the usage of earlier attempts, which failed or were stopped and were then retried."""
        self.tokens += used.tokens_in + used.tokens_out
        self.cost += used.cost or 0.0
        self.own += used.runs

    @property
    def total(self) -> int:
        return self.letters.total()

    @property
    def over(self) -> int:
        return sum(self.letters[letter] for letter in _ENDED)

    @property
    def share(self) -> SuccessShare:
        won, undecided = self.letters[SUCCESS], self.letters[UNDECIDED]
        return SuccessShare(won, won + undecided + self.letters[MISS], undecided)

    @property
    def cost_a_run(self) -> float | None:
        return self.cost / self.own if self.own else None


class Stripe(NamedTuple):
    """A segment of the progress bar; one SVG user unit is one cell."""

    tone: str
    start: int
    width: int


@dataclass
class Progress:
    sweep: Sweep
    all: CellTally
    by_column: Sequence[tuple[MatrixColumn, CellTally]]
    oldest: datetime | None
    """Start of the run that has been in progress longest."""

    @property
    def success(self) -> int:
        return self.all.letters[SUCCESS]

    @property
    def undecided(self) -> int:
        return self.all.letters[UNDECIDED]

    @property
    def missed(self) -> int:
        return self.all.letters[MISS]

    @property
    def failed(self) -> int:
        return self.all.letters[FAILED]

    @property
    def running(self) -> int:
        return self.all.letters[RUNNING]

    @property
    def waiting(self) -> int:
        return self.all.letters[WAITING]

    @property
    def left_out(self) -> int:
        return self.all.letters[LEFT_OUT]

    @property
    def judged_by(self) -> str:
        """Return the users and the reader that the rates depend on."""
        return judged_by(users_of(self.sweep))

    @property
    def missed_by_models(self) -> int:
        return sum(tally.letters[MISS] for column, tally in self.by_column if column.is_model)

    @property
    def has_models(self) -> bool:
        return any(column.is_model for column, _ in self.by_column)

    @property
    def stripes(self) -> list[Stripe]:
        tones = (
            ("done", SUCCESS),
            ("undecided", UNDECIDED),
            ("missed", MISS),
            ("failed", FAILED),
            ("running", RUNNING),
            ("waiting", WAITING),
        )
        found, start = [], 0
        for tone, letter in (*tones, ("left", LEFT_OUT)):
            width = self.all.letters[letter]
            found.append(Stripe(tone, start, width))
            start += width
        return found

    @cached_property
    def spent(self) -> float:
        """Return the cost of all attempts in US dollars, including failed attempts."""
        return spent(self.sweep)

    @property
    def lasted(self) -> timedelta:
        return (self.sweep.ended_at or timezone.now()) - self.sweep.created_at

    @cached_property
    def left(self) -> timedelta | None:
        """Return the time left at the pace of the last two minutes.

        Return None if no run has ended in that time, no run is left to play, or the sweep is not running.
        """
        # Runs in progress count as not yet played, because nobody knows how far they are.
        open_cells = self.waiting + self.running
        if self.sweep.state != SweepState.RUNNING or not open_cells:
            return None
        since = max(timezone.now() - _RECENTLY, self.sweep.created_at)
        ended = Episode.objects.filter(cells__sweep=self.sweep, cells__from_cache=False, ended_at__gte=since).count()
        return (timezone.now() - since) / ended * open_cells if ended else None


def progress_of(sweep: Sweep) -> Progress:
    return progress_by_sweep([sweep])[sweep.pk]


def progress_by_sweep(sweeps: Iterable[Sweep]) -> dict[int, Progress]:
    """Return the progress of several sweeps. The number of queries does not grow with the number of sweeps."""
    found = {
        sweep.pk: Progress(sweep, CellTally(), [(column, CellTally()) for column in columns_of(sweep)], None)
        for sweep in sweeps
    }
    for sweep_id, configuration, state, success, undecided, from_cache, *sums in _grouped(list(found)):
        progress = found[sweep_id]
        letter = letter_of(state, success, undecided, progress.sweep.state == SweepState.CANCELLED)
        count, tokens_in, tokens_out, cost, oldest = sums
        for tally in (progress.all, progress.by_column[configuration][1]):
            tally.add(letter, count, from_cache, (tokens_in or 0) + (tokens_out or 0), cost)
        if letter == RUNNING and oldest is not None:
            progress.oldest = min(progress.oldest or oldest, oldest)
    for (sweep_id, configuration), used in used_before(found).items():
        for tally in (found[sweep_id].all, found[sweep_id].by_column[configuration][1]):
            tally.add_earlier(used)
    return found


def _grouped(sweeps: list[int]) -> Iterable[tuple[Any, ...]]:
    cells = Cell.objects.filter(sweep__in=sweeps).order_by().values_list(*_GROUPED)
    # Grouped by the database, because a sweep may have 200,000 cells and the page asks every two seconds.
    return cells.annotate(
        count=Count("pk"),
        tokens_in=Sum(F("episode__tokens_in")),
        tokens_out=Sum(F("episode__tokens_out")),
        cost=Sum("episode__cost"),
        oldest=Min("episode__started_at"),
    )
