"""`pare trace show`: prints a recorded run from its first moment to its result."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.cli.playback import LEGEND, Playback
from pare_site.cli.result_page import show_result, show_schedule
from pare_site.cli.trace_reading import read_partial, rebuilt
from replay.foreign.provenance import provenance_of
from replay.origin import verdict_said
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.showing.run_history import RunHistory
from simulator.trace.header import Header
from simulator.trace.trace_reader import Trace
from simulator.words.english import spoken

_ALWAYS_SHOWN = ("user", "assistant", "seed")


def show_trace(args: argparse.Namespace, console: Console) -> int:
    """Print a trace file, and return the exit code."""
    read = read_partial(args.file)
    if args.json:
        console.json(
            {
                "header": msgspec.to_builtins(read.trace.header),
                "moments": msgspec.to_builtins(read.trace.moments),
                "result": msgspec.to_builtins(read.trace.result),
            }
        )
    else:
        _print(console, read.trace)
    return read.finish(console)


def _print(console: Console, trace: Trace) -> None:
    _show_header(console, trace.header)
    episode: Episode | None
    try:
        episode = rebuilt(trace)
    except Trouble as trouble:
        # A trace of an older version is worth reading even without the names of its records.
        console.remark("\n".join(trouble.lines), "bad")
        episode = None
    playback = Playback(console, RunHistory(episode.story, episode.first_config) if episode is not None else None)
    for moment in trace.moments:
        playback.show(moment)
    if episode is not None:
        show_schedule(console, episode.timeline.statuses())
    foreign = provenance_of(trace)
    if foreign is not None:
        said = verdict_said(foreign.said) or "The file contains no outcome."
        console.say(f"{said} The run is not judged here because another system played it.")
    elif trace.result is not None:
        show_result(console, trace.result)


def _show_header(console: Console, header: Header) -> None:
    # A configuration has dozens of options; only those that differ from the defaults are worth showing.
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
