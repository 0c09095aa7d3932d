"""What a language model was told for one moment and what it said, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pare_site.cli.output import Console, counted, one_line
from simulator.showing.exchange import Said, Talk
from simulator.trace.file import Trace
from simulator.trace.moments import Moment
from simulator.trace.parts import parts_brought

_LONGEST = 300


def parts_until(trace: Trace, n: int) -> dict[str, Any]:
    """The messages and tool schemas that moments up to this one have brought."""
    return {name: part for moment in trace.moments[: n + 1] for name, part in parts_brought(moment).items()}


def exchange_json(moment: Moment, parts: Mapping[str, Any]) -> dict[str, Any]:
    """The exchange with its messages and tools in full; nothing if no model was asked."""
    said = moment.envelope.exchange if moment.envelope is not None else None
    if said is None:
        return {}
    full = {"messages": [*map(parts.get, said.messages)], "tools": [*map(parts.get, said.tools)]}
    return {"exchange": {**msgspec.to_builtins(said), **full}}


def show_talk(console: Console, talk: Talk | None) -> None:
    """The last message in full, those before it by how they begin."""
    if talk is None:
        return
    console.heading("Language model")
    console.say(", ".join((f"{talk.alias} {talk.stage}", *talk.used)), prefix="  ")
    for one in talk.tries:
        console.say(one, prefix="  ✗ asked again: ", style="bad", prefix_style="bad")
    *before, last = talk.messages or (None,)
    for message in before:
        assert message is not None
        console.say(_begins(message), prefix="    ", style="dim")
    if last is not None:
        _show_lines(console, last.title, last.text)
    if talk.tools:
        console.say(f"{counted(len(talk.tools), 'tool')} offered; --json has all of it", prefix="    ", style="dim")
    _show_lines(console, "Reasoning", talk.reasoning)
    _show_lines(console, "Reply", "\n".join(filter(None, (talk.reply.text, talk.reply.call))) or "nothing")


def _begins(message: Said) -> str:
    return f"{message.title}: {one_line(message.opening, _LONGEST)}"


def _show_lines(console: Console, title: str, text: str) -> None:
    for number, line in enumerate(text.splitlines()):
        console.say(line, prefix=f"    {title}: " if number == 0 else "      ")
