"""`pare trace verify`: prints each check of a trace with its result, and the checks that were not possible."""

from __future__ import annotations

import argparse

import msgspec

from pare_site.cli.exits import FAILED, OK
from pare_site.cli.output import Console
from pare_site.cli.trace_reading import read_whole
from simulator.episode.verify import verify
from simulator.trace.verification import VerifyReport

_SIGNS = {"ok": ("✓", "good"), "wrong": ("✗", "bad"), "left_out": ("·", "dim")}
_WAYS = {
    "fold": "by applying the recorded changes",
    "calls": "by repeating every call",
    "loop": "by replaying the recorded decisions",
}


def verify_trace(args: argparse.Namespace, console: Console) -> int:
    """Verify a trace file, print the report, and return the exit code."""
    trace = read_whole(args.file)
    report = verify(trace)
    if args.json:
        checks = [msgspec.to_builtins(check) for check in report.checks]
        console.json({"ok": report.ok, "file": args.file, "engine": trace.header.engine, "checks": checks})
    else:
        _show(console, report)
    return OK if report.ok else FAILED


def _show(console: Console, report: VerifyReport) -> None:
    longest = max(len(check.name) for check in report.checks)
    for check in report.checks:
        sign, style = _SIGNS[check.state]
        lead = "not checked: " if check.state == "left_out" else ""
        detail = f" {check.difference}" if check.difference is not None else ""
        prefix = f"{sign} {check.name:<{longest}}  "
        console.say(f"{lead}{check.says}{detail}", prefix=prefix, prefix_style=style)
    # Not every trace can be replayed: a model's decisions or another engine version rule some checks out.
    ways = [words for name, words in _WAYS.items() if report[name].state != "left_out"]
    console.say()
    verdict = "The trace is intact." if report.ok else "The trace was changed or cannot be rebuilt."
    checked = f" Checked {', '.join(ways)}." if ways else ""
    console.say(f"{verdict}{checked}", style="good" if report.ok else "bad")
