"""The interface of every player: a function from its view to its next decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.perform import PLAIN_WAIT, available_tools, user_actions
from simulator.phone.screens import View
from simulator.phone.state import Notice, Proposal
from simulator.phone.tool_names import AS_PUBLISHED, Naming
from simulator.trace.moments import Acted, Envelope, Phase


@dataclass(frozen=True)
class Decision:
    """A player's next call: the tap or tool, by the name that the player sees, and its arguments."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    """Why no action could be read from the reply; otherwise empty. The player gets this text and loses a call."""
    thinking_seconds: int = 0
    """Real seconds that the decision took, rounded up, at most a day; used only if `thinking` is `measured`."""
    envelope: Envelope | None = None


@dataclass
class UserView:
    """The view of the user: the current screen, the possible taps, new notices, its own acts, and an open offer."""

    look: Look
    turn: int
    goal: str
    notices: list[Notice]
    """Notices that are new since the user's last decision."""
    own: list[Acted]
    """The user's own acts so far."""

    @cached_property
    def screen(self) -> View:
        return self.look.screen.view(self.look)

    @cached_property
    def actions(self) -> dict[str, Action]:
        return user_actions(self.look)

    @property
    def offer(self) -> Proposal | None:
        return self.look.proposal_in("pending")


@dataclass
class AssistantView:
    """The view of the assistant: new notices in full, the user's actions, the tools of its phase, and its own calls."""

    look: Look
    turn: int
    phase: Phase
    notices: list[Notice]
    own: list[Acted]
    user_acts: Mapping[int, Acted]
    """The user's actions that notices of kind `user_action` mention, by moment number."""
    calls_left: int
    naming: Naming = AS_PUBLISHED

    @cached_property
    def tools(self) -> dict[str, Action]:
        """Return tools by name: while observing, all that do not write; while executing, all except the plain wait."""
        return self.naming.offered(available_tools(self.look, self.phase == "execute"))

    @property
    def proposal(self) -> Proposal | None:
        """Return the pending offer while observing, or the accepted offer while executing; None if there is none."""
        return self.look.proposal_in("accepted" if self.phase == "execute" else "pending")


class NeedsPerson(Exception):
    """Raised if a person plays and has not decided yet. The run then waits for the person.

    `view`: the view of the person, if known.
    """

    def __init__(self, view: UserView | AssistantView | None = None) -> None:
        super().__init__()
        self.view = view


FailureKind = Literal["provider", "budget", "setup"]


class PlayerFailed(Exception):
    """Raised if a model, a limit or the setup prevents a decision. The run can be resumed unless a limit is reached."""

    def __init__(self, kind: FailureKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class UserPolicy(Protocol):
    def decide(self, view: UserView) -> Decision: ...


class AssistantPolicy(Protocol):
    def decide(self, view: AssistantView) -> Decision: ...


WAIT = PLAIN_WAIT
SAY = "PAREAgentUserInterface__send_message_to_user"
WAIT_FOR_NOTIFICATION = "System__wait_for_notification"
# Calls that end the assistant's turn if they succeed.
TURN_ENDING = (WAIT, SAY, WAIT_FOR_NOTIFICATION)
# Calls that only wait. They do not count as calls under an accepted offer.
WAITING = (WAIT, WAIT_FOR_NOTIFICATION)
