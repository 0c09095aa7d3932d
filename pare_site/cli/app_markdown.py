"""Builds the generated section of docs/scenarios.md: world, goals and events of each app."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from pare_site.cli.app_names import AppAction, AppNames, RecordField, Value

WIDTH = 130
# Left out of the lists: every entry can have a label, and docs/scenarios.md explains labels once for all apps.
LABEL = "label"


def markdown(apps: Iterable[AppNames]) -> str:
    """Return Markdown with one section per app: its name, and a list of world, goals and events."""
    return "\n\n".join(map(_section, apps)) + "\n"


def _section(app: AppNames) -> str:
    # Allowed values are listed only where they first occur in a section.
    said: set[tuple[str, ...]] = set()
    lines = [
        f"**{app.name}**: {app.about}",
        f"- world: {_world(app, said)}",
        f"- goals: {_goals(app, said)}",
        f"- events: {', '.join(_event(event, said) for event in app.events) or 'none'}",
    ]
    return "\n".join(map(_wrapped, lines))


def _world(app: AppNames, said: set[tuple[str, ...]]) -> str:
    if app.world is None:
        return "nothing"
    fields = _values(app.world.fields, said)
    return f"{fields}. {app.world.about}" if app.world.about else fields


def _goals(app: AppNames, said: set[tuple[str, ...]]) -> str:
    if not app.records:
        return "none"
    if len(app.records) > 1:
        return ", ".join(f"`{kind.short or kind.name}` ({_fields(kind.fields, said)})" for kind in app.records)
    fields = app.records[0].fields
    written = {value.name for value in app.world.fields} if app.world else set()
    return "the same as in world" if {field.name for field in fields} == written - {LABEL} else _fields(fields, said)


def _event(event: AppAction, said: set[tuple[str, ...]]) -> str:
    name = f"`{event.name.rpartition('.')[2]}`"
    return f"{name} ({_values(event.arguments, said)})" if event.arguments else name


def _values(values: Sequence[Value], said: set[tuple[str, ...]]) -> str:
    return ", ".join(_value(value, said) for value in values if value.name != LABEL)


def _value(value: Value, said: set[tuple[str, ...]]) -> str:
    name = f"**{value.name}**" if value.required else value.name
    inside = _values(value.fields, said) or _choices(value.choices, said)
    return f"{name} ({inside})" if inside else name


def _fields(fields: Sequence[RecordField], said: set[tuple[str, ...]]) -> str:
    parts = ((field.name, _choices(field.choices, said)) for field in fields)
    return ", ".join(f"{name} ({choices})" if choices else name for name, choices in parts)


def _choices(choices: tuple[str, ...], said: set[tuple[str, ...]]) -> str:
    """Return the allowed values, unless this section has listed them already."""
    if choices in said:
        return ""
    said.add(choices)
    return ", ".join(choices)


def _wrapped(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
