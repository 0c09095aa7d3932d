"""The report of a verification, and the checks that need only the file: checksum, hash chain, scenario, exchanges."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from simulator.trace.exchange_parts import part_hash, parts_brought, parts_used
from simulator.trace.hashing import SHORT, ContentHash, json_hash
from simulator.trace.trace_reader import Trace

State = Literal["ok", "wrong", "left_out"]
_SIGNS: dict[State, str] = {"ok": "ok", "wrong": "WRONG", "left_out": "left out"}
_LONGEST = 200


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A difference between a value in a trace and the value that a check computed."""

    field: str
    expected: Any
    """The value in the trace."""
    got: Any
    """The value that the check computed."""
    moment: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = [] if self.line is None else [f"line {self.line}"]
        if self.moment is not None:
            place.append(f"moment {self.moment}")
        where = f"{', '.join(place).capitalize()}: the" if place else "The"
        return f"{where} file says {self.field} {_shown(self.expected)}, but the check computed {_shown(self.got)}."


class VerifyCheck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one check."""

    name: str
    state: State
    says: str
    difference: Difference | None = None

    def __str__(self) -> str:
        detail = f" {self.difference}" if self.difference is not None else ""
        return f"{_SIGNS[self.state]:<8} {self.name}: {self.says}{detail}"


class VerifyReport(msgspec.Struct, frozen=True):
    """The results of all checks of a trace."""

    checks: tuple[VerifyCheck, ...]

    @property
    def ok(self) -> bool:
        """Return True if no check failed; checks that were left out do not count."""
        return all(check.state != "wrong" for check in self.checks)

    @property
    def first(self) -> VerifyCheck | None:
        """Return the first check that failed; None if no check failed."""
        return next((check for check in self.checks if check.state == "wrong"), None)

    def __getitem__(self, name: str) -> VerifyCheck:
        return next(check for check in self.checks if check.name == name)

    def __str__(self) -> str:
        return "\n".join(str(check) for check in self.checks)


def holds(name: str, says: str) -> VerifyCheck:
    return VerifyCheck(name, "ok", says)


def fails(name: str, says: str, difference: Difference | None = None) -> VerifyCheck:
    return VerifyCheck(name, "wrong", says, difference)


def left_out(name: str, why: str) -> VerifyCheck:
    return VerifyCheck(name, "left_out", why)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


BYTES, CHAIN, SCENARIO, EXCHANGES = "bytes", "chain", "scenario", "exchanges"


def check_bytes(trace: Trace) -> VerifyCheck:
    """Check every byte of the file: first that each line is as the writer would write it, then the checksum."""
    if trace.result is None:
        return left_out(BYTES, "The trace has no result, so it has no checksum.")
    # Checked before the checksum, which says that something changed but not in which line.
    if trace.odd_lines:
        difference = Difference("spelling", "that of the writer", "different", line=trace.odd_lines[0])
        return fails(
            BYTES, f"Number of lines that differ from the writer's output: {len(trace.odd_lines)}.", difference
        )
    if trace.sha256 != trace.result.sha256:
        says = "The file was changed after it was written."
        return fails(BYTES, says, Difference("sha256", trace.result.sha256, trace.sha256))
    return holds(BYTES, "The checksum matches every byte.")


def check_chain(trace: Trace) -> VerifyCheck:
    if len(trace.marks) != len(trace.moments):
        difference = Difference("hashes", len(trace.marks), len(trace.moments))
        return fails(CHAIN, "Not every moment has a hash.", difference)
    chain = ContentHash()
    for moment, mark in zip(trace.moments, trace.marks, strict=True):
        chain.feed(moment)
        found = chain.digest[:SHORT]
        if found != mark:
            difference = Difference("h", mark, found, moment.n, trace.line_of(moment.n))
            return fails(CHAIN, "A moment was changed after it was written.", difference)
    if trace.result is not None and trace.result.content_hash != chain.digest:
        difference = Difference("content_hash", trace.result.content_hash, chain.digest)
        return fails(CHAIN, "The result belongs to different moments.", difference)
    return holds(CHAIN, f"The hashes of all {len(trace.moments)} moments match.")


def check_scenario_hash(trace: Trace) -> VerifyCheck:
    found = json_hash(trace.header.scenario)
    if found != trace.header.scenario_hash:
        difference = Difference("scenario_hash", trace.header.scenario_hash, found, line=1)
        return fails(SCENARIO, "The scenario is not the one that was played.", difference)
    return holds(SCENARIO, "The scenario is the one that was played.")


def check_exchanges(trace: Trace) -> VerifyCheck:
    """Check that the file has each message and tool schema at or before its first use, and that its hash is right."""
    there: set[str] = set()
    count = 0
    for moment in trace.moments:
        line = trace.line_of(moment.n)
        for name, part in parts_brought(moment).items():
            if part_hash(part) != name:
                # Requests refer to a part by its hash, so a changed part would show a prompt that nobody sent.
                difference = Difference("parts", name, part_hash(part), moment.n, line)
                return fails(EXCHANGES, "A message or tool schema does not match its hash.", difference)
        there |= parts_brought(moment).keys()
        missing = [name for name in parts_used(moment) if name not in there]
        if missing:
            difference = Difference("exchange", missing[0], "missing up to here", moment.n, line)
            return fails(EXCHANGES, "A request refers to a message or tool schema that is missing.", difference)
        count += bool(parts_used(moment))
    return holds(EXCHANGES, f"All messages and tool schemas of the {count} model requests are in the file.")
