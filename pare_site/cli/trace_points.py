"""`pare trace points`: prints every offer with its answer, and every turn in which the assistant stayed silent."""

from __future__ import annotations

import argparse

import msgspec

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console, one_line
from pare_site.cli.trace_reading import read_partial
from simulator.episode.need_points import points_of
from simulator.episode.rebuild import config_of, story_of
from simulator.scenario.story import Story
from simulator.showing.decision_list import ANSWERS, REACTIONS, SILENCES, offer_name
from simulator.trace.decisions import OfferPoint, Point, SilencePoint
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace
from simulator.words.english import counted, spoken


def show_points(args: argparse.Namespace, console: Console) -> int:
    """Print the decision points of a trace file, and return the exit code."""
    read = read_partial(args.file)
    story, points = _points(read.trace)
    if args.json:
        console.json({"points": [msgspec.to_builtins(point) for point in points]})
    else:
        _show(console, story, points)
    return read.finish(console)


def _points(trace: Trace) -> tuple[Story, list[Point]]:
    try:
        story = story_of(trace)
        return story, points_of(story, config_of(trace), trace.moments)
    except TraceError as error:
        raise Trouble(str(error)) from None
    except Exception as problem:
        # Computing the points applies the patches of all moments. In an edited file these may raise any error.
        text = f"The points cannot be computed ({type(problem).__name__}: {problem})."
        raise Trouble(f"{text} The file was changed. Run `pare trace verify {trace.file}` to see where.") from None


def _show(console: Console, story: Story, points: list[Point]) -> None:
    for point in points:
        prefix = f"{point.moment:>4}  {story.blank.show(point.at)}  ◆ "
        if isinstance(point, OfferPoint):
            text = f"{offer_name(point.proposal)}: “{one_line(point.text)}”"
            console.say(text, prefix=prefix, style="offer", prefix_style="assistant")
            for line in _about(point):
                console.say(line, prefix=" " * len(prefix))
        else:
            console.say(
                _silence(point), prefix=prefix, style="bad" if point.evident else "dim", prefix_style="assistant"
            )
    silences = [point for point in points if isinstance(point, SilencePoint)]
    # Silence is right unless help would have been welcome.
    missed = sum(bool(point.evident) for point in silences)
    console.say()
    console.say(
        f"{counted(len(points) - len(silences), 'offer')}, {counted(len(silences), 'silence')}, "
        f"{missed} of the silences while a need was evident."
    )


def _about(point: OfferPoint) -> list[str]:
    reaction = f" (moment {point.reaction_moment})" if point.reaction_moment is not None else ""
    words = f": “{one_line(point.words)}”" if point.words else ""
    final = f" (moment {point.final_moment})" if point.final_moment is not None else ""
    return [
        f"meets {spoken(point.needs)}" if point.needs else "meets no need",
        f"visible to the user: {point.app}, {point.screen}; {counted(point.notices_visible, 'notice')}, "
        f"{point.notices_seen} seen; {counted(len(point.user_acts), 'earlier action')}",
        f"first reaction: {REACTIONS[point.reaction]}{reaction}",
        f"final answer: {ANSWERS[point.final]}{final}{words}",
    ]


def _silence(point: SilencePoint) -> str:
    how = SILENCES[point.by]
    if point.evident:
        return f"{how}, although help with {spoken(point.evident)} would be welcome."
    return f"{how}; no need is evident."
