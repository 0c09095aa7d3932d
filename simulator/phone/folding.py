"""Texts as search and comparison see them: without case and accents."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that people type without their stroke or ring, though Unicode does not take them apart.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"})


def folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold())).translate(_PLAIN)


def folded_words(text: str) -> str:
    """Also without extra spaces."""
    return " ".join(folded(text).split())
