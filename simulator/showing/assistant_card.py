"""The assistant's card as the phone shows it: an offer, its state, and the calls made under it."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone.call import Look
from simulator.phone.state import CardMessage, Notice, Proposal, ProposalState
from simulator.trace.moments import Acted, Moment

CARD_APP = "assistant"
# Actions whose controls are on the card itself.
CARD_ACTIONS = frozenset({"accept_proposal", "reject_proposal", "send_message_to_agent"})
# Actions that end an offer without acceptance, with the new state. The card shows this state for one moment only.
_ENDS: dict[str, ProposalState] = {"reject_proposal": "rejected", "expire_proposal": "expired"}


class CardCall(NamedTuple):
    """A call under an accepted offer. The words come from the moment of the call, never from the assistant's report."""

    app: str
    text: str
    ok: bool = True


class OfferCard(NamedTuple):
    """The content of the assistant's card, which the phone shows on top of the screen."""

    state: ProposalState
    text: str
    at: str
    """Local time of the offer."""
    answer: str = ""
    calls: tuple[CardCall, ...] = ()
    report: str = ""
    why: str = ""
    """The reason why an accepted offer ended; `reported` if it ended with a report."""
    aside: bool = False
    """True if the card is small because the user acted elsewhere before answering."""
    answered: str = ""
    """Local time of the answer."""

    @property
    def asks(self) -> bool:
        """Return True if the card covers the screen and waits for an answer."""
        return self.state == "pending" and not self.aside


def card_of(look: Look, moment: Moment | None, calls: tuple[CardCall, ...]) -> OfferCard | None:
    """Return the assistant's card after this moment; None if the phone shows no card."""
    latest = look.latest_proposal()
    if latest is None:
        return None
    answered = "" if latest.answered_at is None else look.show(latest.answered_at)
    shown = OfferCard(latest.state, latest.text, look.show(latest.made_at), latest.answer, calls, answered=answered)
    if latest.state == "accepted":
        return shown
    if latest.state == "pending":
        return shown._replace(aside=_user_acted_since(look, "offer"))
    if latest.state in ("done", "abandoned"):
        kind = "report" if latest.state == "done" else "offer_abandoned"
        if _user_acted_since(look, kind):
            return None
        return shown._replace(report=_report(look, latest), why=latest.closed)
    # A rejected or expired offer stays for this one moment, so that its end can be seen.
    just_now = isinstance(moment, Acted) and moment.error is None and _ENDS.get(moment.name) == latest.state
    return shown if just_now else None


def _user_acted_since(look: Look, kind: str) -> bool:
    """Return True if the user has acted since the latest notice of this kind: an action marks all notices as seen."""
    unseen: list[Notice] = look.inbox("user", look.seen("user"))
    return not any(notice.app == CARD_APP and notice.kind == kind for notice in unseen)


def _report(look: Look, proposal: Proposal) -> str:
    lines = [line for line in look.store.all(CardMessage).values() if line.proposal == proposal.id]
    return next((line.text for line in reversed(lines) if line.kind == "report"), "")
