"""The facts, lists and controls of a screen that has no template of its own, for the template `plain_view.html`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from simulator.phone.actions import Action
from simulator.phone.arguments import Param
from simulator.phone.registry import all_apps, app_of_table, record_types
from simulator.phone.roles import Ref
from simulator.phone.screens import taps_of
from simulator.phone.view_words import is_list, is_paged, is_unusual, label_of, paged_field, told_fields
from simulator.showing.phone_picture import PhonePicture
from simulator.words import times
from simulator.words.english import capital

# Fields that can be the heading of a row; the first that the row has is used.
_HEADS = ("title", "name", "subject", "text")
_PAGING = ("offset", "limit")


class PlainFact(NamedTuple):
    """A label with a value, or an action's name with the words on its control."""

    label: str
    value: str


class RowTap(NamedTuple):
    """An action on the record of a row."""

    action: str
    words: str
    argument: str


class PlainRow(NamedTuple):
    """One record of a list: its heading, its other fields in words, and the actions on it."""

    id: str
    head: str
    about: str
    taps: tuple[RowTap, ...]


class PlainList(NamedTuple):
    """A list on the screen: its label, which may be empty, and its rows."""

    label: str
    rows: tuple[PlainRow, ...]


class PlainForm(NamedTuple):
    """An action with arguments and the labels of its fields."""

    action: str
    words: str
    fields: tuple[PlainFact, ...]


class Pager(NamedTuple):
    """The visible part of a long list, and the action that turns the page."""

    action: str
    offset: int
    limit: int
    total: int
    shown: int


class PlainView(NamedTuple):
    """All facts, lists and controls of a screen."""

    facts: tuple[PlainFact, ...]
    lists: tuple[PlainList, ...]
    forms: tuple[PlainForm, ...]
    buttons: tuple[PlainFact, ...]
    """Actions without arguments: their names and the words on their buttons."""
    pager: Pager | None


def plain_view(picture: PhonePicture) -> PlainView:
    """Return the parts of a screen. An action on a record has a control in each fitting row, other actions have one."""
    view, told = picture.view, list(told_fields(picture.view))
    actions = _actions(picture)
    picks = {action.name: param for action in actions if (param := _picked(action)) is not None}
    pager = _pager(picture, actions)
    rest = [one for one in actions if one.name not in picks and (pager is None or one.name != pager.action)]
    return PlainView(
        facts=tuple(
            PlainFact(capital(label_of(type(view), name)), _text(value, picture.now))
            for name, value in told
            if name != "id" and not is_list(value)
        ),
        lists=tuple(
            PlainList("" if name == "rows" else capital(label_of(type(view), name)), _rows(value, picks, picture.now))
            for name, value in told
            if is_list(value)
        ),
        forms=tuple(_form(action) for action in rest if action.params),
        buttons=tuple(PlainFact(action.name, _words(action.name)) for action in rest if not action.params),
        pager=pager,
    )


def _actions(picture: PhonePicture) -> list[Action]:
    app = all_apps()[picture.app]
    # The picture knows which actions are possible now; the screen knows their arguments.
    taps = [*taps_of(app.screen_types[picture.screen]).values(), *app.everywhere.values()]
    return [action for action in taps if action.name in picture.actions]


def _picked(action: Action) -> Param | None:
    """Return the required argument of an action if there is only one and it is a record's id, otherwise None."""
    required = [param for param in action.params.values() if param.required]
    return required[0] if len(required) == 1 and isinstance(required[0].role, Ref) else None


def _pager(picture: PhonePicture, actions: Sequence[Action]) -> Pager | None:
    view, offset = picture.view, getattr(picture.view, "offset", None)
    turns = [one for one in actions if "offset" in one.params and not any(p.required for p in one.params.values())]
    if not turns or offset is None or not is_paged(view):
        return None
    shown = len(getattr(view, paged_field(type(view))))
    return Pager(turns[0].name, offset, getattr(view, "limit", shown), getattr(view, "total", shown), shown)


def _rows(rows: Sequence[msgspec.Struct], picks: dict[str, Param], now: str) -> tuple[PlainRow, ...]:
    return tuple(_row(row, picks, now) for row in rows)


def _row(row: msgspec.Struct, picks: dict[str, Param], now: str) -> PlainRow:
    row_id = str(getattr(row, "id", ""))
    names = [name for name in row.__struct_fields__ if name != "id" and is_unusual(type(row), name, getattr(row, name))]
    head = next((name for name in _HEADS if name in names), names[0] if names else "")
    about = ", ".join(_said(row, name, now) for name in names if name != head)
    taps = tuple(RowTap(action, _words(action), param.name) for action, param in picks.items() if _fits(row_id, param))
    return PlainRow(row_id, _text(getattr(row, head), now) if head else row_id, about, taps)


def _said(row: msgspec.Struct, name: str, now: str) -> str:
    value, label = getattr(row, name), label_of(type(row), name)
    if isinstance(value, bool):
        return label if value else f"not {label}"
    return _text(value, now) if isinstance(value, str) else f"{label} {_text(value, now)}"


def _fits(record_id: str, param: Param) -> bool:
    """Return True if a record can be the value of an argument: its id has the prefix of the argument's record type."""
    assert isinstance(param.role, Ref)
    table = param.role.table
    app = all_apps().get(app_of_table(table))
    kind = None if app is None else record_types({app.name: app}).get(table)
    return kind is not None and record_id.partition("_")[0] == kind.prefix


def _form(action: Action) -> PlainForm:
    # Pages are turned by the pager, not by typing numbers.
    names = [name for name in action.params if name not in _PAGING]
    return PlainForm(action.name, _words(action.name), tuple(PlainFact(name, _words(name)) for name in names))


def _text(value: Any, now: str) -> str:
    if value is None or value == "" or value == ():
        return "None"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return times.spelled(value, now) if times.is_local(value) else value
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, tuple):
        return ", ".join(_text(item, now) for item in value)
    return ", ".join(_struct_texts(value, now)) if isinstance(value, msgspec.Struct) else str(value)


def _struct_texts(value: msgspec.Struct, now: str) -> Iterator[str]:
    for name in value.__struct_fields__:
        # Default values are left out: a row of "no, none, 0" hides what matters.
        if name != "id" and is_unusual(type(value), name, getattr(value, name)):
            yield _said(value, name, now)


def _words(name: str) -> str:
    return capital(name.replace("_", " ").strip())
