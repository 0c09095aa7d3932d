"""Plays a sweep to its end, or as far as it goes, and tells what came of it."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from benchmark.jobs.steering import pause
from benchmark.models import Sweep, SweepState
from benchmark.report.as_json import report_as_data
from benchmark.report.building import report_of
from benchmark.report.text import text_report
from benchmark.rows import EXCEPTION, NO_VALIDATION, SUCCESS
from pare_site.cli.benchmark_following import Ended, follow, look_at
from pare_site.cli.benchmark_ground import Ground, cores
from pare_site.cli.benchmark_progress import progress
from pare_site.cli.benchmark_results import Places, SweepResults
from pare_site.cli.exits import CRASHED, FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.interrupting import Interruption, interruptible
from pare_site.cli.output import Console, counted
from pare_site.machine import from_here, to_type
from pare_site.supervisor.crew import Needs
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig


class Playing:
    """From before a sweep begins, so that whoever presses Ctrl-C never leaves one half begun."""

    def __init__(self, console: Console, where: Ground, goes_to: Places, as_json: bool) -> None:
        self._console, self._where, self._goes_to, self._as_json = console, where, goes_to, as_json
        self._stack = ExitStack()
        self._interruption = Interruption()

    def __enter__(self) -> Playing:
        self._interruption = self._stack.enter_context(interruptible(self._where.kill))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def get_ready(self, configs: Iterable[EpisodeConfig], at_once: int | None) -> None:
        """Have workers for episodes with these configs, if nobody else has and there are any to be played."""
        waiting = [waits_outside(config) for config in configs]
        workers = min(at_once or cores(), cores()) if False in waiting else 0
        if waiting:
            self._where.be_played(Needs(workers, True in waiting, self._goes_to.log_level))

    def to_its_end(self, sweep: Sweep) -> int:
        self._console.outlives_reader = True
        results = SweepResults(sweep, self._goes_to)
        if not self._as_json:
            self._console.say(f"Sweep {sweep.pk} has begun.")
        if not sweep.is_over:
            self._tell_of_others(sweep)
            self._where.wake()
        total = look_at(sweep)[0].total
        with progress(self._console, total, self._as_json) as shown:
            ended = follow(sweep, self._where, self._interruption, shown, results)
        return self._close(sweep, ended, results)

    def _tell_of_others(self, sweep: Sweep) -> None:
        """Workers play whatever is to be played, not only what this command is about."""
        others = Sweep.objects.filter(state=SweepState.RUNNING).exclude(pk=sweep.pk).values_list("pk", flat=True)
        for number in others if self._where.is_own else ():
            stop = to_type(f"benchmark pause {number}")
            self._console.remark(f"Sweep {number} was left running, so it is played beside this one. Pause it: {stop}")

    def _close(self, sweep: Sweep, ended: Ended, results: SweepResults) -> int:
        if ended is Ended.LEFT and self._where.is_own:
            self._console.remark("Pausing. Ctrl-C again does not wait.")
            pause(sweep)
            self._where.stop()
        if ended is Ended.ABANDONED and not self._where.is_own:
            _take_over(sweep, self._goes_to, self._as_json)
        results.write()
        self._tell(sweep, ended, results)
        if ended is Ended.ABANDONED:
            pause(sweep)
            raise Trouble("The workers broke off.", *self._where.last_words(), self._go_on(sweep), code=CRASHED)
        return INTERRUPTED if ended is Ended.LEFT else _exit_code(results)

    def _tell(self, sweep: Sweep, ended: Ended, results: SweepResults) -> None:
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
            # Not wrapped: commands are in them, to be copied.
            self._console.raw(f"{line}\n")

    def _last_words(self, sweep: Sweep, ended: Ended, results: SweepResults) -> list[str]:
        missing = sum(row.status == NO_VALIDATION for row in results.rows)
        broken = sum(row.status == EXCEPTION for row in results.rows)
        left = f"{counted(missing, 'episode')} of {len(results.rows)} are not played yet; the results are partial."
        if ended is Ended.LEFT and not self._where.is_own:
            stop = to_type(f"benchmark pause {sweep.pk}")
            return [left, f"Sweep {sweep.pk} goes on without this command. Pause it: {stop}"]
        if ended in (Ended.LEFT, Ended.PAUSED):
            why = f" {sweep.why}" if sweep.why else ""
            return [f"Sweep {sweep.pk} is paused.{why} {left}", self._go_on(sweep)]
        if ended is Ended.CANCELLED:
            return [f"Sweep {sweep.pk} was cancelled. {left}"]
        if broken:
            again = self._goes_to.to_type("retry", sweep)
            return [f"{counted(broken, 'episode')} could not be played. Try them again: {again}"]
        return []

    def _go_on(self, sweep: Sweep) -> str:
        return f"Go on with it: {self._goes_to.to_type('resume', sweep)}"


def _exit_code(results: SweepResults) -> int:
    return FAILED if any(row.status in (EXCEPTION, NO_VALIDATION) for row in results.rows) else OK


def _as_json(sweep: Sweep, ended: Ended, results: SweepResults, report: dict[str, Any]) -> dict[str, Any]:
    statuses = Counter[str](row.status for row in results.rows)
    return {
        "sweep": sweep.pk,
        "state": sweep.state,
        "interrupted": ended is Ended.LEFT,
        "episodes": len(results.rows),
        "successes": statuses[SUCCESS],
        "could_not_be_played": statuses[EXCEPTION],
        "not_played_yet": statuses[NO_VALIDATION],
        "from_cache": sum(bool(row.from_cache) for row in results.rows),
        "results": [str(folder) for folder in results.folders],
        "report": report,
    }


def _take_over(sweep: Sweep, goes_to: Places, as_json: bool) -> None:
    """Whoever played it has left: this command goes on with a queue and workers of its own."""
    arguments = ["benchmark", "resume", str(sweep.pk), *goes_to.flags]
    arguments += ["--json"] if as_json else []
    sys.stdout.flush()
    sys.stderr.flush()
    # A new process, because this one knows the queue of the other.
    os.execv(sys.executable, [sys.executable, "-m", "pare_site.cli.main", *arguments])
