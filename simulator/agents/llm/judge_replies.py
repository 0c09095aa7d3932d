"""Reads the replies of judge models strictly, because a reply that can't be read must not become a verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from simulator.reading.claims import ANSWERS, Claim, Reading

LONGEST_WORDS = 500
LONGEST_REASON = 300
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.S)
_SPACE = re.compile(r"\s+")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


class UnreadableReply(ValueError):
    """Raised if a reply does not have the requested form. The message is one clause."""


def names_of(claims: Sequence[Claim]) -> dict[str, Claim]:
    """Return the claims by their names in the request: c1, c2, … Keys are not sent, as they may hint at the answer."""
    return {f"c{number}": claim for number, claim in enumerate(claims, 1)}


def reply_schema(names: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of a reply, for servers that enforce one."""
    texts = {"words": {"type": "string"}, "reason": {"type": "string"}}
    answer = {
        "type": "object",
        "properties": {"value": {"enum": list(ANSWERS)}, **texts},
        "required": ["value", "words", "reason"],
        "additionalProperties": False,
    }
    answers = {
        "type": "object",
        "properties": dict.fromkeys(names, answer),
        "required": list(names),
        "additionalProperties": False,
    }
    properties = {"answers": answers}
    return {"type": "object", "properties": properties, "required": ["answers"], "additionalProperties": False}


def read_reply(reply: str, text: str, claims: Sequence[Claim], reader: str, version: str) -> dict[str, Reading]:
    """Return the readings by claim key; claims without a usable answer are missing. Raises UnreadableReply."""
    answers = _answers(reply)
    found: dict[str, Reading] = {}
    for name, claim in names_of(claims).items():
        said = answers.get(name)
        if isinstance(said, dict) and said.get("value") in ANSWERS:
            found[claim.key] = _reading(claim.key, said, text, reader, version)
    return found


def _answers(reply: str) -> dict[str, Any]:
    fenced = _FENCE.match(reply)
    try:
        said = msgspec.json.decode((fenced[1] if fenced else reply).strip())
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise UnreadableReply("the reply is not JSON") from None
    answers = said.get("answers") if isinstance(said, dict) else None
    if not isinstance(answers, dict):
        raise UnreadableReply("the reply has no object 'answers'")
    return answers


def _reading(key: str, said: dict[str, Any], text: str, reader: str, version: str) -> Reading:
    words, reason = _short(said.get("words"), LONGEST_WORDS), _short(said.get("reason"), LONGEST_REASON)
    quoted = bool(_plain(words)) and _plain(words) in _plain(text)
    if said["value"] == "yes" and not quoted:
        # A judge that quotes words the text does not have has read something else.
        return Reading(key, "unclear", "", "the judge says yes, but quotes no words of the text", reader, version)
    return Reading(key, said["value"], words if quoted else "", reason, reader, version)


def _short(value: object, most: int) -> str:
    return _SPACE.sub(" ", value).strip()[:most] if isinstance(value, str) else ""


def _plain(text: str) -> str:
    """Return the text without differences in spaces, quotation marks and case, which models change when they quote."""
    return _SPACE.sub(" ", text.translate(_QUOTES)).strip("\"'.… ").casefold()
