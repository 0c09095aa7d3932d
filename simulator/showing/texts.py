"""The words of a moment, made alike for searching. Public is what its page shows to everybody, and nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from simulator.showing.detail import full_name
from simulator.showing.parts import Told, text_of
from simulator.trace.exchange import Exchange
from simulator.trace.moments import Acted, Moment, Said

Place = Literal["story", "call", "result", "error", "thought", "words", "reply"]
"""Where in a moment words stand."""
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')
_QUOTES = '"“”„«»'
_ALIKE = str.maketrans({**dict.fromkeys(_QUOTES), "’": "'", "\u2018": "'"})
_PHRASE_MARKS = str.maketrans(dict.fromkeys(_QUOTES, '"'))


class Text(NamedTuple):
    """Words of a moment; each of their lines is a text of its own, so that no phrase goes over its end."""

    place: Place
    private: bool
    text: str


Texts: TypeAlias = tuple[Text, ...]
"""Of one moment; what the story shows comes first."""


def words_of(query: str) -> tuple[str, ...]:
    """The words of a search text, made alike, each once; what stands in quotation marks is one of them."""
    terms = _TERM.findall(query.translate(_PHRASE_MARKS))
    return tuple(dict.fromkeys(filter(None, (alike(phrase or word) for phrase, word in terms))))


def alike(text: str) -> str:
    """One line without capitals and quotation marks."""
    if text.isascii():
        return " ".join(text.replace('"', "").lower().split())
    return " ".join(unicodedata.normalize("NFC", text).translate(_ALIKE).casefold().split())


def texts_of(told: Told, moment: Moment) -> Texts:
    """All that can be found of a moment."""
    found = (
        (place, private, "\n".join(filter(None, map(alike, lines)))) for place, private, lines in _said(told, moment)
    )
    return tuple(Text(place, private, text) for place, private, text in found if text)


def _said(told: Told, moment: Moment) -> Iterator[tuple[Place, bool, Iterable[str]]]:
    yield "story", False, (told.text, told.quote, *map(text_of, told.notes), *(tag.text for tag in told.tags))
    yield "story", True, (told.misread,)
    yield "thought", True, (told.thought,)
    if isinstance(moment, Said):
        yield "words", True, (moment.text,)
    if isinstance(moment, Acted) and not moment.misread:
        yield "call", False, (full_name(moment), *_leaves(moment.args))
        if moment.error is None:
            yield "result", False, _leaves(moment.result)
        else:
            yield "error", False, (moment.error.message, moment.error.code)
    if moment.envelope is not None and moment.envelope.exchange is not None:
        yield "reply", True, _replied(moment.envelope.exchange)


def _replied(exchange: Exchange) -> Iterator[str]:
    reply = exchange.reply
    yield from (reply.text, reply.reasoning, exchange.problem)
    for call in reply.calls:
        yield from (call.name, call.arguments)


def _leaves(value: Any) -> Iterator[str]:
    """The values in a call or a result, without the names of their fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)
    elif value is not None:
        yield str(value)
