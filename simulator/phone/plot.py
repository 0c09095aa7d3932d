"""Puts the data of a scenario file on the phone: makes opaque ids, and resolves labels, people and relative times."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, ValidationInfo, WithJsonSchema

from simulator.phone import when
from simulator.phone.people import Owner, Person
from simulator.phone.store import Record, Store

_ID_DIGITS = 5


class SeedError(ValueError):
    """Raised for an invalid value in a scenario's `world`; `field` is the name of the field with the value."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(problem)


class SeedClock(NamedTuple):
    """The scenario's start in epoch seconds and its time zone, passed to pydantic as the validation context."""

    start: int
    tz: ZoneInfo


def _resolve(value: Any, info: ValidationInfo) -> Any:
    if not isinstance(info.context, SeedClock) or not isinstance(value, str):
        raise ValueError("write a time such as 09:00, +2d 16:30, -3h or 2026-03-05 08:22")
    return when.parse_author_time(value, info.context.start, info.context.tz)


SeedTime = Annotated[
    int,
    BeforeValidator(_resolve),
    WithJsonSchema({"type": "string", "examples": ["09:00", "+2d 16:30", "-3h", "Thu 2026-03-05 08:22"]}),
]


class Plot:
    """The phone while the data of a scenario file is added to it. `labels`: table and id of each labelled record."""

    def __init__(
        self, scenario: str, store: Store, clock: SeedClock, owner: Owner, people: Mapping[str, Person]
    ) -> None:
        self.scenario = scenario
        self.store = store
        self.start = clock.start
        self.tz = clock.tz
        self.owner = owner
        self.people = people
        self.labels: dict[str, tuple[str, str]] = {}
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def new_id(self, cls: type[Record]) -> str:
        """Return an opaque id for the next record of this type in the file; the same file always gives the same ids."""
        # An id with a running number would reveal the order in which the author wrote the items.
        index = self._counts.get(cls.table, 0)
        self._counts[cls.table] = index + 1
        return _opaque(f"{self.scenario}|{cls.table}|{index}", cls.prefix, self._taken)

    @staticmethod
    def person_ids(scenario: str, count: int) -> list[str]:
        """Return `count` opaque ids, with which the messaging app identifies the people of a scenario."""
        taken: set[str] = set()
        return [_opaque(f"{scenario}|people|{index}", "user", taken) for index in range(count)]

    def add(self, record: Record, label: str | None = None) -> None:
        """Put a record on the phone, and register its label, if it has one. Raise SeedError if the label is taken."""
        self.store.put(record)
        if label is not None:
            self.name(label, record.table, record.id)

    def name(self, label: str, table: str, record_id: str) -> None:
        if label in self.labels or label in self.people:
            raise SeedError("label", f"the label '{label}' is used twice; give each item its own label")
        self.labels[label] = (table, record_id)

    def labelled(self, label: str, cls: type[Record], field: str) -> str:
        """Return the id of the record with this label. Raise SeedError if no record of this type has the label."""
        found = self.labels.get(label)
        if found is None or found[0] != cls.table:
            known = sorted(name for name, (table, _) in self.labels.items() if table == cls.table)
            raise SeedError(field, f"no item is labelled '{label}' here; known labels: {', '.join(known) or 'none'}")
        return found[1]

    def person(self, who: str, field: str) -> Person:
        """Return a person of the scenario, by label or full name. Raise SeedError unless exactly one person fits."""
        if who in self.people:
            return self.people[who]
        named = [person for person in self.people.values() if person.name == who]
        if len(named) > 1:
            labels = ", ".join(sorted(person.label for person in named))
            raise SeedError(field, f"{len(named)} people are called '{who}'; write a label: {labels}")
        if named:
            return named[0]
        raise SeedError(field, f"nobody is called '{who}'; people are: {', '.join(sorted(self.people)) or 'none'}")

    def address(self, who: str, field: str) -> str:
        """Return the e-mail address of the owner or of a person, by label or name; a text with @ is returned as it is.

        Raise SeedError if there is no such person, or the person has no e-mail address.
        """
        if "@" in who:
            return who
        if who == "owner":
            return self.owner.email
        person = self.person(who, field)
        if not person.email:
            raise SeedError(field, f"'{who}' has no e-mail address; add `email:` to the person")
        return person.email


def _opaque(key: str, prefix: str, taken: set[str]) -> str:
    digest = hashlib.sha256(key.encode()).hexdigest()
    length = _ID_DIGITS
    # If two digests begin with the same digits, the second id gets more digits, so all ids are different.
    while f"{prefix}_{digest[:length]}" in taken:
        length += 1
    record_id = f"{prefix}_{digest[:length]}"
    taken.add(record_id)
    return record_id
