"""The acts of a foreign run in order, each with its actor, its phase, and the model's call that caused it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from replay.foreign.calls import ModelCall, Talks
from replay.foreign.events import ForeignEvent
from replay.foreign.hf_file import ForeignFile
from replay.foreign.matching import Matched, matched
from replay.foreign.roles import ANSWERS, roles_of
from simulator.phone.actions import Side
from simulator.phone.writable import writable
from simulator.trace.exchange import Stage
from simulator.trace.moments import Phase

# Number of an act that is known only from the logs.
_NO_NUMBER = -1


class Act(NamedTuple):
    event: ForeignEvent
    actor: Side
    phase: Phase | None
    """The assistant's phase; None if the file does not say."""
    call: ModelCall | None
    inner: ForeignEvent | None
    """The call that the app made to itself to carry out this event; None if there was none."""
    output: Mapping[str, Any] = MappingProxyType({})
    """The result as data; empty if the logs have the result only as text."""

    @property
    def stage(self) -> Stage:
        """Return the role of the model that made the call."""
        return "user" if self.actor == "user" else self.phase or "observe"


def acts_of(foreign: ForeignFile) -> list[Act]:
    """Return the acts in the file's order.

    Calls that failed before they reached an app are only in the logs. Their times decide their places among the acts.
    """
    return list(_with_turns(list(_in_order(foreign))))


def _with_turns(acts: Sequence[Act]) -> Iterator[Act]:
    """Set the turn of calls by the user that are only in the logs.

    Logs name no turn. If the user has already acted in the current turn, the call belongs to the next turn.
    """
    turn: int | None = None
    has_acted = False
    for act, following in zip(acts, _turns_ahead(acts), strict=True):
        given = act.event.turn
        if turn is None:
            turn = following
        if given is not None and turn is not None and given > turn:
            turn, has_acted = given, False
        is_lost = act.event.number == _NO_NUMBER and act.actor == "user"
        if is_lost and has_acted and turn is not None:
            turn = turn + 1 if following is None or turn < following else turn
            act = act._replace(event=act.event._replace(turn=turn))
        has_acted |= act.actor == "user"
        yield act


def _turns_ahead(acts: Sequence[Act]) -> list[int | None]:
    """Return a turn for each act: its own turn, or else the turn of the next act that has one."""
    ahead: list[int | None] = []
    following: int | None = None
    for act in reversed(acts):
        following = following if act.event.turn is None else act.event.turn
        ahead.append(following)
    return ahead[::-1]


def _in_order(foreign: ForeignFile) -> Iterator[Act]:
    talks = Talks(foreign.logs)
    calls = talks.calls
    found = matched(foreign.events, calls)
    roles = roles_of(foreign.logs, calls, found.calls, foreign.events)
    inner = _inner(foreign, found)
    # Sorted from late to early, so that `pop` returns the earliest call.
    lost = sorted(found.lost, key=lambda call: call.at, reverse=True)
    for event in foreign.events:
        if event.number in found.inside:
            continue
        while lost and event.time is not None and lost[-1].at < event.time:
            yield _lost(lost.pop(), roles)
        call = found.calls.get(event.number)
        role = None if call is None else roles[call.agent]
        actor = _actor(event, role)
        phase = _phase(event, role) if actor == "assistant" else None
        yield Act(event, actor, phase, call, inner.get(event.number), talks.outputs.get(event.id, {}))
    yield from (_lost(call, roles) for call in reversed(lost))


def _inner(foreign: ForeignFile, found: Matched) -> dict[int, ForeignEvent]:
    """Return, by the number of each outer event, its last inner event, which does the work."""
    return {found.inside[event.number]: event for event in foreign.events if event.number in found.inside}


def _actor(event: ForeignEvent, role: Stage | None) -> Side:
    """Return the actor of an event. Logs override the event itself, because some events name the wrong side."""
    if event.kind == "ENV":
        return "environment"
    if role is not None:
        return "user" if role == "user" else "assistant"
    return "user" if event.kind == "USER" or event.function in ANSWERS else "assistant"


def _phase(event: ForeignEvent, role: Stage | None) -> Phase | None:
    if event.mode:
        return "execute" if event.mode == "execute" else "observe"
    return None if role == "user" else role


def _in_short(error: str) -> str:
    """Return the first line of an error. The original PARE appends the tool's manual on further lines."""
    return error.strip().partition("\n")[0]


def _lost(call: ModelCall, roles: dict[str, Stage]) -> Act:
    app, _, function = call.name.partition("__")
    role = roles[call.agent]
    args = writable(call.args) if isinstance(call.args, dict) else {}
    event = ForeignEvent(
        number=_NO_NUMBER,
        kind="USER" if role == "user" else "AGENT",
        id="",
        time=call.at,
        app=app,
        function=function or app,
        args=args,
        write=False,
        result=None,
        error=_in_short(call.error),
        mode="",
        turn=None,
        raw={"tool_name": call.name, "tool_arguments": args, "exception": call.error},
    )
    return Act(event, "user" if role == "user" else "assistant", None if role == "user" else role, call, None)
