"""`pare trace show`: a recorded episode told again from its first moment to its result."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.cli.playback import LEGEND, Playback, names_of
from pare_site.cli.result_page import show_result, show_schedule
from pare_site.cli.trace_reading import read_what_is_there, rebuilt
from replay.foreign.provenance import provenance_of
from replay.origin import verdict_said
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.phone.wording import spoken
from simulator.trace.file import Header, Trace

_ALWAYS_SHOWN = ("user", "assistant", "seed")


def show_trace(args: argparse.Namespace, console: Console) -> int:
    read = read_what_is_there(args.file)
    if args.json:
        console.json(
            {
                "header": msgspec.to_builtins(read.trace.header),
                "moments": msgspec.to_builtins(read.trace.moments),
                "result": msgspec.to_builtins(read.trace.result),
            }
        )
    else:
        _tell(console, read.trace)
    return read.finish(console)


def _tell(console: Console, trace: Trace) -> None:
    _show_header(console, trace.header)
    episode: Episode | None
    try:
        episode = rebuilt(trace)
    except Trouble as trouble:
        # Told without the scenario's own names, a trace of other times is still of use.
        console.remark("\n".join(trouble.lines), "bad")
        episode = None
    playback = Playback(console, names_of(episode.story) if episode is not None else {})
    for moment in trace.moments:
        playback.show(moment)
    if episode is not None:
        show_schedule(console, episode.timeline.statuses())
    foreign = provenance_of(trace)
    if foreign is not None:
        said = verdict_said(foreign.said) or "The file does not say how it was judged."
        console.say(f"{said} It is not judged here: another system played it.")
    elif trace.result is not None:
        show_result(console, trace.result)


def _show_header(console: Console, header: Header) -> None:
    usual = EpisodeConfig().model_dump(mode="json")
    chosen = {
        name: value
        for name, value in header.config.items()
        if name in _ALWAYS_SHOWN or name not in usual or usual[name] != value
    }
    console.say(f"{header.scenario.get('title', '')} ({header.scenario.get('id', '?')})", style="bold")
    console.say(", ".join(f"{name} {_plain(name, value)}" for name, value in chosen.items()))
    console.say(f"engine {header.engine}, schema {header.schema}, scenario {header.scenario_hash[:16]}", style="dim")
    console.say(LEGEND, style="dim")


def _plain(name: str, value: Any) -> str:
    if isinstance(value, dict) and "alias" in value:
        return str(value["alias"])
    if name in ("model_routes", "prompt_texts") and isinstance(value, dict):
        return spoken(value) or "none"
    return "none" if value in (None, "", []) else str(value)
