"""JSON schemas in words for people: what a value is, which values there are, and what stands inside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from simulator.phone.plot import SeedTime
from simulator.phone.roles import Address, FilePath, PersonName, Ref, Role, When
from simulator.words.english import spoken

Schema = Mapping[str, Any]
WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": ""}
_TIME: Schema = TypeAdapter(SeedTime).json_schema()
_ROLES: dict[type[Role], str] = {
    When: "time",
    Address: "e-mail address or label of a person",
    PersonName: "name or label of a person",
    FilePath: "path or label of a file",
}
_SEVERAL = {"entry": "entries", "pair": "pairs"}


def type_words(schema: Schema, words: Mapping[str, str] = WORDS) -> str:
    """A schema's type as people say it. `words` are those for the plain types."""
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
    """Return the kind of a text where its role says more than its type."""
    if isinstance(role, Ref):
        return {**WORDS, "string": f"label {'or name ' if role.named else ''}of {role.table}"}
    return {**WORDS, "string": _ROLES.get(type(role), WORDS["string"])}


def is_time(schema: Schema) -> bool:
    """Return whether it is a time as scenario files write it."""
    return all(schema.get(key) == value for key, value in _TIME.items())


def choices_of(schema: Schema) -> tuple[str, ...]:
    """The only values there are, if they are few."""
    if "enum" in schema or "const" in schema:
        return tuple(map(str, schema.get("enum", [schema.get("const")])))
    parts = [choices_of(one) for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return parts[0] if len(parts) == 1 else ()


def parts_of(schema: Schema, models: Mapping[str, Schema]) -> Iterable[Schema]:
    """The schemas of the entries that stand inside a value."""
    if "$ref" in schema:
        yield models[schema["$ref"].rpartition("/")[2]]
    for one in (*schema.get("anyOf", ()), *filter(None, [schema.get("items")])):
        yield from parts_of(one, models)
