"""Noise on the simulated clock: by time in use, a few at once after the phone lay down."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.noise_arrivals import MOST_WHILE_DOWN, Interruptions
from simulator.phone.state import INBOXES
from simulator.phone.store import Patch
from simulator.scenario.noise.noise_content import VARIABLE, NoiseError, own_file
from simulator.scenario.noise.noise_schedule import NoiseEvent, noise_of
from simulator.trace.metrics import SETTING
from simulator.trace.moments import Acted
from tests.simulator.stories.noise_files import written
from tests.simulator.stories.shelf import story

STORY = story("market_day")
START = STORY.start
CONFIG = EpisodeConfig(env_events_per_minute=20)
PLAN = noise_of(STORY, CONFIG)
MAILS = EpisodeConfig(env_events_per_minute=20, env_events_weights={"email": 1})


def noise(event: NoiseEvent, at: int, *patches: Patch) -> Acted:
    return Acted(
        n=1,
        at=at,
        local="",
        actor="environment",
        app=event.app,
        name=event.name,
        event=event.label,
        tags=event.tags,
        patches=patches,
    )


def act(at: int, actor: Any = "user") -> Acted:
    return Acted(n=1, at=at, local="", actor=actor, app="home", name="go_home")


def until(found: Interruptions, limit: int, is_down: bool = False) -> list[tuple[int, NoiseEvent]]:
    """Everything that comes up to this time, with the time at which it comes."""
    come = []
    while (due := found.next_due()) is not None and due[0] <= limit:
        found.feed(noise(due[1], due[0]), is_down)
        come.append(due)
    return come


def labels(come: Iterable[tuple[int, NoiseEvent]]) -> list[str]:
    return [event.label for _, event in come]


def counted(come: Iterable[tuple[int, NoiseEvent]]) -> int:
    return sum(SETTING not in event.tags for _, event in come)


def test_on_a_phone_in_use_everything_comes_at_its_time() -> None:
    come = until(Interruptions(STORY, CONFIG), START + 1000)
    assert come == [(START + event.after, event) for event in PLAN]


def test_nothing_comes_twice() -> None:
    found = Interruptions(STORY, CONFIG)
    first = until(found, START + 100)
    assert first
    assert labels(first) + labels(until(found, START + 1000)) == [event.label for event in PLAN]


def test_a_moment_that_is_not_its_own_moves_nothing() -> None:
    found = Interruptions(STORY, CONFIG)
    before = found.next_due()
    found.feed(act(START + 50), is_down=False)
    found.feed(act(START + 60, "assistant"), is_down=False)
    assert found.next_due() == before


def test_three_gather_while_the_phone_lies_down_and_no_more() -> None:
    found = Interruptions(STORY, MAILS)
    found.feed(act(START + 10), is_down=True)
    come = until(found, START + 100_000, is_down=True)
    assert len([one for one in come if one[0] > START + 10]) <= MOST_WHILE_DOWN == len(come) == 3
    assert found.next_due() is None


def test_a_chat_that_is_only_made_is_not_one_of_the_three() -> None:
    found = Interruptions(STORY, EpisodeConfig(env_events_per_minute=20, env_events_weights={"messaging": 1}))
    found.feed(act(START), is_down=True)
    come = until(found, START + 100_000, is_down=True)
    assert counted(come) == 3
    assert len(come) > 3


def test_after_a_wait_noise_goes_on_where_it_stopped() -> None:
    plan = noise_of(STORY, MAILS)
    found = Interruptions(STORY, MAILS)
    found.feed(act(START), is_down=True)
    last = until(found, START + 100_000, is_down=True)[-1][0]
    woken = START + 7200
    found.feed(act(woken, "environment"), is_down=False)
    come = until(found, woken + 1000)
    assert labels(come) == [event.label for event in plan[3:]]
    assert [at for at, _ in come] == [START + event.after + woken - last for event in plan[3:]]


def test_each_wait_gathers_three_of_its_own() -> None:
    found = Interruptions(STORY, MAILS)
    for hour in range(4):
        found.feed(act(START + hour * 3600), is_down=True)
        assert len(until(found, START + (hour + 1) * 3600 - 1, is_down=True)) == 3
        found.feed(act(START + (hour + 1) * 3600 - 1, "environment"), is_down=False)


def test_noise_on_a_phone_in_use_is_not_one_of_the_three() -> None:
    found = Interruptions(STORY, MAILS)
    assert len(until(found, START + 60)) > 3
    found.feed(act(START + 60), is_down=True)
    assert len(until(found, START + 100_000, is_down=True)) == 3


def test_a_short_wait_in_which_fewer_gather_shifts_nothing() -> None:
    plan = noise_of(STORY, MAILS)
    found = Interruptions(STORY, MAILS)
    found.feed(act(START), is_down=True)
    limit = START + plan[2].after - 1
    come = until(found, limit, is_down=True)
    assert len(come) == 2
    found.feed(act(limit, "environment"), is_down=False)
    assert until(found, START + 1000) == [(START + event.after, event) for event in plan[2:]]


def test_notices_of_noise_are_counted_until_the_user_acts() -> None:
    found = Interruptions(STORY, MAILS)
    notice = Patch("add", INBOXES["user"].table, "1", {})
    other = Patch("add", INBOXES["assistant"].table, "1", {})
    first, second, *_ = noise_of(STORY, MAILS)
    found.feed(noise(first, START, notice, other), is_down=False)
    found.feed(noise(second, START, notice), is_down=False)
    found.feed(act(START, "assistant"), is_down=False)
    assert found.unseen == 2
    found.feed(act(START + 10), is_down=False)
    assert found.unseen == 0


def test_an_event_that_the_scenario_calls_noise_is_none() -> None:
    found = Interruptions(STORY, MAILS)
    found.feed(act(START), is_down=True)
    theirs = Acted(n=1, at=START, local="", actor="environment", app="email", name="x", event="noon", tags=("noise",))
    for _ in range(5):
        found.feed(theirs, is_down=True)
    assert len(until(found, START + 100_000, is_down=True)) == 3


def test_a_config_with_the_same_noise_changes_nothing() -> None:
    found, other = Interruptions(STORY, CONFIG), Interruptions(STORY, CONFIG)
    for one in (found, other):
        until(one, START + 30)
    found.adopt(CONFIG.model_copy(update={"assistant": "silent", "tool_failure_probability": 1.0}), START + 60)
    assert until(found, START + 1000) == until(other, START + 1000)


def test_other_noise_comes_from_then_on_without_what_began_before() -> None:
    other = CONFIG.model_copy(update={"env_events_seed": 5})
    plan = noise_of(STORY, other)
    assert any(event.begins <= 100 < event.after for event in plan), "a chat goes on over that time"
    found = Interruptions(STORY, CONFIG)
    until(found, START + 100)
    found.adopt(other, START + 100)
    come = until(found, START + 1000)
    assert come == [(START + event.after, event) for event in plan if event.begins > 100]


def test_other_noise_goes_by_the_clock_of_the_noise() -> None:
    other = MAILS.model_copy(update={"env_events_seed": 5})
    found = Interruptions(STORY, MAILS)
    found.feed(act(START), is_down=True)
    last = until(found, START + 100_000, is_down=True)[-1][0]
    found.adopt(other, START + 7200)
    found.feed(act(START + 7200, "environment"), is_down=False)
    rest = [event.label for event in noise_of(STORY, other) if event.begins > last - START]
    assert len(rest) > 50
    assert labels(until(found, START + 20_000)) == rest


def test_noise_may_begin_and_end_with_a_config() -> None:
    found = Interruptions(STORY, EpisodeConfig())
    assert found.next_due() is None
    found.adopt(CONFIG, START + 50)
    assert until(found, START + 100)
    found.adopt(EpisodeConfig(), START + 100)
    assert found.next_due() is None


def test_without_its_file_the_past_can_be_told_but_not_the_future(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(written(tmp_path)))
    config = EpisodeConfig(env_events_per_minute=20, noise_content=own_file()[0])
    plan = noise_of(STORY, config)
    monkeypatch.delenv(VARIABLE)
    found = Interruptions(STORY, config)
    found.feed(noise(plan[0], START), is_down=False)
    found.adopt(config.model_copy(update={"env_events_seed": 1}), START + 5)
    with pytest.raises(NoiseError, match=f"{VARIABLE} is not set"):
        found.next_due()
