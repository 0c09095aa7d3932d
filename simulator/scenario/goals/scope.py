"""Selects the part of the ledger that counts for a claim: by actor, by the need of the offer, and by time window."""

from __future__ import annotations

from typing import NamedTuple

from simulator.scenario.base import By
from simulator.scenario.goals.evidence import Evidence
from simulator.trace.ledger import CardLine, Effect

WHO = {"assistant": "the assistant", "user": "the user", "anyone": "anyone", "environment": "someone else"}


class ClaimWindow(NamedTuple):
    """A part of a run, between two limits (moment, time); None means no limit.

    If a limit's moment is 0, the limit is a plain time: only times are compared, and the `before` time itself is
    inside. Otherwise only moment numbers are compared, and the limits themselves are outside.
    """

    after: tuple[int, int] | None = None
    before: tuple[int, int] | None = None

    def holds(self, moment: int, at: int) -> bool:
        return self.is_after(moment, at) and self.is_before(moment, at)

    def is_after(self, moment: int, at: int) -> bool:
        if self.after is None:
            return True
        number, time = self.after
        # Events are compared by moment number, because several moments may have the same time.
        return moment > number if number else at > time

    def is_before(self, moment: int, at: int) -> bool:
        if self.before is None:
            return True
        number, time = self.before
        return moment < number if number else at <= time


class Scope(NamedTuple):
    """The actor, need and window of one claim, with the evidence."""

    evidence: Evidence
    by: By
    need: str | None
    window: ClaimWindow
    after: str = ""
    before: str = ""
    """`after` and `before`: the limits as the file writes them, to show in reasons; empty without a limit."""

    def effects(self) -> list[Effect]:
        return [effect for effect in self.evidence.ledger.effects if self.counts(effect)]

    def counts(self, effect: Effect) -> bool:
        if self.by not in ("anyone", effect.actor) or not self.window.holds(effect.moment, effect.at):
            return False
        # Only the assistant works under offers, so the need does not restrict other actors.
        return effect.actor != "assistant" or self.under(effect.proposal)

    def under(self, proposal: str) -> bool:
        """Return True if the assistant's work under this offer counts: the offer is or may be for the need.

        If there is no need, or consent is standing, all work counts.
        """
        if self.need is None or self.evidence.standing:
            return True
        # If it is unclear whether the offer is for the need, the outcome notes a doubt.
        return self.need in self.evidence.may_be_for(proposal)

    def why_not(self, effect: Effect | None) -> str | None:
        """Return why an effect does not count; None if it does. `effect` is None if the claim held from the start."""
        if effect is None:
            if self.by == "anyone" and self.window.holds(0, self.evidence.start):
                return None
            return "it was so from the start"
        if self.by not in ("anyone", effect.actor):
            return f"{WHO[effect.actor]} did it, not {WHO[self.by]}"
        if effect.actor == "assistant" and not self.under(effect.proposal):
            return f"it was not done under an offer for '{self.need}'"
        return self.why_not_then(effect.moment, effect.at)

    def why_not_then(self, moment: int, at: int) -> str | None:
        """Return why this moment and time are outside the window; None if they are inside."""
        if not self.window.is_after(moment, at):
            return f"it came too early, not after {_spelled(self.after)}"
        if not self.window.is_before(moment, at):
            return f"it came too late, not before {_spelled(self.before)}"
        return None

    def told(self, offers: bool) -> list[CardLine]:
        """Return the assistant's reports under offers for the need and, if `offers` is true, the accepted offers."""
        accepted = {key for key, offer in self.evidence.ledger.offers.items() if offers and offer.accepted}
        return [
            said
            for said in self.evidence.ledger.said
            if said.line.sender == "assistant"
            and (said.line.kind == "report" or said.line.proposal in accepted)
            and self.under(said.line.proposal)
        ]


def _spelled(anchor: str) -> str:
    """Return a label in quotes, a time unchanged, and "the time" for an empty text."""
    return f"'{anchor}'" if anchor[:1].isalpha() and " " not in anchor else anchor or "the time"
