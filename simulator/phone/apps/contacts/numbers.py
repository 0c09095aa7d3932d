"""Names and phone numbers as the address book compares them."""

from __future__ import annotations

import re
import unicodedata

_NOT_DIGITS = re.compile("[^0-9]+")
_DIALLED = re.compile(r"[0-9+()./ -]+")


def same_name_key(name: str) -> str:
    """Equal for names that differ in case or spaces only: an accent may tell two people apart."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def digits(text: str) -> str:
    return _NOT_DIGITS.sub("", text)


def dialled(text: str) -> str:
    """The digits of a text that is nothing but a piece of a phone number; otherwise empty."""
    return digits(text) if _DIALLED.fullmatch(text) else ""
