"""Makes a form for each tool of the assistant from the tool's schema, for people who play the assistant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from simulator.agents.policy import TURN_ENDING
from simulator.phone.actions import Action
from simulator.phone.arguments import Param
from simulator.phone.call import Look
from simulator.phone.perform import assistant_tools
from simulator.phone.registry import all_apps
from simulator.phone.roles import Address, Code, Ref, Text, When
from simulator.phone.tool_names import Naming
from simulator.views.action_form import PREFIX, plain_kind

Control = Literal["line", "lines", "text", "number", "choice", "json"]
# What a click on an id fills in: an id with this prefix, or an e-mail address.
ADDRESS = "address"
# Number of fields that a form shows at once, besides required ones.
MOST_MAIN = 7
_CHOICES = re.compile(r"([A-Z]+(?:, [A-Z]+)* or [A-Z]+)\.")
_LONG_TEXTS = ("content", "message", "body", "text", "description", "note", "comment", "reason")


class ToolField(NamedTuple):
    """One argument of a tool as a field of its form."""

    name: str
    field: str
    """Name of the field in the form, such as `arg.email_id`."""
    about: str
    control: Control
    required: bool
    choices: tuple[str, ...]
    default: str
    example: str
    takes: str
    """Prefix of the ids that belong here, or `address`; empty for other values."""
    is_minor: bool = False
    """True for options such as the page of a list, which the form shows only on request."""


class ToolForm(NamedTuple):
    """A tool that the assistant can call, with its form."""

    name: str
    """Full name as the assistant sees it, such as `Emails__list_emails`."""
    short: str
    app: str
    about: str
    write: bool
    fields: tuple[ToolField, ...]

    @property
    def main(self) -> tuple[ToolField, ...]:
        return tuple(field for field in self.fields if not field.is_minor)

    @property
    def minor(self) -> tuple[ToolField, ...]:
        return tuple(field for field in self.fields if field.is_minor)


class AppTools(NamedTuple):
    """The tools of one app."""

    app: str
    title: str
    tools: tuple[ToolForm, ...]


def tools_by_app(look: Look, naming: Naming) -> list[AppTools]:
    """Return the forms of all tools on the phone by app, also of tools that are locked now.

    Offers, reports and waits are left out: the page has its own controls for them.
    """
    tools = naming.offered({name: tool for name, tool in assistant_tools(look).items() if name not in TURN_ENDING})
    forms: dict[str, list[ToolForm]] = {}
    for name, action in tools.items():
        forms.setdefault(action.app, []).append(tool_form(name, action))
    # Apps of the system come last: people seldom need their tools.
    ordered = sorted(forms, key=lambda app: (look.apps[app].system, look.apps[app].title))
    return [AppTools(app, look.apps[app].title, tuple(_reading_first(forms[app]))) for app in ordered]


@lru_cache(4096)
def tool_form(name: str, action: Action) -> ToolForm:
    fields = _with_minor(_field(param, action.schema) for param in action.params.values())
    short = name.partition("__")[2] or name
    return ToolForm(name, short, action.app, " ".join(action.about.split()), action.write, fields)


def _with_minor(fields: Iterable[ToolField]) -> tuple[ToolField, ...]:
    """Mark the options that few calls need: the pages of lists, and all but the first few options of long forms."""
    marked: list[ToolField] = []
    for field in fields:
        is_paging = field.name.startswith(("offset", "limit"))
        marked.append(field._replace(is_minor=not field.required and (is_paging or len(marked) >= MOST_MAIN)))
    return tuple(marked)


def _reading_first(forms: list[ToolForm]) -> list[ToolForm]:
    return sorted(forms, key=lambda form: form.write)


def _field(param: Param, schema: Mapping[str, Any]) -> ToolField:
    kind = plain_kind(schema["properties"][param.name], schema)
    about = param.role.about
    choices = _choices(param, kind)
    default = "" if param.required or param.default in (None, "", [], {}) else _spelled(param.default)
    return ToolField(
        name=param.name,
        field=PREFIX + param.name,
        about=about,
        control=_control(param, kind, choices),
        # Some texts must be given, but may be empty.
        required=param.required and "may be empty" not in about,
        choices=choices,
        default=default,
        example="YYYY-MM-DD HH:MM:SS" if isinstance(param.role, When) else "",
        takes=_takes(param),
    )


def _control(param: Param, kind: Mapping[str, Any], choices: tuple[str, ...]) -> Control:
    if choices:
        return "choice"
    match kind.get("type"):
        case "integer" | "number":
            return "number"
        case "array":
            return "lines"
        case "object":
            return "json"
    is_long = isinstance(param.role, Text) and param.name in _LONG_TEXTS
    return "text" if is_long else "line"


def _choices(param: Param, kind: Mapping[str, Any]) -> tuple[str, ...]:
    if "enum" in kind:
        return tuple(map(str, kind["enum"]))
    if kind.get("type") == "boolean":
        return ("true", "false")
    # Some arguments are texts of which only a few are known; their descriptions list them.
    known = _CHOICES.fullmatch(param.role.about) if isinstance(param.role, Code) else None
    return tuple(re.split(r", | or ", known[1])) if known is not None and kind.get("type") == "string" else ()


def _takes(param: Param) -> str:
    if isinstance(param.role, Address):
        return ADDRESS
    if isinstance(param.role, Ref):
        return _prefix_of(param.role.table)
    return ""


@lru_cache(maxsize=256)
def _prefix_of(table: str) -> str:
    """Return the first part of the ids of a table, such as `mail`; empty for an unknown table."""
    records = (record for app in all_apps().values() for record in app.records)
    return next((record.prefix for record in records if record.table == table), "")


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
