"""Finding moments by their words, kind, actor and app. What somebody may not read is not searched for them either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

import msgspec

from simulator.showing.kinds import KINDS
from simulator.showing.parts import Lane, Told
from simulator.showing.texts import Place, Texts, words_of

LONGEST_QUERY = 200
LANES: tuple[Lane, ...] = get_args(Lane)


class CannotFind(ValueError):
    """A question that cannot be answered; says what is wrong with it."""


class Question(NamedTuple):
    """`words` are all to be found in a moment; of actors and apps none means any."""

    words: tuple[str, ...] = ()
    hide: frozenset[str] = frozenset()
    actors: frozenset[str] = frozenset()
    apps: frozenset[str] = frozenset()

    @property
    def filters(self) -> bool:
        return bool(self.hide or self.actors or self.apps)

    def shows(self, told: Told) -> bool:
        return (
            told.kind not in self.hide
            and (not self.actors or told.lane in self.actors)
            and (not self.apps or told.app in self.apps)
        )


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of moments, in order."""

    hits: tuple[int, ...] = ()
    hidden: int = 0
    """Hits that the filter hides."""
    shown: tuple[int, ...] | None = None
    """What the filter leaves; None if there is no filter."""
    errors: tuple[int, ...] = ()
    """What failed, of what is shown."""
    places: dict[int, Place] = {}
    """Of hits whose words the story does not show: where they stand."""


def question_of(q: str = "", hide: str = "", actor: str = "", app: str = "") -> Question:
    """A question as an address asks it: lists are separated by commas."""
    if len(q) > LONGEST_QUERY:
        raise CannotFind(f"The search text has {len(q)} characters. Shorten it to at most {LONGEST_QUERY}.")
    kinds = _known("kind of moment", _listed(hide), KINDS)
    return Question(words_of(q), kinds, _known("actor", _listed(actor), LANES), _listed(app))


def find(question: Question, told: Sequence[Told], texts: Sequence[Texts], private: bool) -> Found:
    """`private`: whether the one who asks may read what is private."""
    shown = [one.n for one in told if question.shows(one)]
    hits = _hits(question.words, texts, private) if question.words else {}
    visible = [n for n in shown if n in hits]
    return Found(
        hits=tuple(visible),
        hidden=len(hits) - len(visible),
        shown=tuple(shown) if question.filters else None,
        errors=tuple(n for n in shown if told[n].failed),
        places={n: hits[n] for n in visible if hits[n] != "story"},
    )


def counts(told: Iterable[Told]) -> dict[str, dict[str, int]]:
    """How many moments there are of each kind, actor and app."""
    kinds, actors, apps = Counter[str](), Counter[str](), Counter[str]()
    for one in told:
        kinds[one.kind] += 1
        actors[one.lane] += 1
        if one.app:
            apps[one.app] += 1
    return {"kinds": dict(kinds), "actors": dict(actors), "apps": dict(sorted(apps.items()))}


def _hits(words: Sequence[str], texts: Sequence[Texts], private: bool) -> dict[int, Place]:
    found = ((n, _place(words, of_moment, private)) for n, of_moment in enumerate(texts))
    return {n: place for n, place in found if place is not None}


def _place(words: Sequence[str], texts: Texts, private: bool) -> Place | None:
    """Where the first word stands that is not in the story; None if one of them is nowhere."""
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
        raise CannotFind(f"There is no {what} “{unknown[0][:40]}”. There are: {', '.join(known)}.")
    return asked
