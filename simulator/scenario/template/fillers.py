"""What stands in a new scenario until its author writes something better: easy to see, and of the right type."""

from __future__ import annotations

import types
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from simulator.phone.plot import SeedTime
from simulator.scenario.base import TO_DO

TIMES_AHEAD = ("+1d 10:00", "+1d 11:00", "+1d 12:00", "+1d 13:00")
TIME_PAST = "-1d 18:00"
_TIME = get_args(SeedTime)[1]
# The first that the field accepts is taken.
_NUMBERS = (1, 10, 100, 0)
_SHAPED_TEXTS = ("2026-03-05", "12:00", "1")


class Filler(NamedTuple):
    """One value; `note` stands beside it where the value itself does not show that it waits to be replaced."""

    value: Any
    note: str = ""


class Hole(NamedTuple):
    """A field to be filled: its name, its type, and what the type was annotated with."""

    name: str
    kind: Any
    extras: tuple[Any, ...] = ()


def words(what: str) -> str:
    return f"{TO_DO} {what.replace('_', ' ')}"


def fillers(hole: Hole, known: Sequence[str], times_before: int = 0) -> list[Filler]:
    """What may be tried for a field, best first. `known`: labels and addresses that a text may have to be."""
    hole = bared(hole)
    origin, inner = get_origin(hole.kind), get_args(hole.kind)
    if _TIME in hole.extras:
        return [Filler(time, TO_DO) for time in (TIMES_AHEAD[times_before % len(TIMES_AHEAD)], TIME_PAST)]
    if origin is Literal:
        return [Filler(value, f"{TO_DO}: {', '.join(map(str, inner))}") for value in inner]
    if origin in (Union, types.UnionType):
        return [one for kind in inner for one in fillers(hole._replace(kind=kind), known, times_before)]
    if origin in (list, tuple) or hole.kind is list:
        items = fillers(hole._replace(kind=inner[0] if inner else str), known, times_before)
        return [Filler([item.value], item.note) for item in items]
    if origin is dict or hole.kind is dict:
        items = fillers(hole._replace(kind=inner[1] if inner else str), known, times_before)
        return [Filler({words(hole.name): item.value}, item.note) for item in items]
    return _scalars(hole, known)


def bared(hole: Hole) -> Hole:
    """The field without annotations and without the choice to be none; annotations go to the extras."""
    if get_origin(hole.kind) is Annotated:
        kind, *extras = get_args(hole.kind)
        return bared(Hole(hole.name, kind, (*hole.extras, *extras)))
    if get_origin(hole.kind) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(hole.kind) if kind is not types.NoneType]
        if len(kinds) == 1:
            return bared(hole._replace(kind=kinds[0]))
        return hole._replace(kind=Union[tuple(kinds)])  # noqa: UP007  # made while the program runs
    return hole


def _scalars(hole: Hole, known: Iterable[str]) -> list[Filler]:
    if hole.kind is bool:
        return [Filler(value, TO_DO) for value in (False, True)]
    if hole.kind in (int, float):
        return [Filler(number, TO_DO) for number in _NUMBERS]
    if hole.kind is str:
        return [Filler(words(hole.name)), *map(Filler, known), *(Filler(text, TO_DO) for text in _SHAPED_TEXTS)]
    return []
