"""A small made-up scene for tests of readers: an evening course, two clients of one name, and a few orders."""

from __future__ import annotations

from datetime import UTC, datetime

from simulator.reading.claims import ActClaim
from simulator.reading.facts.addresses import addresses_in
from simulator.reading.facts.text_values import keys_in
from simulator.reading.offers.offer_claims import WantedOffer, codes_in, counts_in, polarities
from simulator.reading.scene import Group, Scene, Thing, content_words, person

NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)


def thing(key: str, table: str, title: str, body: str = "") -> Thing:
    return Thing(key, table, content_words(title), content_words(f"{title} {body}"), body)


SCENE = Scene(
    NOW,
    person("owner", "Tess Okoro"),
    (
        person("ruben", "Ruben Falk", ("teacher",)),
        person("marta", "Marta Lind", ("sister",)),
        person("marta_bank", "Marta Brandt"),
        person("ivo", "Ivo Sand"),
        person("lena", "Lena Holt"),
    ),
    (
        thing("kettle", "shopping.order", "Copper kettle", "ordered for 48.00"),
        thing("lamp", "shopping.order", "Brass lamp", "ordered for 65.00, a present for Ivo"),
        thing("lesson", "calendar.event", "Pottery lesson with Ruben", "2026-06-12 18:00"),
        thing("dentist", "calendar.event", "Dentist", "2026-06-15 08:30"),
    ),
    (
        "Copper kettle, 48.00. Brass lamp, 65.00.",
        "Pottery lesson on 12 June at 18:00.",
        "I leave at 16:30. Ruben",
        "Code CLAY10 for glazes, code FIRE20 for kilns.",
    ),
    (Group("glaze", ("glaze", "circle"), frozenset({"ivo", "lena"})),),
)


def wanted(say: str, *acts: tuple[str, str], good: tuple[str, ...] = (), **more: object) -> WantedOffer:
    """Return what is wanted, with the values of the claim and of good texts."""
    texts = (say, *good)
    offer = WantedOffer(
        acts=tuple(ActClaim(act, target) for act, target in acts),
        values=frozenset().union(*(keys_in(text, NOW) for text in texts)),
        words=frozenset().union(*(content_words(text) for text in texts)),
        known=frozenset().union(*(content_words(text) for text in texts)),
        codes=frozenset().union(*(codes_in(text) for text in texts)),
        addresses=frozenset().union(*(addresses_in(text) for text in texts)),
        counts=frozenset().union(*(counts_in(text) for text in texts)),
        said=frozenset().union(*(polarities(text) for text in texts)),
    )
    return offer._replace(**more)  # type: ignore[arg-type]


CANCEL_KETTLE = wanted(
    "offers to cancel the order of the copper kettle", ("cancel", "kettle"), untouched=frozenset({"lamp"})
)
TELL_RUBEN = wanted(
    "offers to tell Ruben that she comes to the lesson on Friday at 18:00",
    ("send", "ruben"),
    untold=frozenset({"ivo"}),
    tells=True,
)
TELL_MARTA = wanted("offers to tell Marta Lind that the train is late", ("send", "marta"), tells=True)
