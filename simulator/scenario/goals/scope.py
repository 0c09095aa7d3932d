"""Which part of the ledger a claim may count: whose work, under which need's offer, in which window."""

from __future__ import annotations

from typing import NamedTuple

from simulator.scenario.base import By
from simulator.scenario.goals.evidence import Evidence
from simulator.trace.ledger import Effect, Said


class Window(NamedTuple):
    """After one moment or time and before another; None is open."""

    after: tuple[int, int] | None = None
    before: tuple[int, int] | None = None

    def holds(self, moment: int, at: int) -> bool:
        return self._is_after(moment, at) and self._is_before(moment, at)

    def _is_after(self, moment: int, at: int) -> bool:
        if self.after is None:
            return True
        number, time = self.after
        return moment > number if number else at > time

    def _is_before(self, moment: int, at: int) -> bool:
        if self.before is None:
            return True
        number, time = self.before
        return moment < number if number else at <= time


class Scope(NamedTuple):
    evidence: Evidence
    by: By
    need: str | None
    window: Window

    def effects(self) -> list[Effect]:
        return [effect for effect in self.evidence.ledger.effects if self.counts(effect)]

    def counts(self, effect: Effect) -> bool:
        if self.by not in ("anyone", effect.actor) or not self.window.holds(effect.moment, effect.at):
            return False
        return effect.actor != "assistant" or self.under(effect.proposal)

    def under(self, proposal: str) -> bool:
        """Whether work under this offer counts for the need."""
        if self.need is None or self.evidence.standing:
            return True
        return self.need in self.evidence.needs_of(proposal)

    def told(self) -> list[Said]:
        """What the assistant said to the user after acceptance, within the window."""
        return [
            said
            for said in self.evidence.ledger.said
            if said.line.sender == "assistant"
            and said.line.kind == "report"
            and self.window.holds(said.moment, said.at)
            and self.under(said.line.proposal)
        ]
