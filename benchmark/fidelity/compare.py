"""Makes a fidelity report from traces: sorts runs into people and simulated users, asks again, and plays the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from benchmark.fidelity.played_run import PlayedRun, is_by_person, reduced
from benchmark.fidelity.report import FidelityReport, fidelity_report
from benchmark.fidelity.resampling import SimulatedUser, can_play, play_like, resample, user_of
from simulator.episode.rebuild import config_now, config_of, story_of
from simulator.scenario.story import Story
from simulator.trace.trace_reader import Trace

# How often a user that decides by chance, such as a model, is asked at each decision point by default.
DEFAULT_K = 5
MOST_K = 100


class RunTrace(NamedTuple):
    """A run, its trace, and who played the user."""

    run: str
    """The run's number or file."""
    trace: Trace
    person: str
    left_out: str = ""
    """Why the run does not count, if its trace does not say so: `abandoned` or `not blind`."""


class Stories:
    """The scenarios of traces. Loading one takes longer than asking the scripted user, so each is loaded once."""

    def __init__(self) -> None:
        self._known: dict[str, Story] = {}

    def of(self, trace: Trace) -> Story:
        name = trace.header.scenario_hash
        if name not in self._known:
            self._known[name] = story_of(trace)
        return self._known[name]


def by_people(runs: Iterable[RunTrace]) -> list[RunTrace]:
    """Return the runs in which a person played the user."""
    return [run for run in runs if is_by_person(config_now(run.trace))]


def by_user(runs: Iterable[RunTrace], user: SimulatedUser) -> Iterator[RunTrace]:
    """Yield the runs that this simulated user played."""
    return (run for run in runs if user_of(config_now(run.trace)).label == user.label)


def simulated_users(runs: Iterable[RunTrace]) -> dict[str, SimulatedUser]:
    """Return the simulated users of these runs by label, the most frequent first."""
    found = [user_of(config) for run in runs if not is_by_person(config := config_now(run.trace))]
    users = {user.label: user for user in found}
    return {label: users[label] for label, _ in Counter(user.label for user in found).most_common()}


def questions(people: Sequence[RunTrace], user: SimulatedUser, k: int) -> int:
    """Return how many decisions the simulated user will be asked for."""
    stories = Stories()
    decisions = sum(len(_reduced(run, stories).decisions) for run in people)
    return decisions * (1 if user.is_deterministic else k)


def compare(
    people: Sequence[RunTrace],
    simulated: Iterable[RunTrace],
    user: SimulatedUser,
    *,
    k: int = DEFAULT_K,
    seed: int = 0,
    told: Callable[[int], None] = lambda done: None,
) -> FidelityReport:
    """Return the report on a simulated user against people.

    `simulated`: runs that the simulated user has played. Runs that are missing are played now, if that needs no model
    or server. `told` is called with the number of people's runs that are done. Raises CannotResample if the user can't
    be asked.
    """
    stories = Stories()
    runs, points = [], []
    for done, run in enumerate(people, 1):
        played = _reduced(run, stories)
        runs.append(played)
        if played.is_finished:
            points += resample(run.trace, stories.of(run.trace), played, user, k, seed=seed)
        told(done)
    theirs = [_reduced(run, stories, user.label) for run in simulated]
    known = {run.pair for run in theirs if run.is_finished}
    theirs += _played_now(people, runs, known, user, stories)
    return fidelity_report(user.label, 1 if user.is_deterministic else k, runs, theirs, points, seed)


def _played_now(
    people: Sequence[RunTrace],
    runs: Sequence[PlayedRun],
    known: set[tuple[str, str]],
    user: SimulatedUser,
    stories: Stories,
) -> list[PlayedRun]:
    """Play each scenario, assistant and configuration of people's finished runs that `known` does not have."""
    missing: dict[tuple[str, str], Trace] = {}
    for run, played in zip(people, runs, strict=True):
        if played.is_finished and played.pair not in known and can_play(config_now(run.trace), user):
            missing.setdefault((played.scenario_hash, user.config(config_of(run.trace)).config_hash), run.trace)
    return [
        msgspec.structs.replace(play_like(trace, stories.of(trace), user), run=f"played now, {number}")
        for number, trace in enumerate(missing.values(), 1)
    ]


def _reduced(run: RunTrace, stories: Stories, person: str = "") -> PlayedRun:
    return reduced(run.trace, stories.of(run.trace), person or run.person, run=run.run, left_out=run.left_out)
