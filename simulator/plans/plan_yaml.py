"""Writes plain values as YAML that is read back exactly: on one line, or as a block for a text of several lines."""

from __future__ import annotations

import json
import re
from typing import Any

from simulator.scenario.yaml12 import YamlError, load_yaml

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
# The characters that a block may contain as they are; others need an escape.
_BLOCK = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]*")


def flow(value: Any) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{flow(key)}: {flow(item)}' for key, item in value.items())}}}"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def block(text: str, indent: str) -> str:
    """Return a text as YAML that can follow `key: `: a block if the text has several lines, otherwise one line.

    `indent` is the indentation of the key. Texts that a block can't hold are written on one line, too.
    """
    # `|-` drops the last line end, so a text that ends with a line end can't be a block.
    is_bare = not text.strip() or text.endswith("\n") or "\n" not in text
    if is_bare or not _BLOCK.fullmatch(text):
        return flow(text)
    step = indent + "  "
    lines = (f"{step}{line}" if line else "" for line in text.split("\n"))
    # The number after `|` states the indentation, because the first line may begin with spaces of its own.
    return "\n".join(["|2-", *lines])


def _text(text: str) -> str:
    """Return a text as it is if YAML reads it back as the same text, otherwise in quotes."""
    # The pattern alone is not enough: `true` and `null` look like words but are read as values.
    if _PLAIN.fullmatch(text) and _read(text) == text:
        return text
    return f'"{"".join(map(_escaped, text))}"'


def _read(text: str) -> Any:
    try:
        return load_yaml(text, "").data
    except YamlError:
        return None


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    if sign == " " or (sign.isprintable() and not sign.isspace()):
        return sign
    return f"\\U{ord(sign):08x}"
