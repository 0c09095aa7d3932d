"""Phrases with places to be filled: `reply to {email_id.sender}[, {email_id!q}]`.

A phrase about a person's or the assistant's doing begins with its verb. `{name}` stands for an argument, `{name.field}`
for a field of the record behind it, `!q` puts it in quotes, and `:word` asks for a form of it. What is in brackets is
left out if nothing is known for a place in it; a whole phrase with such a place is no use, and the next one is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from simulator.showing.parts import Part, Parts, plain, quoted
from simulator.showing.values import Values

_BRACKETS = re.compile(r"\[([^\]]*)\]")
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?(!q)?(?::(\w+))?\}")


class _Place(NamedTuple):
    key: str
    field: str
    quoted: bool
    spec: str


class _Stretch(NamedTuple):
    pieces: tuple[str | _Place, ...]
    optional: bool


def filled(phrases: str | Sequence[str], values: Values) -> Parts | None:
    """The first of the phrases for which everything is known that it needs."""
    for phrase in (phrases,) if isinstance(phrases, str) else phrases:
        parts = _fill(phrase, values)
        if parts is not None:
            return parts
    return None


def reworded(parts: Parts, form: Callable[[str], str]) -> Parts:
    """The same with its first words in another form."""
    return (Part(form(parts[0].text), parts[0].style), *parts[1:]) if parts else parts


@cache
def _parsed(phrase: str) -> tuple[_Stretch, ...]:
    pieces = _BRACKETS.split(phrase)
    return tuple(_Stretch(_places(text), index % 2 == 1) for index, text in enumerate(pieces) if text)


def _places(text: str) -> tuple[str | _Place, ...]:
    found: list[str | _Place] = []
    end = 0
    for place in _PLACE.finditer(text):
        found += [text[end : place.start()]] if place.start() > end else []
        found.append(_Place(place[1], place[2] or "", place[3] is not None, place[4] or ""))
        end = place.end()
    return (*found, text[end:]) if end < len(text) else tuple(found)


def _fill(phrase: str, values: Values) -> Parts | None:
    parts: list[Part] = []
    for stretch in _parsed(phrase):
        filling = _fill_stretch(stretch, values)
        if filling is not None:
            parts += filling
        elif not stretch.optional:
            return None
    return tuple(parts)


def _fill_stretch(stretch: _Stretch, values: Values) -> list[Part] | None:
    parts: list[Part] = []
    for piece in stretch.pieces:
        if isinstance(piece, str):
            parts.append(plain(piece))
            continue
        said = values.get(piece.key, piece.field, piece.spec)
        if not said:
            return None
        parts += [quoted(part.text) for part in said] if piece.quoted else said
    return parts
