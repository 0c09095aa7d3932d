"""Chooses the reader of a report, and leaves out the runs that this reader has not judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from benchmark.result_row import NO_VALIDATION, ResultRow
from simulator.reading.claims import READER

UNREAD = "unread"


def reader_of(rows: Sequence[ResultRow], wanted: str = "") -> str:
    """Return the reader that a report uses: the wanted one, else `rules`, else the one that judged the most runs.

    Return "" if no reader is wanted and no row names one, as in files of the original benchmark.
    """
    if wanted:
        return wanted
    known = Counter(row.reader for row in rows if row.is_counted and row.reader)
    if READER in known or not known:
        return READER if known else ""
    return min(known, key=lambda name: (-known[name], name))


def read_by(rows: Sequence[ResultRow], reader: str) -> list[ResultRow]:
    """Return the rows. Runs whose outcome is not by this reader become rows that are not counted.

    Figures of two readers can't be mixed: one may call undecided what the other calls a success.
    """
    return [row if not row.is_counted or row.reader == reader else _unread(row) for row in rows]


def _unread(row: ResultRow) -> ResultRow:
    """Return a row as if its run had not been played, so that neither its outcome nor its cost counts."""
    return msgspec.structs.replace(
        row,
        status=NO_VALIDATION,
        success_numeric=None,
        success_bool=None,
        undecided_numeric=None,
        failure=UNREAD,
        run_duration=None,
        attempts=0,
        tokens_in=0,
        tokens_out=0,
        cost=None,
    )
