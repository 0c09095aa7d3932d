"""A player that repeats the decisions of a trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simulator.agents.policy import AssistantView, Decision, UserView
from simulator.phone.actions import Side
from simulator.trace.moments import Acted, Moment


class RecordedDecisions:
    """Repeats the decisions of one side in order. Raises LookupError after the last decision."""

    def __init__(self, side: Side, moments: Iterable[Moment], with_envelopes: bool = False) -> None:
        self._acts: Iterator[Acted] = (act for act in moments if isinstance(act, Acted) and act.actor == side)
        self._with_envelopes = with_envelopes

    def decide(self, view: UserView | AssistantView) -> Decision:
        act = next(self._acts, None)
        if act is None:
            raise LookupError("the trace has no further decision")
        envelope = act.envelope if self._with_envelopes else None
        if act.misread:
            return Decision("", problem=act.misread, thinking_seconds=act.thinking, envelope=envelope)
        name = name_called(act, view.look.apps[act.app].prefix)
        return Decision(name, act.args, thinking_seconds=act.thinking, envelope=envelope)


def name_called(act: Acted, prefix: str) -> str:
    """Return the name that the player called: the name that the moment stores or, without one, the action's full name.

    `prefix`: the prefix of the action's app.
    """
    return f"{prefix}__{act.name}" if act.asked is None else act.asked
