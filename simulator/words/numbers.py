"""Reads whole numbers that people type or that addresses contain."""

from __future__ import annotations

# Limits of PostgreSQL's columns: bigint for keys, integer for other numbers.
LARGEST_ID = 2**63 - 1
LARGEST_INTEGER = 2**31 - 1


def whole_number(text: str, largest: int = LARGEST_ID) -> int | None:
    """Return the number that a text spells in plain digits; None for other texts and for numbers above `largest`."""
    # `str.isdigit` is also true for superscripts and digits of other scripts, and `int` refuses more than 4,300 digits.
    # Databases raise errors for numbers that their column can't hold instead of finding no row.
    if not (text.isascii() and text.isdigit() and len(text) <= 19):
        return None
    number = int(text)
    return number if number <= largest else None
