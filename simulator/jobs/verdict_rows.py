"""Converts rows of `Verdict` to readings and back, for judging, forks, exports and imports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from simulator.jobs.serialization import storable
from simulator.models import Episode, Verdict
from simulator.reading.reading_lines import ReadingLine

# Keys of verdicts about a whole run begin with this. Such verdicts follow from readings; files omit them.
RUN_PREFIX = "run:"


def lines_of_run(run: Episode, rater_kind: str = "", rater: str = "") -> Iterator[ReadingLine]:
    """Yield the readings of a run in the order of storing; `rater_kind` and `rater` limit them to some raters."""
    rows = Verdict.objects.filter(episode=run).exclude(key__startswith=RUN_PREFIX)
    rows = rows.filter(rater_kind=rater_kind) if rater_kind else rows
    rows = rows.filter(rater=rater) if rater else rows
    return map(line_of, rows)


def copies_of_lines(run: Episode, last: int) -> Iterator[ReadingLine]:
    """Yield copies of the readings of texts up to the step `last`, for a fork. The copies have a cost of 0."""
    for line in lines_of_run(run):
        if line.moment is not None and line.moment <= last:
            yield msgspec.structs.replace(line, cost=0.0, tokens_in=0, tokens_out=0)


def line_of(row: Verdict) -> ReadingLine:
    return ReadingLine(
        key=row.key,
        text_hash=row.text_hash,
        value=row.value,  # type: ignore[arg-type]  # the model has the same three choices
        rater_kind=row.rater_kind,  # type: ignore[arg-type]
        rater=row.rater,
        moment=row.moment,
        words=row.words,
        reason=row.reason,
        version=row.version,
        claim_hash=row.claim_hash,
        is_failed=row.is_failed,
        cost=row.cost,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        created=row.created_at.isoformat(),
    )


def store_lines(run: Episode, lines: Iterable[ReadingLine]) -> int:
    """Store the readings of a run that are not stored yet, and return their number.

    Nothing is overwritten: if a rater has read a text for the same claim more than once, the last reading that did not
    fail counts.
    """
    known = {_content(line) for line in lines_of_run(run)}
    rows: list[Verdict] = []
    for line in lines:
        if _content(line) not in known and not line.key.startswith(RUN_PREFIX):
            known.add(_content(line))
            rows.append(_row(run, line))
    Verdict.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def _content(line: ReadingLine) -> tuple[object, ...]:
    identity = (line.moment, line.key, line.text_hash, line.claim_hash, line.rater_kind, line.rater, line.version)
    return (*identity, line.value, line.words, line.reason, line.is_failed)


def _row(run: Episode, line: ReadingLine) -> Verdict:
    return Verdict(
        episode=run,
        moment=line.moment,
        key=storable(line.key)[:200],
        text_hash=line.text_hash[:24],
        claim_hash=line.claim_hash[:24],
        value=line.value,
        words=storable(line.words),
        reason=storable(line.reason),
        rater_kind=line.rater_kind,
        rater=storable(line.rater)[:200],
        version=line.version[:64],
        is_failed=line.is_failed,
        cost=line.cost,
        tokens_in=line.tokens_in,
        tokens_out=line.tokens_out,
        created_at=_date(line.created) or timezone.now(),
    )


def _date(text: str) -> datetime | None:
    try:
        found = parse_datetime(text) if text else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
