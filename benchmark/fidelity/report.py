"""The fidelity report: figures that compare a simulated user with people, in sections, with counts and warnings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchmark.fidelity.classifier_figures import classifier_section
from benchmark.fidelity.decision_figures import agreement_section, rate_section
from benchmark.fidelity.figures import FidelityFigure, Section
from benchmark.fidelity.played_run import PlayedRun
from benchmark.fidelity.resampling import Resampled
from benchmark.fidelity.run_figures import detour_section, ranking_section, success_section
from benchmark.fidelity.timing_figures import timing_section
from simulator.engine_version import ENGINE_VERSION
from simulator.words.english import counted, listed

FEW_PEOPLE = 8
# Figures that a warning names; the tables mark them all.
_NAMED = 4


class Counts(msgspec.Struct, frozen=True):
    """Counts of the runs behind the figures, and of the runs that were left out."""

    people: int
    runs: int
    decisions: int
    simulated_runs: int
    abandoned: int = 0
    """Runs that people left before the end."""
    unfinished: int = 0
    """Runs that have not ended, were stopped, or crashed."""
    not_blind: int = 0
    """Runs in which the person asked to see the other side."""
    taken_over: int = 0
    """Runs that a person took over in the middle."""
    unmatched: int = 0
    """Runs of people whose scenario and assistant no run of the simulated user has."""
    unanswered: int = 0
    """Decision points at which the simulated user gave no valid decision."""


class FidelityReport(msgspec.Struct, frozen=True):
    """A simulated user compared with people."""

    user: str
    k: int
    """How often the simulated user decided at each decision point."""
    seed: int
    counts: Counts
    sections: tuple[Section, ...]
    warnings: tuple[str, ...]
    engine: str = ENGINE_VERSION


def fidelity_report(
    user: str,
    k: int,
    people: Sequence[PlayedRun],
    simulated: Sequence[PlayedRun],
    resampled: Sequence[Resampled],
    seed: int = 0,
) -> FidelityReport:
    """Return the report. Only finished runs count; `resampled` needs the decisions of these runs only."""
    whole = [run for run in people if run.is_finished]
    theirs = [run for run in simulated if run.is_finished]
    kept = {run.run for run in whole}
    points = [point for point in resampled if point.run in kept]
    sections = (
        rate_section(points),
        agreement_section(points),
        success_section(whole, theirs),
        ranking_section(whole, theirs),
        timing_section(whole, theirs),
        detour_section(whole, theirs),
        classifier_section(whole, theirs),
    )
    counts = _counts(people, whole, theirs, points)
    return FidelityReport(user, k, seed, counts, sections, tuple(_warnings(counts, sections)))


def figure_named(report: FidelityReport, key: str) -> FidelityFigure:
    """Return the figure with this key. Raise KeyError if the report does not have it."""
    for section in report.sections:
        for figure in section.figures:
            if figure.key == key:
                return figure
    raise KeyError(key)


def _counts(
    people: Sequence[PlayedRun], whole: Sequence[PlayedRun], theirs: Sequence[PlayedRun], points: Sequence[Resampled]
) -> Counts:
    ends = [run.ended for run in people]
    abandoned, not_blind, taken_over = (ends.count(why) for why in ("abandoned", "not blind", "taken over"))
    known = {run.pair for run in theirs}
    return Counts(
        people=len({run.person for run in whole}),
        runs=len(whole),
        decisions=len(points),
        simulated_runs=len(theirs),
        abandoned=abandoned,
        unfinished=len(people) - len(whole) - abandoned - not_blind - taken_over,
        not_blind=not_blind,
        taken_over=taken_over,
        unmatched=sum(run.pair not in known for run in whole),
        unanswered=sum(not sum(point.simulated) for point in points),
    )


def _warnings(counts: Counts, sections: Sequence[Section]) -> list[str]:
    found = []
    if counts.people < FEW_PEOPLE:
        found.append(
            f"Only {counted(counts.people, 'person', 'people')} played. Intervals over fewer than {FEW_PEOPLE} people "
            "are too narrow."
        )
    small = [figure for section in sections for figure in section.figures if figure.is_small]
    if small:
        # The gaps of single scenarios and assistants are nearly always small; their marks in the tables are enough.
        titles = [figure.title for figure in small if not figure.key.startswith(("success_", "assistant_"))]
        shown = f": {listed(titles, _NAMED)}" if titles else ""
        found.append(f"{counted(len(small), 'figure')} with too few observations{shown}.")
    if counts.unmatched:
        found.append(
            f"{counted(counts.unmatched, 'run')} of people {'has' if counts.unmatched == 1 else 'have'} no run of the "
            "simulated user to compare with: same scenario, same assistant."
        )
    if counts.unanswered:
        found.append(
            f"The simulated user gave no valid decision at {counted(counts.unanswered, 'decision point')}; these are "
            "left out."
        )
    return found
