"""A screen in words, as a language model reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from simulator.agents.llm.replies.schemas import short_signatures
from simulator.phone.actions import Action
from simulator.phone.screens import View

_FORMS = ("Edit", "Compose", "New")
"""Views of these names are forms, where what is still empty matters."""
_UNSAID = frozenset({"initials", "letter", "slot", "RideRow.status"})
"""Fields, or those of a class, that only say how something is drawn, or what another field says in words."""
_PAGING = frozenset({"total", "offset", "limit", "first"})
_LABELS = {
    "ApartmentsPage.saved": "saved apartments",
    "FilteredApartmentsPage.saved": "saved apartments",
    "FilteredApartmentsPage.of": "without the filters",
    "AgendaDay.clock": "time now",
    "AppIcon.badge": "news",
    "CabHomeView.current": "current ride",
    "CabHomeView.upcoming": "other open rides",
    "CabHomeView.open_total": "open rides",
    "CabHomeView.total": "rides in all",
    "CabHomeView.places": "places you may mean",
    "ContactsView.people": "people besides you",
    "EditEventView.name": "title",
    "EditNotePage.name": "title",
    "EditReminderView.name": "title",
    "HomeView.down": "the phone lies down",
    "NotificationsView.rows": "notifications, newest first",
    "rows": "list",
    "size": "bytes",
    "who": "from or to",
    "minutes": "duration in minutes",
    "delay": "delay in minutes",
    "waiting": "minutes to wait",
    "is_user": "this is you",
    "owner": "this is you",
    "mine": "written by you",
    "by_assistant": "sent by the assistant for you",
    "opens": "can be opened",
    "since": "shown from",
    "until": "shown until",
    "left": "left in stock",
    "lowest": "lowest price",
    "highest": "highest price",
    "varies": "price varies",
    "OrderPage.items": "sum of the items",
    "in_cart": "pieces in the cart",
    "over": "is over",
}
"""By class and field, or by field: where the name of a field alone would not tell enough."""
_UNLABELLED = frozenset({"address", "title", "weekday", "name"})
_TITLES = frozenset({"name", "subject"})
"""Said already where they are the title of the screen."""
_BETWEEN = " | "
_INDENT = "    "
_MOST_INLINE = 4
"""Fields of a row that stands among others in one line."""
_LONGEST_INLINE = 160
"""Characters of all such rows together."""
_EITHER_WAY = frozenset({"available", "working"})
"""Said also where they are not so."""


def screen_lines(view: View) -> str:
    """What the screen shows, with the ids that taps need. What has its usual value goes unsaid."""
    facts, lists = [], []
    for name, value in _told(view):
        label = _label(type(view), name)
        if _is_list(value):
            lists.append(_listed(view, name, label, value))
        else:
            facts.append(f"{label}:{_fact(value)}")
    return "\n".join((f"Screen: {_one_line(view.title)}", *facts, *lists))


def actions_text(actions: Mapping[str, Action]) -> str:
    """What can be tapped, one action a line."""
    return short_signatures(actions)


def _told(view: View) -> Iterator[tuple[str, Any]]:
    cls = type(view)
    form, paged = cls.__name__.startswith(_FORMS), _is_paged(view)
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name == "title" or (name in _TITLES and value == view.title) or (paged and name in _PAGING):
            continue
        empty_field = form and name not in _UNSAID and not isinstance(value, bool)
        if empty_field or name == "rows" or _unusual(cls, name, value):
            yield name, value


def _fact(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return f"\n{_indented(value)}"
    if isinstance(value, msgspec.Struct):
        return f" {_inline(value) if _is_small(type(value)) else _row(value)}"
    return f" {_word(value)}"


def _listed(view: View, name: str, label: str, rows: tuple[msgspec.Struct, ...]) -> str:
    part = _part(view, len(rows)) if _is_paged(view) and name == _paged_field(view) else ""
    if not rows:
        return f"{label}{part}: none"
    told = [_inline(row) if _is_small(type(row)) else _row(row) for row in rows]
    if _is_small(type(rows[0])) and sum(map(len, told)) <= _LONGEST_INLINE:
        return f"{label}{part}: {', '.join(told)}"
    return "\n".join((f"{label}{part}:", *(f"- {row}" for row in told)))


def _part(view: View, shown: int) -> str:
    """Which part of a list is shown, and from where it goes on: `, 1 to 10 of 13, more from offset 10`."""
    total: int = getattr(view, "total", 0)
    first: int = getattr(view, "offset", getattr(view, "first", 0))
    if shown >= total or not shown:
        return f", {total} in all" if total != shown else ""
    more = f", more from offset {first + shown}" if first + shown < total else ""
    return f", {first + 1} to {first + shown} of {total}{more}"


def _row(row: msgspec.Struct) -> str:
    """All that a row says: `id: email_3 | subject: Lunch | unread`."""
    return _BETWEEN.join(_parts(row))


def _parts(row: msgspec.Struct) -> Iterator[str]:
    cls = type(row)
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if not _unusual(cls, name, value):
            continue
        label = _label(cls, name)
        if isinstance(value, bool):
            yield label if value else f"not {label}"
        elif isinstance(value, msgspec.Struct):
            yield f"{label}: {_inline(value)}"
        elif isinstance(value, str) and "\n" in value:
            yield f"{label}:\n{_indented(value)}"
        else:
            yield f"{label}: {_word(value)}"


def _inline(row: msgspec.Struct) -> str:
    """A small row within a line: `Amina Okonkwo (amina@faculty.example)`, `Size: 42`."""
    first, *others = row.__struct_fields__
    head = _word(getattr(row, first))
    if "value" in others:
        choices = getattr(row, "choices", ())
        return f"{head}:{_fact(getattr(row, 'value', ''))}" + (f" (one of {_word(choices)})" if choices else "")
    rest = [_beside(row, name) for name in others if _unusual(type(row), name, getattr(row, name))]
    rest = [told for told in rest if told != head]
    return f"{head} ({', '.join(rest)})" if rest else head


def _beside(row: msgspec.Struct, name: str) -> str:
    value, label = getattr(row, name), _label(type(row), name)
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


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple) and (not value or isinstance(value[0], msgspec.Struct))


def _is_paged(view: View) -> bool:
    return isinstance(getattr(view, "total", None), int) and bool(_paged_field(view))


@cache
def _paged(cls: type[View]) -> str:
    names = cls.__struct_fields__
    return next((name for name in ("rows", "people") if name in names), "")


def _paged_field(view: View) -> str:
    return _paged(type(view))


@cache
def _is_small(cls: type[msgspec.Struct]) -> bool:
    names = cls.__struct_fields__
    return "id" not in names and ("value" in names or len(names) <= _MOST_INLINE)


def _indented(text: str) -> str:
    return "\n".join(_INDENT + line for line in text.splitlines())


def _one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def _label(cls: type[msgspec.Struct], name: str) -> str:
    return _LABELS.get(f"{cls.__name__}.{name}") or _LABELS.get(name) or name.replace("_", " ")


def _unusual(cls: type[msgspec.Struct], name: str, value: Any) -> bool:
    if name in _UNSAID or f"{cls.__name__}.{name}" in _UNSAID:
        return False
    return name in _EITHER_WAY or value != _defaults(cls).get(name, "")


@cache
def _defaults(cls: type[msgspec.Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(cls)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}
