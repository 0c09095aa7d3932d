"""`pare trace show --moment`: prints one moment in detail.

`simulator.showing` writes the sentence at the top. The recorded moment follows, with the tables, fields and ids of the
trace file, so that people can find the same names in the file.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console, one_line
from pare_site.cli.playback import MARKS
from pare_site.cli.trace_reading import read_partial, rebuilt
from pare_site.cli.value_text import ValueText, labels_of
from simulator.phone.store import Change, changed_fields
from simulator.phone.world import World
from simulator.showing.event_schedule import people_of
from simulator.showing.model_exchange import ExchangeMessage, ShownExchange, shown_exchange
from simulator.showing.tell import headline
from simulator.trace.exchange_parts import parts_brought
from simulator.trace.fold import apply_moment
from simulator.trace.metrics import is_plain_call
from simulator.trace.moments import Acted, Moment
from simulator.trace.trace_reader import Trace
from simulator.words import times
from simulator.words.english import counted

# Fields that the heading already shows, or that are shown as changes.
_IN_HEADING = ("n", "at", "local", "turn", "patches", "kind")


def show_moment(args: argparse.Namespace, console: Console) -> int:
    """Print one moment of a trace file, and return the exit code. Raises Trouble."""
    read = read_partial(args.file)
    trace = read.trace
    if not 0 <= args.moment < len(trace.moments):
        raise Trouble(f"There is no moment {args.moment}. The trace has moments 0 to {len(trace.moments) - 1}.")
    moment = trace.moments[args.moment]
    episode = rebuilt(trace, args.moment)
    changes = _apply(episode.world, moment)
    if args.json:
        told = exchange_json(moment, parts_until(trace, moment.n))
        console.json({**_as_json(moment, changes, episode.world), **told})
        return read.finish(console)
    values = ValueText(episode.world, labels_of(episode.story))
    when = f"{times.dated_weekday(moment.local)} {moment.local[11:]}"
    console.say(f"Moment {moment.n} · turn {moment.turn} · {when}", style="bold")
    console.say(headline(episode.world, moment, changes, people_of(episode.story)))
    if isinstance(moment, Acted):
        _show_call(console, moment, values)
    else:
        values.show(console, {k: v for k, v in _fields(moment).items() if k not in _IN_HEADING}, "  ")
    show_exchange(console, shown_exchange(moment, parts_until(trace, moment.n)))
    _show_changes(console, changes, values)
    _show_screen(console, episode.world, values)
    return read.finish(console)


def _apply(world: World, moment: Moment) -> list[Change]:
    try:
        return apply_moment(world, moment)
    except Exception as problem:
        # If somebody edited the file, its patches may refer to anything and raise any error.
        text = f"Moment {moment.n} cannot be applied to the phone ({type(problem).__name__}: {problem})."
        raise Trouble(f"{text} The file was changed. Run `pare trace verify` to see where.") from None


def _show_call(console: Console, moment: Acted, values: ValueText) -> None:
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


def _show_changes(console: Console, changes: Sequence[Change], values: ValueText) -> None:
    console.heading("Changed")
    if not changes:
        console.say("  Nothing.")
    for change in changes:
        what = "created" if change.old is None else "deleted" if change.new is None else "changed"
        console.say(f"{change.table} {values.text(change.id)}: {what}", prefix="  ")
        if change.new is None:
            continue
        if change.old is None:
            values.show(console, {k: v for k, v in _fields(change.new).items() if k != "id"}, "    ")
            continue
        for name, value in changed_fields(change.old, change.new).items():
            before = msgspec.to_builtins(getattr(change.old, name))
            console.say(f"{values.text(before)} → {values.text(value)}", prefix=f"    {name}: ")


def _show_screen(console: Console, world: World, values: ValueText) -> None:
    fields = _fields(world.screen.view(world))
    title = fields.pop("title")
    # `type` is the name of the view's class; the screen's own name is printed instead.
    fields.pop("type")
    console.heading("Screen after this moment")
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


_LONGEST_OPENING = 300


def parts_until(trace: Trace, n: int) -> dict[str, Any]:
    """Return the messages and tool schemas that the moments up to number `n` store, keyed by their names."""
    return {name: part for moment in trace.moments[: n + 1] for name, part in parts_brought(moment).items()}


def exchange_json(moment: Moment, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exchange with its messages and tools in full; empty if no model decided at this moment."""
    said = moment.envelope.exchange if moment.envelope is not None else None
    if said is None:
        return {}
    full = {"messages": [*map(parts.get, said.messages)], "tools": [*map(parts.get, said.tools)]}
    return {"exchange": {**msgspec.to_builtins(said), **full}}


def show_exchange(console: Console, exchange: ShownExchange | None) -> None:
    """Print an exchange: the last message in full, and the first words of the earlier messages."""
    if exchange is None:
        return
    console.heading("Language model")
    console.say(", ".join((f"{exchange.alias} {exchange.stage}", *exchange.used)), prefix="  ")
    for one in exchange.tries:
        console.say(one, prefix="  ✗ retried: ", style="bad", prefix_style="bad")
    # Only the last message is printed in full: the conversation grows with the run, and the model reacted to its end.
    *before, last = exchange.messages or (None,)
    for message in before:
        assert message is not None
        console.say(_begins(message), prefix="    ", style="dim")
    if last is not None:
        _show_lines(console, last.title, last.text)
    if exchange.tools:
        console.say(
            f"{counted(len(exchange.tools), 'tool')} available; --json prints them all", prefix="    ", style="dim"
        )
    _show_lines(console, "Reasoning", exchange.reasoning)
    _show_lines(console, "Reply", "\n".join(filter(None, (exchange.reply.text, exchange.reply.call))) or "(empty)")


def _begins(message: ExchangeMessage) -> str:
    return f"{message.title}: {one_line(message.opening, _LONGEST_OPENING)}"


def _show_lines(console: Console, title: str, text: str) -> None:
    for number, line in enumerate(text.splitlines()):
        console.say(line, prefix=f"    {title}: " if number == 0 else "      ")
