"""Episodes whose players speak nonsense, miss, fail, or cost more than they may."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.agents.policy import WAIT, AssistantView, Decision, PlayerFailed, UserView
from simulator.episode.loop import Episode
from simulator.episode.rebuild import continue_from
from simulator.episode.verify import verify
from simulator.trace.exchange import Exchange
from simulator.trace.hashing import content_hash
from simulator.trace.metrics import metrics
from simulator.trace.moments import Acted, Envelope
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.stories.shelf import fresh, played, trace_of

SAID = Exchange(stage="observe", alias="a", model="m", format="text", prompt_set="p")


class Mumbles:
    """Says something unreadable so many times, then taps home."""

    def __init__(self, times: int, name: str = "go_home") -> None:
        self._left = times
        self._name = name

    def decide(self, view: UserView | AssistantView) -> Decision:
        self._left -= 1
        return Decision("", problem="There is no Action in it.") if self._left >= 0 else Decision(self._name)


class Costly:
    def __init__(self, cost: float | None = 0.25) -> None:
        self._cost = cost

    def decide(self, view: AssistantView) -> Decision:
        return Decision(WAIT, envelope=Envelope(tokens_in=90, tokens_out=10, cost=self._cost, exchange=SAID))


class Away:
    def __init__(self, after: int) -> None:
        self.left = after

    def decide(self, view: AssistantView) -> Decision:
        self.left -= 1
        if self.left < 0:
            raise PlayerFailed("provider", "The provider is away.")
        return Decision(WAIT)


def _acts(episode: Episode, actor: str) -> list[Acted]:
    return [moment for moment in episode.moments if isinstance(moment, Acted) and moment.actor == actor]


@pytest.mark.parametrize("side", ["user", "assistant"])
def test_an_unreadable_reply_is_a_moment_that_says_why_and_changes_nothing(side: str) -> None:
    names = {"user": "go_home", "assistant": WAIT}
    players: dict[str, Any] = {side: lambda *_: Mumbles(1, names[side])}
    episode = played("dentist", max_turns=2, **players)
    first, second, *_ = _acts(episode, side)
    assert (first.name, first.patches, first.result) == ("no_action", (), None)
    assert first.error is not None
    assert (first.error.code, first.error.message) == ("bad_reply", "There is no Action in it.")
    assert (second.turn, second.at, second.error) == (first.turn, first.at, None)
    assert metrics(episode.moments).unreadable == 1


@pytest.mark.parametrize("side", ["user", "assistant"])
def test_a_trace_with_unreadable_replies_is_verified(side: str) -> None:
    names = {"user": "go_home", "assistant": WAIT}
    players: dict[str, Any] = {side: lambda *_: Mumbles(2, names[side])}
    assert verify(trace_of(played("dentist", max_turns=3, **players))).ok


def test_a_user_who_misses_too_often_loses_the_turn() -> None:
    episode = played("dentist", user=lambda *_: Mumbles(99), max_turns=2, user_retries=2)
    assert [act.turn for act in _acts(episode, "user")] == [1, 1, 1, 2, 2, 2]


def test_unreadable_replies_of_the_assistant_count_as_its_calls() -> None:
    episode = played("dentist", assistant=lambda *_: Mumbles(99), max_turns=1, observe_iterations=3)
    assert len(_acts(episode, "assistant")) == 3


def test_a_player_that_fails_leaves_the_episode_as_it_was() -> None:
    away = Away(1)
    episode = fresh("dentist", assistant=lambda *_: away)
    with pytest.raises(PlayerFailed, match="The provider is away"):
        episode.run()
    stood, trace = len(episode.moments), parse_trace(trace_bytes(episode), partial=True)
    assert episode.ended is None and trace.result is None
    away.left = 10**6
    undisturbed = played("dentist", assistant=lambda *_: Away(10**6))
    assert content_hash(episode.run().moments) == content_hash(undisturbed.moments)
    again = continue_from(trace, stood, assistant=lambda *_: Away(10**6)).run()
    assert content_hash(again.moments) == content_hash(undisturbed.moments)


def test_what_models_cost_is_summed() -> None:
    spent = played("dentist", assistant=lambda *_: Costly(), max_turns=3).spent
    assert (spent.calls, spent.tokens_in, spent.tokens_out, spent.cost) == (3, 270, 30, 0.75)
    assert played("dentist", assistant=lambda *_: Costly(None), max_turns=3).spent.unpriced == 3
    assert played("dentist").spent.calls == 0


@pytest.mark.parametrize(("ceiling", "told"), [({"max_cost": 0.5}, "max_cost"), ({"max_tokens": 200}, "max_tokens")])
def test_a_run_is_given_up_at_its_ceiling(ceiling: dict[str, Any], told: str) -> None:
    episode = fresh("dentist", assistant=lambda *_: Costly(), **ceiling)
    with pytest.raises(PlayerFailed, match=f"higher {told}") as failed:
        episode.run()
    assert failed.value.kind == "budget"
    assert episode.spent.calls == 2
