"""Matchers for one field of a record: each says in one sentence why a value is not the one wanted."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field, model_validator

from simulator.phone import when
from simulator.scenario.base import Part
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.mentions import Mentions

Scalar = str | int | float | bool | None
_FORMS = ("eq", "one_of", "mentions", "near", "at", "same_set", "includes", "multiset", "count", "empty")


class Bounds(Part):
    """How many there may be."""

    min: int = 0
    max: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _exactly(cls, data: Any) -> Any:
        return {"min": data, "max": data} if isinstance(data, int) else data

    def miss(self, number: int, noun: str) -> str | None:
        if number < self.min:
            return f"there should be at least {self.min} {noun}, there are {number}"
        if self.max is not None and number > self.max:
            return f"there should be at most {self.max} {noun}, there are {number}"
        return None


class FieldMatch(Part):
    """What one field must be. A plain value means equal to it."""

    eq: Scalar | list[Scalar] = None
    one_of: list[Scalar] | None = None
    mentions: Mentions | None = None
    near: float | str | None = Field(None, description="A number, or =name of a derived one.")
    at: str | None = Field(None, description="A time, or =name of a derived one.")
    within: float | str = Field(0, description="How far a number or a time may be off: 0.5, or 15m.")
    same_set: list[str] | None = Field(None, alias="set", description="Exactly these, in any order.")
    includes: list[str] | None = None
    multiset: dict[str, int] | None = Field(None, description="Exactly these, so many of each.")
    count: Bounds | None = None
    empty: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        return data if isinstance(data, dict) else {"eq": data}

    @model_validator(mode="after")
    def _says_something(self) -> FieldMatch:
        if not any(form in self.model_fields_set for form in _FORMS):
            raise ValueError("say what the field must be: a value, one_of, mentions, near, at, set, includes, ...")
        return self

    def miss(self, value: Any, field: str, evidence: Evidence) -> str | None:
        """None if the value is as wanted; otherwise one sentence about the field."""
        for form in _FORMS:
            if form in self.model_fields_set:
                problem = getattr(self, f"_miss_{form}")(value, evidence)
                if problem is not None:
                    return f"{field} {problem}"
        return None

    def _miss_eq(self, value: Any, evidence: Evidence) -> str | None:
        wanted = self.eq
        if isinstance(wanted, list):
            same = isinstance(value, Sequence) and len(value) == len(wanted)
            same = same and all(equal(one, other, evidence) for one, other in zip(wanted, value, strict=True))
        else:
            same = equal(wanted, value, evidence)
        if same:
            return None
        return f"should be {_shown_wanted(wanted, value, evidence)}, but is {_shown_value(wanted, value, evidence)}"

    def _miss_one_of(self, value: Any, evidence: Evidence) -> str | None:
        options = self.one_of or []
        if any(equal(option, value, evidence) for option in options):
            return None
        listed = ", ".join(_shown(option) for option in options)
        return f"should be one of {listed}, but is {_shown_value(options[0] if options else None, value, evidence)}"

    def _miss_mentions(self, value: Any, evidence: Evidence) -> str | None:
        assert self.mentions is not None
        problem = self.mentions.miss(str(value or ""), evidence.world.now, evidence)
        return None if problem is None else f"is not right: {problem}"

    def _miss_near(self, value: Any, evidence: Evidence) -> str | None:
        wanted = evidence.value(self.near)
        if isinstance(value, int | float) and abs(value - float(wanted)) <= float(self.within) + 1e-9:
            return None
        return f"should be {wanted} (within {self.within}), but is {value}"

    def _miss_at(self, value: Any, evidence: Evidence) -> str | None:
        wanted = evidence.value(self.at)
        at = wanted if isinstance(wanted, int) else evidence.time(str(wanted))
        slack = when.parse_duration(self.within) if isinstance(self.within, str) else int(self.within)
        if isinstance(value, int) and abs(value - at) <= slack:
            return None
        return f"should be {evidence.world.show(at)}, but is {_time(value, evidence)}"

    def _miss_same_set(self, value: Any, evidence: Evidence) -> str | None:
        wanted = self.same_set or []
        missing = _missing(wanted, value, evidence)
        extra = [item for item in value if not any(equal(who, item, evidence) for who in wanted)]
        if missing:
            return f"should have {', '.join(missing)} as well"
        return f"should not have {', '.join(map(str, extra))}" if extra else None

    def _miss_includes(self, value: Any, evidence: Evidence) -> str | None:
        missing = _missing(self.includes or [], value, evidence)
        return f"should have {', '.join(missing)}" if missing else None

    def _miss_multiset(self, value: Any, evidence: Evidence) -> str | None:
        wanted = Counter({_id(key, evidence): number for key, number in (self.multiset or {}).items()})
        pairs = value.items() if isinstance(value, Mapping) else ((item, 1) for item in value)
        have: Counter[str] = Counter()
        for key, number in pairs:
            have[str(key)] += number
        if have == wanted:
            return None
        return f"should be {_counts(wanted, evidence)}, but is {_counts(have, evidence)}"

    def _miss_count(self, value: Any, evidence: Evidence) -> str | None:
        assert self.count is not None
        problem = self.count.miss(len(value), "entries")
        return None if problem is None else f"is not right: {problem}"

    def _miss_empty(self, value: Any, evidence: Evidence) -> str | None:
        if bool(self.empty) != bool(value):
            return None
        return "should be empty" if self.empty else "should not be empty"


def equal(wanted: Any, value: Any, evidence: Evidence) -> bool:
    """Equality as a person sees it: labels stand for records and people, times for moments, accents do not matter."""
    wanted = evidence.value(wanted)
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    if isinstance(wanted, str) and isinstance(value, int):
        return _is_time(wanted, evidence) and evidence.time(wanted) == value
    if isinstance(wanted, int | float) and isinstance(value, int | float):
        return abs(wanted - value) < 1e-9
    if isinstance(wanted, str) and isinstance(value, str):
        if value in evidence.aliases(wanted) or value == _id(wanted, evidence):
            return True
        return folded(wanted) == folded(value)
    return bool(wanted == value) or (wanted is None and value in ("", (), None))


def folded(text: str) -> str:
    """Text without case, accents and extra spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def _id(label: str, evidence: Evidence) -> str:
    return evidence.labels[label][1] if label in evidence.labels else label


def _missing(wanted: Sequence[str], value: Any, evidence: Evidence) -> list[str]:
    return [who for who in wanted if not any(equal(who, item, evidence) for item in value)]


def _is_time(text: str, evidence: Evidence) -> bool:
    try:
        evidence.time(text)
    except when.TimeError:
        return False
    return True


def _shown(wanted: Any) -> str:
    return "empty" if wanted in (None, "", []) else str(wanted)


def _shown_wanted(wanted: Any, value: Any, evidence: Evidence) -> str:
    wanted = evidence.value(wanted)
    if isinstance(wanted, str) and isinstance(value, int) and _is_time(wanted, evidence):
        return evidence.world.show(evidence.time(wanted))
    return _shown(wanted)


def _shown_value(wanted: Any, value: Any, evidence: Evidence) -> str:
    if isinstance(wanted, str) and isinstance(value, int) and not isinstance(value, bool):
        return _time(value, evidence)
    return _shown(evidence.record_label(value) if isinstance(value, str) else value)


def _time(value: Any, evidence: Evidence) -> str:
    return evidence.world.show(value) if isinstance(value, int) else str(value)


def _counts(counter: Counter[str], evidence: Evidence) -> str:
    parts = [f"{number} x {evidence.record_label(key)}" for key, number in sorted(counter.items())]
    return ", ".join(parts) or "nothing"
