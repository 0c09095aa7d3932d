"""The verb at the beginning of a phrase: as it is called, as it is done, as it was done."""

from __future__ import annotations

_PAST = {
    "cancel": "cancelled",
    "go": "went",
    "put": "put",
    "read": "read",
    "send": "sent",
    "set": "set",
    "take": "took",
    "throw": "threw",
    "write": "wrote",
    "keep": "kept",
    "leave": "left",
    "buy": "bought",
    "drop": "dropped",
    "pin": "pinned",
    "tag": "tagged",
    "unpin": "unpinned",
    "get": "got",
    "make": "made",
    "give": "gave",
    "find": "found",
    "begin": "began",
    "cut": "cut",
    "let": "let",
    "tell": "told",
    "pay": "paid",
}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
_VOWELS = "aeiou"


def does(phrase: str) -> str:
    """`reply to Ada` → `replies to Ada`."""
    verb, gap, rest = phrase.partition(" ")
    return f"{_third_person(verb)}{gap}{rest}"


def did(phrase: str) -> str:
    """`reply to Ada` → `replied to Ada`."""
    verb, gap, rest = phrase.partition(" ")
    return f"{_past(verb)}{gap}{rest}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(_SIBILANTS) else f"{verb}s"


def _past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in _VOWELS else f"{verb}ed"
