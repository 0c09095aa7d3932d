"""A run's history: following costs a fold a moment, any step can be looked at in any order, and nothing is played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.state import INBOXES
from simulator.showing import run_history as histories
from simulator.showing.phone_picture import picture_of
from simulator.showing.run_history import RunHistory
from simulator.showing.step_detail import detail_of
from simulator.trace.fold import apply_moment
from simulator.trace.moments import Acted
from tests.simulator.showing.played import history_of, story

NAME = "study_group_availability_synthesis"


def test_what_is_fed_in_pieces_is_told_as_if_it_came_at_once() -> None:
    whole = history_of(NAME)
    pieces = RunHistory(story(NAME), EpisodeConfig())
    for moment in whole.moments:
        pieces.feed([moment])
    assert pieces.told == whole.told
    assert pieces.schedule() == whole.schedule()
    assert pieces.outcome(so_far=False) == whole.outcome(so_far=False)


@pytest.mark.parametrize("stride", [1, 4, 1000])
def test_a_step_looks_the_same_in_whatever_order_one_asks(monkeypatch: pytest.MonkeyPatch, stride: int) -> None:
    monkeypatch.setattr(histories, "STRIDE", stride)
    history = history_of(NAME, assistant="oracle")
    world = story(NAME).fresh(EpisodeConfig().rules)
    expected = [picture_of(world)]
    for moment in history.moments:
        apply_moment(world, moment)
        expected.append(picture_of(world, moment))
    steps = list(range(-1, len(history)))
    random.Random(0).shuffle(steps)
    for n in steps:
        picture = history.picture(n)
        assert (picture.screen, picture.view, picture.now, picture.locked) == (
            expected[n + 1].screen,
            expected[n + 1].view,
            expected[n + 1].now,
            expected[n + 1].locked,
        )


@pytest.mark.parametrize("stride", [1, 4, 1000])
def test_shots_and_details_are_alike_in_order_at_random_and_while_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, stride: int
) -> None:
    monkeypatch.setattr(histories, "STRIDE", stride)
    lively: dict[str, Any] = {"assistant": "random", "env_events_per_minute": 4, "tool_failure_probability": 0.2}
    whole = history_of(NAME, **lively)
    steps = range(len(whole))
    in_order = [(whole.picture(n), detail_of(whole, n)) for n in steps]
    grows = RunHistory(story(NAME), EpisodeConfig(**lively))
    for moment in whole.moments:
        grows.feed([moment])
        assert (grows.picture(moment.n), detail_of(grows, moment.n)) == in_order[moment.n]
        before = random.Random(moment.n).randrange(moment.n + 1)
        assert grows.picture(before) == in_order[before][0]
    for n in random.Random(1).sample(steps, len(steps)):
        assert (whole.picture(n), detail_of(whole, n)) == in_order[n]


def test_how_much_a_side_had_been_shown_is_known_of_every_step() -> None:
    history = history_of(NAME, env_events_per_minute=4)
    for side in INBOXES:
        seen = 0
        for moment in history.moments:
            assert history.seen_before(side, moment.n) == seen
            if isinstance(moment, Acted) and moment.actor == side and moment.seen is not None:
                seen = moment.seen
        assert seen > 0


def test_a_long_run_keeps_few_copies_of_the_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "STRIDE", 1)
    history = history_of(NAME)
    assert len(history._copies) <= histories.MOST_COPIES


def test_the_card_lists_what_was_done_under_the_offer_up_to_that_step() -> None:
    history = history_of(NAME)
    writes = [told.n for told in history.told if told.shape == "assistant"]
    calls = [card.calls if (card := history.picture(n).card) is not None else () for n in writes]
    assert [len(made) for made in calls] == list(range(1, len(writes) + 1))
    assert calls[0][0].text.startswith(("Sent", "Added"))


def test_a_moment_that_does_not_fit_ends_the_story_and_is_named() -> None:
    whole = history_of(NAME)
    damaged = RunHistory(story(NAME), EpisodeConfig())
    accepted = next(told.n for told in whole.told if told.shape == "accept")
    misplaced = replace(whole.moments[accepted], n=2)
    damaged.feed([*whole.moments[:2], misplaced, *whole.moments[3:]])
    assert len(damaged) == 2
    assert damaged.broken.startswith("Step 2 does not fit the steps before it.")


def test_a_gap_ends_the_story() -> None:
    whole = history_of(NAME)
    gap = RunHistory(story(NAME), EpisodeConfig())
    gap.feed([*whole.moments[:3], *whole.moments[4:]])
    assert len(gap) == 3 and "step 3 is missing" in gap.broken


def test_a_run_is_shown_whoever_played_it() -> None:
    """Viewers have no models and no people at hand."""
    moments = Episode(story(NAME), EpisodeConfig()).run().moments
    history = RunHistory(story(NAME), EpisodeConfig(assistant="somebody-unknown-here"))
    history.feed(moments)
    assert len(history) == len(moments) and not history.broken
