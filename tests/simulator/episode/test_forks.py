"""Forks: the past stays as it was, whoever plays on sees all of it, and what comes can be verified like any run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.agents.policy import WAIT, AssistantView, Decision, UserView
from simulator.agents.registry import ASSISTANTS, UnknownPlayer
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.need_points import points_of
from simulator.episode.rebuild import config_now, continue_from, last_fork, rebuild
from simulator.episode.trace_lines import fork_after
from simulator.episode.verify import verify
from simulator.trace.decisions import OfferPoint
from simulator.trace.exchange import Exchange
from simulator.trace.hashing import content_hash
from simulator.trace.header import TraceError
from simulator.trace.moments import Acted, Ended, Envelope, Forked, Moment
from tests.simulator.stories.players import reckless, wanderer
from tests.simulator.stories.shelf import fresh, played, story, trace_of

NAMES = st.sampled_from(["dentist", "late_train", "market_day", "short_night"])
PLAYERS = st.sampled_from(["oracle", "silent", "eager", "random", "parrot"])


def begun(parent: Episode, step: int, **options: Any) -> Episode:
    """A fork that has not been played on."""
    fork = Episode(parent.story, EpisodeConfig.model_validate(parent.header().config))
    fork.replay(parent.moments[: step + 1])
    config = EpisodeConfig.model_validate({**parent.config.model_dump(), **options})
    fork.replay([fork_after(fork.moments[-1], "run 1", config)])
    return fork


def forked(parent: Episode, step: int, **options: Any) -> Episode:
    return begun(parent, step, **options).run()


def told(moments: Iterable[Moment]) -> list[Any]:
    """What happened, without the forks themselves and without the numbers that they push on."""
    happened = [msgspec.to_builtins(moment) for moment in moments if not isinstance(moment, Forked)]
    return [{name: value for name, value in one.items() if name not in ("n", "patches")} for one in happened]


def acts(moments: Iterable[Moment], actor: str) -> list[Acted]:
    return [moment for moment in moments if isinstance(moment, Acted) and moment.actor == actor]


def step_where(episode: Episode, holds: Callable[[Acted], bool]) -> int:
    return next(moment.n for moment in episode.moments if isinstance(moment, Acted) and holds(moment))


def assert_sound(fork: Episode) -> None:
    trace = trace_of(fork)
    report = verify(trace)
    assert {check.state for check in report.checks} == {"ok"}, str(report)
    rebuilt = rebuild(trace)
    assert rebuilt.world.state_hash() == fork.world.state_hash()
    assert rebuilt.config == fork.config
    assert rebuilt.spent == fork.spent


@settings(max_examples=40)
@given(
    name=NAMES,
    plays=PLAYERS,
    at=st.floats(0, 1, exclude_max=True),
    env_events_per_minute=st.sampled_from([0, 20]),
    tool_failure_probability=st.sampled_from([0, 0.3]),
    user_iterations=st.integers(1, 3),
    seed=st.integers(0, 99),
)
def test_with_the_same_config_a_fork_goes_on_as_its_parent_did(name: str, at: float, **options: Any) -> None:
    parent = played(name, **options)
    fork = forked(parent, int(at * (len(parent.moments) - 1)))
    assert told(fork.moments) == told(parent.moments)
    assert_sound(fork)


@settings(max_examples=40)
@given(
    name=NAMES,
    plays=PLAYERS,
    at=st.floats(0, 1, exclude_max=True),
    assistant=PLAYERS,
    seed=st.integers(0, 99),
    max_turns=st.sampled_from([None, 4, 30]),
    user_iterations=st.integers(1, 3),
    consent=st.sampled_from(["proposal", "standing"]),
    env_events_per_minute=st.sampled_from([0, 20]),
    tool_failure_probability=st.sampled_from([0, 0.5]),
)
def test_whatever_a_fork_changes_its_trace_verifies_and_goes_on_alike_from_every_moment(
    name: str, plays: str, at: float, **options: Any
) -> None:
    parent = played(name, plays=plays, env_events_per_minute=6)
    step = int(at * (len(parent.moments) - 1))
    fork = forked(parent, step, **options)
    assert fork.moments[: step + 1] == parent.moments[: step + 1]
    assert not any(isinstance(moment, Ended) and moment.reason == "crashed" for moment in fork.moments)
    assert_sound(fork)
    trace = trace_of(fork)
    for count in range(step + 2, len(fork.moments), 9):
        assert content_hash(continue_from(trace, count).run().moments) == content_hash(fork.moments)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 999), at=st.floats(0, 1, exclude_max=True), consent=st.sampled_from(["proposal", "standing"])
)
def test_players_of_ours_can_go_on_after_players_who_do_anything(seed: int, at: float, consent: str) -> None:
    parent = played("market_day", wanderer(seed), reckless(seed), max_turns=12)
    fork = forked(parent, int(at * (len(parent.moments) - 1)), consent=consent, max_turns=20)
    assert fork.ended is not None and fork.ended.reason != "crashed"
    assert_sound(fork)


def test_a_fork_of_a_fork_keeps_both_pasts() -> None:
    parent = played("late_train", plays="silent")
    child = forked(parent, 6, assistant="eager", seed=2)
    grandchild = forked(child, 11, assistant="oracle", seed=3)
    assert grandchild.moments[:12] == child.moments[:12]
    assert [moment.n for moment in grandchild.moments if isinstance(moment, Forked)] == [7, 12]
    assert grandchild.header() == parent.header()
    assert (grandchild.config.assistant, grandchild.config.seed) == ("oracle", 3)
    assert_sound(grandchild)


def test_a_fork_from_before_the_fork_of_its_parent_is_one_of_the_first_run() -> None:
    parent = played("late_train", plays="silent")
    child = forked(parent, 9, assistant="eager")
    fork = forked(child, 4, assistant="oracle")
    assert fork.moments[:5] == parent.moments[:5]
    assert_sound(fork)


def test_the_last_config_of_a_trace_is_known() -> None:
    parent = played("late_train", plays="silent")
    trace = trace_of(forked(parent, 6, assistant="eager"))
    fork = last_fork(trace)
    assert fork is not None and (fork.n, fork.parent, fork.parent_moment) == (7, "run 1", 6)
    assert config_now(trace).assistant == "eager"
    assert last_fork(trace_of(parent)) is None
    assert config_now(trace_of(parent)).assistant == "silent"


def test_a_fork_with_a_config_that_cannot_be_used_is_named_by_its_line() -> None:
    trace = trace_of(forked(played("late_train"), 6))
    bad = msgspec.structs.replace(trace.moments[7], config={"seed": "x"})
    with pytest.raises(TraceError, match="seed") as caught:
        config_now(trace._replace(moments=(*trace.moments[:7], bad, *trace.moments[8:])))
    assert caught.value.line == 9


def test_in_the_middle_of_a_turn_the_fork_ends_the_turn() -> None:
    parent = played("late_train", plays="silent", user_iterations=3)
    step = next(act.n for act in acts(parent.moments, "user") if act.turn == 2)
    fork = forked(parent, step, assistant="eager")
    assert [act.turn for act in acts(fork.moments[step + 2 :], "user")][:2] == [2, 2]
    assert_sound(fork)


def test_an_offer_that_is_pending_can_be_answered_in_the_fork() -> None:
    parent = played("dentist")
    made = step_where(parent, lambda act: act.name == "send_message_to_user")
    fork = forked(parent, made, assistant="silent")
    (offer,) = [one for one in points_of(fork.story, fork.config, fork.moments) if isinstance(one, OfferPoint)]
    assert (offer.moment, offer.final) == (made, "accepted")
    assert_sound(fork)


def test_the_oracle_carries_out_what_another_player_offered_and_the_user_accepted() -> None:
    offers = "The dentist moved the appointment to 11:30. Shall I change the reminder to 11:30?"
    said = Decision("PAREAgentUserInterface__send_message_to_user", {"content": offers})

    class Offers:
        def decide(self, view: AssistantView) -> Decision:
            return Decision(WAIT) if view.own else said

    parent = played("dentist", assistant=lambda *_: Offers())
    accepted = step_where(parent, lambda act: act.name == "accept_proposal")
    fork = forked(parent, accepted)
    assert fork.outcome().success, fork.outcome()
    assert len(fork.ledger.offers) == 1
    assert_sound(fork)


def test_the_oracle_closes_what_another_player_began_and_it_has_nothing_to_do_with() -> None:
    class Gossips:
        def decide(self, view: AssistantView) -> Decision:
            said = Decision("PAREAgentUserInterface__send_message_to_user", {"content": "Shall I dust the shelf?"})
            return Decision(WAIT) if view.own else said

    class Agrees(ScriptedUser):
        def decide(self, view: UserView) -> Decision:
            return super().decide(view) if view.offer is None else Decision("accept_proposal", {"content": "Do."})

    parent = played("dentist", lambda told, _, evidence: Agrees(told, evidence), lambda *_: Gossips())
    accepted = step_where(parent, lambda act: act.name == "accept_proposal")
    fork = forked(parent, accepted, max_turns=12)
    closed = acts(fork.moments[accepted + 2 :], "assistant")[0]
    assert (closed.name, closed.phase) == ("send_message_to_user", "execute")
    assert fork.outcome().goals_met.ok
    assert_sound(fork)


def test_a_phone_that_lies_down_waits_on_in_the_fork() -> None:
    parent = played("late_train", plays="silent")
    down = step_where(parent, lambda act: act.name == "put_phone_down")
    fork = forked(parent, down, assistant="eager", env_events_per_minute=0)
    assert fork.moments[down + 2].at > fork.moments[down].at
    assert_sound(fork)


def test_with_more_turns_a_run_goes_on_that_had_used_up_its_own() -> None:
    parent = played("late_train", plays="silent", max_turns=3)
    assert parent.ended is not None and parent.ended.reason == "turn_limit"
    fork = forked(parent, len(parent.moments) - 2, max_turns=5)
    assert fork.moments[-1].turn == 5
    assert_sound(fork)
    same = forked(parent, len(parent.moments) - 2)
    assert [type(moment) for moment in same.moments[-2:]] == [Forked, Ended]


def test_the_new_players_see_the_whole_past() -> None:
    seen: list[tuple[int, int]] = []

    class Notes:
        def decide(self, view: UserView | AssistantView) -> Decision:
            seen.append((len(view.own), len(view.look.inbox("assistant"))))
            return Decision(WAIT if isinstance(view, AssistantView) else "put_phone_down")

    parent = played("late_train", plays="silent")
    fork = Episode(parent.story, parent.config, lambda *_: Notes(), lambda *_: Notes())
    fork.replay(parent.moments[:9])
    fork.replay([fork_after(parent.moments[8], "run 1", parent.config)])
    fork.run()
    before = [len(acts(parent.moments[:9], side)) for side in ("user", "assistant")]
    assert min(own for own, _ in seen) == min(before)
    assert all(told > 0 for _, told in seen)


def test_players_of_the_past_need_not_be_there_any_more() -> None:
    ASSISTANTS["test_gone"] = ASSISTANTS["silent"]
    try:
        parent = played("dentist", plays="test_gone")
    finally:
        del ASSISTANTS["test_gone"]
    with pytest.raises(UnknownPlayer):
        forked(parent, 4)
    fork = forked(parent, 4, assistant="oracle")
    assert_sound(fork)
    assert continue_from(trace_of(fork), 7).run().ended is not None
    with pytest.raises(UnknownPlayer):
        continue_from(trace_of(parent), 4)


class Costly:
    """Waits, and says that it asked a model."""

    def decide(self, view: AssistantView) -> Decision:
        exchange = Exchange(stage="observe", alias="small", model="small", format="tools", prompt_set="")
        return Decision(WAIT, envelope=Envelope(tokens_in=90, tokens_out=10, cost=0.5, exchange=exchange))


def test_what_a_fork_costs_counts_from_the_fork_on() -> None:
    parent = fresh("dentist", assistant=lambda *_: Costly(), max_turns=4).run()
    assert (parent.spent.calls, parent.spent.tokens, parent.spent.cost) == (4, 400, 2.0)
    fork = Episode(story("dentist"), parent.config, assistant=lambda *_: Costly())
    fork.replay(parent.moments[:-1])
    config = parent.config.model_copy(update={"max_turns": 6, "max_cost": 1.5})
    fork.replay([fork_after(fork.moments[-1], "run 1", config)])
    assert (fork.spent.calls, fork.spent.tokens, fork.spent.cost, fork.spent.unpriced) == (0, 0, 0.0, 0)
    fork.run()
    assert (fork.spent.calls, fork.spent.cost) == (2, 1.0)
