"""Reads the arguments of an action from a submitted form, by the action's own declaration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from simulator.phone.actions import Action
from simulator.phone.errors import ActionError

# Fields of arguments are named `arg.email_id`, so that no argument can have the name of another field of the form.
PREFIX = "arg."
_TRUE, _FALSE = ("true", "on", "1", "yes"), ("false", "off", "0", "no")


class BadArguments(Exception):
    """Raised if a form does not fit its action. `fields` has a message for each wrong argument."""

    def __init__(self, message: str, fields: Mapping[str, str]) -> None:
        super().__init__(message)
        self.fields = fields


def arguments_of(action: Action, given: QueryDict) -> dict[str, Any]:
    """Return the arguments of an action from a form. Empty fields of optional arguments are left out.

    Raises BadArguments if a value has the wrong type, so that a slip in a form costs no turn. Whether a record exists
    is left to the engine, as for every other player.
    """
    schema = action.schema
    found: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, kind in schema.get("properties", {}).items():
        values = given.getlist(PREFIX + name)
        required = name in schema.get("required", ())
        if not required and not any(value.strip() for value in values):
            continue
        try:
            if not values:
                raise ValueError("Fill in this field.")
            found[name] = _value(kind, values, schema)
        except ValueError as problem:
            problems[name] = str(problem)
    if problems:
        raise BadArguments("Fix the marked fields.", problems)
    try:
        action.validate(found)
    except ActionError as problem:
        raise BadArguments(str(problem), {}) from None
    return found


def _value(kind: Mapping[str, Any], values: list[str], schema: Mapping[str, Any]) -> Any:
    """Return the value of one field. Raises ValueError with a message for people."""
    kind = plain_kind(kind, schema)
    text = values[-1] if values else ""
    match kind.get("type"):
        case "integer":
            return _number(text, int, "Enter a whole number.")
        case "number":
            return _number(text, float, "Enter a number.")
        case "boolean":
            return _flag(text)
        case "array":
            items = [line.strip() for value in values for line in value.splitlines() if line.strip()]
            return [_value(kind.get("items", {}), [item], schema) for item in items]
        case "object":
            return _object(text)
        case _:
            return text.replace("\r\n", "\n")


def plain_kind(kind: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a JSON schema that says what a person enters: without references and without null."""
    if "$ref" in kind:
        return plain_kind(schema["$defs"][kind["$ref"].rpartition("/")[2]], schema)
    options = [option for option in kind.get("anyOf", ()) if option.get("type") != "null"]
    return plain_kind(options[0], schema) if options else kind


def _number(text: str, kind: type[int] | type[float], message: str) -> int | float:
    try:
        return kind(text.strip().replace(",", "."))
    except ValueError:
        raise ValueError(message) from None


def _flag(text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE or not text:
        return False
    raise ValueError("Choose yes or no.")


def _object(text: str) -> Any:
    try:
        return json.loads(text or "{}")
    # Thousands of nested brackets raise RecursionError.
    except (ValueError, RecursionError):
        raise ValueError('Write a JSON object such as {"name": "value"}.') from None
