"""Values as a person would write them in a YAML file, with quotes only where they are needed."""

from __future__ import annotations

import json
import re
from typing import Any

from simulator.scenario.template.fillers import Filler

# Words, and times such as +1d 10:00 or Thu 2026-03-05 08:20: whatever else a text holds, quotes keep it safe.
_WORDS = re.compile(r"[^\W\d_][\w.@'/-]*(?: [\w.@'/+-]+)*")
_TIME = re.compile(r"(?:[A-Z][a-z]{2} [0-9]{4}-[0-9]{2}-[0-9]{2}|[+-][0-9]+d) [0-9]{2}:[0-9]{2}(?::[0-9]{2})?")
_NOT_TEXT = frozenset({"null", "true", "false"})


def spelled(value: Any) -> str:
    """On one line; lists and mappings in brackets."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{spelled(key)}: {spelled(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    if not isinstance(value, str):
        return json.dumps(value)
    needs_no_quotes = (_WORDS.fullmatch(value) and value.lower() not in _NOT_TEXT) or _TIME.fullmatch(value)
    return value if needs_no_quotes else json.dumps(value, ensure_ascii=False)


def block(fields: dict[str, Any], indent: str) -> list[str]:
    """A mapping, one field a line, with the notes of its fillers beside them."""
    lines = []
    for name, value in fields.items():
        if isinstance(value, list):
            lines.append(f"{indent}{name}:")
            for entry in value:
                lines += item(entry, f"{indent}  ")
        elif _is_entry(value):
            lines += [f"{indent}{name}:", *block(value, f"{indent}  ")]
        else:
            shown, note = value if isinstance(value, Filler) else (value, "")
            lines.append(f"{indent}{name}: {spelled(shown)}{f'  # {note}' if note else ''}")
    return lines


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(inner, Filler) for inner in value.values())


def item(fields: dict[str, Any], indent: str) -> list[str]:
    """A mapping as an item of a list."""
    first, *rest = block(fields, f"{indent}  ")
    return [f"{indent}- {first.strip()}", *rest]


def commented(lines: list[str], indent: str = "") -> list[str]:
    """Lines that wait to be used; without the sign they stand where they belong."""
    return [f"{indent}# {line.removeprefix(indent)}" for line in lines]
