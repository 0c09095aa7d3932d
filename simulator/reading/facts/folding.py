"""Folds text for comparison (case, accents, quotes, dashes, spaces) and searches folded text quickly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

Span = tuple[int, int]

# Word characters without the underscore, so that _Tomáš_ in Markdown still begins and ends at a word boundary.
WORD_STARTS = r"(?<![^\W_])"
WORD_ENDS = r"(?![^\W_])"

_LETTERS_WITHOUT_DECOMPOSITION = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ħ": "h",
    "ŋ": "n",
    "ŧ": "t",
    "\u0131": "i",
}
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\u2039\u203a"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
_HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d"
# These separate two clauses ("late—25 minutes"), while a hyphen joins two words, so they fold to a space.
_LONG_DASHES = "\u2014\u2015\u2e3a\u2e3b"
_SOFT_HYPHEN_AND_MARKS = "\u00ad\u2060\ufeff\ufe0e\ufe0f"
_ZERO_WIDTH = "\u200b\u200c\u200d\u200e\u200f"
_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_SPECIAL = {
    **dict.fromkeys(_SINGLE_QUOTES, "'"),
    **dict.fromkeys(_DOUBLE_QUOTES, '"'),
    **dict.fromkeys(_HYPHENS, "-"),
    **dict.fromkeys(_LONG_DASHES, " "),
    **dict.fromkeys(_SOFT_HYPHEN_AND_MARKS + _ZERO_WIDTH + _DIRECTIONS, ""),
}
# Other compatibility forms stay as they are: ½ must not become "1/2", nor ² a plain 2.
_COMPATIBILITY_TO_UNDO = ("<wide>", "<narrow>", "<compat>", "<noBreak>", "<font>")


class _FoldTable(dict[int, str]):
    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character.isspace():
        return character if character in "\n\t\r" else " "
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    decomposition = unicodedata.decomposition(character)
    form: Literal["NFD", "NFKD"] = "NFKD" if decomposition.startswith(_COMPATIBILITY_TO_UNDO) else "NFD"
    # Normalise before and after casefolding, as Unicode requires for caseless matching.
    decomposed = unicodedata.normalize(form, unicodedata.normalize(form, character).casefold())
    bare = "".join(_LETTERS_WITHOUT_DECOMPOSITION.get(c, c) for c in decomposed if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare)


_TABLE = _FoldTable()
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


# Cached, because each fact of a goal folds the same text again.
@lru_cache(maxsize=512)
def fold(text: str) -> str:
    """Return the text in lower case, without accents, with plain quotes, hyphens and spaces.

    The length may differ from the original's: see `original_spans`.
    """
    if text.isascii():
        return text.lower()
    return _BEYOND_ASCII.sub(lambda run: run[0].translate(_TABLE), text).lower()


def original_spans(text: str, folded_spans: Iterable[Span]) -> list[Span]:
    """Return the spans of the original text for spans of the folded text, sorted; overlapping spans are joined."""
    spans = _joined(folded_spans)
    if text.isascii():
        return spans
    origins = [place for place, character in enumerate(text) for _ in _TABLE[ord(character)]]
    origins.append(len(text))
    return _joined((origins[start], max(origins[end], origins[end - 1] + 1)) for start, end in spans)


def _joined(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


_DIGITS = re.compile(r"[0-9]+")


@lru_cache(maxsize=256)
def digit_starts(folded: str) -> tuple[int, ...]:
    """Return the positions where runs of digits begin."""
    return tuple([run.start() for run in _DIGITS.finditer(folded)])


@lru_cache(maxsize=512)
def _word_starts(beginnings: re.Pattern[str], folded: str) -> tuple[int, ...]:
    starts = [beginning.start() for beginning in beginnings.finditer(folded)]
    return tuple([start for start in starts if start == 0 or not folded[start - 1].isalnum()])


def matches_at_digits(pattern: re.Pattern[str], folded: str) -> Iterator[re.Match[str]]:
    """Yield matches that begin where a run of digits begins; the pattern may look behind that position."""
    end = 0
    for start in digit_starts(folded):
        if start >= end and (match := pattern.match(folded, start)):
            end = match.end()
            yield match


def matches_at_words(beginnings: re.Pattern[str], pattern: re.Pattern[str], folded: str) -> Iterator[re.Match[str]]:
    """Yield matches of `pattern` that begin at a word whose first letters match `beginnings`."""
    # Trying the whole pattern at every letter is slow. `beginnings` should hold only alternatives that start with plain
    # letters: the regular-expression engine then skips to those letters.
    end = 0
    for start in _word_starts(beginnings, folded):
        if start >= end and (match := pattern.match(folded, start)):
            end = match.end()
            yield match
