"""Writes a screen as text for a language model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from simulator.agents.llm.replies.schemas import short_signatures
from simulator.phone.actions import Action
from simulator.phone.screens import View
from simulator.phone.view_words import is_list, is_paged, is_unusual, label_of, paged_field, part_of_list, told_fields

# Fields that are shown without a label, because the value explains itself.
_UNLABELLED = frozenset({"address", "title", "weekday", "name"})
_BETWEEN = " | "
_INDENT = "    "
# A row with at most this many fields is put on one line with others.
_MOST_INLINE = 4
# Characters. Longer lists of such rows get a line per row.
_LONGEST_INLINE = 160


def screen_lines(view: View) -> str:
    """Return the content of a screen, with the ids that taps need. Default values are left out."""
    facts, lists = [], []
    for name, value in told_fields(view):
        label = label_of(type(view), name)
        if is_list(value):
            lists.append(_listed(view, name, label, value))
        else:
            facts.append(f"{label}:{_fact(value)}")
    return "\n".join((f"Screen: {_one_line(view.title)}", *facts, *lists))


def actions_text(actions: Mapping[str, Action]) -> str:
    """Return the possible taps, one per line."""
    return short_signatures(actions)


def _fact(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return f"\n{_indented(value)}"
    if isinstance(value, msgspec.Struct):
        return f" {_inline(value) if _is_small(type(value)) else _row(value)}"
    return f" {_word(value)}"


def _listed(view: View, name: str, label: str, rows: tuple[msgspec.Struct, ...]) -> str:
    part = part_of_list(view, len(rows)) if is_paged(view) and name == paged_field(type(view)) else ""
    if not rows:
        return f"{label}{part}: none"
    told = [_inline(row) if _is_small(type(row)) else _row(row) for row in rows]
    if _is_small(type(rows[0])) and sum(map(len, told)) <= _LONGEST_INLINE:
        return f"{label}{part}: {', '.join(told)}"
    return "\n".join((f"{label}{part}:", *(f"- {row}" for row in told)))


def _row(row: msgspec.Struct) -> str:
    """Return a row with its fields, without default values: `id: email_3 | subject: Lunch | unread`."""
    return _BETWEEN.join(_parts(row))


def _parts(row: msgspec.Struct) -> Iterator[str]:
    cls = type(row)
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if not is_unusual(cls, name, value):
            continue
        label = label_of(cls, name)
        if isinstance(value, bool):
            yield label if value else f"not {label}"
        elif isinstance(value, msgspec.Struct):
            yield f"{label}: {_inline(value)}"
        elif isinstance(value, str) and "\n" in value:
            yield f"{label}:\n{_indented(value)}"
        else:
            yield f"{label}: {_word(value)}"


def _inline(row: msgspec.Struct) -> str:
    """Return a small row as part of a line: `Amina Okonkwo (amina@faculty.example)`, `Size: 42`."""
    first, *others = row.__struct_fields__
    head = _word(getattr(row, first))
    if "value" in others:
        choices = getattr(row, "choices", ())
        return f"{head}:{_fact(getattr(row, 'value', ''))}" + (f" (one of {_word(choices)})" if choices else "")
    rest = [_beside(row, name) for name in others if is_unusual(type(row), name, getattr(row, name))]
    rest = [told for told in rest if told != head]
    return f"{head} ({', '.join(rest)})" if rest else head


def _beside(row: msgspec.Struct, name: str) -> str:
    value, label = getattr(row, name), label_of(type(row), name)
    if isinstance(value, bool):
        return label if value else f"not {label}"
    return _word(value) if name in _UNLABELLED else f"{label}: {_word(value)}"


def _word(value: Any) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        words = [_word(one) for one in value]
        return ("; " if any("," in word for word in words) else ", ").join(words)
    if isinstance(value, float):
        return f"{value:.2f}"
    return str(value) or "(empty)"


@cache
def _is_small(cls: type[msgspec.Struct]) -> bool:
    names = cls.__struct_fields__
    return "id" not in names and ("value" in names or len(names) <= _MOST_INLINE)


def _indented(text: str) -> str:
    return "\n".join(_INDENT + line for line in text.splitlines())


def _one_line(text: str) -> str:
    return " ".join(text.split())
