"""The content of a reply: an action, or a sentence that tells the model what was wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from simulator.agents.llm.replies.schemas import takes
from simulator.phone.actions import Action
from simulator.phone.writable import shortened, writable_text
from simulator.trace.exchange import Reply

# Characters of a quotation, and of the text that is quoted on each side of a JSON error.
_QUOTED = 80
_NEAR = 20
# The finish reason of a reply that reached its limit of tokens.
_CUT_OFF = "length"
_THINKING = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
# Accepts line breaks inside strings: models write them, and nothing else could be meant.
_json = json.JSONDecoder(strict=False)


@dataclass(frozen=True)
class Said:
    """An action's name and arguments, or a problem. The phone checks later whether they fit an existing action."""

    name: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    thought: str = ""
    problem: str = ""


class Unreadable(Exception):
    """Raised if no action can be read from a reply. The message is sent to the model and recorded in the trace."""


class Found(NamedTuple):
    """A JSON value in a text, and the position of its end."""

    value: Any
    end: int


def too_long(reply: Reply) -> str:
    """Return the problem if the reply was too long and was cut; empty if not."""
    if not reply.cut:
        return ""
    return f"The reply was {reply.cut:,} characters longer than a reply may be. Think briefly."


def nothing_in(text: str, reply: Reply) -> str:
    """Return the problem if the reply has no text; empty if there is text."""
    if text:
        return ""
    if reply.text.strip() or reply.finish == _CUT_OFF:
        return "The reply ended before it came to an action. Think briefly."
    return "The reply was empty."


def spoken_text(reply: Reply) -> str:
    """Return the text without the <think> block that some models put before it."""
    return writable_text(_THINKING.sub("", reply.text, count=1)).strip()


def read_json(text: str, start: int, what: str, finish: str) -> Found:
    """Read the JSON value at `start`. Raises Unreadable with a sentence that begins with `what`."""
    try:
        return Found(*_json.raw_decode(text, start))
    except json.JSONDecodeError as error:
        raise Unreadable(f"{what} {_broken_at(text, start, error, finish)}") from None
    except (ValueError, RecursionError):
        raise Unreadable(f"{what} holds a number too large or lists too deep to be read.") from None


def read_arguments(given: Any, name: str, offered: Mapping[str, Action], where: str) -> dict[str, Any]:
    """Return the arguments of a call in a reply. Raises Unreadable.

    Accepts an object, an object in a string, nothing, or plain text for a single argument.
    """
    if given is None or given == "":
        return {}
    if isinstance(given, str):
        given = _inside(given, name, offered)
    if isinstance(given, dict):
        return given
    remedy = f" {takes(name, offered[name])}." if name in offered else ""
    raise Unreadable(f"{where} has to be a JSON object with the arguments by name, but it is {quoted(given)}.{remedy}")


def quoted(value: Any) -> str:
    """Return the model's text in quotation marks, shortened and on one line."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return f"'{shortened(writable_text(' '.join(text[: 4 * _QUOTED].split())), _QUOTED)}'"


def _inside(text: str, name: str, offered: Mapping[str, Action]) -> Any:
    if text.lstrip().startswith("{"):
        try:
            return _json.decode(text)
        except (ValueError, RecursionError):
            return text
    params = offered[name].params.values() if name in offered else ()
    fitting = [param for param in params if param.required] or list(params)
    return {fitting[0].name: text} if len(fitting) == 1 else text


def _broken_at(text: str, start: int, error: json.JSONDecodeError, finish: str) -> str:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        why = "the reply reached the limit on its length" if finish == _CUT_OFF else "something is missing or unclosed"
        return f"is not complete JSON: it ends in the middle, {why}."
    before = text[start : error.pos]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    near = quoted(text[max(start, error.pos - _NEAR) : error.pos + _NEAR])
    return f"is not valid JSON: {error.msg[:1].lower()}{error.msg[1:]} at line {line}, column {column}, near {near}."
