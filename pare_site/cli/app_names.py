"""Reads the names that scenario files can use from an app's declarations, and describes their types in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from pydantic import TypeAdapter

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.plot import SeedTime
from simulator.phone.roles import Address, FilePath, PersonName, Ref, Role, When
from simulator.phone.screens import taps_of
from simulator.phone.store import Record
from simulator.scenario.lint.field_checks import field_types
from simulator.words.english import spoken

# Scenario files write `offer` and `report` instead of calls of the app "assistant", so its calls are left out.
CARD = "assistant"
ID = "id"
Schema = Mapping[str, Any]
WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": ""}
# The schema of a time. Pydantic inlines it without a name, so a time is recognised by comparing schemas.
_TIME: Schema = TypeAdapter(SeedTime).json_schema()
_ROLES: dict[type[Role], str] = {
    When: "time",
    Address: "e-mail address or label of a person",
    PersonName: "name or label of a person",
    FilePath: "path or label of a file",
}
_SEVERAL = {"entry": "entries", "pair": "pairs"}


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a seed or an argument of an action. `fields`: the fields of its entries, if the value has entries."""

    name: str
    type: str
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    about: str = ""
    fields: tuple[Value, ...] = ()


class RecordField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a record that goals can refer to."""

    name: str
    type: str
    choices: tuple[str, ...] = ()


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of record. `short`: the name of the app, if goals may write it instead of `name`; otherwise empty."""

    name: str
    short: str
    fields: tuple[RecordField, ...]


class Seeds(msgspec.Struct, frozen=True, kw_only=True):
    """Description and fields of one of the app's entries under `world` in a scenario file."""

    about: str
    fields: tuple[Value, ...]


class AppAction(msgspec.Struct, frozen=True, kw_only=True):
    """An event, a tap or a call, with the name that scenario files use."""

    name: str
    about: str
    write: bool
    arguments: tuple[Value, ...]


class Taps(msgspec.Struct, frozen=True, kw_only=True):
    """The taps of one screen."""

    screen: str
    actions: tuple[AppAction, ...]


class AppNames(msgspec.Struct, frozen=True, kw_only=True):
    """One app as scenario files see it; `pare apps show --json` prints these fields."""

    name: str
    title: str
    about: str
    records: tuple[Kind, ...]
    world: Seeds | None
    events: tuple[AppAction, ...]
    taps: tuple[Taps, ...]
    calls: tuple[AppAction, ...]


def names_of(app: App) -> AppNames:
    """Return the names that a scenario file can use. Scenario files can't use records and events of system apps."""
    world = _seeds(app)
    times = frozenset(_times(world.fields)) if world is not None else frozenset()
    return AppNames(
        name=app.name,
        title=app.title,
        about=app.about,
        records=() if app.system else tuple(_kind(app, record, times) for record in app.records),
        world=world,
        events=() if app.system else tuple(map(_action, app.events.values())),
        taps=tuple(
            Taps(screen=screen.__name__, actions=tuple(map(_action, taps.values())))
            for screen in app.screens
            if (taps := taps_of(screen))
        ),
        calls=() if app.name == CARD else tuple(map(_action, app.tools.values())),
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


def _action(action: Action) -> AppAction:
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
    # A goal that gives only the name of an app means the first kind of record of that app.
    return Kind(name=record.table, short=app.name if record is app.records[0] else "", fields=fields)


def _record_field(
    name: str, schema: Schema, models: Mapping[str, Schema], choices: tuple[str, ...], times: frozenset[str]
) -> RecordField:
    words = {**WORDS, "integer": "time"} if _is_time(name, times) else WORDS
    # `choices` has the order of the declaration, while the schema lists them alphabetically.
    said = spoken(choices, "or") or type_words(schema, words)
    inside = [field for part in parts_of(schema, models) for field in part["properties"]]
    return RecordField(name=name, type=f"{said} with {spoken(inside)}" if inside else said, choices=choices)


def _is_time(name: str, times: frozenset[str]) -> bool:
    """Return whether a field is a time: its name is in `times`, ends with `_at` or starts with `time_`."""
    return name in times or name.endswith("_at") or name.startswith("time_")


def _times(values: Iterable[Value]) -> Iterable[str]:
    for value in values:
        if value.type == "time":
            yield value.name
        yield from _times(value.fields)


def type_words(schema: Schema, words: Mapping[str, str] = WORDS) -> str:
    """Return the type of a JSON schema in words. `words` maps plain types, such as `string`, to words."""
    if "enum" in schema or "const" in schema:
        return spoken(map(str, schema.get("enum", [schema.get("const")])), "or")
    if "anyOf" in schema:
        return spoken(dict.fromkeys(filter(None, (type_words(one, words) for one in schema["anyOf"]))), "or")
    if "$ref" in schema:
        return "entry"
    if is_time(schema):
        return "time"
    if "prefixItems" in schema:
        return "pair" if len(schema["prefixItems"]) == 2 else "list"
    if schema.get("type") == "array":
        one = type_words(schema.get("items", {}), words)
        return f"list of {_SEVERAL.get(one, one)}"
    return "mapping" if schema.get("type") == "object" else words.get(schema.get("type", ""), "any value")


def words_for(role: Role) -> dict[str, str]:
    """Return words for plain types. The role makes the word for a text more exact, as in “path or label of a file”."""
    if isinstance(role, Ref):
        return {**WORDS, "string": f"label {'or name ' if role.named else ''}of {role.table}"}
    return {**WORDS, "string": _ROLES.get(type(role), WORDS["string"])}


def is_time(schema: Schema) -> bool:
    """Return whether this is the schema of a time in scenario files."""
    return all(schema.get(key) == value for key, value in _TIME.items())


def choices_of(schema: Schema) -> tuple[str, ...]:
    """Return the allowed values; empty if the schema does not list them."""
    if "enum" in schema or "const" in schema:
        return tuple(map(str, schema.get("enum", [schema.get("const")])))
    parts = [choices_of(one) for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return parts[0] if len(parts) == 1 else ()


def parts_of(schema: Schema, models: Mapping[str, Schema]) -> Iterable[Schema]:
    """Yield the schemas of the entries that a value consists of; none for a plain value."""
    if "$ref" in schema:
        yield models[schema["$ref"].rpartition("/")[2]]
    for one in (*schema.get("anyOf", ()), *filter(None, [schema.get("items")])):
        yield from parts_of(one, models)
