"""Placeholder values for a new scenario: values of the right type, marked with FILL IN, and their YAML text."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from simulator.phone.plot import SeedTime
from simulator.scenario.base import TO_DO

TIMES_AHEAD = ("+1d 10:00", "+1d 11:00", "+1d 12:00", "+1d 13:00")
TIME_PAST = "-1d 18:00"
_TIME = get_args(SeedTime)[1]
# Values to try; the first that the field accepts is used.
_NUMBERS = (1, 10, 100, 0)
_SHAPED_TEXTS = ("2026-03-05", "12:00", "1")


class Filler(NamedTuple):
    """A placeholder value; `note` becomes a comment beside it, for values that can't say FILL IN themselves."""

    value: Any
    note: str = ""


class Hole(NamedTuple):
    """A field that needs a placeholder: its name, its type, and the annotations of the type."""

    name: str
    kind: Any
    extras: tuple[Any, ...] = ()


def words(what: str) -> str:
    return f"{TO_DO} {what.replace('_', ' ')}"


def fillers(hole: Hole, known: Sequence[str], times_before: int = 0) -> list[Filler]:
    """Return values to try for a field, best first. `known`: labels and addresses to choose from.

    `times_before`: number of times already filled in, so that the next time is later.
    """
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
    """Return the field without `Annotated` and `| None`; annotations move to the extras."""
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


# Words, and times such as +1d 10:00 or Thu 2026-03-05 08:20, need no quotes in YAML; any other text gets quotes.
_WORDS = re.compile(r"[^\W\d_][\w.@'/-]*(?: [\w.@'/+-]+)*")
_PLAIN_TIME = re.compile(r"(?:[A-Z][a-z]{2} [0-9]{4}-[0-9]{2}-[0-9]{2}|[+-][0-9]+d) [0-9]{2}:[0-9]{2}(?::[0-9]{2})?")
_NOT_TEXT = frozenset({"null", "true", "false"})


def spelled(value: Any) -> str:
    """Return a value as YAML on one line, with lists and mappings in brackets."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{spelled(key)}: {spelled(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    if not isinstance(value, str):
        # JSON is valid YAML.
        return json.dumps(value)
    needs_no_quotes = (_WORDS.fullmatch(value) and value.lower() not in _NOT_TEXT) or _PLAIN_TIME.fullmatch(value)
    return value if needs_no_quotes else json.dumps(value, ensure_ascii=False)


def block(fields: dict[str, Any], indent: str) -> list[str]:
    """Return a mapping as lines, one per field, with the notes of its fillers as comments."""
    lines = []
    for name, value in fields.items():
        if isinstance(value, list):
            lines.append(f"{indent}{name}:")
            for entry in value:
                lines += item(entry, f"{indent}  ")
        elif _is_entry(value):
            lines += [f"{indent}{name}:", *block(value, f"{indent}  ")]
        else:
            shown, note = value if isinstance(value, Filler) else (value, "")
            lines.append(f"{indent}{name}: {spelled(shown)}{f'  # {note}' if note else ''}")
    return lines


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(inner, Filler) for inner in value.values())


def item(fields: dict[str, Any], indent: str) -> list[str]:
    """Return a mapping as lines of a YAML list item, which starts with `- `."""
    first, *rest = block(fields, f"{indent}  ")
    return [f"{indent}- {first.strip()}", *rest]


def commented(lines: list[str], indent: str = "") -> list[str]:
    """Return lines commented out; removing `# ` gives them the right indentation."""
    return [f"{indent}# {line.removeprefix(indent)}" for line in lines]
