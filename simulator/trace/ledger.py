"""The ledger: who did what to which record and under which offer, updated with every moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from simulator.phone.actions import Side
from simulator.phone.state import AssistantNotice, CardMessage, Proposal
from simulator.phone.store import Change, Record
from simulator.reading.offers.read_offer import NamedAct
from simulator.trace.moments import Acted, Moment

# Screens, inboxes, offers and counters belong to the phone itself; effects are changes to data of apps.
_PHONE_TABLES = ("phone.", "meta.")


# needed: for an open need. early: right, but the user does not want it yet. guess: right, but a fact that it rests on
# is not on the phone yet. allowed: for something that the scenario allows besides the needs.
OfferKind = Literal["needed", "early", "guess", "unclear", "unneeded", "too_late", "done_already", "allowed"]
# What is wrong with an unneeded offer that nearly fits a need; empty if the offer is about something else.
OfferFault = Literal["", "person", "item", "day", "time", "amount", "extra"]


class Effect(NamedTuple):
    """One record touched by one action."""

    moment: int
    at: int
    actor: Side
    action: str
    """The action with its app, such as `email.send_email`."""
    table: str
    id: str
    old: Record | None
    new: Record | None
    proposal: str

    @property
    def key(self) -> tuple[int, str, str]:
        return (self.moment, self.table, self.id)


class CardLine(NamedTuple):
    """A message between the assistant and the user."""

    moment: int
    at: int
    line: CardMessage


@dataclass
class Offer:
    """One offer, from the moment it is made until it ends."""

    moment: int
    at: int
    proposal: Proposal
    answered_in: int | None = None
    kept_in: int | None = None
    """Moment in which the user put the offer off or asked about it."""
    closed_in: int | None = None
    """Moment in which the accepted offer ended, with a report or because its calls were used up."""
    needs: tuple[str, ...] = ()
    """Labels of the needs that this offer is for. A need that becomes known while the offer is open may be added."""
    unclear: tuple[str, ...] = ()
    """Labels of the needs that this offer may be for: its text is unclear, or an action that it names serves them."""
    kind: OfferKind = "unneeded"
    """The class of the offer, judged when it was made."""
    why: str = ""
    """A clause that says why the offer is not needed; empty for needed and allowed offers."""
    named: tuple[NamedAct, ...] = ()
    """The actions that the offer's text names, read when it was accepted, before any of them was carried out."""
    fault: OfferFault = ""
    """The kind of wrong detail that the user finds in an unneeded offer; empty if there is none."""
    quoted: str = ""
    """The words of the offer that state the wrong detail; empty if they can't be quoted."""
    question: str = ""
    """The scripted user's question about an unclear offer."""

    @property
    def accepted(self) -> bool:
        # An accepted offer ends as done or abandoned.
        return self.proposal.state in ("accepted", "done", "abandoned")


class Fired(NamedTuple):
    """An event of the timeline or of noise that happened; `ok` is False if it failed."""

    moment: int
    at: int
    ok: bool


@dataclass
class Ledger:
    """The effects, offers, events and actions of a run. Call `feed` with every moment and its changes, in order."""

    effects: list[Effect] = field(default_factory=list)
    said: list[CardLine] = field(default_factory=list)
    offers: dict[str, Offer] = field(default_factory=dict)
    fired: dict[str, Fired] = field(default_factory=dict)
    refused: list[Acted] = field(default_factory=list)
    """Writes that the assistant tried without consent."""
    failed: list[Acted] = field(default_factory=list)
    """Failed actions of any actor, except those in `refused`."""
    user_acts: list[Acted] = field(default_factory=list)
    user_acts_noticed: dict[int, Acted] = field(default_factory=dict)
    """The user's actions of which the assistant is notified, by moment, without the user's private thoughts."""
    assistant_acts: list[Acted] = field(default_factory=list)

    def feed(self, moment: Moment, changes: Iterable[Change]) -> Offer | None:
        """Add one moment, and return the offer if the moment made one."""
        if not isinstance(moment, Acted):
            return None
        self._note_action(moment)
        made: Offer | None = None
        for change in changes:
            if not change.table.startswith(_PHONE_TABLES):
                self.effects.append(_effect(moment, change))
            elif isinstance(change.new, Proposal):
                made = self._note_proposal(moment, change.new) or made
            elif isinstance(change.new, CardMessage):
                self.said.append(CardLine(moment.n, moment.at, change.new))
            elif isinstance(change.new, AssistantNotice) and change.new.moment == moment.n:
                self.user_acts_noticed[moment.n] = _without_envelope(moment)
        return made

    def by(self, actor: Side | Literal["anyone"]) -> list[Effect]:
        return [effect for effect in self.effects if actor in ("anyone", effect.actor)]

    def _note_action(self, moment: Acted) -> None:
        if moment.actor == "user":
            self.user_acts.append(moment)
        elif moment.actor == "assistant":
            self.assistant_acts.append(moment)
        if moment.event:
            self.fired[moment.event] = Fired(moment.n, moment.at, moment.error is None)
        if moment.error is not None:
            # Writes without consent count against the outcome; other failed actions do not.
            refused = moment.actor == "assistant" and moment.error.code == "no_consent"
            (self.refused if refused else self.failed).append(moment)

    def _note_proposal(self, moment: Acted, proposal: Proposal) -> Offer | None:
        known = self.offers.get(proposal.id)
        if known is None:
            self.offers[proposal.id] = Offer(moment.n, moment.at, proposal)
            return self.offers[proposal.id]
        # Only the user answers; an offer that expires or is withdrawn leaves `pending` without an answer.
        if known.proposal.state == "pending" and moment.actor == "user":
            if proposal.kept and not known.proposal.kept:
                known.kept_in = moment.n
            else:
                known.answered_in = moment.n
        if known.proposal.state == "accepted" and proposal.state != "accepted":
            known.closed_in = moment.n
        known.proposal = proposal
        return None


def _without_envelope(moment: Acted) -> Acted:
    return moment if moment.envelope is None else msgspec.structs.replace(moment, envelope=None)


def _effect(moment: Acted, change: Change) -> Effect:
    return Effect(
        moment=moment.n,
        at=moment.at,
        actor=moment.actor,
        action=f"{moment.app}.{moment.name}",
        table=change.table,
        id=change.id,
        old=change.old,
        new=change.new,
        proposal=moment.proposal,
    )
