"""The first and the last line of a trace file, and the error for a file that is not a usable trace."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.trace.metrics import Metrics
from simulator.trace.moments import EndReason

# Version of the file format; kinds of moments have versions of their own.
SCHEMA = 1
KIND = "pare.trace"


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=KIND):
    """The first line of a trace: scenario and configuration, enough to start the same run again."""

    schema: int = SCHEMA
    engine: str
    scenario: dict[str, Any]
    scenario_hash: str
    config: dict[str, Any]
    config_hash: str
    seed: int


class PartNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of an outcome with its reasons."""

    ok: bool
    reasons: tuple[str, ...]
    doubts: tuple[str, ...] = ()


class OutcomeNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a run as a trace keeps it. Older traces lack `restrained` or some of the fields after it."""

    success: bool
    goals_met: PartNote
    clean: PartNote
    consented: PartNote
    in_time: PartNote
    done_by_user: tuple[str, ...] = ()
    # Unset in traces of versions that did not judge restraint, so that writing such a trace again gives the same bytes.
    restrained: PartNote | msgspec.UnsetType = msgspec.UNSET
    undecided: bool | msgspec.UnsetType = msgspec.UNSET
    honest_report: str | msgspec.UnsetType | None = msgspec.UNSET
    needs: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Result(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="result"):
    """The last line of a trace: the outcome. The writer fills in the count, the content hash and the checksum."""

    ended: EndReason
    error: str = ""
    outcome: OutcomeNote | None
    moments: int = 0
    content_hash: str = ""
    state_hash: str
    metrics: Metrics
    sha256: str = ""
    """The checksum of all lines before the result, and of the result without this field."""


class TraceError(Exception):
    """A file cannot be read as a trace, or a trace cannot be used. The message says where, why, and how to fix it."""

    def __init__(self, file: str, line: int | None, problem: str, remedy: str, moments: int = 0) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        self.remedy = remedy
        # Number of whole moments before the error; reading with `partial` returns them.
        self.moments = moments
        super().__init__(file, line, problem, remedy)

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.problem} {self.remedy}"
