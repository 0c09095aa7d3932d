"""Prints the replies of a model in a trace, one row each: tokens, seconds and result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pare_site.cli.output import Console
from pare_site.cli.tables import show_table
from simulator.phone.writable import shortened
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import read_trace
from simulator.words.english import counted

HEAD = ("step", "role", "tokens", "seconds", "result")
_LONGEST = 200


def show_replies(console: Console, trace: Path) -> None:
    """Print a table of all replies in a trace."""
    acts = [moment for moment in read_trace(trace).moments if isinstance(moment, Acted)]
    rows = [row for act in acts for row in _row(act)]
    wrong = sum(act.error is not None for act in acts if act.envelope is not None and act.envelope.exchange is not None)
    console.heading(f"{counted(len(rows), 'real call')}, {len(rows) - wrong} of them valid, {wrong} not")
    show_table(console, HEAD, rows, flexible=len(HEAD) - 1)
    console.say()


def _row(act: Acted) -> Iterator[list[str]]:
    envelope = act.envelope
    if envelope is None or envelope.exchange is None:
        return
    came = f"refused: {act.error.message}" if act.error is not None else f"done: {act.name}"
    tokens = f"{envelope.tokens_in} + {envelope.tokens_out}"
    seconds = f"{(envelope.latency_ms or 0) / 1000:.1f}"
    yield [str(act.n), envelope.exchange.stage, tokens, seconds, shortened(came, _LONGEST)]
