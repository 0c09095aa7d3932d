"""One step in detail: the call, its result, the changed records, and the new notices of each side."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from simulator.phone.registry import all_apps
from simulator.phone.state import INBOXES, Recipient
from simulator.showing.moment_context import MomentContext
from simulator.showing.record_changes import RecordDiff, diffs
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import shortened
from simulator.showing.told_moment import ToldMoment
from simulator.trace.moments import Acted, Moment, Remembered, Said

LONGEST_NOTICE = 600
# Maximum number of characters of an argument, a result and the raw moment; a separate page has the full text.
LONGEST_TEXT = 20_000
_PHASES = {"observe": "watching", "execute": "carrying out"}
_ACTORS = {"user": "User", "assistant": "Assistant", "environment": "Environment"}


class Argument(NamedTuple):
    """An argument of a call as text."""

    name: str
    value: str


class CallMade(NamedTuple):
    """The call as the actor made it, with its result or error."""

    name: str
    arguments: tuple[Argument, ...]
    result: str
    error: str
    code: str


class SeenNotice(NamedTuple):
    """A notice in a side's inbox and the step that put it there."""

    lane: str
    text: str
    step: int


class SeenBySide(NamedTuple):
    """One side's new notices: those shown at its decision in this step or, if it made none, those that arrived."""

    decided: bool
    sights: tuple[SeenNotice, ...]


class StepDetail(msgspec.Struct, frozen=True, kw_only=True):
    """The details of a step that its sentence in the story leaves out."""

    told: ToldMoment
    actor: str
    call: CallMade | None
    diffs: tuple[RecordDiff, ...]
    screen: str
    """Titles of the open app and screen before the step, or a sentence if the phone was down."""
    user_saw: SeenBySide
    assistant_saw: SeenBySide
    model: str
    """Name of the language model that decided; empty if none did. `model_exchange` has the messages and the reply."""
    raw: str


def detail_of(history: RunHistory, n: int) -> StepDetail:
    """Return the details of step `n`: its call, changed records, the screen before it, and new notices."""
    moment = history.moments[n]
    # The screen before the step is read first, because the history moves forward cheaply, but not back.
    screen = _screen(history, n - 1)
    context = history.context(n)
    exchange = moment.envelope.exchange if moment.envelope is not None else None
    return StepDetail(
        told=history.told[n],
        actor=_actor(moment),
        call=_call(moment) if isinstance(moment, Acted) else None,
        diffs=tuple(diffs(context)),
        screen=screen,
        user_saw=_seen(history, context, "user"),
        assistant_saw=_seen(history, context, "assistant"),
        model="" if exchange is None else exchange.alias or exchange.model,
        raw=_cut(raw_of(moment)),
    )


def raw_of(moment: Moment) -> str:
    """Return a moment as JSON. Messages and tools of its exchange are stored separately; the JSON has their hashes."""
    return _json(msgspec.to_builtins(moment))


def _actor(moment: Moment) -> str:
    if isinstance(moment, Said | Remembered):
        return _ACTORS[moment.actor]
    if not isinstance(moment, Acted):
        return "The run itself"
    phase = _PHASES.get(moment.phase or "", "")
    return f"{_ACTORS[moment.actor]}, {phase}" if phase else _ACTORS[moment.actor]


def _call(moment: Acted) -> CallMade:
    arguments = tuple(Argument(name, _text(value)) for name, value in moment.args.items())
    error, code = ("", "") if moment.error is None else (moment.error.message, moment.error.code)
    return CallMade(full_name(moment), arguments, "" if error else _text(moment.result), error, code)


def full_name(moment: Acted) -> str:
    """Return the action's full name: `Emails__send_email`, or `cab.end_ride` for an event.

    For an unknown or renamed action, return the name that the actor used.
    """
    # `asked` is the name that the actor used, if the action is unknown or was renamed for the assistant.
    if moment.asked is not None:
        return moment.asked
    app = all_apps().get(moment.app)
    if moment.actor == "environment" or app is None:
        return f"{moment.app}.{moment.name}"
    return f"{app.prefix}__{moment.name}"


def _screen(history: RunHistory, n: int) -> str:
    picture = history.picture(n)
    if picture.locked:
        return "The phone was down"
    app, screen = picture.app_title, picture.view.title
    # The first screen of an app often has the app's own title.
    return app if screen == app else f"{app}: {screen}"


def _seen(history: RunHistory, context: MomentContext, side: Recipient) -> SeenBySide:
    moment = context.moment
    decided = isinstance(moment, Acted) and moment.actor == side and moment.seen is not None
    if isinstance(moment, Acted) and moment.actor == side and moment.seen is not None:
        first, last = history.seen_before(side, moment.n), moment.seen
    else:
        # Not a decision of this side: show the notices that this moment put at the end of the side's inbox.
        first = last = len(context.look.store.all(INBOXES[side]))
        while first and history.brought_by(side, first) == moment.n:
            first -= 1
    return SeenBySide(decided, tuple(_notice(history, context, side, number) for number in range(first + 1, last + 1)))


def _notice(history: RunHistory, context: MomentContext, side: Recipient, number: int) -> SeenNotice:
    notice = context.look.store.all(INBOXES[side])[str(number)]
    step = history.brought_by(side, number)
    told = history.told[step]
    if notice.kind == "user_action":
        # The assistant's notice contains the call itself; people read the sentence about the step instead.
        return SeenNotice("user", f"The user: {told.text}", step)
    text = ": ".join(filter(None, (notice.title, notice.text)))
    return SeenNotice(told.lane, shortened(text, LONGEST_NOTICE), step)


def _text(value: Any) -> str:
    return _cut(value if isinstance(value, str) else _json(value))


def _cut(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}\n… and {len(text) - LONGEST_TEXT:,} more characters"


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
