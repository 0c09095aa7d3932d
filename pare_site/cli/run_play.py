"""Plays the run of `pare run`: prints it step by step, writes its trace, and prints the outcome."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from pare_site.cli.exits import CRASHED, FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.playback import LEGEND, Playback
from pare_site.cli.result_page import result_json, show_result, show_schedule, spent_line
from pare_site.cli.run_judge import judge_of
from pare_site.cli.run_plan import PlannedRun, planned, same_so_far
from simulator.agents.policy import PlayerFailed
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.showing.config_words import cast_of
from simulator.showing.run_history import RunHistory
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result
from simulator.trace.moments import Moment
from simulator.trace.trace_writer import link_target, write_trace
from simulator.words import times

_NOBODY_THERE = "A person must decide here, but `pare run` can ask nobody. Choose players that decide by themselves."


def run(args: argparse.Namespace, console: Console) -> int:
    """Run `pare run` and return the exit code."""
    judge = judge_of(args)
    plan = planned(args)
    episode, out = plan.episode, _writable(args.out or plan.out)
    # `pare run ... | head` closes the pipe early and must still write the trace.
    console.outlives_reader = out is not None
    try:
        _play(console, plan, told=not (args.json or args.quiet))
    except PlayerFailed as failed:
        return _give_up(console, plan, failed, out, args.json)
    except KeyboardInterrupt:
        # The second Ctrl-C: the program ends at once, but first writes the trace so far.
        _keep(episode, out)
        raise
    result = _result(episode)
    if out is not None:
        _write(out, episode)
    judged = judge.read(episode, result.content_hash, out) if judge is not None else None
    if args.json:
        console.json({**_as_json(plan, result, out), **({} if judged is None else {"judge": judged.as_json()})})
    else:
        _sum_up(console, plan, result, out)
        if judged is not None:
            judged.show(console)
    return _exit_code(plan, result)


def _play(console: Console, plan: PlannedRun, told: bool) -> None:
    episode = plan.episode
    if told:
        show_opening(console, episode.story, episode.config)
        if episode.moments:
            console.say(f"continues after moment {episode.moments[-1].n}", style="dim")
    history = RunHistory(episode.story, episode.first_config)
    history.feed(episode.moments)
    playback = Playback(console, history)
    with _stoppable(episode):
        for moment in _moments(episode):
            if told:
                playback.show(moment)
            if moment.n == plan.stops_after:
                episode.stop()


def _moments(episode: Episode) -> Iterator[Moment]:
    """Yield every moment until the end. Raises PlayerFailed if a player fails, unless the run is being stopped."""
    try:
        yield from (played.moment for played in episode.play())
    except PlayerFailed:
        if not episode.stopping:
            raise
    if episode.ended is None and not episode.stopping:
        raise PlayerFailed("setup", _NOBODY_THERE)
    # `play` returned early because a player failed while the run was stopping: this adds the end.
    yield from (played.moment for played in episode.play())


def show_opening(console: Console, story: Story, config: EpisodeConfig) -> None:
    """Print the scenario, the start and the players, above the play-by-play."""
    start = story.blank.show(story.start)
    console.say(f"{story.scenario.title} ({story.id})", style="bold")
    console.say(f"{story.blank.owner.name}, {times.dated_weekday(start)} {start[11:16]} {story.tz}")
    user, assistant = cast_of(config.model_dump(mode="json"))
    console.say(f"user {user}, assistant {assistant}, seed {config.seed}, {_apps(story)}")
    console.say(LEGEND, style="dim")


@contextmanager
def _stoppable(episode: Episode) -> Iterator[None]:
    """Let Ctrl-C end the run after the current moment, and a second Ctrl-C end the program at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        episode.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _writable(name: str | None) -> Path | None:
    """Return the path for the trace, or None. Raises Trouble if the path is a folder, or its folder does not exist."""
    # Checked before the run: a run with models costs money, and its trace would be lost.
    if name is None:
        return None
    path = Path(name)
    try:
        if path.is_dir():
            raise Trouble(f"--out {name} is a folder. Name a file in it, such as {path / 'run.jsonl'}.")
        # A symbolic link may lead into a folder that does not exist, and writing follows it.
        folder = path.parent if path.exists() else link_target(path).parent
        if not folder.is_dir():
            raise Trouble(f"--out {name}: the folder {folder} does not exist. Create it first.")
    except (OSError, ValueError) as error:
        raise Trouble(f"--out {name} cannot be written: {_reason(error)}. Name a different file.") from None
    return path


def _give_up(console: Console, plan: PlannedRun, failed: PlayerFailed, out: Path | None, as_json: bool) -> int:
    """Write the trace so far and raise Trouble, because a player failed.

    But return OK if a replay has reached the end of an unfinished trace, which has no reply to replay there.
    """
    episode = plan.episode
    if plan.again is not None:
        if out is not None:
            _write(out, episode)
        if not plan.came_as_far():
            raise Trouble(str(failed), code=CRASHED)
        # An unfinished trace has no reply for the next decision, so its replay always ends here.
        if as_json:
            console.json({"same_as_before": True, "whole": False, "moments": len(plan.again.moments)})
        else:
            console.say(same_so_far(plan.again), style="good")
        return OK
    raise _gave_up(episode, failed, *_keep(episode, out))


def _gave_up(episode: Episode, failed: PlayerFailed, kept: Path | None, unkept: str = "") -> Trouble:
    """Return the error for a run that a failed player ended; `unkept` says why its trace could not be written."""
    stood = f"after moment {episode.moments[-1].n}" if episode.moments else "before its first moment"
    lines = [f"The run stopped {stood} ({failed.kind}). {failed}"]
    if kept is not None and failed.kind == "budget":
        # Resuming would hit the same limit at once.
        lines.append(f"The trace so far is in {kept}.")
    elif kept is not None:
        lines.append(f"The trace so far is in {kept}. To continue: pare run --resume {kept}")
    return Trouble(*lines, *filter(None, [unkept]), code=CRASHED)


def _keep(episode: Episode, out: Path | None) -> tuple[Path | None, str]:
    """Write the trace of an unfinished run. Return its path, if any, and the reason if it could not be written."""
    if out is None and episode.spent.calls:
        # The replies were paid for, so they are kept even without --out.
        out = _unfinished_file(episode.story.id)
    try:
        if out is not None:
            _write(out, episode)
    except Trouble as trouble:
        return None, str(trouble)
    return out, ""


def _unfinished_file(scenario: str) -> Path:
    """Return an unused file name for the trace of a run without --out."""
    numbered = (Path(f"{scenario}.unfinished{f'-{number}' if number else ''}.jsonl") for number in count())
    return next(path for path in numbered if not path.exists())


def _write(path: Path, episode: Episode) -> None:
    try:
        write_trace(path, episode)
    except OSError as error:
        raise Trouble(
            f"--out {path} cannot be written: {_reason(error)}. Free some space, or name a different file.",
            code=CRASHED,
        ) from None


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _result(episode: Episode) -> Result:
    result = episode.result()
    assert result is not None, "an episode that was played to its end has a result"
    moments = episode.moments
    # The trace writer sets `moments` and `content_hash`. Without --out there is no writer, but both are printed too.
    return msgspec.structs.replace(result, moments=len(moments), content_hash=content_hash(moments))


def _sum_up(console: Console, plan: PlannedRun, result: Result, out: Path | None) -> None:
    episode = plan.episode
    show_schedule(console, episode.timeline.statuses())
    show_result(console, result, spent_line(episode.spent))
    if plan.again is not None:
        console.say(plan.compared(result), style="good" if plan.came_out_alike(result) else "bad")
    if out is not None:
        console.raw(f"trace         {out}\n")


def _as_json(plan: PlannedRun, result: Result, out: Path | None) -> dict[str, Any]:
    episode = plan.episode
    return {
        "scenario": episode.story.id,
        **result_json(result),
        "events": [status._asdict() for status in episode.timeline.statuses()],
        "config": episode.config.model_dump(mode="json"),
        "models": asdict(episode.spent),
        **({} if plan.again is None else {"same_as_before": plan.came_out_alike(result)}),
        "trace": None if out is None else str(out),
        "moments": msgspec.to_builtins(episode.moments),
    }


def _exit_code(plan: PlannedRun, result: Result) -> int:
    if plan.again is not None:
        return OK if plan.came_out_alike(result) else FAILED
    if result.ended == "stopped":
        return INTERRUPTED
    if result.outcome is None:
        return CRASHED
    return OK if result.outcome.success else FAILED


def _apps(story: Story) -> str:
    return f"apps {', '.join(story.scenario.apps)}"
