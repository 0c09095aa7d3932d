"""The trace is the state: folding the moments gives the phone as it was, after every single moment."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.agents.policy import Decision, UserView
from simulator.agents.registry import EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted
from tests.simulator.stories.players import reckless, wanderer
from tests.simulator.stories.shelf import NAMES, fresh, played, trace_of

RUNS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(NAMES),
        "plays": st.sampled_from(["oracle", "eager", "random", "reckless"]),
        "wanders": st.booleans(),
        "seed": st.integers(0, 1000),
        "user_iterations": st.integers(1, 3),
        "observe_iterations": st.sampled_from([1, 2, 5]),
        "execute_iterations": st.sampled_from([1, 3, 10]),
        "consent": st.sampled_from(["proposal", "standing"]),
        "thinking": st.sampled_from(["none", "fixed"]),
        "assistant_call_seconds": st.sampled_from([0, 0, 7, 600]),
        "proposal_lifetime_seconds": st.sampled_from([1, 60, 3600]),
        "failing_writes": st.sampled_from([(), (0,), (1, 2)]),
    }
)


def begun(name: str, plays: str, wanders: bool, seed: int, **options: Any) -> Episode:
    """An episode with these players; chance moves those who are not in the registry, too."""
    user = wanderer(seed) if wanders else None
    if plays == "reckless":
        return fresh(name, user, reckless(seed), seed=seed, **options)
    return fresh(name, user, plays=plays, seed=seed, **options)


class Forgetful:
    """Asks a brand-new scripted user each time, who has nothing but the view to go by."""

    def __init__(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> None:
        self._story, self._evidence = story, evidence

    def decide(self, view: UserView) -> Decision:
        return ScriptedUser(self._story, self._evidence).decide(view)


def live_hashes(episode: Episode) -> list[str]:
    return [episode.world.state_hash() for _ in episode.play()]


@settings(max_examples=100)
@given(RUNS)
def test_the_fold_equals_the_live_phone_after_every_moment(run: dict[str, Any]) -> None:
    episode = begun(**run)
    live = live_hashes(episode)
    world = episode.story.fresh(episode.config.rules)
    folded = []
    for moment in trace_of(episode).moments:
        apply_moment(world, moment)
        folded.append(world.state_hash())
    assert folded == live
    assert world.store.tables() == episode.world.store.tables()


@settings(max_examples=40)
@given(RUNS)
def test_a_failed_action_leaves_the_state_as_it_was(run: dict[str, Any]) -> None:
    episode = begun(**run)
    before = ""
    for moment, _ in episode.play():
        after = episode.world.state_hash()
        if isinstance(moment, Acted) and moment.error is not None:
            assert moment.patches == ()
            assert after == before
        before = after


def test_random_players_do_fail_now_and_then() -> None:
    """So that the property above is about something."""
    failed = [act for seed in range(10) for act in played("late_train", plays="random", seed=seed).ledger.failed]
    assert failed


@settings(max_examples=50)
@given(RUNS, st.data())
def test_any_prefix_can_be_rebuilt_and_goes_on_alike(run: dict[str, Any], data: st.DataObject) -> None:
    episode = begun(**run)
    live = live_hashes(episode)
    moments = trace_of(episode).moments
    count = data.draw(st.integers(0, len(moments)), label="moments kept")
    again = begun(**run)
    again.replay(moments[:count])
    assert count == 0 or again.world.state_hash() == live[count - 1]
    assert content_hash(again.run().moments) == content_hash(moments)
    assert again.world.state_hash() == live[-1]
    assert again.result() == episode.result()


@pytest.mark.parametrize("plays", ["oracle", "eager", "random"])
@pytest.mark.parametrize("name", ["dentist", "late_train"])
def test_every_prefix_of_a_run_goes_on_alike(name: str, plays: str) -> None:
    episode = played(name, plays=plays, seed=1, user_iterations=2)
    for count in range(len(episode.moments) + 1):
        again = fresh(name, plays=plays, seed=1, user_iterations=2)
        again.replay(episode.moments[:count])
        assert content_hash(again.run().moments) == content_hash(episode.moments), f"rebuilt after {count} moments"


@settings(max_examples=60)
@given(RUNS)
def test_a_scripted_user_needs_no_memory_but_the_moments(run: dict[str, Any]) -> None:
    lived = begun(**{**run, "wanders": False}).run()
    options = {name: value for name, value in run.items() if name not in ("name", "plays", "wanders")}
    plays: dict[str, Any] = {"plays": run["plays"]}
    if run["plays"] == "reckless":
        plays = {"assistant": reckless(run["seed"])}
    assert content_hash(played(run["name"], Forgetful, **plays, **options).moments) == content_hash(lived.moments)
