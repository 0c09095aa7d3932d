"""Builds needs on made-up phones, with offers in the words of many people. No benchmark scenario has these stories."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from simulator.reading.claims import ActClaim
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import keys_in, values_in
from simulator.reading.offers.offer_claims import WantedOffer, codes_in, counts_in, numbered_in, polarities
from simulator.reading.scene import Scene, Thing, content_words, person

NOW = datetime(2026, 9, 14, 9, 0, tzinfo=UTC)


class InventedNeed(NamedTuple):
    """A need on a made-up phone with offers for it."""

    scene: Scene
    offer: WantedOffer
    lines: str
    """One offer a line, after y, n or u: it fulfils the need, does not, or the owner would have to ask."""


def made_thing(key: str, table: str, title: str, body: str = "") -> Thing:
    """Return a record with its title and text."""
    text = f"{title} {body}"
    return Thing(key, table, content_words(title), content_words(text), text)


def want_offer(
    say: str,
    acts: list[tuple[str, str]],
    good: list[str],
    made: str = "",
    about_words: str = "",
    **more: object,
) -> WantedOffer:
    """Return what is wanted, as `need_claims` does for scenarios."""
    texts = (say, *good, made)
    offer = WantedOffer(
        acts=tuple(ActClaim(act, target) for act, target in acts),
        values=frozenset().union(*(keys_in(text, NOW) for text in texts)),
        words=frozenset().union(*(content_words(text) for text in (say, *good))),
        known=frozenset().union(*(content_words(text) for text in texts)),
        codes=frozenset().union(*(codes_in(text) for text in texts)),
        counts=frozenset().union(*(counts_in(text) for text in texts)),
        numbered=frozenset().union(*(numbered_in(text) for text in texts)),
        said=frozenset().union(*(polarities(text) for text in (say, made))),
        key_values=frozenset(key for key in keys_in(say.rpartition("offers")[2], NOW) if key[0] != "amount"),
        made_values=keys_in(made, NOW),
        made=content_words(made),
        about=content_words(about_words),
        key_sums=frozenset(
            meaning for value in values_in(fold(say), NOW) for meaning in value.meanings if value.kind == "money"
        ),
        tells=bool({"tell", "give", "inform", "warn", "answer", "send"} & set(say.split())),
        repeats=bool({"every", "each"} & set(say.split())),
    )
    sets = {key: frozenset(value) if isinstance(value, tuple) else value for key, value in more.items()}
    return offer._replace(**sets)  # type: ignore[arg-type]


OWNER = person("owner", "Ines Castel")
