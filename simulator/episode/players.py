"""Creates the players of a run, asks them for decisions, makes each decision storable, and carries it out."""

from __future__ import annotations

import math
from dataclasses import replace
from numbers import Real
from typing import Any

import msgspec

from simulator.agents.human import HUMAN, EnteredDecisions, Person
from simulator.agents.policy import AssistantPolicy, AssistantView, Decision, UserPolicy, UserView
from simulator.agents.registry import AssistantMaker, EvidenceNow, UserMaker, assistant_maker, user_maker
from simulator.config import EpisodeConfig
from simulator.phone.perform import LONGEST_NAME, Done, assistant_does, nobody_understands, user_does
from simulator.phone.tool_names import Naming
from simulator.phone.world import World
from simulator.phone.writable import shortened, writable, writable_text
from simulator.scenario.story import Story
from simulator.trace.moments import Envelope, plain

LONGEST_PROBLEM = 2000
LONGEST_THINKING = 86_400


class Players:
    """The players that the configuration names, or the players that the caller passes instead.

    Players are created when a run is played, not when it is rebuilt: a run can be viewed even if one of its players
    no longer exists.
    """

    def __init__(
        self,
        story: Story,
        config: EpisodeConfig,
        evidence: EvidenceNow,
        user: UserMaker | None = None,
        assistant: AssistantMaker | None = None,
        entered: EnteredDecisions | None = None,
    ) -> None:
        self._story = story
        self._entered = entered
        self._evidence = evidence
        self._user_maker, self._assistant_maker = user, assistant
        self._config = config
        self._user: UserPolicy | None = None
        self._assistant: AssistantPolicy | None = None

    def come(self) -> None:
        """Create the players if needed. Raise UnknownPlayer if the configuration names a player that does not exist."""
        # Create both before the first decision, so that an unknown player stops a run before anything has happened.
        if self._user is None:
            self._user = self._make_user()
        if self._assistant is None:
            self._assistant = self._make_assistant()

    def user_decides(self, view: UserView) -> Decision:
        assert self._user is not None
        return _storable(self._user.decide(view))

    def assistant_decides(self, view: AssistantView) -> Decision:
        assert self._assistant is not None
        return _storable(self._assistant.decide(view))

    def adopt(self, config: EpisodeConfig) -> None:
        """Switch to another configuration, whose players are created before the next decision."""
        # The new players lose nothing: players remember only what the moments contain.
        self._config = config
        self._user = self._assistant = None

    def _make_user(self) -> UserPolicy:
        if self._user_maker is None and self._config.user == HUMAN:
            return Person("user", self._entered)
        maker = self._user_maker or user_maker(self._config.user)
        return maker(self._story, self._config, self._evidence)

    def _make_assistant(self) -> AssistantPolicy:
        if self._assistant_maker is None and self._config.assistant == HUMAN:
            return Person("assistant", self._entered)
        maker = self._assistant_maker or assistant_maker(self._config.assistant)
        return maker(self._story, self._config, self._evidence)


def tap(world: World, decision: Decision, moment: int) -> Done:
    """Carry out the user's decision and return the action with its result or error."""
    if decision.problem:
        return nobody_understands(world, "user", decision.problem)
    return user_does(world, decision.name, decision.args, moment)


def call_tool(world: World, decision: Decision, moment: int, failing: str, naming: Naming) -> Done:
    """Carry out the assistant's decision and return the action with its result or error.

    `failing`: if not empty, the call fails with this error message; ignored for tools of system apps.
    """
    if decision.problem:
        return nobody_understands(world, "assistant", decision.problem)
    return assistant_does(world, decision.name, decision.args, moment, failing, naming)


def thinking_time(config: EpisodeConfig, decision: Decision) -> int:
    """Return the simulated seconds that the assistant's decision takes, depending on the option `thinking`."""
    if config.thinking == "none":
        return 0
    return config.thinking_seconds if config.thinking == "fixed" else _whole_seconds(decision.thinking_seconds)


def _whole_seconds(said: Any) -> int:
    """Return a player's thinking time in whole seconds, rounded up, at most a day; 0 if it is not a positive number."""
    # Players written by others may return anything, even NaN; a trace keeps whole numbers.
    is_number = isinstance(said, Real)
    if not is_number or not said > 0:
        return 0
    return LONGEST_THINKING if said > LONGEST_THINKING else math.ceil(said)


def _is_plain(decision: Decision) -> bool:
    """Return True if a decision needs no cleaning: its name is short, and its texts are ASCII, as in most decisions."""
    if decision.problem or not decision.name.isascii() or len(decision.name) > LONGEST_NAME:
        return False
    return all(
        type(name) is str and name.isascii() and type(value) is str and value.isascii()
        for name, value in decision.args.items()
    )


def _storable(decision: Decision) -> Decision:
    """Return the decision in a form that a trace can store."""
    # Cleaned before it is carried out, because a replay must read back and repeat exactly the same decision.
    envelope = decision.envelope
    if envelope is None and _is_plain(decision):
        return decision
    return replace(
        decision,
        name=shortened(writable_text(decision.name), LONGEST_NAME),
        problem=shortened(writable_text(decision.problem), LONGEST_PROBLEM),
        args=writable(decision.args) if decision.args else {},
        envelope=None if envelope is None else msgspec.convert(plain(msgspec.structs.asdict(envelope)), Envelope),
    )
