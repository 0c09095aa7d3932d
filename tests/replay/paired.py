"""Sides of a comparison for tests: the small stories as they were played, forks of them, and made-up moments."""

from __future__ import annotations

from functools import cache
from typing import Any

from replay.comparing import Comparison, Divergence, MomentPair
from replay.sameness import Side
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.trace_lines import fork_after
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import plain
from simulator.showing.told_moment import ToldMoment
from simulator.trace.moments import Acted, Ended, Moment
from tests.simulator.stories.shelf import played, story


@cache
def side(name: str = "late_train", number: int = 1, **options: Any) -> Side:
    """A run played through; `plays` names the assistant."""
    return told(name, played(name, **options).moments, number)


def told(name: str, moments: list[Moment], number: int = 1, over: bool = True) -> Side:
    history = RunHistory(story(name), EpisodeConfig())
    history.feed(moments)
    assert not history.broken, history.broken
    return Side(f"run {number}", history.moments, history.told, over)


def forked(parent: Side, name: str, step: int, number: int = 2, **options: Any) -> Side:
    """The run taken over up to a step and played on under another config."""
    config = EpisodeConfig(**options)
    kept = list(parent.moments[: step + 1])
    if isinstance(kept[-1], Ended):
        kept.pop()
    episode = Episode(story(name), EpisodeConfig())
    episode.replay([*kept, fork_after(kept[-1], parent.name, config)])
    return told(name, episode.run().moments, number)


def made_up(turns: list[list[str]], over: bool = True) -> Side:
    """A moment for each word: two are the same if their words are."""
    moments: list[Moment] = []
    for turn, words in enumerate(turns):
        for word in words:
            act = Acted(
                n=len(moments), at=turn, local="2026-01-01 09:00:00", turn=turn, actor="user", app="x", name=word
            )
            moments.append(act)
    tolds = [
        ToldMoment(
            n=m.n, turn=m.turn, at=m.at, local=m.local, lane="user", shape="user", parts=(plain(words),), kind="tap"
        )
        for m, words in zip(moments, [word for words in turns for word in words], strict=True)
    ]
    return Side("run 1", moments, tolds, over)


def mirrored(found: Comparison) -> Comparison:
    turns = tuple(turn._replace(pairs=tuple(map(_turned, turn.pairs))) for turn in found.turns)
    at = found.divergence
    return found._replace(turns=turns, divergence=at and Divergence(at.place, _turned(at.pair)))


def _turned(pair: MomentPair) -> MomentPair:
    return MomentPair(pair.right, pair.left, pair.same, pair.alike, pair.right_at, pair.left_at)
