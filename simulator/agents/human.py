"""A player whose decisions a person makes on the pages for playing."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeVar

from simulator.agents.policy import AssistantView, Decision, NeedsPerson, UserView
from simulator.phone.call import Look
from simulator.phone.state import Recipient

# The name of this player in a configuration.
HUMAN = "human"
V = TypeVar("V", UserView, AssistantView)


class EnteredDecisions(Protocol):
    """The decisions that people have entered and the run has not used yet."""

    def take(self, side: Recipient) -> Decision | None:
        """Return the decision of the person on this side, and forget it; None if the person has not decided yet."""


class Person:
    """Returns the decision that a person has entered. Until then, it raises NeedsPerson, and the run waits."""

    def __init__(self, side: Recipient, entered: EnteredDecisions | None = None) -> None:
        self._side: Recipient = side
        self._entered = entered

    def decide(self, view: V) -> Decision:
        decision = None if self._entered is None else self._entered.take(self._side)
        if decision is None:
            raise NeedsPerson(_at_this_time(view))
        return decision


def _at_this_time(view: V) -> V:
    """Return the view with a clock of its own, because the run's clock goes back to the last moment."""
    look = view.look
    return replace(view, look=Look(look.store, look.now, look.tz, look.owner, look.apps, look.rules))
