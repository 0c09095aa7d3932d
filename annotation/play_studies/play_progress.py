"""The progress of a play study: by scenario, by person, and the leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.models import PlayAssignment, PlayScenario, Rater, Study
from simulator.models import State
from simulator.models.episode import OVER
from simulator.statistics.figure import Figure
from simulator.statistics.intervals import wilson


class PlayedRun(NamedTuple):
    """A run of a play study, as far as progress and leaderboard need it."""

    rater: int
    scenario: int
    is_practice: bool
    given_at: datetime
    state: str
    """Empty if the run was deleted."""
    success: bool | None
    undecided: bool
    ended_at: datetime | None

    @property
    def is_finished(self) -> bool:
        return self.state == State.FINISHED

    @property
    def is_under_way(self) -> bool:
        return bool(self.state) and self.state not in OVER

    @property
    def minutes(self) -> float | None:
        """Return the minutes from the start to the end of the run on the clock of the server; None while it lasts."""
        return None if self.ended_at is None else (self.ended_at - self.given_at).total_seconds() / 60


class RunCounts(NamedTuple):
    """Runs by how they ended. Practice runs are in none of these counts."""

    finished: int
    under_way: int
    abandoned: int
    lost: int
    """Runs that failed, were stopped or were deleted."""
    successes: int
    undecided: int

    @property
    def share(self) -> Figure:
        """Return the share of successes, with Wilson's interval. Undecided runs are no successes."""
        if not self.finished:
            return Figure(None)
        return Figure(self.successes / self.finished, self.finished, *wilson(self.successes, self.finished))


class ScenarioProgress(NamedTuple):
    scenario: PlayScenario
    counts: RunCounts
    quota: int | None
    """None for the practice, which everybody plays."""


class PlayerProgress(NamedTuple):
    rater: Rater
    counts: RunCounts
    has_practised: bool
    minutes: float | None
    """Minutes of all finished runs together; None if there are none."""


class PlayProgress(NamedTuple):
    """The progress of a whole play study."""

    study: Study
    scenarios: Sequence[ScenarioProgress]
    practice: ScenarioProgress | None
    people: Sequence[PlayerProgress]
    counts: RunCounts

    @property
    def taking_part(self) -> int:
        """Return the number of people who have joined and not withdrawn."""
        return sum(one.rater.withdrawn_at is None for one in self.people)

    @property
    def wanted(self) -> int:
        """Return the number of finished runs with which all quotas are full."""
        return self.study.per_item * len(self.scenarios)


def play_progress(study: Study) -> PlayProgress:
    """Return the progress of a play study. Runs of people who have withdrawn are deleted, so they are not in it."""
    runs = _runs(study)
    rows = PlayScenario.objects.filter(study=study).select_related("version__scenario").defer("version__source")
    real = [run for run in runs if not run.is_practice]
    practice = [run for run in runs if run.is_practice]
    found = {
        row.pk: ScenarioProgress(
            row,
            _counts(run for run in (practice if row.is_practice else real) if run.scenario == row.pk),
            None if row.is_practice else study.per_item,
        )
        for row in rows
    }
    raters = Rater.objects.filter(study=study).select_related("invitation").order_by("pk")
    return PlayProgress(
        study,
        [one for one in found.values() if not one.scenario.is_practice],
        next((one for one in found.values() if one.scenario.is_practice), None),
        [_person(rater, [run for run in runs if run.rater == rater.pk]) for rater in raters],
        _counts(real),
    )


def leaders(progress: PlayProgress) -> list[PlayerProgress]:
    """Return the people with finished runs, best first.

    The order is that of the lower end of the interval, so that one lucky run does not beat nine good ones of ten.
    """
    there = [one for one in progress.people if one.counts.finished and one.rater.withdrawn_at is None]
    return sorted(there, key=lambda one: (-(one.counts.share.low or 0.0), -one.counts.finished, one.rater.pseudonym))


def _runs(study: Study) -> list[PlayedRun]:
    rows = PlayAssignment.objects.filter(rater__study=study).values_list(
        "rater_id",
        "scenario_id",
        "is_practice",
        "given_at",
        "episode__state",
        "episode__success",
        "episode__undecided",
        "episode__ended_at",
    )
    return [
        PlayedRun(rater, scenario, practice, given, state or "", success, bool(undecided), ended)
        for rater, scenario, practice, given, state, success, undecided, ended in rows
    ]


def _person(rater: Rater, runs: Sequence[PlayedRun]) -> PlayerProgress:
    real = [run for run in runs if not run.is_practice]
    times = [run.minutes for run in real if run.is_finished and run.minutes is not None]
    has_practised = any(run.is_finished for run in runs if run.is_practice)
    return PlayerProgress(rater, _counts(real), has_practised, sum(times) if times else None)


def _counts(runs: Iterable[PlayedRun]) -> RunCounts:
    runs = list(runs)
    finished = [run for run in runs if run.is_finished]
    under_way = sum(run.is_under_way for run in runs)
    abandoned = sum(run.state == State.ABANDONED for run in runs)
    return RunCounts(
        finished=len(finished),
        under_way=under_way,
        abandoned=abandoned,
        lost=len(runs) - len(finished) - under_way - abandoned,
        successes=sum(run.success is True for run in finished),
        undecided=sum(run.undecided for run in finished),
    )
