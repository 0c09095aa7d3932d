"""Names of an app that a scenario file may use, read from the app's declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pare_site.cli.app_types import WORDS, Schema, choices_of, parts_of, type_words, words_for
from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.screens import taps_of
from simulator.phone.store import Record
from simulator.scenario.lint.field_checks import field_types
from simulator.words.english import spoken

# What the assistant says is written as offer and report, not as calls of this app.
CARD = "assistant"
ID = "id"


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a seed or an argument of an action; `fields` are those of the entries inside it."""

    name: str
    type: str
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    about: str = ""
    fields: tuple[Value, ...] = ()


class RecordField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a record, as goals may ask for it."""

    name: str
    type: str
    choices: tuple[str, ...] = ()


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of records; `short` is the app's name where that alone means this kind."""

    name: str
    short: str
    fields: tuple[RecordField, ...]


class Seeds(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the app in `world`."""

    about: str
    fields: tuple[Value, ...]


class AppAction(msgspec.Struct, frozen=True, kw_only=True):
    """An event, a tap or a call, by the name that a file writes."""

    name: str
    about: str
    write: bool
    arguments: tuple[Value, ...]


class Taps(msgspec.Struct, frozen=True, kw_only=True):
    screen: str
    actions: tuple[AppAction, ...]


class AppNames(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    about: str
    records: tuple[Kind, ...]
    world: Seeds | None
    events: tuple[AppAction, ...]
    taps: tuple[Taps, ...]
    calls: tuple[AppAction, ...]


def names_of(app: App) -> AppNames:
    """Return what a file may name. Records and events of system apps are not for files."""
    world = _seeds(app)
    times = frozenset(_times(world.fields)) if world is not None else frozenset()
    return AppNames(
        name=app.name,
        title=app.title,
        about=app.about,
        records=() if app.system else tuple(_kind(app, record, times) for record in app.records),
        world=world,
        events=() if app.system else tuple(map(_deed, app.events.values())),
        taps=tuple(
            Taps(screen=screen.__name__, actions=tuple(map(_deed, taps.values())))
            for screen in app.screens
            if (taps := taps_of(screen))
        ),
        calls=() if app.name == CARD else tuple(map(_deed, app.tools.values())),
    )


def _seeds(app: App) -> Seeds | None:
    if app.seed is None:
        return None
    schema = app.seed.model_json_schema()
    about = " ".join(schema.get("description", "").split())
    return Seeds(about=about, fields=_values(schema, schema.get("$defs", {})))


def _values(schema: Schema, models: Mapping[str, Schema]) -> tuple[Value, ...]:
    needed = schema.get("required", ())
    return tuple(
        _value(name, part, models, name in needed, WORDS) for name, part in schema.get("properties", {}).items()
    )


def _value(name: str, schema: Schema, models: Mapping[str, Schema], required: bool, words: Mapping[str, str]) -> Value:
    return Value(
        name=name,
        type=type_words(schema, words),
        choices=choices_of(schema),
        required=required,
        default=schema.get("default"),
        about=schema.get("description", ""),
        fields=tuple(value for part in parts_of(schema, models) for value in _values(part, models)),
    )


def _deed(action: Action) -> AppAction:
    properties, models = action.schema.get("properties", {}), action.schema.get("$defs", {})
    return AppAction(
        name=f"{action.app}.{action.name}",
        about=" ".join(action.about.split()),
        write=action.write,
        arguments=tuple(
            _value(param.name, properties[param.name], models, param.required, words_for(param.role))
            for param in action.params.values()
        ),
    )


def _kind(app: App, record: type[Record], times: frozenset[str]) -> Kind:
    schema = msgspec.json.schema(record)
    models = schema["$defs"]
    properties = models[schema["$ref"].rpartition("/")[2]]["properties"]
    fields = tuple(
        _record_field(name, properties[name], models, choices=kind.choices, times=times)
        for name, kind in field_types(record).items()
        if name != ID
    )
    return Kind(name=record.table, short=app.name if record is app.records[0] else "", fields=fields)


def _record_field(
    name: str, schema: Schema, models: Mapping[str, Schema], choices: tuple[str, ...], times: frozenset[str]
) -> RecordField:
    words = {**WORDS, "integer": "time"} if _is_time(name, times) else WORDS
    # The schema has the choices in alphabetical order, not as they are declared.
    said = spoken(choices, "or") or type_words(schema, words)
    inside = [field for part in parts_of(schema, models) for field in part["properties"]]
    return RecordField(name=name, type=f"{said} with {spoken(inside)}" if inside else said, choices=choices)


def _is_time(name: str, times: frozenset[str]) -> bool:
    """Records keep times as numbers: those that a seed writes as times, and those called so."""
    return name in times or name.endswith("_at") or name.startswith("time_")


def _times(values: Iterable[Value]) -> Iterable[str]:
    for value in values:
        if value.type == "time":
            yield value.name
        yield from _times(value.fields)
