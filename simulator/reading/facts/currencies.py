"""Lists currency signs, codes and words, and the currencies that each may mean."""

from __future__ import annotations

import re
from typing import NamedTuple

from simulator.reading.facts.folding import WORD_ENDS, fold

# The ISO codes that a sign may mean: a dollar sign alone does not say whose dollar.
Currencies = tuple[str, ...]

_DOLLARS: Currencies = ("AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "USD")
_LATIN_PESOS: Currencies = ("ARS", "CLP", "COP", "MXN", "UYU")
_KRONER: Currencies = ("DKK", "ISK", "NOK", "SEK")
_SHILLINGS: Currencies = ("KES", "TZS", "UGX")
_RUPEES: Currencies = ("INR", "LKR", "NPR", "PKR")
_CODES = (
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP",
    "EUR", "GBP", "GHS", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW", "LKR", "MAD",
    "MXN", "MYR", "NGN", "NOK", "NPR", "NZD", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
    "SEK", "SGD", "THB", "TND", "TRY", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "VND", "ZAR",
)  # fmt: skip
# These codes are English words too, so they count only after the amount: "try 25" is not a price.
_CODES_ONLY_AFTER = ("try", "mad")
_SIGNS: dict[str, Currencies] = {
    "€": ("EUR",),
    "$": (*_LATIN_PESOS, *_DOLLARS),
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
    "₵": ("GHS",),
}
_LETTERED_SIGNS: dict[str, Currencies] = {
    "us$": ("USD",),
    "ca$": ("CAD",),
    "c$": ("CAD",),
    "au$": ("AUD",),
    "a$": ("AUD",),
    "nz$": ("NZD",),
    "nt$": ("TWD",),
    "hk$": ("HKD",),
    "s$": ("SGD",),
    "r$": ("BRL",),
    "mx$": ("MXN",),
    "gh₵": ("GHS",),
    "gh¢": ("GHS",),
}
_SHORT: dict[str, Currencies] = {
    "kr": _KRONER,
    "rm": ("MYR",),
    "zl": ("PLN",),
    "kc": ("CZK",),
    "sfr": ("CHF",),
    "fr": ("CHF",),
    "rs": _RUPEES,
    "ksh": ("KES",),
    "kshs": ("KES",),
    "tsh": ("TZS",),
    "ush": ("UGX",),
    "sh": _SHILLINGS,
    "shs": _SHILLINGS,
    "tl": ("TRY",),
    "rp": ("IDR",),
    "lei": ("RON",),
    "ghc": ("GHS",),
}
_RAND = "r"
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
    "korun": ("CZK",),
    "koruny": ("CZK",),
    "zloty": ("PLN",),
    "zlotych": ("PLN",),
    "forint": ("HUF",),
    "yen": ("JPY",),
    "yuan": ("CNY",),
    "rand": ("ZAR",),
    "rupee": _RUPEES,
    "rupiah": ("IDR",),
    "lira": ("TRY",),
    "naira": ("NGN",),
    "shilling": _SHILLINGS,
    "peso": (*_LATIN_PESOS, "PHP"),
    "reais": ("BRL",),
    "baht": ("THB",),
    "dirham": ("AED", "MAD"),
    "ringgit": ("MYR",),
    "rouble": ("RUB",),
    "ruble": ("RUB",),
    "shekel": ("ILS",),
    "hryvnia": ("UAH",),
    "cedi": ("GHS",),
}
# "ft" also means feet, and "won" is also a verb: only amounts of 100 or more count, and even they are uncertain.
_DOUBTFUL_WORDS: dict[str, Currencies] = {"ft": ("HUF",), "won": ("KRW",)}
_LEAST_CENTS_OF_DOUBTFUL = 100_00
HUNDREDTHS: dict[str, Currencies] = {"cent": (*_DOLLARS, "EUR"), "pence": ("GBP",), "centime": ("CHF",)}
# Written after the amount, as in 1,240/-, to say that there are no cents.
_STROKES = dict.fromkeys(("/-", "/="), (*_SHILLINGS, *_RUPEES))
_MEANINGS = {
    **_SIGNS,
    **_LETTERED_SIGNS,
    **_SHORT,
    _RAND: ("ZAR",),
    **{code.lower(): (code,) for code in _CODES},
    **_WORDS,
    **_DOUBTFUL_WORDS,
    **HUNDREDTHS,
    **_STROKES,
}
_NEVER_BEFORE = {*_WORDS, *_DOUBTFUL_WORDS, *HUNDREDTHS, *_STROKES, *_CODES_ONLY_AFTER}
_BEFORE = {sign: meant for sign, meant in _MEANINGS.items() if sign not in _NEVER_BEFORE}
_LONGEST_BEFORE = max(map(len, _BEFORE))

_signs = "[" + "".join(_SIGNS) + "]"
_lettered_signs = "|".join(re.escape(sign) for sign in _LETTERED_SIGNS)
_codes = "|".join([*(code.lower() for code in _CODES), *_SHORT])
_words = "|".join([*_WORDS, *HUNDREDTHS])
_doubtful = (
    rf"(?<!-)(?:{'|'.join(_DOUBTFUL_WORDS)}){WORD_ENDS}(?!\s+(?:high|tall|up|above|below|deep|wide|long|away|of)\b)"
)

# A sign that touches a following digit belongs to the next amount: "two €5 notes".
AFTER_AMOUNT = re.compile(
    rf"\s{{0,2}}-?((?:{_lettered_signs}|{_signs})(?![0-9])|(?:{_codes}){WORD_ENDS}|(?:{_words})s?{WORD_ENDS}|{_doubtful}"
    r"|/[-=](?![^\s).,;:!?*]))"
)
# R5 is more likely the name of a road or a room, and r 0.5 a correlation.
_RAND_BEFORE = re.compile(r"(?:(?<![^\s(\[\"'*_|~:])|(?<=[0-9]-))r ?\Z")
_RAND_AMOUNT = re.compile(r"(?![0-9]+[.,][0-9](?![0-9]))[0-9](?:[0-9]|[.,][0-9]|[ '][0-9]{3})")
# Without one of these words, a number in words is not money, and searching for it is skipped.
CURRENCY_WORDS = (*_WORDS, *_DOUBTFUL_WORDS, *HUNDREDTHS, "eur", "usd", "gbp", "chf")


class CurrencyBefore(NamedTuple):
    """A sign or code before an amount, with the currencies that it may mean."""

    start: int
    currencies: Currencies


def currency_before(folded: str, amount: int, earliest: int) -> CurrencyBefore | None:
    """Return the sign or code before the amount at this position; None if there is none.

    Up to three spaces or points may separate it from the amount. The text before `earliest` is not searched.
    """
    end = len(folded[max(earliest, amount - 3) : amount].rstrip(" .\t\n"))
    end += max(earliest, amount - 3)
    # The longest first, so that "us$" is not read as "$".
    for length in range(_LONGEST_BEFORE, 0, -1):
        start = end - length
        meant = _BEFORE.get(sign := folded[start:end]) if start >= earliest else None
        if meant and (sign[0] in _SIGNS or start == 0 or not folded[start - 1].isalnum()):
            return CurrencyBefore(start, meant) if sign != _RAND or _leads_to_rand(folded, amount) else None
    return None


def _leads_to_rand(folded: str, amount: int) -> bool:
    before = _RAND_BEFORE.search(folded, max(0, amount - 2), amount)
    return bool(before and _RAND_AMOUNT.match(folded, amount))


def is_doubtful(sign: str) -> bool:
    return sign in _DOUBTFUL_WORDS


def is_too_little(sign: str, cents: int) -> bool:
    """Return True for an amount below 100 before "ft" or "won", which is rarely money: "6 ft", "Team 2 won"."""
    return sign in _DOUBTFUL_WORDS and cents < _LEAST_CENTS_OF_DOUBTFUL


def currencies_meant(sign: str) -> Currencies:
    """Return the currencies that a sign, code or word may mean; an empty tuple if it is not a currency."""
    folded = fold(sign).strip()
    return _MEANINGS.get(folded) or _MEANINGS.get(folded.removesuffix("s"), ())


def meant_by_author(currencies: Currencies) -> Currencies:
    """Return the currencies, but only dollars for a bare dollar sign: authors of scenarios never mean pesos by it."""
    return _DOLLARS if currencies == _SIGNS["$"] else currencies
