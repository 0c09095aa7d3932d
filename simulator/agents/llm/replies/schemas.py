"""Actions as models see them: JSON schemas for tool calls and constrained replies, signatures for text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from simulator.agents.llm.wire import Tool
from simulator.phone.actions import Action
from simulator.phone.arguments import Param
from simulator.phone.roles import Fields, Ref, Role, When

# Characters, where a server enforces the schema of a reply: without a limit, small models never stop thinking.
LONGEST_THOUGHT = 300
_KEPT = 4096
_WORDS = {
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}


def tool_schemas(offered: Mapping[str, Action]) -> tuple[Tool, ...]:
    """Return the actions as tools of a request, under the names that the player sees."""
    return tuple(_tool(name, action) for name, action in offered.items())


def reply_schema(offered: Mapping[str, Action]) -> dict[str, Any]:
    """Return the JSON schema of a reply {thought, action, action_input}: one alternative for each action."""
    return {"type": "object", "anyOf": [_call_schema(name, action) for name, action in offered.items()]}


def tools_as_text(offered: Mapping[str, Action]) -> str:
    """Return every action in full: its description, and its arguments with types, defaults and meanings."""
    return "\n".join(_in_full(name, action) for name, action in offered.items())


def short_signatures(offered: Mapping[str, Action]) -> str:
    """Return the actions with their arguments and descriptions, one per line."""
    return "\n".join(f"- {_headline(name, action)}" for name, action in offered.items())


def takes(name: str, action: Action) -> str:
    """Return an action's arguments on one line, for a model that got them wrong: `open_app takes app_name: text`."""
    return f"{name} takes {', '.join(_arguments(action)) or 'no arguments'}"


@lru_cache(_KEPT)
def _tool(name: str, action: Action) -> Tool:
    return Tool(name, action.about, _plain(action.schema))


@lru_cache(_KEPT)
def _call_schema(name: str, action: Action) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": LONGEST_THOUGHT},
            "action": {"type": "string", "enum": [name]},
            "action_input": _plain(action.schema),
        },
        "required": ["thought", "action", "action_input"],
        "additionalProperties": False,
    }


@lru_cache(_KEPT)
def _in_full(name: str, action: Action) -> str:
    about = [f"    {param.name}: {param.role.about}" for param in action.params.values() if param.role.about]
    return "\n".join((f"- {_headline(name, action)}", *about))


@lru_cache(_KEPT)
def _headline(name: str, action: Action) -> str:
    about = " ".join(action.about.split())
    return f"{name}({', '.join(_arguments(action))}): {about}"


def _arguments(action: Action) -> list[str]:
    told = _plain(action.schema).get("properties", {})
    return [_argument(param, told[name]) for name, param in action.params.items()]


def _argument(param: Param, schema: Mapping[str, Any]) -> str:
    """Return an argument with its type: `offset: whole number = 0`, or `ride_time?: date and time` if optional."""
    optional = "" if param.required or "default" in schema else "?"
    default = f" = {_spelled(schema['default'])}" if "default" in schema else ""
    return f"{param.name}{optional}: {_meaning(param.role, schema)}{default}"


def _meaning(role: Role, schema: Mapping[str, Any]) -> str:
    if isinstance(role, Fields):
        return f"object with some of {', '.join(role.names)}"
    return _type_in_words(schema, _text_in_words(role))


def _text_in_words(role: Role) -> str:
    """Return the kind of text to write, such as "id" or "date and time"."""
    match role:
        case Ref(named=named):
            return "id or name" if named else "id"
        case When(about=about):
            return "date and time" if "HH:MM" in about or "time" in about else "date"
    return "text"


def _type_in_words(schema: Mapping[str, Any], text: str) -> str:
    if "enum" in schema:
        return " or ".join(map(_spelled, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_type_in_words(one, text) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type_in_words(schema.get('items', {}), text)}"
    if schema.get("type") == "string":
        return text
    return _WORDS.get(schema.get("type", ""), "anything")


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema without titles, which repeat names, and without null for arguments that can be left out."""
    plain = {key: value for key, value in schema.items() if key != "title"}
    if "properties" in plain:
        plain["properties"] = {name: _plain(inner) for name, inner in plain["properties"].items()}
    if "items" in plain:
        plain["items"] = _plain(plain["items"])
    if "anyOf" in plain and plain.get("default", ...) is None:
        del plain["default"]
        plain["anyOf"] = [_plain(one) for one in plain["anyOf"] if one != {"type": "null"}]
        if len(plain["anyOf"]) == 1:
            plain |= plain.pop("anyOf")[0]
    return plain


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
