"""What a person has in hand, with how it looks. In place of items that cannot be shown others are taken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from annotation.jobs.claiming import Empty, Hand, claim
from annotation.models import Item, Rater
from annotation.showing.building import CannotBeShown
from annotation.views.judge_parts import Parts, parts_of

_MOST_TRIES = 50


class Shown(NamedTuple):
    place: int
    item: Item
    parts: Parts
    draft: dict[str, Any]
    """`given` and `reason`: what was chosen and written before."""


class ShownHand(NamedTuple):
    shown: tuple[Shown, ...]
    empty: Empty | None
    until: datetime | None


def shown_hand(rater: Rater, take: Callable[[], Hand] | None = None) -> ShownHand:
    """What `take` gives, by default what is claimed now. What cannot be shown is made up for by claiming again."""
    hand = take() if take is not None else claim(rater)
    for _ in range(_MOST_TRIES):
        try:
            shown = tuple(
                Shown(held.assignment.place, held.item, parts_of(held.item, rater.study), held.assignment.draft)
                for held in hand.held
            )
        except CannotBeShown:
            hand = claim(rater)
        else:
            return ShownHand(shown, hand.empty, hand.until)
    return ShownHand((), Empty.NO_ITEMS, None)


def item_json(shown: Shown, with_parts: bool = True) -> dict[str, Any]:
    """An item for the page's script; `parts` are left out of those that it has already."""
    found = {"code": shown.item.code, "place": shown.place, "draft": shown.draft}
    return {**found, "parts": shown.parts._asdict()} if with_parts else found
