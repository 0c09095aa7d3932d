"""Masks secrets in texts before the texts are stored or shown."""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from urllib.parse import quote

from simulator.agents.llm.model_list import BadModelsFile, known_models
from simulator.agents.llm.providers import ENDPOINT_KEY, PROVIDERS

MASK = "[secret]"
# Characters. Shorter values may occur in ordinary words, which must not be masked.
SHORTEST = 8
_NAMES = re.compile(r".*_(API_KEY|SECRET_KEY|ACCESS_KEY|KEY_ID|TOKEN|SECRET|PASSWORD|CREDENTIALS)", re.IGNORECASE)
# The shapes of keys: some keys are not in the environment, and providers quote parts of keys with stars between.
_SHAPES = re.compile(
    r"\b(?:sk-|gsk_|hf_|xai-)(?P<needs_digit>[\w*.-]{12,})"
    r"|\bAIza[\w-]{30,}"
    r"|(?<=\bBearer )(?=\S*\d)[\w.~+/=*-]{12,}"
    r"|(?<=\bBasic )[\w+/=]{16,}"
    r"|(?<=://)[^\s/@:]+:[^\s/@]+(?=@)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
# A text without any of these strings has no key of these shapes; this test is many times faster than the pattern.
_SIGNS = ("sk-", "gsk_", "hf_", "xai-", "aiza", "bearer ", "basic ", "://")
# JSON may write any character of a key as an escape such as \u0073, and a JSON parser gets the plain key back.
# All other escapes are skipped, many at once, which is faster.
_ESCAPE = re.compile(r"(?:\\(?!u00[2-7][0-9a-f]|/).)++|\\(?:u00(?P<code>[2-7][0-9a-f])|/)", re.IGNORECASE | re.DOTALL)
_NEED_ESCAPES = ('"', "\\", "\x7f")


def masked(text: str, *more: str) -> str:
    """Return the text with secrets masked: keys in the environment, `more`, and anything that looks like a key."""
    clean = _masked(text, more)
    if "\\" not in clean:
        return clean
    plain = _ESCAPE.sub(_unescaped, clean)
    hidden = plain if plain == clean else _masked(plain, more)
    return clean if hidden == plain else hidden


def _masked(text: str, more: tuple[str, ...]) -> str:
    for secret in (*_spellings(tuple(filter(None, more))), *_of_environment()):
        if secret in text:
            text = text.replace(secret, MASK)
    lower = text.lower()
    return _SHAPES.sub(_unless_a_word, text) if any(sign in lower for sign in _SIGNS) else text


def _unless_a_word(found: re.Match[str]) -> str:
    # The digit is searched here, not by a look-ahead in the pattern: in a text with many beginnings of keys, each
    # look-ahead would search to the end of the text.
    rest = found["needs_digit"]
    return found[0] if rest and not _DIGIT.search(rest) else MASK


def _unescaped(escape: re.Match[str]) -> str:
    """Return the character of a JSON escape such as `\\u0041`; the escape unchanged if JSON needs it."""
    if not escape["code"]:
        return "/" if escape[0] == r"\/" else escape[0]
    letter = chr(int(escape["code"], 16))
    return escape[0] if letter in _NEED_ESCAPES else letter


def _of_environment() -> tuple[str, ...]:
    named = _key_variables()
    values = (value.strip() for name, value in os.environ.items() if name in named or _NAMES.fullmatch(name))
    return _spellings(tuple(sorted({value for value in values if len(value) >= SHORTEST})))


def _key_variables() -> frozenset[str]:
    own = {provider.key for provider in PROVIDERS.values()} | {ENDPOINT_KEY}
    try:
        return frozenset(own | {alias.key_variable for alias in known_models().values()} - {""})
    except BadModelsFile:
        # Masking must work even while the list can't be read.
        return frozenset(own - {""})


@lru_cache(maxsize=64)
def _spellings(secrets: tuple[str, ...]) -> tuple[str, ...]:
    """Return each secret as it is, and as it is written in addresses, in JSON and in Python, longest first."""
    found = {
        spelling
        for secret in secrets
        for spelling in (secret, quote(secret, safe=""), json.dumps(secret)[1:-1], repr(secret)[1:-1])
    }
    return tuple(sorted(found, key=len, reverse=True))
