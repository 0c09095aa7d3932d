"""Defines facts that are words: phrases, names, codes, e-mail addresses and phone numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from simulator.reading.facts.fact import Fact, FactError
from simulator.reading.facts.folding import WORD_ENDS, Span, fold

_SEPARATORS = re.compile(r"[\s-]+")
_ANY_SEPARATOR = r"[\s-]+"
_REST_OF_WORD = r"[^\W_]*"
_EMAIL = re.compile(r"[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]+")
_PHONE = re.compile(r"\+?[(0-9][0-9 ().-]*[0-9]")
_PHONE_DIGITS_AT_LEAST = 7
_CODE = re.compile(r"([A-Z]{1,4})[ -]?([0-9]{2,5})")
_DIGIT_RUN = re.compile(r"[0-9]+")
# Wrong values for the mutants of `pare scenarios check`; the second is used if the first contains the fact.
_OTHER_WORDS = ("something else", "another matter")
_OTHER_FIRST_NAMES = ("Ingrid", "Bartholomew")
_OTHER_FULL_NAMES = ("Ingrid Solheim", "Bartholomew Quigley")
_OTHER_EMAILS = ("nobody@elsewhere.example", "somebody@elsewhere.example")


@dataclass(frozen=True)
class WordsFact(Fact):
    """A phrase, name, code, e-mail address or phone number."""

    expression: str
    needle: str
    """A string that every match contains: texts without it are rejected before the slower expression is tried."""
    others: tuple[str, ...]
    """Wrong values to choose from."""

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.expression)

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        if self.needle in folded:
            for match in self.pattern.finditer(folded):
                yield match.span()

    def wrong(self) -> str:
        return next((other for other in self.others if not self.pattern.search(fold(other))), "…")


@lru_cache(maxsize=8192)
def _compiled(expression: str) -> re.Pattern[str]:
    # Compiled on first use: scenarios contain far more words than runs search for.
    return re.compile(expression)


def words_fact(raw: str) -> WordsFact:
    """Return the fact for a phrase, or for an e-mail address, phone number or code if the text looks like one."""
    text = raw.strip()
    if _EMAIL.fullmatch(text):
        return _email_fact(text)
    if looks_like_phone(text):
        return _phone_fact(text)
    tokens = _tokens(text)
    code = _CODE.fullmatch(text)
    if code:
        # "NK 318" and "NK318" are the same flight.
        letters, digits = fold(code[1]), code[2]
        expression = _beginning(letters) + r"[\s-]?" + digits + _ending(digits)
        return WordsFact(text, expression, digits, _other_words(text))
    return WordsFact(text, _phrase(tokens), _needle(tokens), _other_words(text))


def name_fact(raw: str) -> WordsFact:
    """Return the fact for a person's name, which is also found with the family name first ("Novák, Tomáš")."""
    family, comma, first = raw.strip().partition(",")
    tokens = _tokens(f"{first} {family}" if comma else family)
    orders = [_phrase(tokens)]
    # Cut anywhere, because the family name may have several words.
    orders += [_phrase(tokens[cut:]) + r",?[\s-]+" + _phrase(tokens[:cut]) for cut in range(1, len(tokens))]
    others = _OTHER_FULL_NAMES if len(tokens) > 1 else _OTHER_FIRST_NAMES
    return WordsFact(raw.strip(), "|".join(orders), _needle(tokens), others)


def looks_like_phone(text: str) -> bool:
    return bool(_PHONE.fullmatch(text)) and sum(c.isdigit() for c in text) >= _PHONE_DIGITS_AT_LEAST


def _tokens(text: str) -> list[str]:
    tokens = [token for token in _SEPARATORS.split(fold(text)) if token]
    if not any(unicodedata.category(c)[0] in "LNS" for token in tokens for c in token):
        raise FactError(f'"{text}" contains no word to look for; write at least one letter or digit.')
    for token in tokens:
        if "*" in token[:-1] or token == "*":
            raise FactError(f'"{text}" has a star inside; put stars only at the end of a word, as in "delay*".')
    return tokens


def _phrase(tokens: list[str]) -> str:
    return _ANY_SEPARATOR.join([_beginning(tokens[0]), *map(_continued, tokens[1:])]) + _ending(tokens[-1])


def _beginning(token: str) -> str:
    # The look-behind comes after the word: a pattern that begins with plain letters is found much faster.
    word = re.escape(token.removesuffix("*"))
    starts = rf"(?<![^\W_]{word})" if token[0].isalnum() else ""
    not_in_number = rf"(?<![0-9][.,:]{word})" if token[0].isdigit() else ""
    return word + starts + not_in_number + (_REST_OF_WORD if token.endswith("*") else "")


def _continued(token: str) -> str:
    return re.escape(token[:-1]) + _REST_OF_WORD if token.endswith("*") else re.escape(token)


def _ending(token: str) -> str:
    not_in_number = r"(?![.,:][0-9])" if token[-1].isdigit() else ""
    return not_in_number + (WORD_ENDS if token[-1].isalnum() else "")


def _needle(tokens: list[str]) -> str:
    return max((token.rstrip("*") for token in tokens), key=len)


def _other_words(text: str) -> tuple[str, ...]:
    plain = text.replace("*", "")
    if not _DIGIT_RUN.search(plain):
        return _OTHER_WORDS
    return (_DIGIT_RUN.sub(lambda run: str(int(run[0]) + 1), plain), *_OTHER_WORDS)


def _email_fact(text: str) -> WordsFact:
    folded = fold(text)
    pattern = rf"(?<![\w.+-]){re.escape(folded)}(?![\w-]|\.\w)"
    return WordsFact(text, pattern, folded, _OTHER_EMAILS)


def _phone_fact(text: str) -> WordsFact:
    digits = [c for c in fold(text) if c.isdigit()]
    forms = [r"\+[ (]*" + _dialled(digits)] if text.startswith("+") else [_dialled(digits)]
    if text.startswith("+"):
        # 00 may replace the plus. Within the country, 0 replaces its code of one to three digits.
        forms.append(_dialled(["0", "0", *digits]))
        forms += [_dialled(["0", *digits[code:]]) for code in (1, 2, 3)]
    # The whole number and nothing longer: no digit may touch it, not even after one separator.
    before, after = r"(?<![0-9+])(?<![0-9][ ().-])", r"(?![0-9]|[ ().-][0-9])"
    pattern = f"{before}(?:{'|'.join(forms)}){after}"
    last = next(place for place in reversed(range(len(text))) if text[place].isdigit())
    other = text[:last] + str((int(text[last]) + 1) % 10) + text[last + 1 :]
    # Any two digits may have separators between them, so only a single digit is in every match.
    return WordsFact(text, pattern, digits[-1], (other,))


def _dialled(digits: list[str]) -> str:
    return r"[ ().-]{0,3}".join(digits)
