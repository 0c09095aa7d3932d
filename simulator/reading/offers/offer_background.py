"""Recognises values that an offer only mentions: old values, other appointments, sums of other amounts."""

from __future__ import annotations

import re

from simulator.reading.facts.computed_amounts import is_computed, is_money, sums_of
from simulator.reading.facts.text_values import ValueMention
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.passage import Named, Passage

_BUSY_THEN = re.compile(
    r"(?: o'clock)?(?: at [\w:]+(?: o'clock)?)? (?:you|he|she|they|it|there) "
    r"(?:are|is|have|has|will be|had|was|were|sit|sits)\b"
)
_FROM = re.compile(r"\bfrom (?:the )?$")
_TO_ANOTHER = re.compile(r",? to (?:the )?[+0-9a-z]")


def is_background(value: ValueMention, named: Named, folded: str) -> bool:
    """Return True for the day or time of another appointment, and for the old value of a change.

    Examples: "four" in "at four you are with the architects", "Thursday" in "Thursday at ten you are at the clinic",
    and 5 in "change it from 5 to 6".
    """
    if _BUSY_THEN.match(folded, value.end):
        return True
    changes = bool(named.acts & {"move", "change"})
    return changes and bool(_FROM.search(folded[: value.start]) and _TO_ANOTHER.match(folded, value.end))


def is_background_sum(value: ValueMention, passage: Passage, offer: WantedOffer) -> bool:
    """Return True for an amount of money that is explained by other amounts.

    If right offers name amounts of money, and no later event can change these, the amount must be a sum of them.
    Otherwise it must be on the phone, or be a sum or a share of amounts on the phone.
    """
    scene = passage.scene
    if not is_money(value):
        return False
    right = {meaning for kind, meaning in offer.values if kind == "amount" and (meaning % 100 or meaning >= 20000)}
    named = frozenset(meaning for other in passage.values if is_money(other) for meaning in other.meanings)
    if right and offer.settled:
        # A share of the right sum among too few people would be wrong.
        return bool(value.meanings & sums_of(frozenset(right)))
    parts = (named & scene.sums) - value.meanings
    return any(meaning in scene.sums or is_computed(meaning, scene.sums, parts) for meaning in value.meanings)
