"""Collects all verdicts of models and people about a run: rows of `Verdict`, and verdicts that other apps store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from simulator.models import Episode, Verdict


class GivenVerdict(NamedTuple):
    """A verdict of one rater about a run, or about a moment or a text of the run."""

    moment: int | None
    key: str
    """Key of the claim, of the outcome (such as `run:success`) or, in a study, of the question."""
    value: str
    rater_kind: str
    rater: str
    words: str = ""
    reason: str = ""
    text_hash: str = ""
    version: str = ""
    cost: float | None = None
    source: str = "readings"
    """Name of the source; `readings` for a row of `Verdict`."""


VerdictSource = Callable[[Episode], Iterable[GivenVerdict]]
_sources: dict[str, VerdictSource] = {}


def register(name: str, source: VerdictSource) -> None:
    """Register a function that returns an app's verdicts. A second call with the same name replaces the function."""
    _sources[name] = source


def verdicts_of(run: Episode) -> list[GivenVerdict]:
    """Return the stored verdicts of a run, then the verdicts of every registered source."""
    found = [_given(row) for row in Verdict.objects.filter(episode=run)]
    for source in _sources.values():
        found.extend(source(run))
    return found


def _given(row: Verdict) -> GivenVerdict:
    return GivenVerdict(
        moment=row.moment,
        key=row.key,
        value=row.value,
        rater_kind=row.rater_kind,
        rater=row.rater,
        words=row.words,
        reason=row.reason,
        text_hash=row.text_hash,
        version=row.version,
        cost=row.cost,
    )
