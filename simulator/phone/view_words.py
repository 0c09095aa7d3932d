"""Describes views in words: which fields texts mention, how they are labelled, and which part of a list is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from simulator.phone.registry import view_words
from simulator.phone.screens import View

# A view whose class name begins with one of these words is a form. Texts mention the empty fields of forms too.
_FORMS = ("Edit", "Compose", "New")
# Fields about the pages of a list. Texts do not mention them one by one; see `part_of_list`.
_PAGING = frozenset({"total", "offset", "limit", "first"})
# Fields that are left out if their value is also the title of the screen.
_TITLES = frozenset({"name", "subject"})
# Fields that mean the same in the views of all apps.
_LABELS: Mapping[str, str] = {"rows": "list", "size": "bytes"}


def told_fields(view: View) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each field that texts mention.

    The title, a name or subject that repeats the title, and the paging of a list are always left out. A field with its
    default value is left out unless it is `rows`, is in `Words.either_way`, or is a field of a form and not a bool.
    Fields in `Words.unsaid` are left out too, except `rows`.
    """
    cls = type(view)
    form, paged = cls.__name__.startswith(_FORMS), is_paged(view)
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name == "title" or (name in _TITLES and value == view.title) or (paged and name in _PAGING):
            continue
        empty_field = form and not _is_unsaid(cls, name) and not isinstance(value, bool)
        if empty_field or name == "rows" or is_unusual(cls, name, value):
            yield name, value


@cache
def label_of(cls: type[msgspec.Struct], name: str) -> str:
    return view_words().labels.get(f"{cls.__name__}.{name}") or _LABELS.get(name) or name.replace("_", " ")


def is_unusual(cls: type[msgspec.Struct], name: str, value: Any) -> bool:
    """Return whether the value of a field is not its default, or the field is in `Words.either_way`.

    Return False for every field in `Words.unsaid`.
    """
    if _is_unsaid(cls, name):
        return False
    return _either_way(cls, name) or bool(value != _defaults(cls).get(name, ""))


def is_list(value: Any) -> bool:
    return isinstance(value, tuple) and (not value or isinstance(value[0], msgspec.Struct))


def is_paged(view: View) -> bool:
    """Return whether the view shows a list page by page."""
    return isinstance(getattr(view, "total", None), int) and bool(paged_field(type(view)))


@cache
def paged_field(cls: type[View]) -> str:
    names = cls.__struct_fields__
    return next((name for name in ("rows", "people") if name in names), "")


def part_of_list(view: View, shown: int) -> str:
    """Return which part of a list is shown, such as `, 1 to 10 of 13, more from offset 10`, or nothing if all is shown.

    If the list has rows but none of them is shown, return `, 13 in all`.
    """
    total: int = getattr(view, "total", 0)
    first: int = getattr(view, "offset", getattr(view, "first", 0))
    if shown >= total or not shown:
        return f", {total} in all" if total != shown else ""
    more = f", more from offset {first + shown}" if first + shown < total else ""
    return f", {first + 1} to {first + shown} of {total}{more}"


@cache
def _is_unsaid(cls: type[msgspec.Struct], name: str) -> bool:
    return f"{cls.__name__}.{name}" in view_words().unsaid


@cache
def _either_way(cls: type[msgspec.Struct], name: str) -> bool:
    return f"{cls.__name__}.{name}" in view_words().either_way


@cache
def _defaults(cls: type[msgspec.Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(cls)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}
