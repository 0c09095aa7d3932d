"""Offers and silences as moments come in: at every moment the same as looked at from the end."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.trace.decisions import OfferFollowed, OfferTracker, SilenceFollowed
from simulator.trace.moments import Moment
from tests.simulator.stories.players import reckless, wanderer
from tests.simulator.stories.shelf import played


def followed(moments: list[Moment]) -> OfferTracker:
    following = OfferTracker()
    for moment in moments:
        following.feed(moment)
    return following


@settings(max_examples=20)
@given(st.integers(0, 999), st.integers(1, 3), st.sampled_from([30, 3600]))
def test_points_only_grow_and_keep_their_place(seed: int, observe_iterations: int, lifetime: int) -> None:
    options = {"observe_iterations": observe_iterations, "proposal_lifetime_seconds": lifetime, "max_turns": 10}
    episode = played("market_day", wanderer(seed), reckless(seed), **options)
    places: list[tuple[type, int]] = []
    following = OfferTracker()
    for moment in episode.moments:
        following.feed(moment)
        now = [(type(point), point.moment) for point in following.points]
        assert now[: len(places)] == places
        places = now
    assert [point.moment for point in following.points] == sorted(point.moment for point in following.points)


def test_an_offer_waits_until_it_is_answered() -> None:
    episode = played("late_train")
    (made,) = [point.moment for point in followed(episode.moments).points if isinstance(point, OfferFollowed)]
    before = followed(episode.moments[: made + 1]).points[-1]
    assert isinstance(before, OfferFollowed)
    assert (before.final, before.is_settled, before.reaction_moment) == ("none", False, None)
    looked = followed(episode.moments[: made + 2]).points[-1]
    assert isinstance(looked, OfferFollowed)
    assert (looked.reaction, looked.reaction_moment, looked.is_settled) == ("gather_context", made + 1, False)
    after = followed(episode.moments).points
    assert [(point.final, point.words) for point in after if isinstance(point, OfferFollowed)] == [
        ("accepted", "Yes, please tell Bo.")
    ]


def test_a_turn_whose_calls_are_used_up_is_a_silence_once_it_is_over() -> None:
    episode = played("dentist", plays="random", seed=3, observe_iterations=1, max_turns=6)
    limits = [
        point
        for point in followed(episode.moments).points
        if isinstance(point, SilenceFollowed) and point.by == "limit"
    ]
    assert limits
    first = limits[0]
    so_far = followed(episode.moments[: first.moment + 1]).points
    assert first not in so_far
