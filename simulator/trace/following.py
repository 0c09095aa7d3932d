"""Offers and silences followed as moments come in: what the user did about an offer, and which turns passed without."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from simulator.phone.state import Proposal
from simulator.phone.store import Patch
from simulator.trace.metrics import CARD, WAIT_FOR_NOTIFICATION
from simulator.trace.moments import Acted, Ended, Moment

Reaction = Literal["accept", "reject", "gather_context", "none"]
FinalAnswer = Literal["accepted", "rejected", "expired", "withdrawn", "none"]
HowSilent = Literal["waiting", "limit"]
_REACTIONS: dict[str, Reaction] = {"accept_proposal": "accept", "reject_proposal": "reject"}
_ANSWERS: dict[str, FinalAnswer] = {
    "accepted": "accepted",
    "rejected": "rejected",
    "expired": "expired",
    "withdrawn": "withdrawn",
}
_WAITS = ("wait", WAIT_FOR_NOTIFICATION)
_REGULAR_ENDS = ("turn_limit", "quiet")


@dataclass
class OfferFollowed:
    """An offer and what has become of it so far."""

    proposal: str
    text: str
    moment: int
    turn: int
    at: int
    reaction: Reaction = "none"
    """The first thing the user then did while the offer stood; failed taps do not count."""
    reaction_moment: int | None = None
    final: FinalAnswer = "none"
    final_moment: int | None = None
    words: str = ""

    @property
    def is_settled(self) -> bool:
        return self.final != "none"


@dataclass(frozen=True)
class SilenceFollowed:
    """A turn in which the watching assistant offered nothing."""

    moment: int
    turn: int
    at: int
    by: HowSilent
    """It said so, or its calls were used up."""


Followed: TypeAlias = OfferFollowed | SilenceFollowed


@dataclass
class Following:
    """Feed it every moment in order; `points` are in the order of their moments."""

    points: list[Followed] = field(default_factory=list)
    _open: list[OfferFollowed] = field(default_factory=list)
    """Offers that the user may still react to or answer."""
    _last_call: Acted | None = None
    """Of the watching assistant: a silence if nothing more comes from it in this turn."""

    def feed(self, moment: Moment) -> OfferFollowed | None:
        """Take one moment in; gives the offer if it made one."""
        self._end_turn(moment)
        if self._open:
            self._answer(moment)
        if not isinstance(moment, Acted) or moment.actor != "assistant":
            return None
        self._last_call = None
        made = _made(moment)
        if made is not None:
            offer = OfferFollowed(made.id, str(made.fields["text"]), moment.n, moment.turn, moment.at)
            self.points.append(offer)
            self._open.append(offer)
            return offer
        if moment.phase == "observe" and _waits(moment):
            self.points.append(SilenceFollowed(moment.n, moment.turn, moment.at, "waiting"))
        elif moment.phase == "observe" and not _speaks(moment):
            self._last_call = moment
        return None

    def _end_turn(self, moment: Moment) -> None:
        """The last call of a turn that came to its end without an offer is a silence."""
        call = self._last_call
        if call is None:
            return
        if isinstance(moment, Ended):
            is_over = moment.reason in _REGULAR_ENDS
        else:
            is_over = isinstance(moment, Acted) and moment.turn > call.turn
        if is_over:
            self.points.append(SilenceFollowed(call.n, call.turn, call.at, "limit"))
        if is_over or isinstance(moment, Ended):
            self._last_call = None

    def _answer(self, moment: Moment) -> None:
        finals = {patch.id: patch for patch in moment.patches if patch.table == Proposal.table}
        acts = isinstance(moment, Acted) and moment.actor == "user" and moment.error is None
        for offer in self._open:
            if acts and offer.reaction_moment is None:
                assert isinstance(moment, Acted)
                offer.reaction = _REACTIONS.get(moment.name, "gather_context")
                offer.reaction_moment = moment.n
            patch = finals.get(offer.proposal)
            answer = None if patch is None else _ANSWERS.get(str(patch.fields.get("state")))
            if patch is not None and answer is not None:
                offer.final, offer.final_moment = answer, moment.n
                offer.words = str(patch.fields.get("answer", ""))
        self._open = [offer for offer in self._open if not offer.is_settled]


def _made(moment: Acted) -> Patch | None:
    return next((patch for patch in moment.patches if patch.table == Proposal.table and patch.op == "add"), None)


def _waits(moment: Acted) -> bool:
    return moment.error is None and moment.name in _WAITS


def _speaks(moment: Acted) -> bool:
    return moment.error is None and moment.app == CARD
