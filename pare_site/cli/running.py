"""Playing an episode from the command line: set up, told while it runs, kept as a trace, summed up."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from pydantic import ValidationError

from pare_site.cli.exits import CRASHED, FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.finding import find_story
from pare_site.cli.output import Console
from pare_site.cli.playback import LEGEND, Playback, names_of, spelled_day
from pare_site.cli.result_page import result_json, show_result, show_schedule
from pare_site.cli.settings import allowed, read_settings
from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.scenario.noise.content import NoiseError, content_for, own_file
from simulator.scenario.noise.mapping import read_mapping
from simulator.scenario.story import Story
from simulator.trace.file import link_target, write_trace
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result


def run(args: argparse.Namespace, console: Console) -> int:
    options = {"user": args.user, "assistant": args.assistant, "seed": args.seed}
    config = _with_noise(read_settings(args.set, options), args.tool_mapping)
    story = find_story(args.scenario)
    if "seed" not in config.model_fields_set:
        config = _with_seed_of(story, config)
    out = _writable(args.out)
    console.outlives_reader = out is not None
    try:
        episode = Episode(story, config)
    except UnknownPlayer as error:
        raise Trouble(str(error)) from None
    _play(console, episode, told=not (args.json or args.quiet))
    result = _result(episode)
    if out is not None:
        _write(out, episode)
    if args.json:
        console.json(_as_json(episode, result, out))
    else:
        _sum_up(console, episode, result, out)
    return _exit_code(result)


def _with_noise(config: EpisodeConfig, mapping: str | None) -> EpisodeConfig:
    """The config with what files of the user bring to it: texts for noise, and other names for tools."""
    brought: dict[str, Any] = {}
    try:
        if mapping is not None:
            names, descriptions = read_mapping(mapping)
            brought |= {"tool_names": names, "tool_descriptions": descriptions}
        for twice in sorted(config.model_fields_set & brought.keys()):
            raise Trouble(f"--tool-mapping gives '{twice}' too; keep the file or --set {twice}=..., not both.")
        if config.env_events_per_minute and "noise_content" in config.model_fields_set:
            content_for(config.noise_content)
        elif config.env_events_per_minute:
            brought["noise_content"] = own_file()[0]
    except NoiseError as error:
        raise Trouble(str(error)) from None
    return config.model_copy(update=brought) if brought else config


def _with_seed_of(story: Story, config: EpisodeConfig) -> EpisodeConfig:
    try:
        return EpisodeConfig.model_validate({**config.model_dump(), "seed": story.scenario.seed})
    except ValidationError:
        raise Trouble(f"{story.file}: seed: this does not fit; write {allowed('seed')}.") from None


def _play(console: Console, episode: Episode, told: bool) -> None:
    if told:
        show_opening(console, episode.story, episode.config)
    playback = Playback(console, names_of(episode.story))
    with _stoppable(episode):
        for moment in episode.play():
            if told:
                playback.show(moment)


def show_opening(console: Console, story: Story, config: EpisodeConfig) -> None:
    start = story.blank.show(story.start)
    console.say(f"{story.scenario.title} ({story.id})", style="bold")
    console.say(f"{story.blank.owner.name}, {spelled_day(start)} {start[11:16]} {story.tz}")
    console.say(f"user {config.user}, assistant {config.assistant}, seed {config.seed}, {_apps(story)}")
    console.say(LEGEND, style="dim")


@contextmanager
def _stoppable(episode: Episode) -> Iterator[None]:
    """Ctrl-C ends the episode after the moment that is being made; a second one ends the program at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        episode.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _writable(name: str | None) -> Path | None:
    """The file for the trace; better refused before the episode than after it."""
    if name is None:
        return None
    path = Path(name)
    try:
        if path.is_dir():
            raise Trouble(f"--out {name} is a folder; name a file in it, such as {path / 'run.jsonl'}.")
        folder = path.parent if path.exists() else link_target(path).parent
        if not folder.is_dir():
            raise Trouble(f"--out {name}: there is no folder {folder}; make it first.")
    except (OSError, ValueError) as error:
        raise Trouble(f"--out {name} cannot be written: {_reason(error)}. Name another file.") from None
    return path


def _write(path: Path, episode: Episode) -> None:
    try:
        write_trace(path, episode)
    except OSError as error:
        raise Trouble(f"--out {path} cannot be written: {_reason(error)}.", code=CRASHED) from None


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _result(episode: Episode) -> Result:
    result = episode.result()
    assert result is not None, "an episode that was played to its end has a result"
    moments = episode.moments
    return msgspec.structs.replace(result, moments=len(moments), content_hash=content_hash(moments))


def _sum_up(console: Console, episode: Episode, result: Result, out: Path | None) -> None:
    show_schedule(console, episode.timeline.statuses())
    show_result(console, result)
    if out is not None:
        console.raw(f"trace         {out}\n")


def _as_json(episode: Episode, result: Result, out: Path | None) -> dict[str, Any]:
    return {
        "scenario": episode.story.id,
        **result_json(result),
        "events": [status._asdict() for status in episode.timeline.statuses()],
        "config": episode.config.model_dump(mode="json"),
        "trace": None if out is None else str(out),
        "moments": msgspec.to_builtins(episode.moments),
    }


def _exit_code(result: Result) -> int:
    if result.ended == "stopped":
        return INTERRUPTED
    if result.outcome is None:
        return CRASHED
    return OK if result.outcome.success else FAILED


def _apps(story: Story) -> str:
    return f"apps {', '.join(story.scenario.apps)}"
