"""Currency signs, codes and words, and what each may stand for."""

from __future__ import annotations

import re
from typing import NamedTuple

from simulator.scenario.facts.normalise import WORD_ENDS, fold

Currencies = tuple[str, ...]
"""The ISO codes that a sign may mean: a dollar sign alone does not say whose dollar."""

_DOLLARS: Currencies = ("AUD", "CAD", "HKD", "NZD", "SGD", "USD")
_KRONER: Currencies = ("DKK", "ISK", "NOK", "SEK")
_CODES = (
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP",
    "EUR", "GBP", "GHS", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW", "MAD",
    "MXN", "MYR", "NGN", "NOK", "NZD", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
    "SEK", "SGD", "THB", "TND", "TRY", "TWD", "TZS", "UAH", "UGX", "USD", "VND", "ZAR",
)  # fmt: skip
# English words too, so they count as currencies only behind the amount: "try 25" is no price.
_CODES_ONLY_AFTER = ("try", "mad")
_LONGEST_BEFORE = 3
_SIGNS: dict[str, Currencies] = {
    "€": ("EUR",),
    "$": _DOLLARS,
    "£": ("GBP",),
    "¥": ("CNY", "JPY"),
    "₹": ("INR",),
    "₽": ("RUB",),
    "₩": ("KRW",),
    "₺": ("TRY",),
    "₴": ("UAH",),
    "₪": ("ILS",),
    "₫": ("VND",),
    "฿": ("THB",),
    "₦": ("NGN",),
    "₱": ("PHP",),
}
_DOLLAR_SIGNS: dict[str, Currencies] = {
    "us$": ("USD",),
    "ca$": ("CAD",),
    "c$": ("CAD",),
    "au$": ("AUD",),
    "a$": ("AUD",),
    "nz$": ("NZD",),
    "hk$": ("HKD",),
    "s$": ("SGD",),
    "r$": ("BRL",),
}
_SHORT: dict[str, Currencies] = {
    "kr": _KRONER,
    "zl": ("PLN",),
    "kc": ("CZK",),
    "sfr": ("CHF",),
    "fr": ("CHF",),
    "rs": ("INR", "PKR"),
}
_WORDS: dict[str, Currencies] = {
    "euro": ("EUR",),
    "dollar": _DOLLARS,
    "buck": _DOLLARS,
    "pound": ("GBP",),
    "quid": ("GBP",),
    "franc": ("CHF",),
    "krona": _KRONER,
    "kronor": _KRONER,
    "krone": _KRONER,
    "kroner": _KRONER,
    "koruna": ("CZK",),
    "zloty": ("PLN",),
    "forint": ("HUF",),
    "yen": ("JPY",),
    "yuan": ("CNY",),
    "rand": ("ZAR",),
    "rupee": ("INR", "PKR"),
    "lira": ("TRY",),
    "naira": ("NGN",),
    "shilling": ("KES", "TZS", "UGX"),
}
HUNDREDTHS: dict[str, Currencies] = {"cent": (*_DOLLARS, "EUR"), "pence": ("GBP",), "centime": ("CHF",)}
_MEANINGS = {
    **_SIGNS,
    **_DOLLAR_SIGNS,
    **_SHORT,
    **{code.lower(): (code,) for code in _CODES},
    **_WORDS,
    **HUNDREDTHS,
}
_BEFORE = {
    sign: meant
    for sign, meant in _MEANINGS.items()
    if sign not in _WORDS and sign not in HUNDREDTHS and sign not in _CODES_ONLY_AFTER
}

_signs = "[" + "".join(_SIGNS) + "]"
_dollar_signs = "|".join(re.escape(sign) for sign in _DOLLAR_SIGNS)
_codes = "|".join([*(code.lower() for code in _CODES), *_SHORT])
_words = "|".join([*_WORDS, *HUNDREDTHS])

# A sign that touches a following digit belongs to the next amount: "two €5 notes".
AFTER_AMOUNT = re.compile(
    rf"\s{{0,2}}-?((?:{_dollar_signs}|{_signs})(?![0-9])|(?:{_codes}){WORD_ENDS}|(?:{_words})s?{WORD_ENDS})"
)
CURRENCY_WORDS = (*_WORDS, *HUNDREDTHS, "eur", "usd", "gbp", "chf")


class CurrencyBefore(NamedTuple):
    start: int
    currencies: Currencies


def currency_before(folded: str, amount: int, earliest: int) -> CurrencyBefore | None:
    """The sign or code that leads to an amount, with a point or up to two spaces between."""
    end = len(folded[max(earliest, amount - 3) : amount].rstrip(" .\t\n"))
    end += max(earliest, amount - 3)
    for length in range(_LONGEST_BEFORE, 0, -1):
        start = end - length
        meant = _BEFORE.get(folded[start:end]) if start >= earliest else None
        if meant and (folded[start] in _SIGNS or start == 0 or not folded[start - 1].isalnum()):
            return CurrencyBefore(start, meant)
    return None


def currencies_meant(sign: str) -> Currencies:
    """What a sign, code or word may mean; nothing if it is no currency."""
    folded = fold(sign).strip()
    return _MEANINGS.get(folded) or _MEANINGS.get(folded.removesuffix("s"), ())
