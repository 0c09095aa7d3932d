"""Where an episode stands follows from the moments alone."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.turn_position import Position
from simulator.phone.perform import Refusal
from simulator.trace.moments import Acted, Started

CONFIG = EpisodeConfig(user_action_seconds=10, assistant_call_seconds=2)


def act(actor: Any, name: str, at: int = 100, **fields: Any) -> Acted:
    return Acted(n=1, at=at, local="", actor=actor, app="home", name=name, **{"turn": 1, **fields})


def position(*moments: Acted, config: EpisodeConfig = CONFIG) -> Position:
    found = Position(config, 100)
    for moment in moments:
        found.feed(moment)
    return found


def test_the_start_costs_nothing() -> None:
    found = Position(CONFIG, 100)
    found.feed(Started(n=0, at=100, local="", state_hash=""))
    assert (found.clock, found.turn, found.user_over) == (100, 1, False)


def test_actions_and_thinking_move_the_clock_by_declared_amounts() -> None:
    assert position(act("user", "go_home")).clock == 110
    assert position(act("assistant", "wait", thinking=5)).clock == 107
    assert position(act("environment", "fall_due", at=130)).clock == 130


def test_a_user_who_has_used_the_actions_of_a_turn_is_over() -> None:
    two = EpisodeConfig(user_iterations=2)
    assert not position(act("user", "go_home"), config=two).user_over
    assert position(act("user", "go_home"), act("user", "go_home"), config=two).user_over


def test_putting_the_phone_down_ends_the_users_turn_and_starts_a_wait() -> None:
    found = position(act("user", "put_phone_down"), config=EpisodeConfig(user_iterations=5))
    assert (found.jumping, found.user_over) == (True, True)


def test_a_failed_try_to_put_the_phone_down_starts_no_wait() -> None:
    assert not position(act("user", "put_phone_down", error=Refusal("x", "y"))).jumping


def test_what_wakes_ends_the_wait_and_leaves_the_turn_to_the_assistant() -> None:
    found = position(act("user", "put_phone_down"))
    found.woken(500)
    assert (found.jumping, found.user_over, found.clock) == (False, True, 500)


def test_an_assistant_that_acts_shows_that_the_wait_is_over() -> None:
    found = position(act("user", "put_phone_down"), act("assistant", "get_current_time", at=110))
    assert (found.jumping, found.user_over) == (False, True)


@pytest.mark.parametrize("name", ["wait", "wait_for_notification", "send_message_to_user"])
def test_waiting_and_speaking_end_the_assistants_turn(name: str) -> None:
    assert position(act("assistant", name)).assistant_over
    assert not position(act("assistant", name, error=Refusal("x", "y"))).assistant_over


def test_a_new_turn_begins_anew() -> None:
    found = position(act("user", "go_home"), act("assistant", "wait"), act("user", "go_home", turn=2))
    assert (found.turn, found.user_calls, found.assistant_calls, found.assistant_over) == (2, 1, 0, False)


def test_calls_under_an_offer_are_counted_from_its_acceptance() -> None:
    execute = act("assistant", "get_current_time", phase="execute")
    assert position(execute, execute).executed == 2
    assert position(execute, act("user", "accept_proposal"), execute).executed == 1


def test_writes_count_once_they_were_tried_with_consent() -> None:
    write: dict[str, Any] = {"write": True, "phase": "execute"}
    assert position(act("assistant", "delete", **write)).writes == 1
    assert position(act("assistant", "delete", error=Refusal("tool_failed", ""), **write)).writes == 1
    assert position(act("assistant", "delete", error=Refusal("no_consent", ""), **write)).writes == 0
