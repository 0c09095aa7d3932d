"""Defines sets of facts that a text must mention (all of them, any of them, or some together) or must not mention."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from simulator.reading.facts.fact import Fact, FactError, SearchedTexts
from simulator.reading.facts.fact_parsing import parse_fact
from simulator.reading.facts.folding import Span
from simulator.reading.facts.word_facts import name_fact

# The first fact is the subject; the text must say the other facts about it.
Group = tuple[Fact, ...]
_END = sys.maxsize


def first_apart(groups: Sequence[Group], reading: SearchedTexts) -> Group | None:
    """Return the first group whose facts the texts do not mention together, or None."""
    subjects = [reading.places(group[0]) for group in groups]
    for group, own in zip(groups, subjects, strict=True):
        others = [
            span
            for other, spans in zip(groups, subjects, strict=True)
            if other[0] != group[0]
            for span in spans
            # The Joana in "Joana Prado" is not another person.
            if not any(_overlap(span, mine) for mine in own)
        ]
        said = [reading.places(fact) for fact in group[1:]]
        if not (_share_a_passage([own, *said], others, reading) or _follow_subject(own, said, others)):
            return group
    return None


def _share_a_passage(places: Sequence[Sequence[Span]], others: Sequence[Span], reading: SearchedTexts) -> bool:
    """Return True if one line or sentence has all facts of a group and no subject of another group."""
    return any(
        all(any(_inside(span, passage) for span in spans) for spans in places)
        and not any(_inside(other, passage) for other in others)
        for passage in reading.passages
    )


def _follow_subject(subject: Iterable[Span], said: Sequence[Sequence[Span]], others: Sequence[Span]) -> bool:
    """Return True if all other facts of a group come after its subject and before the next subject of another group."""
    for _, behind in subject:
        stretch = behind, min((start for start, _ in others if start >= behind), default=_END)
        if all(any(_inside(span, stretch) for span in spans) for spans in said):
            return True
    return False


def _inside(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


_KEYS = ("all", "any", "none", "together", "all_of_people", "any_of_people")


@dataclass(frozen=True)
class OneOfFact(Fact):
    """A group of facts, of which a text must mention one. `FactSet` uses it for all groups after the first."""

    choices: tuple[Fact, ...]

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for choice in self.choices:
            yield from choice.places(folded, now)

    def wrong(self) -> str:
        return self.choices[0].wrong()


@dataclass(frozen=True)
class FactSet:
    """The facts that one text must mention or must not mention."""

    all: tuple[Fact, ...] = ()
    any: tuple[Fact, ...] = ()
    none: tuple[Fact, ...] = ()
    together: tuple[Group, ...] = ()

    @classmethod
    def parse(cls, raw: Sequence[Any] | Mapping[str, Any]) -> FactSet:
        """Return the set for a list of facts, all of which are required, or for a mapping with the keys in `_KEYS`.

        Under `any`, a list of lists means several groups, each of which needs one fact. Under `together`, each list is
        a subject followed by the facts about it. Raise FactError if something can't be understood.
        """
        if isinstance(raw, Mapping):
            return _parse_mapping(raw)
        return cls(all=_parse_list(raw, "facts"))

    @property
    def required(self) -> tuple[Fact, ...]:
        """Return every fact that a text must mention.

        The first group under `any`, of which one fact is enough, is left out.
        """
        return tuple(dict.fromkeys([*self.all, *chain.from_iterable(self.together)]))

    def miss(self, text: str, now: datetime) -> str | None:
        """Return a sentence about missing, unwanted or separated facts; None if the text is as required."""
        return self.miss_in(SearchedTexts([(text, now)]))

    def miss_in(self, reading: SearchedTexts) -> str | None:
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


def _parse_mapping(raw: Mapping[str, Any]) -> FactSet:
    unknown = [str(key) for key in raw if key not in _KEYS]
    if unknown:
        raise FactError(f"Unknown key in facts: {_commas(unknown)}; the keys are {_commas(_KEYS)}.")
    if not raw:
        raise FactError(f"The facts are empty; write a list of facts, or one of the keys {_commas(_KEYS)}.")
    groups = _parse_groups(raw["any"]) if "any" in raw else []
    lists = {key: _parse_list(raw[key], key) for key in raw if key not in ("any", "together")}
    if "any_of_people" in lists:
        groups.append(lists["any_of_people"])
    # `FactSet.any` holds one group; each further group becomes a single fact, which needs one fact of the group.
    further = (OneOfFact(" or ".join(fact.shown for fact in group), group) for group in groups[1:])
    wanted = (*lists.get("all", ()), *lists.get("all_of_people", ()), *further)
    together = tuple(_parse_together(raw["together"])) if "together" in raw else ()
    return FactSet(wanted, groups[0] if groups else (), lists.get("none", ()), together)


def _parse_groups(raw: Any) -> list[tuple[Fact, ...]]:
    """Return the groups under `any`: one from a plain list, several from a list of lists."""
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
        raise FactError(f"together: {raw!r} is not a list of groups; write together: [[Tomáš, 25], [Wanjiru, 40]].")
    for number, items in enumerate(raw, start=1):
        group = _parse_list(items, f"together, group {number}")
        if len(group) == 1:
            raise FactError(
                f"together, group {number}: a group needs at least two facts; add what is said of this one,"
                " or put it under all."
            )
        yield group


def _is_list(raw: Any) -> bool:
    return isinstance(raw, Sequence) and not isinstance(raw, str)


def _parse_list(raw: Any, key: str) -> tuple[Fact, ...]:
    if not _is_list(raw):
        raise FactError(f"{key}: {raw!r} is not a list; write {key}: [first fact, second fact].")
    if not raw:
        raise FactError(f"{key}: the list is empty and checks nothing; add a fact, or delete the key.")
    return tuple(_parse_item(item, key, number) for number, item in enumerate(raw, start=1))


def _parse_item(item: Any, key: str, number: int) -> Fact:
    try:
        if not key.endswith("_of_people"):
            if _is_list(item):
                raise FactError(
                    f"{item!r} is a list; groups are allowed only directly under any or together, as in"
                    " any: [[a, b], [c, d]]."
                )
            return parse_fact(item)
        if isinstance(item, str):
            return name_fact(item)
        raise FactError(f"{item!r} is not a name; write it as text, such as Tomáš Novák.")
    except FactError as error:
        raise FactError(f"{key}, item {number}: {error}") from error


def _quoted(fact: Fact) -> str:
    return f'"{fact.shown}"'


def _listed(facts: Sequence[Fact], last: str) -> str:
    shown = [_quoted(fact) for fact in facts]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _commas(words: Sequence[str]) -> str:
    return ", ".join(words)
