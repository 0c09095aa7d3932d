"""Days of a month written out: the first, the twenty-third."""

from __future__ import annotations

import re

_UP_TO_TWENTY = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_DAYS = {word: number for number, word in enumerate(_UP_TO_TWENTY, start=1)}
_DAYS |= {f"twenty-{word}": 20 + number for number, word in enumerate(_UP_TO_TWENTY[:9], start=1)}
_DAYS |= {"thirtieth": 30, "thirty-first": 31}

_tens = rf"twenty[\s-](?:{'|'.join(_UP_TO_TWENTY[:9])})|thirty[\s-]first"
ORDINAL_WORD = rf"(?:{_tens}|thirtieth|{'|'.join(_UP_TO_TWENTY)})"
ORDINAL_WORD_BEGINNINGS = re.compile(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|ten|eleven|twel|thirt|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen|twent"
)


def ordinal_number(written: str) -> int:
    """The number of a day in words or in digits with or without an ending: first, 1st, 1."""
    return int(written.rstrip("stndrh")) if written[0].isdigit() else _DAYS["-".join(re.split(r"[\s-]+", written))]
