"""`pare trace show --moment`: one moment looked at closely: the call, its result, what changed, the screen then."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.cli.playback import MARKS, names_of, spelled_day
from pare_site.cli.trace_reading import read_what_is_there, rebuilt
from pare_site.cli.trace_talk import exchange_json, parts_until, show_talk
from pare_site.cli.tree import Values
from simulator.phone.store import Change, changed_fields
from simulator.phone.world import World
from simulator.showing.exchange import talk_of
from simulator.trace.fold import apply_moment
from simulator.trace.metrics import is_plain_call
from simulator.trace.moments import Acted, Moment

_TOLD_ABOVE = ("n", "at", "local", "turn", "patches", "kind")


def show_moment(args: argparse.Namespace, console: Console) -> int:
    read = read_what_is_there(args.file)
    trace = read.trace
    if not 0 <= args.moment < len(trace.moments):
        raise Trouble(f"There is no moment {args.moment}; the trace has 0 to {len(trace.moments) - 1}.")
    moment = trace.moments[args.moment]
    episode = rebuilt(trace, args.moment)
    changes = _apply(episode.world, moment)
    if args.json:
        told = exchange_json(moment, parts_until(trace, moment.n))
        console.json({**_as_json(moment, changes, episode.world), **told})
        return read.finish(console)
    values = Values(episode.world, names_of(episode.story))
    console.say(
        f"Moment {moment.n} · turn {moment.turn} · {spelled_day(moment.local)} {moment.local[11:]}", style="bold"
    )
    if isinstance(moment, Acted):
        _show_call(console, moment, values)
    else:
        values.show(console, {k: v for k, v in _fields(moment).items() if k not in _TOLD_ABOVE}, "  ")
    show_talk(console, talk_of(moment, parts_until(trace, moment.n)))
    _show_changes(console, changes, values)
    _show_screen(console, episode.world, values)
    return read.finish(console)


def _apply(world: World, moment: Moment) -> list[Change]:
    try:
        return apply_moment(world, moment)
    except Exception as problem:
        text = f"Moment {moment.n} does not fit the phone ({type(problem).__name__}: {problem})."
        raise Trouble(f"{text} The file was changed; see `pare trace verify`.") from None


def _show_call(console: Console, moment: Acted, values: Values) -> None:
    kind = "write" if moment.write else "read" if moment.actor == "assistant" and is_plain_call(moment) else ""
    under = f"under {moment.proposal}" if moment.proposal else ""
    event = f"event {moment.event}" if moment.event else ""
    facts = [moment.actor, moment.phase, f"{moment.app}.{moment.name}", kind, under, event]
    text = ", ".join(fact for fact in facts if fact)
    console.say(text, prefix=f"{MARKS[moment.actor]} ", style=moment.actor, prefix_style=moment.actor)
    values.show(console, moment.args, "  ")
    if moment.error is not None:
        console.heading("Error")
        console.say(moment.error.message, prefix=f"  ✗ {moment.error.code}: ", style="bad", prefix_style="bad")
        return
    console.heading("Result")
    result = moment.result
    if isinstance(result, list) and result:
        for item in result:
            console.say(values.text(item), prefix="  - ")
    elif isinstance(result, dict):
        values.show(console, result, "  ")
    else:
        console.say(values.text(result), prefix="  ")


def _show_changes(console: Console, changes: Sequence[Change], values: Values) -> None:
    console.heading("Changed")
    if not changes:
        console.say("  Nothing.")
    for change in changes:
        what = "made" if change.old is None else "gone" if change.new is None else "changed"
        console.say(f"{change.table} {values.text(change.id)}: {what}", prefix="  ")
        if change.new is None:
            continue
        if change.old is None:
            values.show(console, {k: v for k, v in _fields(change.new).items() if k != "id"}, "    ")
            continue
        for name, value in changed_fields(change.old, change.new).items():
            before = msgspec.to_builtins(getattr(change.old, name))
            console.say(f"{values.text(before)} → {values.text(value)}", prefix=f"    {name}: ")


def _show_screen(console: Console, world: World, values: Values) -> None:
    fields = _fields(world.screen.view(world))
    title = fields.pop("title")
    fields.pop("type")
    console.heading("Screen then")
    console.say(f"{world.apps[world.phone.active].title} · {title} ({type(world.screen).__name__})", prefix="  ")
    values.show(console, fields, "  ")


def _as_json(moment: Moment, changes: Sequence[Change], world: World) -> dict[str, Any]:
    view = world.screen.view(world)
    return {
        "moment": msgspec.to_builtins(moment),
        "changes": [
            {
                "table": change.table,
                "id": change.id,
                "old": msgspec.to_builtins(change.old),
                "new": msgspec.to_builtins(change.new),
            }
            for change in changes
        ],
        "screen": {"app": world.phone.active, "name": type(world.screen).__name__, "view": msgspec.to_builtins(view)},
    }


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(struct)
    return fields
