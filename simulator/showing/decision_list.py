"""The decision points of a run as its page lists them: every offer with its answer, and the silences in one number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulator.showing.names import number_of
from simulator.showing.parts import shortened
from simulator.trace.following import FinalAnswer, Followed, OfferFollowed, Reaction, SilenceFollowed

MOST_OFFERS = 24
MOST_SILENCES = 60
LONGEST_TEXT = 90
ANSWERS: Mapping[FinalAnswer, str] = {
    "accepted": "accepted",
    "rejected": "rejected",
    "expired": "expired",
    "withdrawn": "withdrawn",
    "none": "not answered",
}
REACTIONS: Mapping[Reaction, str] = {
    "accept": "accepts",
    "reject": "turns it down",
    "gather_context": "looks around",
    "none": "does nothing",
}
WAITS = "waits for an answer"
_SIGNS: Mapping[FinalAnswer, tuple[str, str]] = {
    "accepted": ("accept", "good"),
    "rejected": ("reject", "bad"),
    "expired": ("clock", "warn"),
    "withdrawn": ("never", ""),
    "none": ("open", ""),
}


class OfferLine(NamedTuple):
    """An offer and what became of it."""

    number: str
    sign: str
    tone: str
    answer: str
    text: str
    step: int
    answered_in: int | None


class DecisionList(NamedTuple):
    """What a page shows; of many only the first and the latest, and how many there are between them."""

    first: tuple[OfferLine, ...]
    left_out: int
    latest: tuple[OfferLine, ...]
    silences: tuple[int, ...]
    """Steps of the latest ones."""
    silence_count: int

    @property
    def is_empty(self) -> bool:
        return not self.first and not self.silence_count


def decision_list(points: Sequence[Followed], over: bool) -> DecisionList:
    """`over`: whether an offer that has no answer will get none any more."""
    offers = [point for point in points if isinstance(point, OfferFollowed)]
    silences = [point.moment for point in points if isinstance(point, SilenceFollowed)]
    first, latest = offers, offers[:0]
    if len(offers) > MOST_OFFERS:
        half = MOST_OFFERS // 2
        first, latest = offers[:half], offers[-half:]
    return DecisionList(
        tuple(_line(offer, over) for offer in first),
        len(offers) - len(first) - len(latest),
        tuple(_line(offer, over) for offer in latest),
        tuple(silences[-MOST_SILENCES:]),
        len(silences),
    )


def proposal_name(offer: str) -> str:
    """`proposal_2` → `Proposal 2`."""
    return f"Proposal {number_of(offer)}"


def answer_words(offer: OfferFollowed, over: bool) -> str:
    return WAITS if offer.final == "none" and not over else ANSWERS[offer.final]


def answer_sign(offer: OfferFollowed) -> tuple[str, str]:
    """A sign and its tone."""
    return _SIGNS[offer.final]


def _line(offer: OfferFollowed, over: bool) -> OfferLine:
    answered_in = offer.final_moment
    return OfferLine(
        proposal_name(offer.proposal),
        *answer_sign(offer),
        answer_words(offer, over),
        shortened(offer.text, LONGEST_TEXT),
        offer.moment,
        answered_in,
    )
