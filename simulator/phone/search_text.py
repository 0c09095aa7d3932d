"""Folds texts for search and comparison: removes case and accents."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that people replace by plain letters when they type, although Unicode does not decompose them.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"})


def folded(text: str) -> str:
    """Return the text in lower case without accents: `Café Ørsted` becomes `cafe orsted`."""
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold())).translate(_PLAIN)


def folded_words(text: str) -> str:
    """Return the text in lower case, without accents or extra spaces."""
    return " ".join(folded(text).split())
