"""Rulings: changes and messages that the assistant is allowed or forbidden to make, apart from the goals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import Field, model_validator

from simulator.phone import when
from simulator.phone.store import Record
from simulator.reading.facts import FactError
from simulator.scenario.base import ScenarioModel
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence, SentMessage, Touch
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.message_claims import Sent
from simulator.scenario.goals.record_claims import Where, field_miss
from simulator.trace.ledger import Effect


class Ruling(ScenarioModel):
    """A change to records, or a message, that is allowed or forbidden for the assistant."""

    say: str = ""
    sent: Sent | None = None
    records: Where | None = None
    made: bool = False
    changed: list[str] | bool = False
    to: dict[str, FieldMatch] = Field(
        default_factory=dict, description="With `changed`: the values that the record must have afterwards."
    )
    deleted: bool = False

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        """Accept `in`, `record` and `where` directly in a ruling instead of under `records`."""
        if isinstance(data, dict) and "records" not in data:
            pointing = {key: data[key] for key in ("in", "record", "where") if key in data}
            if pointing:
                return {**{k: v for k, v in data.items() if k not in pointing}, "records": pointing}
        return data

    @model_validator(mode="after")
    def _says_something(self) -> Ruling:
        if (self.sent is None) == (self.records is None):
            raise ValueError("give either sent or records (in, record, where)")
        if self.records is not None and not (self.made or self.changed or self.deleted):
            raise ValueError("add what is done to the records: made, changed or deleted")
        if self.to and not self.changed:
            raise ValueError("to is allowed only beside changed; it gives the values after the change")
        return self

    def covers(self, touch: Touch, effect: Effect, evidence: Evidence) -> bool:
        """Return True if the record and the change fit the ruling, and the record has the values in `to` afterwards."""
        if self.records is None or effect.table != self.records.table(evidence):
            return False
        record = effect.new if touch[2] == "+" else effect.old
        if record is None or not _can_be(partial(self.records.chosen, record, evidence)):
            return False
        if touch[2] == "+":
            return self.made
        # A mail in the trash counts as deleted, although its record still exists.
        if not evidence.there(effect.new):
            return self.deleted
        named = self.changed is True or (isinstance(self.changed, list) and touch[2] in self.changed)
        return named and _can_be(lambda: self._has_become(effect.new, evidence))

    def _has_become(self, record: Record | None, evidence: Evidence) -> bool:
        return record is not None and not any(
            field_miss(record, name, match, evidence) for name, match in self.to.items()
        )

    def allows(self, message: SentMessage, evidence: Evidence) -> bool:
        sent = self.sent
        return sent is not None and _can_be(lambda: sent.problem(message, evidence) is None)

    def forbids(self, message: SentMessage, evidence: Evidence) -> bool:
        sent = self.sent
        return sent is not None and _can_be(lambda: sent.describes(message, evidence))


def _can_be(judge: Callable[[], bool]) -> bool:
    """Return the result of `judge`; False if a value that it needs can't be computed."""
    try:
        return judge()
    except (FormulaError, FactError, when.TimeError):
        return False
