"""Conditions on one field of a record. If a value does not match, a clause says why."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from simulator.phone import when
from simulator.scenario.base import ScenarioModel
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.field_values import (
    counts_of,
    equal,
    folded,
    items_of,
    listed,
    shown,
    shown_counts,
    shown_time,
    shown_value,
    shown_wanted,
    wanted_counts,
)
from simulator.scenario.goals.mentions import Mentions

__all__ = ["Bounds", "FieldMatch", "equal", "folded"]

Scalar = str | int | float | bool | None
# The order in which conditions are checked: the first that fails gives the reason.
_FORMS = (
    "eq",
    "one_of",
    "mentions",
    "say",
    "near",
    "at",
    "not_before",
    "not_after",
    "same_set",
    "includes",
    "among",
    "multiset",
    "count",
    "empty",
)


class Bounds(ScenarioModel):
    """Limits of a number: at least min, at most max."""

    min: int = Field(0, ge=0)
    max: int | None = Field(None, ge=0)

    @model_validator(mode="before")
    @classmethod
    def _exactly(cls, data: Any) -> Any:
        return {"min": data, "max": data} if isinstance(data, int) else data

    @model_validator(mode="after")
    def _in_order(self) -> Bounds:
        if self.max is not None and self.max < self.min:
            raise ValueError(f"max {self.max} is less than min {self.min}; raise max or lower min")
        return self

    def miss(self, number: int) -> str | None:
        """Return a clause with this number and the limit that it breaks; None if it is within the limits."""
        if self.max is not None and number > self.max:
            return f"{number} instead of {'at most ' if self.min != self.max else ''}{self.max}"
        if number < self.min:
            return f"{number} instead of {'at least ' if self.min != self.max else ''}{self.min}"
        return None


class FieldMatch(ScenarioModel):
    """One or more conditions on a field, all of which must hold. A plain value means that the field must equal it."""

    eq: Scalar | list[Scalar] = None
    one_of: list[Scalar] | None = None
    mentions: Mentions | None = None
    say: str | None = Field(None, description="Plain sentence that the text must express, in any words.")
    near: float | str | None = Field(None, description="The wanted number, or =name of a derived number.")
    at: str | None = Field(None, description="The wanted time, or =name of a derived time.")
    not_before: str | None = Field(None, description="The earliest time, or =name of a derived time.")
    not_after: str | None = Field(None, description="The latest time, or =name of a derived time.")
    within: float | str = Field(0, description="How far a number or a time may be off, such as 0.5 or 15m.")
    same_set: list[str] | None = Field(None, alias="set", description="Exactly these entries, in any order.")
    includes: list[str] | None = None
    among: list[str] | None = Field(None, description="No entries other than these; the field may be empty.")
    multiset: dict[str, int] | None = Field(None, description="Exactly these entries, with the number of each.")
    count: Bounds | None = None
    empty: bool | None = None
    or_empty: bool = Field(False, description="True if the field may also be empty.")

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        return data if isinstance(data, dict) else {"eq": data}

    @model_validator(mode="after")
    def _says_something(self) -> FieldMatch:
        if not any(form in self.model_fields_set for form in _FORMS):
            raise ValueError("say what the field must be: a value, one_of, mentions, near, at, set, includes, ...")
        if "within" in self.model_fields_set and self.near is None and self.at is None:
            raise ValueError("within is allowed only beside near (a number) or at (a time)")
        return self

    @property
    def judges_text(self) -> bool:
        """Return True if a condition is about the content of a text: `mentions` or `say`."""
        return self.mentions is not None or self.say is not None

    def miss(self, value: Any, field: str, evidence: Evidence, at: int | None = None) -> str | None:
        """Return a clause about the first condition that the value breaks, or None if it breaks none.

        `at` is the time when the value was written: "tomorrow" in a text is the day after `at`. Default: now.
        """
        if self.or_empty and not items_of(value):
            return None
        for form in _FORMS:
            if form in self.model_fields_set:
                problem = self._miss_form(form, value, evidence, at)
                if problem is not None:
                    return f"{field} {problem}"
        return None

    def _miss_form(self, form: str, value: Any, evidence: Evidence, at: int | None) -> str | None:
        if form == "mentions":
            return self._miss_mentions(value, evidence, evidence.world.now if at is None else at)
        problem: str | None = getattr(self, f"_miss_{form}")(value, evidence)
        return problem

    def _miss_eq(self, value: Any, evidence: Evidence) -> str | None:
        wanted = self.eq
        if isinstance(wanted, list):
            there = items_of(value)
            pairs = zip(wanted, there, strict=False)
            same = len(there) == len(wanted) and all(equal(one, other, evidence) for one, other in pairs)
        else:
            same = equal(wanted, value, evidence)
        if same:
            return None
        return f"should be {shown_wanted(wanted, value, evidence)}, but is {shown_value(wanted, value, evidence)}"

    def _miss_one_of(self, value: Any, evidence: Evidence) -> str | None:
        options = self.one_of or []
        if any(equal(option, value, evidence) for option in options):
            return None
        wanted = ", ".join(shown_wanted(option, value, evidence) for option in options)
        return f"should be one of {wanted}, but is {shown_value(options[0] if options else None, value, evidence)}"

    def _miss_mentions(self, value: Any, evidence: Evidence, at: int) -> str | None:
        assert self.mentions is not None
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")
        problem = self.mentions.miss(text, at, evidence)
        return None if problem is None else f"is not right: {problem}"

    def _miss_say(self, value: Any, evidence: Evidence) -> str | None:
        # A reader decides later what the text says; here only a missing text is found.
        return None if items_of(value) else "should not be empty"

    def _miss_near(self, value: Any, evidence: Evidence) -> str | None:
        wanted, slack = float(evidence.value(self.near)), float(self.within)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        # Sums of prices are floats; a rounding error must not fail a goal.
        if number and abs(value - wanted) <= slack + 1e-9:
            return None
        return f"should be {wanted:g}{f' (within {slack:g})' if slack else ''}, but is {shown(value, evidence)}"

    def _miss_at(self, value: Any, evidence: Evidence) -> str | None:
        at = _time_of(self.at, evidence)
        slack = when.parse_duration(self.within) if isinstance(self.within, str) else int(self.within)
        if _is_time(value) and abs(value - at) <= slack:
            return None
        within = f" (within {self.within if isinstance(self.within, str) else f'{slack}s'})" if slack else ""
        return f"should be {evidence.world.show(at)}{within}, but is {shown_time(value, evidence)}"

    def _miss_not_before(self, value: Any, evidence: Evidence) -> str | None:
        bound = _time_of(self.not_before, evidence)
        if _is_time(value) and value >= bound:
            return None
        return f"should not be before {evidence.world.show(bound)}, but is {shown_time(value, evidence)}"

    def _miss_not_after(self, value: Any, evidence: Evidence) -> str | None:
        bound = _time_of(self.not_after, evidence)
        if _is_time(value) and value <= bound:
            return None
        return f"should not be after {evidence.world.show(bound)}, but is {shown_time(value, evidence)}"

    def _miss_same_set(self, value: Any, evidence: Evidence) -> str | None:
        wanted = self.same_set or []
        missing = self._missing(wanted, value, evidence)
        extra = [item for item in items_of(value) if not any(equal(who, item, evidence) for who in wanted)]
        if missing:
            return f"should have {missing} as well"
        return f"should not have {listed(extra, evidence)}" if extra else None

    def _miss_includes(self, value: Any, evidence: Evidence) -> str | None:
        missing = self._missing(self.includes or [], value, evidence)
        return f"should have {missing}" if missing else None

    def _miss_among(self, value: Any, evidence: Evidence) -> str | None:
        known = self.among or []
        extra = [item for item in items_of(value) if not any(equal(who, item, evidence) for who in known)]
        return f"should not have {listed(extra, evidence)}" if extra else None

    def _miss_multiset(self, value: Any, evidence: Evidence) -> str | None:
        have = counts_of(value)
        wanted = wanted_counts(self.multiset or {}, have, evidence)
        if have == wanted:
            return None
        return f"should be {shown_counts(wanted, evidence)}, but is {shown_counts(have, evidence)}"

    def _miss_count(self, value: Any, evidence: Evidence) -> str | None:
        assert self.count is not None
        problem = self.count.miss(len(items_of(value)))
        return None if problem is None else f"has the wrong number of entries, {problem}"

    def _miss_empty(self, value: Any, evidence: Evidence) -> str | None:
        if bool(self.empty) == (not items_of(value)):
            return None
        return "should be empty" if self.empty else "should not be empty"

    @staticmethod
    def _missing(wanted: list[str], value: Any, evidence: Evidence) -> str:
        there = items_of(value)
        missing = [who for who in wanted if not any(equal(who, item, evidence) for item in there)]
        return ", ".join(shown_wanted(who, "", evidence) for who in missing)


def _time_of(wanted: str | None, evidence: Evidence) -> int:
    """Return a time as seconds since 1970, from a time in the file or from `=name`."""
    value = evidence.value(wanted)
    return round(value) if isinstance(value, int | float) else evidence.time(str(value))


def _is_time(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
