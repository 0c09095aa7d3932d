"""Options of an episode as they are typed: `--set key=value`, checked, with the range told when one does not fit."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from pare_site.cli.exits import Trouble
from pare_site.cli.parser import help_section
from simulator.config import EpisodeConfig
from simulator.phone.wording import spoken
from simulator.scenario.problems import close_to, listed

_NONE = ("none", "null", "")
_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a JSON object",
}


def read_settings(pairs: Iterable[str], options: Mapping[str, Any]) -> EpisodeConfig:
    """The config from `key=value` pairs and from options of their own; nothing may be given twice."""
    values = {name: value for name, value in options.items() if value is not None}
    for pair in pairs:
        name, value = _split(pair)
        if name in values:
            raise Trouble(f"'{name}' is given twice; keep one of them.")
        values[name] = value
    try:
        return EpisodeConfig(**{name: _read(name, value) for name, value in values.items()})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        problem = first["msg"].removeprefix("Value error, ")
        raise Trouble(f"The setting '{first['loc'][0]}' does not fit: {problem}") from None


def settings_help() -> str:
    """Every option with its default and range, for `pare run --help`."""
    lines = {}
    for name, field in EpisodeConfig.model_fields.items():
        default = "none" if field.default is None else _shown(field.default)
        lines[f"{name}={default}"] = f"{field.description} Takes {allowed(name)}."
    return help_section("settings for --set, with their defaults", lines)


def allowed(name: str) -> str:
    """What may be given for an option: `a whole number from 1 to 100`."""
    schema = EpisodeConfig.model_json_schema()["properties"][name]
    return _words(schema)


def _split(pair: str) -> tuple[str, str]:
    name, sign, value = pair.partition("=")
    name = name.strip().replace("-", "_")
    known = list(EpisodeConfig.model_fields)
    if name not in known:
        raise Trouble(f"There is no setting '{name}'{close_to(name, known)}. Settings: {listed(known, name)}.")
    if not sign:
        raise Trouble(f"'{pair}' has no value; write --set {name}=VALUE, with {allowed(name)}.")
    return name, value.strip()


def _read(name: str, value: Any) -> Any:
    field = EpisodeConfig.model_fields[name]
    if isinstance(value, str) and not value.isprintable():
        raise Trouble(f"The value of the setting '{name}' has characters that cannot be shown; leave them out.")
    annotated: Any = Annotated[field.annotation, field]
    adapter: TypeAdapter[Any] = TypeAdapter(annotated)
    for reading in _readings(value):
        try:
            return adapter.validate_python(reading)
        except ValidationError:
            continue
    raise Trouble(f"'{value}' does not fit the setting '{name}': write {allowed(name)}.")


def _readings(value: Any) -> Iterator[Any]:
    """What a typed text may mean: itself, nothing, a JSON value, a list with commas."""
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


def _words(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(map(_words, schema["anyOf"]))
    if "enum" in schema:
        return spoken(map(str, schema["enum"]), "or")
    if schema.get("type") == "null":
        return "none"
    if schema.get("type") == "array":
        each = _words(schema["items"]).removeprefix("a ").replace("number", "numbers")
        return f"{each}, with commas between them"
    if "propertyNames" in schema:
        return f"a JSON object with {spoken(schema['propertyNames']['enum'])} as keys"
    kind = _KINDS.get(str(schema.get("type")), "a value")
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{kind} from {low} to {high}"
    return f"{kind} of at least {low}" if low is not None else kind


def _shown(value: Any) -> str:
    if isinstance(value, tuple | dict) and not value:
        return "none"
    if isinstance(value, dict):
        return json.dumps(value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
