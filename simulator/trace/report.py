"""What verification says: each check, whether it holds, and the first difference where it does not."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

State = Literal["ok", "wrong", "left_out"]
_SIGNS: dict[State, str] = {"ok": "ok", "wrong": "WRONG", "left_out": "left out"}
_LONGEST = 200


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a trace says one thing and the check found another."""

    field: str
    expected: Any
    """What the trace says."""
    got: Any
    """What was found instead."""
    moment: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = [] if self.line is None else [f"line {self.line}"]
        if self.moment is not None:
            place.append(f"moment {self.moment}")
        where = f"At {', '.join(place)}, the" if place else "The"
        return f"{where} file says {self.field} {_shown(self.expected)}, worked out again it is {_shown(self.got)}."


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was looked at."""

    name: str
    state: State
    says: str
    difference: Difference | None = None

    def __str__(self) -> str:
        detail = f" {self.difference}" if self.difference is not None else ""
        return f"{_SIGNS[self.state]:<8} {self.name}: {self.says}{detail}"


class Report(msgspec.Struct, frozen=True):
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Nothing is wrong; what was left out says so itself."""
        return all(check.state != "wrong" for check in self.checks)

    @property
    def first(self) -> Check | None:
        """The first thing that is wrong."""
        return next((check for check in self.checks if check.state == "wrong"), None)

    def __getitem__(self, name: str) -> Check:
        return next(check for check in self.checks if check.name == name)

    def __str__(self) -> str:
        return "\n".join(str(check) for check in self.checks)


def holds(name: str, says: str) -> Check:
    return Check(name, "ok", says)


def fails(name: str, says: str, difference: Difference | None = None) -> Check:
    return Check(name, "wrong", says, difference)


def left_out(name: str, why: str) -> Check:
    return Check(name, "left_out", why)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
