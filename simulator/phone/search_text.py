"""Texts for search and comparison, without case and accents."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that people type without their stroke, although Unicode does not decompose them.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"})


def folded(text: str) -> str:
    """Return the text without case and accents: `Café Ørsted` becomes `cafe orsted`."""
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold())).translate(_PLAIN)


def folded_words(text: str) -> str:
    """Return the text without case, accents and extra spaces."""
    return " ".join(folded(text).split())
