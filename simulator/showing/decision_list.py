"""The decision points of a run as pages list them: each offer with its answer, and the assistant's silences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulator.showing.reading_words import OFFER_KINDS
from simulator.showing.record_names import number_of
from simulator.showing.sentence_parts import shortened
from simulator.showing.told_moment import ToldMoment
from simulator.trace.decisions import FinalAnswer, Followed, OfferFollowed, Reaction, SilenceFollowed
from simulator.trace.ledger import Offer
from simulator.words import times

# An eager assistant makes hundreds of offers in a run; the panel beside the story has room for about this many.
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
    "reject": "rejects it",
    "gather_context": "looks around",
    "none": "does nothing",
}
# Ways in which the assistant ends a turn without an offer.
SILENCES: Mapping[str, str] = {"waiting": "waits", "limit": "uses up its calls"}
WAITS = "waits for an answer"
_SIGNS: Mapping[FinalAnswer, tuple[str, str]] = {
    "accepted": ("accept", "good"),
    "rejected": ("reject", "bad"),
    "expired": ("clock", "warn"),
    "withdrawn": ("never", ""),
    "none": ("open", ""),
}


class OfferSummary(NamedTuple):
    """One offer in the panel beside the story, with its answer."""

    number: str
    sign: str
    tone: str
    answer: str
    text: str
    step: int
    answered_in: int | None
    kind: str = ""
    """The class of the offer in words; empty if the offer has no class, or if classes must not be shown."""
    kind_tone: str = ""
    why: str = ""


class DecisionList(NamedTuple):
    """The offers and silences of a run, as the *Decisions* panel of the run page lists them.

    If there are many offers, only the first and latest are listed.
    """

    first: tuple[OfferSummary, ...]
    left_out: int
    latest: tuple[OfferSummary, ...]
    silences: tuple[int, ...]
    """Steps of the latest silences, at most `MOST_SILENCES`."""
    silence_count: int

    @property
    def is_empty(self) -> bool:
        """Return True if the run has no decision point yet."""
        return not self.first and not self.silence_count


class PointRow(NamedTuple):
    """One row of the table of decision points."""

    step: int
    turn: int
    when: str
    what: str
    text: str
    sign: str
    tone: str
    welcome: str
    """How the offer or the silence is judged, in words."""
    first: str = ""
    """The user's first reaction."""
    first_step: int | None = None
    answer: str = ""
    answer_step: int | None = None
    words: str = ""


def decision_list(points: Sequence[Followed], over: bool, classes: Mapping[str, Offer] | None = None) -> DecisionList:
    """Return the offers and silences of a run. `over`: the run has ended, so an open offer is shown as not answered.

    `classes`: the judged offers by id; None if the classes of offers must not be shown.
    """
    offers = [point for point in points if isinstance(point, OfferFollowed)]
    silences = [point.moment for point in points if isinstance(point, SilenceFollowed)]
    first, latest = offers, offers[:0]
    if len(offers) > MOST_OFFERS:
        # The first offers show how the assistant began, the latest what it does now; the decisions page lists all.
        half = MOST_OFFERS // 2
        first, latest = offers[:half], offers[-half:]
    return DecisionList(
        tuple(_summary(offer, over, classes or {}) for offer in first),
        len(offers) - len(first) - len(latest),
        tuple(_summary(offer, over, classes or {}) for offer in latest),
        tuple(silences[-MOST_SILENCES:]),
        len(silences),
    )


def point_row(point: Followed, told: ToldMoment, over: bool, welcome: str) -> PointRow:
    """Return the table row of a decision point. `told`: the moment of the decision point, in words."""
    when = times.stamp(told.local)
    if not isinstance(point, OfferFollowed):
        text = SILENCES[point.by].capitalize()
        return PointRow(point.moment, point.turn, when, "Silence", text, "silent", "assistant", welcome)
    sign, tone = answer_sign(point)
    # While the user may still react, the cell stays empty instead of saying "does nothing".
    is_open = point.reaction == "none" and not over and not point.is_settled
    return PointRow(
        step=point.moment,
        turn=point.turn,
        when=when,
        what=offer_name(point.proposal),
        text=point.text,
        sign=sign,
        tone=tone,
        first="" if is_open else REACTIONS[point.reaction],
        first_step=point.reaction_moment,
        answer=answer_words(point, over),
        answer_step=point.final_moment,
        words=point.words,
        welcome=welcome,
    )


def offer_name(offer: str) -> str:
    """Return the name of the offer with this id: `Offer 2` for `proposal_2`."""
    return f"Offer {number_of(offer)}"


def answer_words(offer: OfferFollowed, over: bool) -> str:
    """Return the final answer in words; without one, "waits for an answer", or "not answered" once the run is over."""
    return WAITS if offer.final == "none" and not over else ANSWERS[offer.final]


def answer_sign(offer: OfferFollowed) -> tuple[str, str]:
    """Return the icon of the final answer and its tone, which selects a colour."""
    return _SIGNS[offer.final]


def _summary(offer: OfferFollowed, over: bool, classes: Mapping[str, Offer]) -> OfferSummary:
    judged = classes.get(offer.proposal)
    kind, tone = ("", "") if judged is None else OFFER_KINDS[judged.kind]
    return OfferSummary(
        offer_name(offer.proposal),
        *answer_sign(offer),
        answer_words(offer, over),
        shortened(offer.text, LONGEST_TEXT),
        offer.moment,
        offer.final_moment,
        kind,
        tone,
        "" if judged is None else judged.why,
    )
