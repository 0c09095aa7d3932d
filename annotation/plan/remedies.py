"""What may be given for a key of a plan, in words."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

from simulator.options import in_range

_NAME = "Write small letters, digits and _, beginning with a letter"
_OWN_WORDS = {
    "title": "Write a title of up to 200 characters, such as Offers in March",
    "questions": "Name known questions, such as [decision, timing], or write one with key, about, text and choices",
    "seed": "Write a whole number, such as 42",
    "runs": "Write numbers of runs, such as 3, 4, 9, or the first 16 characters of their content hashes",
    "per_model": "Write models with numbers, such as gpt-5: 10",
    "samples": "Write a list of samples, such as - size: 60",
    "practice": "Write a list, each with identity, right_answers and explanation",
    "gold": "Write a list, each with identity and right_answers",
    "left_out": "Write a list of identities, as the list of items and exports have them",
    "identity": "Take it from the list of items or from an export: 64 digits and letters",
    "right_answers": "Write the right value by question, such as decision: accept",
    "return_url": "Write an address that begins with https://",
    "panel_parameter": "Write a name such as PROLIFIC_PID: letters, digits, and any of _ . -",
    "guidelines": "Write a text of up to 50,000 characters",
    "consent": "Write a text of up to 50,000 characters",
    "key": _NAME,
    "value": _NAME,
    "choices": "Write two to nine, each with value, label and letter",
    "letter": "Write one small letter other than u, g and w",
}


def remedy_of(model: type[BaseModel], name: str) -> str:
    if name in _OWN_WORDS:
        return _OWN_WORDS[name]
    schema = _properties(model).get(name)
    return f"Write {in_range(_plain(schema))}" if schema else "See the keys of a plan in the documentation"


@cache
def _properties(model: type[BaseModel]) -> dict[str, Any]:
    found: dict[str, Any] = model.model_json_schema()["properties"]
    return found


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Lists of choices are told as choices."""
    items = schema.get("items") if schema.get("type") == "array" else None
    return {"type": "array", "items": {"type": "value"}} if items is not None and "enum" not in items else schema
