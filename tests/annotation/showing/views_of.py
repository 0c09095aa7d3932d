"""Views of moments of runs for tests, built as for a study: from a run that is told up to the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from annotation.showing.item_builder import build_item, picture_at
from annotation.showing.item_view import ItemLine, ItemView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import text_of
from simulator.trace.decisions import OfferFollowed, OfferTracker
from simulator.trace.moments import Moment
from tests.simulator.stories.shelf import played


def points(moments: Sequence[Moment], kind: str = "offer") -> list[int]:
    """Where something was offered, or not."""
    following = OfferTracker()
    for moment in moments:
        following.feed(moment)
    return [point.moment for point in following.points if isinstance(point, OfferFollowed) == (kind == "offer")]


class Seen(NamedTuple):
    view: ItemView
    pictures: tuple[PhonePicture, ...]


def built_at(story: Story, moments: Sequence[Moment], n: int, kind: str = "offer") -> Seen:
    """The view with its pictures."""
    history = RunHistory(story, EpisodeConfig())
    history.feed(moments[: n + 1])
    built = build_item(history, kind)
    return Seen(built.view, tuple(picture_at(history, one) for one in built.frames))


def view_in(episode: Episode, number: int = 0, kind: str = "offer") -> ItemView:
    """Of the so-manieth offer or silence, counted from 0."""
    return built_at(episode.story, episode.moments, points(episode.moments, kind)[number], kind).view


def view_of(name: str = "late_train", number: int = 0, kind: str = "offer", **options: Any) -> ItemView:
    return view_in(played(name, **options), number, kind)


def sentence(line: ItemLine) -> str:
    return text_of(line.parts) + (f" “{line.quote}”" if line.quote else "")


def sentences(view: ItemView) -> list[str]:
    return [sentence(line) for line in view.happened]
