"""One step looked at closely: the call as it was made, what came of it, what changed, and what each side had seen."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from simulator.phone.registry import all_apps
from simulator.phone.state import INBOXES, Recipient
from simulator.showing.changes import RecordDiff, diffs
from simulator.showing.parts import Told, shortened
from simulator.showing.reel import Reel
from simulator.showing.scene import Scene
from simulator.trace.moments import Acted, Moment, Remembered, Said

LONGEST_SIGHT = 600
LONGEST_TEXT = 20_000
"""Characters of what a call was given or gave, and of the raw moment; whoever wants more opens the moment by itself."""
_PHASES = {"observe": "watching", "execute": "carrying out"}
_ACTORS = {"user": "User", "assistant": "Assistant", "environment": "Environment"}


class Argument(NamedTuple):
    name: str
    value: str


class CallMade(NamedTuple):
    """The call as the actor made it, and what it gave: a result or an error."""

    name: str
    arguments: tuple[Argument, ...]
    result: str
    error: str
    code: str


class Sight(NamedTuple):
    """Something a side was told, and the step that told it."""

    lane: str
    text: str
    step: int


class Seen(NamedTuple):
    """What a side had been told when it decided, since it last had; or what this moment tells it."""

    decided: bool
    sights: tuple[Sight, ...]


class Detail(msgspec.Struct, frozen=True, kw_only=True):
    told: Told
    actor: str
    call: CallMade | None
    diffs: tuple[RecordDiff, ...]
    screen: str
    """The app and the screen that was in front when it happened."""
    user_saw: Seen
    assistant_saw: Seen
    model: str
    """The language model that decided, if one did; what went to it and came back is shown apart."""
    raw: str


def detail_of(reel: Reel, n: int) -> Detail:
    """All about a step that its sentence leaves out."""
    moment = reel.moments[n]
    screen = _screen(reel, n - 1)
    scene = reel.scene(n)
    exchange = moment.envelope.exchange if moment.envelope is not None else None
    return Detail(
        told=reel.told[n],
        actor=_actor(moment),
        call=_call(moment) if isinstance(moment, Acted) else None,
        diffs=tuple(diffs(scene)),
        screen=screen,
        user_saw=_seen(reel, scene, "user"),
        assistant_saw=_seen(reel, scene, "assistant"),
        model="" if exchange is None else exchange.alias or exchange.model,
        raw=_cut(raw_of(moment)),
    )


def raw_of(moment: Moment) -> str:
    """All that is recorded of a moment, but what its exchange has in common with others."""
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
    """The action as the one who calls it knows it."""
    if moment.asked is not None:
        return moment.asked
    app = all_apps().get(moment.app)
    if moment.actor == "environment" or app is None:
        return f"{moment.app}.{moment.name}"
    return f"{app.prefix}__{moment.name}"


def _screen(reel: Reel, n: int) -> str:
    shot = reel.shot(n)
    if shot.locked:
        return "The phone lay down"
    return shot.app_title if shot.view.title == shot.app_title else f"{shot.app_title}: {shot.view.title}"


def _seen(reel: Reel, scene: Scene, side: Recipient) -> Seen:
    moment = scene.moment
    decided = isinstance(moment, Acted) and moment.actor == side and moment.seen is not None
    if isinstance(moment, Acted) and moment.actor == side and moment.seen is not None:
        first, last = reel.seen_before(side, moment.n), moment.seen
    else:
        first = last = len(scene.look.store.all(INBOXES[side]))
        while first and reel.brought_by(side, first) == moment.n:
            first -= 1
    return Seen(decided, tuple(_sight(reel, scene, side, number) for number in range(first + 1, last + 1)))


def _sight(reel: Reel, scene: Scene, side: Recipient, number: int) -> Sight:
    notice = scene.look.store.all(INBOXES[side])[str(number)]
    step = reel.brought_by(side, number)
    told = reel.told[step]
    if notice.kind == "user_action":
        return Sight("user", f"The user: {told.text}", step)
    text = ": ".join(filter(None, (notice.title, notice.text)))
    return Sight(told.lane, shortened(text, LONGEST_SIGHT), step)


def _text(value: Any) -> str:
    return _cut(value if isinstance(value, str) else _json(value))


def _cut(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}\n… and {len(text) - LONGEST_TEXT:,} more characters"


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
