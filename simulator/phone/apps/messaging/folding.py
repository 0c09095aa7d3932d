"""Texts as search compares them: without case and without accents."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
