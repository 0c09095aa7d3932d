"""Shows the progress of a sweep on standard error: a bar on a terminal, a line every 10 to 120 seconds elsewhere."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pare_site.cli.output import Console
from simulator.words.money import dollars

_BETWEEN_LINES = 10.0
_MOST_BETWEEN_LINES = 120.0
# Seconds that the rate is measured over: earlier runs say little about the current pace.
_REMEMBERED = 30.0
_BAR = "{percentage:3.0f} %|{bar}| {n_fmt}/{total_fmt}{postfix}"


class SweepProgress(NamedTuple):
    """Number of runs of a sweep by state, and their cost in US dollars."""

    total: int
    done: int = 0
    """Runs that are over, however they ended."""
    successes: int = 0
    broken: int = 0
    """Runs that failed or were stopped before their end."""
    cost: float = 0.0
    undecided: int = 0


class RunRate:
    """Measures the runs per second over the last 30 seconds, without runs that ended before the first `note`."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, done: int, now: float) -> None:
        self._seen.append((now, done))
        while len(self._seen) > 2 and self._seen[0][0] < now - _REMEMBERED:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        if len(self._seen) < 2:
            return 0.0
        (start, before), (end, done) = self._seen[0], self._seen[-1]
        return (done - before) / (end - start) if end > start else 0.0


class ProgressDisplay:
    """Shows the progress as a bar or as lines; shows nothing if `quiet`."""

    def __init__(self, console: Console, total: int, quiet: bool = False) -> None:
        self._console = console
        self._pace = RunRate()
        self._bar: Any = None
        self._quiet = quiet
        self._next_line, self._between = time.monotonic() + _BETWEEN_LINES, _BETWEEN_LINES
        if console.err_on_terminal and not quiet:
            # The bar does not stay on the screen: the report that follows says more than a full bar.
            from tqdm import tqdm

            self._bar = tqdm(total=total, leave=False, dynamic_ncols=True, bar_format=_BAR)

    def show(self, standing: SweepProgress) -> None:
        """Update the bar, or print a line if the last line is old enough."""
        now = time.monotonic()
        self._pace.note(standing.done, now)
        words = ", ".join(self._words(standing))
        if self._bar is not None:
            self._bar.n = standing.done
            self._bar.set_postfix_str(words, refresh=True)
        elif now >= self._next_line and not self._quiet:
            self._console.remark(f"[{standing.done}/{standing.total}] {words}")
            # The longer a sweep takes, the fewer lines its log gets.
            self._between = min(self._between * 1.5, _MOST_BETWEEN_LINES)
            self._next_line = now + self._between

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def _words(self, standing: SweepProgress) -> Iterator[str]:
        rate = self._pace.rate
        yield f"{rate:.1f}/s" if rate >= 1 else f"{rate * 60:.1f}/min"
        yield f"{standing.successes} ok"
        if standing.undecided:
            yield f"{standing.undecided} undecided"
        if standing.broken:
            yield f"{standing.broken} not played"
        if standing.cost:
            yield dollars(standing.cost)
        if rate and standing.done < standing.total:
            yield f"{spelled((standing.total - standing.done) / rate)} left"


@contextmanager
def progress(console: Console, total: int, quiet: bool) -> Iterator[ProgressDisplay]:
    """Yield a display, and close it afterwards, so that an error message is not printed into the bar."""
    shown = ProgressDisplay(console, total, quiet)
    try:
        yield shown
    finally:
        shown.close()


def spelled(seconds: float) -> str:
    """Return a duration as `45 s`, `12 min` or `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
