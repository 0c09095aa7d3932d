"""The fields of a form for an action, with labels, help and choices, from the action's declaration and the phone.

`action_form.arguments_of` reads the submitted form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from simulator.phone.actions import Action
from simulator.phone.apps.note.actions import folder_names
from simulator.phone.arguments import Param
from simulator.phone.call import Look
from simulator.phone.plausible_arguments import paths_on
from simulator.phone.registry import record_types
from simulator.phone.roles import Address, Code, Fields, FilePath, PersonName, Plain, Ref, Text, When
from simulator.phone.screens import View, taps_of
from simulator.views.action_form import plain_kind
from simulator.words import times
from simulator.words.english import capital

FieldKind = Literal["line", "text", "choice", "whole", "number", "lines", "day", "time", "parts"]
# Arguments without these roles only narrow a list, such as the offset of a page, so a tap without them makes sense.
_NARROWING = (Plain, When)
_NAMES = ("title", "name", "subject", "who", "text", "preview", "content")
_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>]+")
# A description such as "INBOX, SENT, DRAFT or TRASH." lists all values.
_LISTED = re.compile(r"[A-Z]{3,}(?:, [A-Z]{3,})* or [A-Z]{3,}\.?")
# A picker needs no description of the written form.
_FORMAT = re.compile(r", YYYY-MM-DD(?: HH:MM:SS)?")
_CONTACTS, _NOTE = "contacts.contact", "note"
# In characters.
_LONGEST = 80


class Option(NamedTuple):
    value: str
    text: str


class ActionField(NamedTuple):
    """One argument of an action as a field of a form."""

    name: str
    label: str
    help: str
    kind: FieldKind
    required: bool
    value: str = ""
    """Initial content of the field."""
    options: tuple[Option, ...] = ()
    """All possible values of a choice; suggestions for a line or for lines."""
    parts: tuple[str, ...] = ()
    """Names of the fields of a record, if the argument is a record's new values."""


class ActionForm(NamedTuple):
    """An action that the player can choose now, with its form."""

    name: str
    label: str
    about: str
    fields: tuple[ActionField, ...]
    asks: bool
    """False if a tap on a control without these arguments needs no form."""
    is_here: bool
    """False for actions that are possible on every screen."""


def forms_of(look: Look, view: View, actions: Mapping[str, Action]) -> list[ActionForm]:
    """Return a form for each action that the user can choose now, those of the screen first."""
    here = taps_of(type(look.screen))
    return [_form(_Phone(look, view), action, name, name in here) for name, action in actions.items()]


def _form(phone: _Phone, action: Action, name: str, is_here: bool) -> ActionForm:
    fields = tuple(_field(phone, action, param) for param in action.params.values())
    asks = any(param.required or not isinstance(param.role, _NARROWING) for param in action.params.values())
    return ActionForm(name, _words(name), action.about, fields, asks, is_here)


def _field(phone: _Phone, action: Action, param: Param) -> ActionField:
    kind = plain_kind(action.schema["properties"][param.name], action.schema)
    options, is_closed = _options(phone, action, param, kind)
    shown = "choice" if options and is_closed else _kind(param, kind)
    return ActionField(
        name=param.name,
        label=_words(param.name),
        help=_FORMAT.sub("", param.role.about) if shown in ("day", "time") else param.role.about,
        kind=shown,
        required=param.required,
        value=_default(phone, param, shown),
        options=options,
        parts=param.role.names if isinstance(param.role, Fields) else (),
    )


def _kind(param: Param, kind: Mapping[str, Any]) -> FieldKind:
    match kind.get("type"):
        case "integer":
            return "whole"
        case "number":
            return "number"
        case "array":
            return "lines"
        case "object":
            return "parts"
    if isinstance(param.role, When):
        return "time" if "time" in param.role.about else "day"
    return "text" if isinstance(param.role, Text) else "line"


def _options(phone: _Phone, action: Action, param: Param, kind: Mapping[str, Any]) -> tuple[tuple[Option, ...], bool]:
    """Return choices or suggestions for an argument, and whether these are all possible values."""
    role = param.role
    if "enum" in kind:
        return _same(str(one) for one in kind["enum"]), True
    if kind.get("type") == "boolean":
        return (Option("true", "Yes"), Option("false", "No")), True
    if found := _BY_NAME.get(param.name):
        return tuple(found(phone, action)), True
    if action.app == _NOTE and "folder" in param.name and not _makes_folder(action, param):
        return _same(folder_names(phone.look)), True
    if isinstance(role, Ref):
        if role.named or "name" in role.about:
            return _same(dict.fromkeys([*(one.text for one in phone.shown(role.table)), *phone.names()])), False
        return tuple(phone.shown(role.table)), True
    if action.name.endswith("_attachment") and not action.name.startswith("add") and phone.attachments(param.name):
        return _same(phone.attachments(param.name)), True
    if isinstance(role, FilePath):
        return _same(paths_on(phone.look)), action.name.startswith(("attach", "add"))
    if isinstance(role, Address):
        return tuple(phone.addresses()), False
    if isinstance(role, PersonName):
        return _same(phone.names()), False
    if isinstance(role, Code) and _LISTED.fullmatch(role.about):
        return _same(re.findall(r"[A-Z]{3,}", role.about)), True
    return (), False


def _makes_folder(action: Action, param: Param) -> bool:
    return action.name == "new_folder" or param.name == "new_folder"


def _default(phone: _Phone, param: Param, kind: FieldKind) -> str:
    if kind in ("day", "time") and param.required:
        # Pickers of days and times open at the value, or else at the real date, which may be years away.
        shown = getattr(phone.view, param.name.removesuffix("_datetime"), None)
        local = shown if isinstance(shown, str) and times.is_local(shown) else phone.look.show(phone.look.now)
        return local[:10] if kind == "day" else local[:16].replace(" ", "T")
    if kind == "lines" and param.required:
        return "\n".join(phone.listed(param.name))
    if param.required:
        return ""
    if isinstance(param.default, bool):
        return "true" if param.default else "false"
    return str(param.default) if isinstance(param.default, str | int | float) else ""


class _Phone:
    """The parts of the phone that the person can see and knows; forms suggest values from them."""

    def __init__(self, look: Look, view: View) -> None:
        self.look, self.view = look, view

    def shown(self, table: str) -> Iterator[Option]:
        """Yield the records of a table that the screen shows."""
        types = record_types(dict(self.look.apps))
        if table not in types:
            return
        prefix, seen = types[table].prefix, set[str]()
        for name, row in _structs(self.view):
            for field in ("id", f"{table.rpartition('.')[2]}_id", "user_id"):
                value = getattr(row, field, "")
                # The ids of people in chats have no prefix, so the name of the list must tell.
                fits = str(value).partition("_")[0] == prefix or field == "user_id" or name in ("people", "picked")
                if isinstance(value, str) and value and fits and value not in seen:
                    seen.add(value)
                    yield Option(value, _described(row) or value)

    def listed(self, name: str) -> Iterator[str]:
        """Yield what the screen lists now under the name of an argument, because the new list replaces it."""
        rows = getattr(self.view, name, ())
        for row in rows if isinstance(rows, tuple) else ():
            yield row if isinstance(row, str) else str(getattr(row, "address", None) or _named(row))

    def attachments(self, argument: str) -> list[str]:
        """Return the names of the files attached on the screen, or their paths for an argument that is a path."""
        field = "path" if "path" in argument else "name"
        rows = getattr(self.view, "attachments", ())
        return [str(getattr(row, field)) for row in rows if getattr(row, field, "")] if isinstance(rows, tuple) else []

    def addresses(self) -> Iterator[Option]:
        """Yield the addresses of contacts, and those on the screen."""
        seen = set[str]()
        for record in self._contacts():
            address = getattr(record, "email", None)
            if address and address not in seen:
                seen.add(address)
                yield Option(address, _named(record))
        for text in _texts(self.view):
            if _ADDRESS.fullmatch(text) and text not in seen:
                seen.add(text)
                yield Option(text, text)

    def names(self) -> list[str]:
        """Return the names of contacts."""
        return sorted({name for record in self._contacts() if (name := _named(record))})

    def notifications(self) -> Iterator[Option]:
        for row in getattr(self.view, "rows", ()):
            if getattr(row, "opens", False):
                yield Option(str(row.id), f"{row.title}: {row.text}"[:_LONGEST])

    def apps(self, action: Action) -> Iterator[Option]:
        waiting = self.look.phone.background if action.name == "switch_app" else None
        for app in self.look.apps.values():
            if app.launchable and (waiting is None or app.name in waiting):
                yield Option(app.prefix, app.title)

    def _contacts(self) -> Sequence[Any]:
        return list(self.look.store.tables().get(_CONTACTS, {}).values())


_BY_NAME: Mapping[str, Callable[[_Phone, Action], Iterator[Option]]] = {
    "app_name": lambda phone, action: phone.apps(action),
    "notification_id": lambda phone, action: phone.notifications(),
}


def _structs(value: Any, name: str = "") -> Iterator[tuple[str, msgspec.Struct]]:
    """Yield all structs inside a view, each with the name of the field that holds it."""
    if isinstance(value, msgspec.Struct):
        yield name, value
        for field in value.__struct_fields__:
            yield from _structs(getattr(value, field), field)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _structs(one, name)


def _texts(view: View) -> Iterator[str]:
    for _, row in _structs(view):
        for field in row.__struct_fields__:
            value = getattr(row, field)
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    yield text


def _named(row: Any) -> str:
    first, last = getattr(row, "first_name", ""), getattr(row, "last_name", "")
    if first or last:
        return f"{first} {last}".strip()
    for field in _NAMES:
        value = getattr(row, field, "")
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())[:_LONGEST]
    return ""


def _described(row: msgspec.Struct) -> str:
    """Return the name of a record or, if it has none, its texts, such as the two ends of a ride."""
    values = [getattr(row, name) for name in row.__struct_fields__ if not name.endswith("id")]
    return _named(row) or ", ".join(one for one in values if isinstance(one, str) and one)[:_LONGEST]


def _same(values: Any) -> tuple[Option, ...]:
    return tuple(Option(value, value) for value in values)


def _words(name: str) -> str:
    return capital(name.replace("_", " ").strip())
