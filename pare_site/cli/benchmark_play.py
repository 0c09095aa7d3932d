"""Follows a sweep until it is over, paused or interrupted, writes its results meanwhile, and prints the report."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from enum import Enum
from types import TracebackType
from typing import Any, Protocol

from benchmark.jobs.cell_feeder import finish_completed_sweeps
from benchmark.jobs.spending import spent
from benchmark.jobs.sweep_control import pause
from benchmark.jobs.sweep_judging import judge_sweep
from benchmark.jobs.totals import SweepTotals, total_of, totals_of
from benchmark.models import Sweep, SweepState
from benchmark.report.as_json import report_as_data
from benchmark.report.build import report_of
from benchmark.report.text import text_report
from benchmark.result_row import EXCEPTION, NO_VALIDATION, SUCCESS
from pare_site.cli.benchmark_host import SweepHost, cores
from pare_site.cli.benchmark_progress import ProgressDisplay, SweepProgress, progress
from pare_site.cli.benchmark_results import OutputPlaces, SweepResults
from pare_site.cli.exits import CRASHED, FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.interruption import Interruption, interruptible
from pare_site.cli.output import Console
from pare_site.machine import from_here, to_type
from pare_site.supervisor.crew import Needs
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig
from simulator.words.english import counted

_BETWEEN_LOOKS = 0.25
# Asking whether the workers are alive costs more than reading the totals, so it is done only every eighth time (2 s).
_LOOKS_UNTIL_WELL = 8


class FollowEnd(Enum):
    """The reason why this command stopped following a sweep."""

    FINISHED = "finished"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    LEFT = "left"
    """The command was asked to stop, for example with Ctrl-C."""
    ABANDONED = "abandoned"
    """The workers that played the sweep are gone."""


class ResultsWriter(Protocol):
    """Writes results whenever a configuration is complete."""

    def complete(self, configurations: set[int]) -> None:
        """Write the results of these configurations, whose runs are all over."""


def follow(
    sweep: Sweep, ground: SweepHost, interruption: Interruption, progress: ProgressDisplay, results: ResultsWriter
) -> FollowEnd:
    """Show the progress of a sweep and write its results. Return why this command stopped following the sweep."""
    looks, told = 0, set[int]()
    while True:
        sweep.refresh_from_db(fields=["state", "why"])
        standing, complete = look_at(sweep)
        progress.show(standing)
        if complete - told:
            told = complete
            results.complete(complete)
        if sweep.state == SweepState.RUNNING and standing.done == standing.total:
            # The caretaker finishes sweeps too, but only every few seconds, which would delay every short sweep.
            finish_completed_sweeps()
            continue
        if sweep.state != SweepState.RUNNING:
            return FollowEnd(sweep.state)
        looks += 1
        if looks % _LOOKS_UNTIL_WELL == 0 and not ground.is_alive():
            return FollowEnd.ABANDONED
        if interruption.wait(_BETWEEN_LOOKS):
            return FollowEnd.LEFT


def look_at(sweep: Sweep) -> tuple[SweepProgress, set[int]]:
    """Return the progress of a sweep, and the indexes of configurations whose runs are all over."""
    totals = totals_of(sweep)
    whole = total_of(totals)
    cost = spent(sweep) if _costs(totals) else 0.0
    standing = SweepProgress(whole.cells, whole.over, whole.successes, whole.not_played, cost, whole.undecided)
    return standing, {number for number, one in enumerate(totals) if one.over == one.cells}


def _costs(totals: list[SweepTotals]) -> bool:
    """Return whether any run used tokens or money. If none did, `look_at` skips the query for the cost."""
    return any(one.cost or one.tokens_in for one in totals)


class SweepPlayer:
    """Starts workers, follows a sweep and prints its results.

    Start the sweep inside the `with` block of a player: there, Ctrl-C never leaves a sweep half started.
    """

    def __init__(self, console: Console, where: SweepHost, goes_to: OutputPlaces, as_json: bool) -> None:
        self._console, self._where, self._goes_to, self._as_json = console, where, goes_to, as_json
        self._stack = ExitStack()
        self._interruption = Interruption()

    def __enter__(self) -> SweepPlayer:
        self._interruption = self._stack.enter_context(interruptible(self._where.kill))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def get_ready(self, configs: Iterable[EpisodeConfig], at_once: int | None) -> None:
        """Start workers for runs with these configs, unless there are none or another process plays them."""
        waiting = [waits_outside(config) for config in configs]
        workers = min(at_once or cores(), cores()) if False in waiting else 0
        if waiting:
            self._where.be_played(Needs(workers, True in waiting, self._goes_to.log_level))

    def to_its_end(self, sweep: Sweep) -> int:
        """Follow the sweep, write its results, print the report and return the exit code."""
        # `pare benchmark sweep | head` must still play the sweep and write its results.
        self._console.outlives_reader = True
        results = SweepResults(sweep, self._goes_to)
        if not self._as_json:
            self._console.say(f"Sweep {sweep.pk} has started.")
        if not sweep.is_over:
            self._tell_of_others(sweep)
            self._where.wake()
        total = look_at(sweep)[0].total
        with progress(self._console, total, self._as_json) as shown:
            ended = follow(sweep, self._where, self._interruption, shown, results)
        if ended == FollowEnd.FINISHED and sweep.judge_model:
            # Workers may still be judging; runs that a worker has begun to judge are skipped here.
            self._console.remark(f"{sweep.judge_model} has read {counted(judge_sweep(sweep), 'run')}.")
        return self._close(sweep, ended, results)

    def _tell_of_others(self, sweep: Sweep) -> None:
        """Print the numbers of other running sweeps, because the workers of this command play those sweeps as well."""
        others = Sweep.objects.filter(state=SweepState.RUNNING).exclude(pk=sweep.pk).values_list("pk", flat=True)
        for number in others if self._where.is_own else ():
            stop = to_type(f"benchmark pause {number}")
            self._console.remark(f"Sweep {number} is also running, and these workers play it too. To pause it: {stop}")

    def _close(self, sweep: Sweep, ended: FollowEnd, results: SweepResults) -> int:
        if ended is FollowEnd.LEFT and self._where.is_own:
            self._console.remark("Pausing the sweep. Press Ctrl-C again to stop at once.")
            pause(sweep)
            self._where.stop()
        if ended is FollowEnd.ABANDONED and not self._where.is_own:
            _take_over(sweep, self._goes_to, self._as_json)
        results.write()
        self._tell(sweep, ended, results)
        if ended is FollowEnd.ABANDONED:
            # The sweep is paused, because a site that is started later would otherwise play it without anybody asking.
            pause(sweep)
            raise Trouble(
                "The workers stopped unexpectedly.", *self._where.last_words(), self._go_on(sweep), code=CRASHED
            )
        return INTERRUPTED if ended is FollowEnd.LEFT else _exit_code(results)

    def _tell(self, sweep: Sweep, ended: FollowEnd, results: SweepResults) -> None:
        report = report_of(results.rows, results.about)
        if self._as_json:
            self._console.json(_as_json(sweep, ended, results, report_as_data(report)))
            return
        self._console.raw(f"\n{text_report(report)}\n")
        for folder in results.folders:
            self._console.raw(f"results       {from_here(folder.absolute())}\n")
        if results.trace_folder is not None:
            self._console.raw(f"traces        {from_here(results.trace_folder.absolute())}\n")
        for line in self._last_words(sweep, ended, results):
            # Not wrapped: these lines hold commands that people copy.
            self._console.raw(f"{line}\n")

    def _last_words(self, sweep: Sweep, ended: FollowEnd, results: SweepResults) -> list[str]:
        missing = sum(row.status == NO_VALIDATION for row in results.rows)
        broken = sum(row.status == EXCEPTION for row in results.rows)
        left = f"{missing} of {counted(len(results.rows), 'run')} not played yet; the results are partial."
        if ended is FollowEnd.LEFT and not self._where.is_own:
            stop = to_type(f"benchmark pause {sweep.pk}")
            return [left, f"Sweep {sweep.pk} continues without this command. To pause it: {stop}"]
        if ended in (FollowEnd.LEFT, FollowEnd.PAUSED):
            why = f" {sweep.why}" if sweep.why else ""
            return [f"Sweep {sweep.pk} is paused.{why} {left}", self._go_on(sweep)]
        if ended is FollowEnd.CANCELLED:
            return [f"Sweep {sweep.pk} was cancelled. {left}"]
        if broken:
            again = self._goes_to.to_type("retry", sweep)
            return [f"{counted(broken, 'run')} could not be played. To retry: {again}"]
        return []

    def _go_on(self, sweep: Sweep) -> str:
        return f"To continue: {self._goes_to.to_type('resume', sweep)}"


def _exit_code(results: SweepResults) -> int:
    return FAILED if any(row.status in (EXCEPTION, NO_VALIDATION) for row in results.rows) else OK


def _as_json(sweep: Sweep, ended: FollowEnd, results: SweepResults, report: dict[str, Any]) -> dict[str, Any]:
    statuses = Counter[str](row.status for row in results.rows)
    return {
        "sweep": sweep.pk,
        "state": sweep.state,
        "interrupted": ended is FollowEnd.LEFT,
        "episodes": len(results.rows),
        "successes": statuses[SUCCESS],
        "undecided": sum(bool(row.undecided_numeric) for row in results.rows),
        "could_not_be_played": statuses[EXCEPTION],
        "not_played_yet": statuses[NO_VALIDATION],
        "from_cache": sum(bool(row.from_cache) for row in results.rows),
        "results": [str(folder) for folder in results.folders],
        "report": report,
    }


def _take_over(sweep: Sweep, goes_to: OutputPlaces, as_json: bool) -> None:
    """Replace this process with `pare benchmark resume`, because the command that played the sweep has ended."""
    arguments = ["benchmark", "resume", str(sweep.pk), *goes_to.flags]
    arguments += ["--json"] if as_json else []
    sys.stdout.flush()
    sys.stderr.flush()
    # A new process, because this one is connected to the queue of the command that has ended.
    os.execv(sys.executable, [sys.executable, "-m", "pare_site.cli.main", *arguments])
