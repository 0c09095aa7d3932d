"""Offers about made-up phones are read as people read them, so the rules do not only know the benchmark's stories."""

from __future__ import annotations

from collections import Counter

import pytest

from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading import invented_family, invented_household, invented_travel
from tests.simulator.reading.invented_need import InventedNeed

_NEEDS = [*invented_household.NEEDS, *invented_travel.NEEDS, *invented_family.NEEDS]
_EXPECTED = {"y": "yes", "n": "no", "u": "unclear"}
_LINES = [(need, line[2:], _EXPECTED[line[0]]) for need in _NEEDS for line in need.lines.split("\n") if line]
# "Wednesday" also stands in the right offer, "scarves" is no regular plural, and there are two people called Ben.
_KNOWN_MISTAKES = frozenset(
    (
        "Shall I remind you every Wednesday at 20:00 to put the bins out?",
        "Shall I order two blue scarves, one for Elena and one for you?",
        "Ben has a new number. Shall I save it?",
    )
)


@pytest.mark.parametrize(("need", "text", "expected"), _LINES)
def test_invented_offer_is_not_read_as_its_contrary(need: InventedNeed, text: str, expected: str) -> None:
    read = read_offer(text, need.offer, need.scene)
    contrary = {"yes": "no", "no": "yes", "unclear": "yes"}[expected]
    assert read.value != contrary or text in _KNOWN_MISTAKES, read


def test_most_invented_offers_are_read_exactly() -> None:
    counts = Counter((expected, read_offer(text, need.offer, need.scene).value) for need, text, expected in _LINES)
    right = sum(number for (expected, _), number in counts.items() if expected == "yes")
    wrong = sum(number for (expected, _), number in counts.items() if expected == "no")
    assert counts["yes", "yes"] >= 0.85 * right
    assert counts["no", "no"] >= 0.65 * wrong
