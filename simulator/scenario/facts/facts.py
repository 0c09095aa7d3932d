"""Several facts at once: all of these, one of those, none of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from simulator.scenario.facts.fact import Fact, FactError
from simulator.scenario.facts.normalise import Span
from simulator.scenario.facts.parsing import parse_fact
from simulator.scenario.facts.reading import Reading
from simulator.scenario.facts.together import Group, first_apart
from simulator.scenario.facts.words import name_fact

_KEYS = ("all", "any", "none", "together", "all_of_people", "any_of_people")


@dataclass(frozen=True)
class OneOfFact(Fact):
    """Holds when one of several does; lets a second "any" stand beside the first."""

    choices: tuple[Fact, ...]

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for choice in self.choices:
            yield from choice.places(folded, now)

    def wrong(self) -> str:
        return self.choices[0].wrong()


@dataclass(frozen=True)
class Facts:
    all: tuple[Fact, ...] = ()
    any: tuple[Fact, ...] = ()
    none: tuple[Fact, ...] = ()
    together: tuple[Group, ...] = ()

    @classmethod
    def parse(cls, raw: Sequence[Any] | Mapping[str, Any]) -> Facts:
        """A list means all; a mapping may have the keys all, any, none, together, all_of_people and any_of_people.

        Under any, a list of lists means several groups, of each of which one fact must be there; under together, what
        belongs together, the subject first.
        """
        if isinstance(raw, Mapping):
            return _parse_mapping(raw)
        return cls(all=_parse_list(raw, "facts"))

    @property
    def required(self) -> tuple[Fact, ...]:
        """Each fact without which the others are not enough."""
        return tuple(dict.fromkeys([*self.all, *chain.from_iterable(self.together)]))

    def miss(self, text: str, now: datetime) -> str | None:
        """None when all holds, else one sentence that says what is missing or must not be there."""
        return self.miss_in(Reading([(text, now)]))

    def miss_in(self, reading: Reading) -> str | None:
        missing = [fact for fact in self.required if not reading.has(fact)]
        if missing:
            return f"The text does not mention {_listed(missing, 'or')}."
        if self.any and not any(map(reading.has, self.any)):
            if len(self.any) == 1:
                return f"The text does not mention {_quoted(self.any[0])}."
            return f"The text mentions none of {_listed(self.any, 'and')}."
        unwanted = [fact for fact in self.none if reading.has(fact)]
        if unwanted:
            return f"The text mentions {_listed(unwanted, 'and')}, which must not be there."
        apart = first_apart(self.together, reading)
        return None if apart is None else f"The text does not keep {_listed(apart, 'and')} together."


def _parse_mapping(raw: Mapping[str, Any]) -> Facts:
    unknown = [str(key) for key in raw if key not in _KEYS]
    if unknown:
        raise FactError(f"Facts know no key {_commas(unknown)}; the keys are {_commas(_KEYS)}.")
    if not raw:
        raise FactError(f"Facts are empty; write a list of facts, or one of the keys {_commas(_KEYS)}.")
    groups = _parse_groups(raw["any"]) if "any" in raw else []
    lists = {key: _parse_list(raw[key], key) for key in raw if key not in ("any", "together")}
    if "any_of_people" in lists:
        groups.append(lists["any_of_people"])
    further = (OneOfFact(" or ".join(fact.shown for fact in group), group) for group in groups[1:])
    wanted = (*lists.get("all", ()), *lists.get("all_of_people", ()), *further)
    together = tuple(_parse_together(raw["together"])) if "together" in raw else ()
    return Facts(wanted, groups[0] if groups else (), lists.get("none", ()), together)


def _parse_groups(raw: Any) -> list[tuple[Fact, ...]]:
    """What stands under any: one group as a plain list, or several as a list of lists."""
    nested = [_is_list(item) for item in raw] if _is_list(raw) else []
    if not any(nested):
        return [_parse_list(raw, "any")]
    if not all(nested):
        number = nested.index(False) + 1
        raise FactError(
            f"any: item {number} is a plain fact beside lists; write either [first, second] for one group"
            " or [[first, second], [third]] for several."
        )
    return [_parse_list(group, f"any, group {number}") for number, group in enumerate(raw, start=1)]


def _parse_together(raw: Any) -> Iterator[Group]:
    if not _is_list(raw) or not raw or not all(map(_is_list, raw)):
        raise FactError(f"together: {raw!r} is no list of groups; write together: [[Tomáš, 25], [Wanjiru, 40]].")
    for number, items in enumerate(raw, start=1):
        group = _parse_list(items, f"together, group {number}")
        if len(group) == 1:
            raise FactError(
                f"together, group {number}: one fact alone belongs to nothing; write what is said of it too,"
                " or put it under all."
            )
        yield group


def _is_list(raw: Any) -> bool:
    return isinstance(raw, Sequence) and not isinstance(raw, str)


def _parse_list(raw: Any, key: str) -> tuple[Fact, ...]:
    if not _is_list(raw):
        raise FactError(f"{key}: {raw!r} is no list; write {key}: [first fact, second fact].")
    if not raw:
        raise FactError(f"{key}: the list is empty and would check nothing; name a fact or leave it out.")
    return tuple(_parse_item(item, key, number) for number, item in enumerate(raw, start=1))


def _parse_item(item: Any, key: str, number: int) -> Fact:
    try:
        if not key.endswith("_of_people"):
            if _is_list(item):
                raise FactError(
                    f"{item!r} is a list; groups stand only right under any or together, as in any: [[a, b], [c, d]]."
                )
            return parse_fact(item)
        if isinstance(item, str):
            return name_fact(item)
        raise FactError(f"{item!r} is no name; write it as text, such as Tomáš Novák.")
    except FactError as error:
        raise FactError(f"{key}, item {number}: {error}") from error


def _quoted(fact: Fact) -> str:
    return f'"{fact.shown}"'


def _listed(facts: Sequence[Fact], last: str) -> str:
    shown = [_quoted(fact) for fact in facts]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _commas(words: Sequence[str]) -> str:
    return ", ".join(words)
