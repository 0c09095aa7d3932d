"""Searches the moments of a run by words, kind, actor and app.

A search covers only texts that people are allowed to see: those who cannot read thoughts cannot find them either.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from simulator.phone.writable import texts_in
from simulator.showing.sentence_parts import text_of
from simulator.showing.step_detail import full_name
from simulator.showing.told_moment import KINDS, Lane, ToldMoment
from simulator.trace.exchange import Exchange
from simulator.trace.moments import Acted, Moment, Said

LONGEST_QUERY = 200
LANES: tuple[Lane, ...] = get_args(Lane)
# The part of a moment in which words were found.
Place = Literal["story", "call", "result", "error", "thought", "words", "reply"]
# The closing quotation mark is optional, because people see hits while they are still typing the phrase.
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')
_QUOTES = '"“”„«»'
# Quotation marks and apostrophes are typed in many ways; a search must not depend on them.
_SAME = str.maketrans({**dict.fromkeys(_QUOTES), "’": "'", "\u2018": "'"})
_PHRASE_MARKS = str.maketrans(dict.fromkeys(_QUOTES, '"'))


class BadQuery(ValueError):
    """Raised for a query that can't be answered. The message says what is wrong."""


class MomentQuery(NamedTuple):
    """A search text and filters. A moment must have all `words`; an empty set of actors or apps means any."""

    words: tuple[str, ...] = ()
    hide: frozenset[str] = frozenset()
    actors: frozenset[str] = frozenset()
    apps: frozenset[str] = frozenset()

    @property
    def filters(self) -> bool:
        return bool(self.hide or self.actors or self.apps)

    def shows(self, told: ToldMoment) -> bool:
        """Return whether the filters leave this moment visible."""
        return (
            told.kind not in self.hide
            and (not self.actors or told.lane in self.actors)
            and (not self.apps or told.app in self.apps)
        )


class SearchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search, as numbers of moments in order."""

    hits: tuple[int, ...] = ()
    hidden: int = 0
    """Number of hits that the filters hide."""
    shown: tuple[int, ...] | None = None
    """Moments that pass the filters; None if there are no filters."""
    errors: tuple[int, ...] = ()
    """Moments that failed, among the shown moments."""
    places: dict[int, Place] = {}
    """For hits with a word outside the story: the part of the moment that contains the first of these words."""


class SearchText(NamedTuple):
    """Normalized text of one part of a moment. Each value is a line of its own: no phrase matches across two values."""

    place: Place
    private: bool
    text: str


# All texts of one moment; texts that the story shows come first.
SearchTexts: TypeAlias = tuple[SearchText, ...]


def parse_query(q: str = "", hide: str = "", actor: str = "", app: str = "") -> MomentQuery:
    """Return the query in the parameters of a URL; lists are separated by commas. Raise BadQuery for bad values."""
    if len(q) > LONGEST_QUERY:
        raise BadQuery(f"The search text has {len(q)} characters. Shorten it to at most {LONGEST_QUERY}.")
    kinds = _known("kind of step", _listed(hide), KINDS)
    return MomentQuery(words_of(q), kinds, _known("actor", _listed(actor), LANES), _listed(app))


def search(query: MomentQuery, told: Sequence[ToldMoment], texts: Sequence[SearchTexts], private: bool) -> SearchResult:
    """Return the hits, shown moments and errors. `private`: also search private texts, such as thoughts and replies."""
    shown = [one.n for one in told if query.shows(one)]
    hits = _hits(query.words, texts, private) if query.words else {}
    visible = [n for n in shown if n in hits]
    return SearchResult(
        hits=tuple(visible),
        hidden=len(hits) - len(visible),
        shown=tuple(shown) if query.filters else None,
        errors=tuple(n for n in shown if told[n].failed),
        places={n: hits[n] for n in visible if hits[n] != "story"},
    )


def counts(told: Iterable[ToldMoment]) -> dict[str, dict[str, int]]:
    """Return the number of moments of each kind, actor and app."""
    kinds, actors, apps = Counter[str](), Counter[str](), Counter[str]()
    for one in told:
        kinds[one.kind] += 1
        actors[one.lane] += 1
        if one.app:
            apps[one.app] += 1
    return {"kinds": dict(kinds), "actors": dict(actors), "apps": dict(sorted(apps.items()))}


def words_of(query: str) -> tuple[str, ...]:
    """Return the normalized words of a search text, each once; a phrase in quotation marks counts as one word."""
    terms = _TERM.findall(query.translate(_PHRASE_MARKS))
    return tuple(dict.fromkeys(filter(None, (normalized(phrase or word) for phrase, word in terms))))


def normalized(text: str) -> str:
    """Return the text on one line, in lower case and without quotation marks."""
    # Most texts are ASCII, for which Unicode normalization would cost more than the search itself.
    if text.isascii():
        return " ".join(text.replace('"', "").lower().split())
    return " ".join(unicodedata.normalize("NFC", text).translate(_SAME).casefold().split())


def texts_of(told: ToldMoment, moment: Moment) -> SearchTexts:
    """Return everything in a moment that a search can find."""
    found = (
        (place, private, "\n".join(filter(None, map(normalized, lines))))
        for place, private, lines in _parts(told, moment)
    )
    return tuple(SearchText(place, private, text) for place, private, text in found if text)


def _parts(told: ToldMoment, moment: Moment) -> Iterator[tuple[Place, bool, Iterable[str]]]:
    yield "story", False, (told.text, told.quote, *map(text_of, told.notes), *(tag.text for tag in told.tags))
    # `misread` is private, because it quotes a reply.
    yield "story", True, (told.misread,)
    yield "thought", True, (told.thought,)
    if isinstance(moment, Said):
        yield "words", True, (moment.text,)
    # The error of an unreadable reply quotes the reply, which is private.
    if isinstance(moment, Acted) and not moment.misread:
        yield "call", False, (full_name(moment), *texts_in(moment.args))
        if moment.error is None:
            yield "result", False, texts_in(moment.result)
        else:
            yield "error", False, (moment.error.message, moment.error.code)
    if moment.envelope is not None and moment.envelope.exchange is not None:
        yield "reply", True, _reply_texts(moment.envelope.exchange)


def _reply_texts(exchange: Exchange) -> Iterator[str]:
    reply = exchange.reply
    yield from (reply.text, reply.reasoning, exchange.problem)
    for call in reply.calls:
        yield from (call.name, call.arguments)


def _hits(words: Sequence[str], texts: Sequence[SearchTexts], private: bool) -> dict[int, Place]:
    found = ((n, _place(words, of_moment, private)) for n, of_moment in enumerate(texts))
    return {n: place for n, place in found if place is not None}


def _place(words: Sequence[str], texts: SearchTexts, private: bool) -> Place | None:
    """Return where the first word that is not in the story was found; None if a word was not found at all.

    Return "story" if the story has all words.
    """
    found: Place = "story"
    for word in words:
        place = next((one.place for one in texts if (private or not one.private) and word in one.text), None)
        if place is None:
            return None
        found = place if found == "story" else found
    return found


def _listed(text: str) -> frozenset[str]:
    return frozenset(filter(None, (part.strip() for part in text.split(","))))


def _known(what: str, asked: frozenset[str], known: Sequence[str]) -> frozenset[str]:
    unknown = sorted(asked.difference(known))
    if unknown:
        raise BadQuery(f"Unknown {what} “{unknown[0][:40]}”. Known: {', '.join(known)}.")
    return asked
