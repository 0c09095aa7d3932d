"""The assistant's card as the phone shows it: an offer, what became of it, and what was really done under it."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone.call import Look
from simulator.phone.state import CardMessage, Notice, Proposal, ProposalState
from simulator.trace.moments import Acted, Moment

CARD_APP = "assistant"
CARD_ACTIONS = frozenset({"accept_proposal", "reject_proposal", "send_message_to_agent"})
"""What can be tapped on the card itself."""
_ENDS: dict[str, ProposalState] = {"reject_proposal": "rejected", "expire_proposal": "expired"}


class CardCall(NamedTuple):
    """A call that was really made under an accepted offer, in words."""

    app: str
    text: str
    ok: bool = True


class Card(NamedTuple):
    """The assistant's card: an offer and what became of it."""

    state: ProposalState
    text: str
    at: str
    """Local time at which it was offered."""
    answer: str = ""
    calls: tuple[CardCall, ...] = ()
    report: str = ""
    why: str = ""
    """Why an accepted offer ended without a report."""
    aside: bool = False
    """The user looks around first, so that the card has made room."""
    answered: str = ""
    """Local time of the answer."""

    @property
    def asks(self) -> bool:
        """An offer that lies over the screen and waits for an answer."""
        return self.state == "pending" and not self.aside


def card_of(look: Look, moment: Moment | None, calls: tuple[CardCall, ...]) -> Card | None:
    """The card that lies over the screen after this moment, if any."""
    latest = look.latest_proposal()
    if latest is None:
        return None
    answered = "" if latest.answered_at is None else look.show(latest.answered_at)
    shown = Card(latest.state, latest.text, look.show(latest.made_at), latest.answer, calls, answered=answered)
    if latest.state == "accepted":
        return shown
    if latest.state == "pending":
        return shown._replace(aside=_seen(look, "offer"))
    if latest.state in ("done", "abandoned"):
        kind = "report" if latest.state == "done" else "offer_abandoned"
        return None if _seen(look, kind) else shown._replace(report=_report(look, latest), why=latest.closed)
    just_now = isinstance(moment, Acted) and moment.error is None and _ENDS.get(moment.name) == latest.state
    return shown if just_now else None


def _seen(look: Look, kind: str) -> bool:
    """Whether the user has acted since the latest notice of this kind."""
    news: list[Notice] = look.inbox("user", look.seen("user"))
    return not any(notice.app == CARD_APP and notice.kind == kind for notice in news)


def _report(look: Look, proposal: Proposal) -> str:
    lines = [line for line in look.store.all(CardMessage).values() if line.proposal == proposal.id]
    return next((line.text for line in reversed(lines) if line.kind == "report"), "")
