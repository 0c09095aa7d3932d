"""Verb forms for sentences about actions: third person, past tense, and the verb in an action's name."""

from __future__ import annotations

from collections.abc import Mapping

# Past forms, if irregular or with a doubled consonant, of the verbs with which phrases and action names begin.
_PAST: Mapping[str, str] = {
    "begin": "began",
    "buy": "bought",
    "cancel": "cancelled",
    "cut": "cut",
    "drop": "dropped",
    "find": "found",
    "get": "got",
    "give": "gave",
    "go": "went",
    "keep": "kept",
    "leave": "left",
    "let": "let",
    "make": "made",
    "pay": "paid",
    "pin": "pinned",
    "put": "put",
    "read": "read",
    "send": "sent",
    "set": "set",
    "tag": "tagged",
    "take": "took",
    "tell": "told",
    "throw": "threw",
    "unpin": "unpinned",
    "write": "wrote",
}
_ACTION_VERBS: Mapping[str, str] = {
    "get": "look up",
    "view": "look at",
    "lookup": "look up",
    "find": "look for",
    # Traces of other systems have a file app whose actions are named like shell commands.
    "ls": "list files",
    "cat": "read a file",
    "mv": "move a file",
    "rm": "delete a file",
    "mkdir": "make a folder",
    "rmdir": "delete a folder",
}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
_VOWELS = "aeiou"


def does(phrase: str) -> str:
    """Return the phrase with its first word in the third person: `reply to Ada` → `replies to Ada`."""
    verb, gap, rest = phrase.partition(" ")
    return f"{_third_person(verb)}{gap}{rest}"


def did(phrase: str) -> str:
    """Return the phrase with its first word in the past tense: `reply to Ada` → `replied to Ada`."""
    verb, gap, rest = phrase.partition(" ")
    return f"{_past(verb)}{gap}{rest}"


def verb_phrase(name: str) -> str:
    """Return an action's name in words, the verb first: `get_all_tags` → `look up all tags`."""
    verb, _, rest = name.partition("_")
    return " ".join(filter(None, (_ACTION_VERBS.get(verb, verb), rest.replace("_", " "))))


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    # "go" and "do" take -es as well.
    return f"{verb}es" if verb.endswith(_SIBILANTS) else f"{verb}s"


def _past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in _VOWELS else f"{verb}ed"
