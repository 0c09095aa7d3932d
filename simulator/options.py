"""Reads options of a run as people write them. Each option is checked alone; errors say which values are allowed."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from simulator.config import EpisodeConfig
from simulator.scenario.problems import listed
from simulator.words.english import capital, spoken
from simulator.words.validation import findings, unknown_name

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_NONE = ("none", "null", "")
_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a JSON object",
}


class BadOption(ValueError):
    """An unknown option, or a value that an option does not accept. The message says what is allowed."""


def known_option(name: str) -> str:
    """Return the option's declared name; dashes are read as underscores. Raise BadOption for an unknown name."""
    name = name.strip().replace("-", "_")
    known = list(EpisodeConfig.model_fields)
    if name not in known:
        raise BadOption(f"{capital(unknown_name('setting', name, known))}. Settings: {listed(known, name)}.")
    return name


def read_option(name: str, value: Any) -> Any:
    """Return an option's value, read from text or from a value in a file. Raise BadOption if the value does not fit."""
    field = EpisodeConfig.model_fields[name]
    if isinstance(value, str) and not value.isprintable():
        raise BadOption(f"The value of the setting '{name}' contains characters that can’t be shown; remove them.")
    # The type includes the field info, so that the adapter also checks the limits (ge, le, max_length).
    annotated: Any = Annotated[field.annotation, field]
    adapter: TypeAdapter[Any] = TypeAdapter(annotated)
    # A command line gives only text, so the first interpretation that fits the option's type is used.
    for reading in _readings(value):
        try:
            found = adapter.validate_python(reading)
        except ValidationError:
            continue
        if not isinstance(found, int | float) or is_number(reading):
            return found
    raise BadOption(f"'{value}' does not fit the setting '{name}': write {allowed(name)}.")


def is_number(value: Any) -> bool:
    """Return False for text that people would not read as a number, such as 0-2, which pydantic reads as -2."""
    return not isinstance(value, str) or _NUMBER.fullmatch(value.strip()) is not None


def config_of(options: Mapping[str, Any]) -> EpisodeConfig:
    """Return the configuration with these options. Raise BadOption for the first option that does not fit."""
    try:
        return EpisodeConfig(**options)
    except ValidationError as error:
        first = findings(error)[0]
        raise BadOption(f"The setting '{first.path[0]}' does not fit: {first.message}") from None


def allowed(name: str) -> str:
    """Return the values that an option takes, in words, such as `a whole number from 1 to 100`."""
    schema = EpisodeConfig.model_json_schema()["properties"][name]
    return in_range(schema)


def in_range(schema: Mapping[str, Any]) -> str:
    """Return in words the values that an option's JSON schema allows."""
    if "anyOf" in schema:
        return " or ".join(map(in_range, schema["anyOf"]))
    if "enum" in schema:
        return spoken(map(str, schema["enum"]), "or")
    if schema.get("type") == "null":
        return "none"
    if schema.get("type") == "array":
        each = in_range(schema["items"]).removeprefix("a ").replace("number", "numbers")
        return f"{each}, with commas between them"
    if "propertyNames" in schema:
        return f"a JSON object with {spoken(schema['propertyNames']['enum'])} as keys"
    return _bounded(_KINDS.get(str(schema.get("type")), "a value"), schema)


def _bounded(kind: str, schema: Mapping[str, Any]) -> str:
    low, high, above = schema.get("minimum"), schema.get("maximum"), schema.get("exclusiveMinimum")
    if above is not None:
        return f"{kind} above {above}" if high is None else f"{kind} above {above}, up to {high}"
    if low is not None and high is not None:
        return f"{kind} from {low} to {high}"
    return f"{kind} of at least {low}" if low is not None else kind


def _readings(value: Any) -> Iterator[Any]:
    """Yield the possible meanings of a value, in the order in which to try them.

    Text can mean itself, nothing (None, an empty list or object), a JSON value, or a comma-separated list.
    """
    if isinstance(value, bool):
        # In Python a bool is a number; for people it is not, so it is read as text here.
        yield str(value).lower()
        return
    yield value
    if not isinstance(value, str):
        return
    if value.lower() in _NONE:
        yield from (None, [], {})
        return
    with contextlib.suppress(ValueError):
        meant = json.loads(value)
        if not isinstance(meant, bool):
            yield meant
    yield [part.strip() for part in value.split(",") if part.strip()]
