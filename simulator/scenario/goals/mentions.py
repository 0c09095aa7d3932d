"""Facts that a text must mention, as scenario files write them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pydantic import Field, PrivateAttr, model_validator

from simulator.reading.facts import FactError, FactSet, SearchedTexts
from simulator.scenario.base import ScenarioModel
from simulator.scenario.goals.evidence import Evidence

FactText = str | int | float | dict[str, Any]
_FACTS = ("all", "any", "none", "together")
_PEOPLE = ("all_of_people", "any_of_people")
_KEYS = (*_FACTS, *_PEOPLE)


class Mentions(ScenarioModel):
    """The facts and people that a text must mention or, under `none`, must not. A plain list or value means `all`."""

    all: list[FactText] = []
    any: list[FactText | list[FactText]] = Field(
        default_factory=list,
        description="Facts of which a text must mention at least one; in a list of lists, at least one of each list.",
    )
    none: list[FactText] = []
    together: list[list[FactText]] = Field(
        default_factory=list,
        description="In each list, facts that belong together: the subject, then the facts about it.",
    )
    all_of_people: list[str] = Field(
        default_factory=list, description="Names or labels of people, all of whom a text must mention."
    )
    any_of_people: list[str] = []
    _known: tuple[Any, FactSet] | None = PrivateAttr(None)
    """The raw values that were parsed last, and the facts parsed from them."""
    _fixed: tuple[Mentions, Any, FactSet] | None = PrivateAttr(None)
    """A cache of facts without derived values: the object that it belongs to, the story's people, and the facts."""

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        if isinstance(data, list):
            return {"all": data}
        if isinstance(data, str | int | float):
            return {"all": [data]}
        return data

    @model_validator(mode="after")
    def _can_be_read(self) -> Mentions:
        if len({isinstance(fact, list) for fact in self.any}) > 1 or [] in self.any:
            raise ValueError("under any, write either facts or lists of facts, and no empty list")
        if any(len(group) < 2 for group in self.together):
            raise ValueError("under together, each list has a subject and facts about it: [[Tomáš, 25], [Ann, 40]]")
        for fact in [*self.required, *_flat(self.any), *self.none]:
            if not _is_derived(fact):
                _check(fact)
        return self

    def __bool__(self) -> bool:
        return any(getattr(self, key) for key in _KEYS)

    def __eq__(self, other: object) -> bool:
        # Compare only the facts, not the caches.
        return isinstance(other, Mentions) and all(getattr(self, key) == getattr(other, key) for key in _KEYS)

    def facts(self, evidence: Evidence) -> FactSet:
        """Return the facts with derived values computed and people's labels turned into first names."""
        # `model_copy` copies this cache too, so the cache also says which object it belongs to.
        if self._fixed is not None and self._fixed[0] is self and self._fixed[1] is evidence.people:
            return self._fixed[2]
        facts = self._read(evidence)
        if self._is_fixed():
            self._fixed = (self, evidence.people, facts)
        return facts

    def _is_fixed(self) -> bool:
        """Return True if no fact uses a derived value, which may change during the story."""
        facts = [*self.required, *_flat(self.any), *self.none]
        values = [value for fact in facts for value in (fact.values() if isinstance(fact, dict) else (fact,))]
        return not any(isinstance(value, str) and value.startswith("=") for value in values)

    def _read(self, evidence: Evidence) -> FactSet:
        raw: dict[str, list[Any]] = {}
        for key in _FACTS:
            raw[key] = [settled_fact(fact, evidence) for fact in getattr(self, key)]
        for key in _PEOPLE:
            raw[key] = [_first_name(who, evidence) for who in getattr(self, key)]
        if self._known is None or self._known[0] != raw:
            given = {key: facts for key, facts in raw.items() if facts}
            self._known = (raw, FactSet.parse(given) if given else FactSet())
        return self._known[1]

    @property
    def required(self) -> list[FactText]:
        """Return the facts under `all` and `together`: a text must mention every one of them."""
        return [*self.all, *(fact for group in self.together for fact in group)]

    @property
    def any_groups(self) -> list[list[FactText]]:
        """Return the groups of facts under `any`; at least one fact of each group must be mentioned."""
        groups = [fact for fact in self.any if isinstance(fact, list)]
        return groups or ([_flat(self.any)] if self.any else [])

    def facts_alone(self) -> FactSet:
        """Return the facts as written. They must not use derived values or labels of people."""
        return FactSet.parse({key: getattr(self, key) for key in _KEYS if getattr(self, key)})

    def miss(self, text: str, at: int, evidence: Evidence) -> str | None:
        """Return a clause about the first broken condition, such as a missing fact; None if the text breaks none.

        `at`: when the text was written. The clause starts in lowercase and has no full stop.
        """
        return self.miss_in([(text, at)], evidence)

    def miss_in(self, texts: Iterable[tuple[str, int]], evidence: Evidence) -> str | None:
        """Check several texts together, as `miss` checks one. Each pair is a text and the time when it was written."""
        if not self:
            return None
        tz = evidence.world.tz
        reading = SearchedTexts((text, datetime.fromtimestamp(at, UTC).astimezone(tz)) for text, at in texts)
        sentence = self.facts(evidence).miss_in(reading)
        return None if sentence is None else sentence[:1].lower() + sentence[1:].rstrip(".")


def _is_derived(fact: FactText) -> bool:
    values = fact.values() if isinstance(fact, dict) else (fact,)
    # `=name` and times such as +1d get their values only in a run.
    return any(isinstance(value, str) and value.startswith(("=", "+", "-")) for value in values)


def _check(fact: FactText) -> None:
    try:
        FactSet.parse([fact])
    except FactError as error:
        raise ValueError(str(error)) from None


def _flat(facts: list[FactText | list[FactText]]) -> list[FactText]:
    return [one for fact in facts for one in (fact if isinstance(fact, list) else [fact])]


def settled_fact(fact: FactText | list[FactText], evidence: Evidence) -> Any:
    if isinstance(fact, list):
        return [settled_fact(one, evidence) for one in fact]
    if isinstance(fact, dict):
        return {key: _settled_value(key, value, evidence) for key, value in fact.items()}
    if not isinstance(fact, str) or not fact.startswith("="):
        return fact
    settled = evidence.value(fact)
    if isinstance(settled, float):
        # A computed fraction is an amount, which people write with cents.
        return {"money": round(settled, 2)}
    return settled if isinstance(settled, str | int) else str(settled)


def _settled_value(key: str, value: Any, evidence: Evidence) -> Any:
    value = evidence.value(value)
    if key in ("date", "time") and _is_moment(value):
        at = evidence.time(value) if isinstance(value, str) else round(value)
        shown = evidence.world.show(at)
        return shown[:10] if key == "date" else shown[11:16]
    # A share such as a third has endless digits; people write it to the cent.
    return round(value, 2) if key in ("money", "amount") and isinstance(value, float) else value


def _is_moment(value: Any) -> bool:
    """Return True for a number of seconds since 1970 and for a text such as `+1d 10:00`."""
    return isinstance(value, int | float) or (isinstance(value, str) and value[:1] in ("+", "-"))


def _first_name(who: str, evidence: Evidence) -> str:
    """Return the first name of a labelled person, because texts often have only that; return other text unchanged."""
    person = evidence.people.get(who)
    return person.name.split()[0] if person is not None else who
