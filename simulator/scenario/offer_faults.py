"""Finds the wrong detail of an offer that nearly fits a need: a person, item, day, time, amount or extra act."""

from __future__ import annotations

from datetime import datetime

from simulator.reading.claims import Reading
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import kind_of, values_in
from simulator.reading.offers.offer_claims import ABOUT_ANOTHER
from simulator.reading.offers.offer_harms import GRAVE_EXTRA
from simulator.reading.scene import content_words
from simulator.trace.ledger import OfferFault

# The wrong detail, by the reason that the rules give for reading an offer as no.
REASONS: dict[str, OfferFault] = {
    "it goes to somebody else": "person",
    "it names another person of that name": "person",
    ABOUT_ANOTHER: "item",
    "it names another code or card": "item",
    GRAVE_EXTRA: "extra",
}
VALUE_REASON = "it names another value"
_VALUES: dict[str, OfferFault] = {"day": "day", "time": "time", "amount": "amount"}
# An offer with fewer words in common with the need is about something else, not an offer with a wrong detail.
_SHARED_WORDS = 2


def fault_in(text: str, reading: Reading, say: str, now: datetime) -> OfferFault:
    """Return the wrong detail of an offer that was read as no; empty if it is unknown or the topic is different.

    `say` is the claim that the text was read against.
    """
    if reading.value != "no" or len(content_words(text) & content_words(say)) < _SHARED_WORDS:
        return ""
    if reading.reason != VALUE_REASON:
        return REASONS.get(reading.reason, "")
    kinds = [kind_of(value) for value in values_in(fold(reading.words), now)]
    return _VALUES.get(kinds[0], "") if kinds else ""
