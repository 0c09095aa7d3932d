"""Whole episodes with noise: what comes, when, and that every option of it counts."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest

from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.rebuild import rebuild
from simulator.phone.apps.messaging.records import Conversation
from simulator.phone.perform import Refusal
from simulator.scenario.noise.noise_content import VARIABLE, own_file
from simulator.trace.metrics import NOISE, NOISE_LABEL, SETTING, is_noise, metrics
from simulator.trace.moments import Acted
from tests.simulator.stories.noise_files import written
from tests.simulator.stories.noisy import CHANGES, DECLARED, NOISY, Reader, acts, failures, noise, told
from tests.simulator.stories.shelf import played, story, trace_of


def lived(config: EpisodeConfig) -> tuple[list[str], set[tuple[str, str]]]:
    """What happens under a config, but for the ids of records, and what the assistant is shown."""
    reader = Reader()
    episode = Episode(story("market_day"), config, assistant=lambda *_: reader).run()
    assert episode.ended is not None
    assert episode.ended.reason == "quiet", episode.ended.error
    lines = [f"{act.at} {act.actor} {act.asked} {act.app}.{act.name} {act.args} {act.error}" for act in acts(episode)]
    return [re.sub(r"\b[a-z]+_[0-9a-f]{5,}\b", "some id", line) for line in lines], reader.offered


@pytest.fixture
def own_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The hash of a file that is set."""
    monkeypatch.setenv(VARIABLE, str(written(tmp_path)))
    return own_file()[0]


def test_every_option_of_noise_is_tried_here() -> None:
    assert set(CHANGES) == DECLARED
    assert set(EpisodeConfig().noise_events) < DECLARED


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_every_option_of_noise_changes_what_happens_or_what_is_shown(name: str, own_noise: str) -> None:
    base = EpisodeConfig(env_events_per_minute=20)
    value = own_noise if name == "noise_content" else CHANGES[name]
    assert getattr(base, name) != value
    assert lived(EpisodeConfig.model_validate({**base.model_dump(), name: value})) != lived(base)


def test_without_options_there_is_no_noise() -> None:
    assert not noise(played("market_day", plays="silent"))


def test_noise_comes_into_all_three_apps_and_none_of_it_fails() -> None:
    episode = played("market_day", **NOISY)
    assert {act.app for act in noise(episode)} == {"email", "messaging", "shopping"}
    assert all(act.error is None for act in noise(episode))


def test_every_moment_of_noise_is_tagged_and_no_other_is() -> None:
    for act in acts(played("market_day", **NOISY)):
        assert (NOISE in act.tags) is act.event.startswith(NOISE_LABEL)
        assert (SETTING in act.tags) is (act.name == "bring_conversation")


def test_a_chat_exists_before_anybody_writes_in_it() -> None:
    episode = played("market_day", **NOISY)
    messages = [act for act in noise(episode) if act.name == "create_and_add_message"]
    assert messages
    for act in messages:
        before = rebuild(trace_of(episode), act.n).world
        chat = before.store.get(Conversation, act.args["conversation_id"])
        assert chat is not None
        assert act.args["sender_id"] in chat.participant_ids


def test_nobody_is_told_of_a_chat_before_its_first_message() -> None:
    episode = played("market_day", **NOISY)
    for setting, following in pairwise(acts(episode)):
        if SETTING in setting.tags:
            assert not any(patch.table.startswith("phone.inbox") for patch in setting.patches)
            assert following.args["conversation_id"] == setting.result
            assert following.at == setting.at, "nobody has a turn while the chat is empty"


def test_nothing_that_the_assistant_can_read_gives_noise_away() -> None:
    episode = played("market_day", **NOISY)
    for act in noise(episode):
        for patch in act.patches:
            seen = f"{patch.id} {patch.fields}".casefold()
            assert NOISE not in seen
            assert "augment" not in seen
    ids = {patch.id for act in noise(episode) for patch in act.patches if patch.table.startswith(act.app)}
    planted = {record_id for _, record_id in story("market_day").labels.values()}
    shapes = {(one.partition("_")[0], len(one)) for one in planted}
    assert {shape for shape in shapes if shape[0] in ("mail", "chat", "prod", "item")} <= {
        (one.partition("_")[0], len(one)) for one in ids
    }
    assert all(re.fullmatch(r"[a-z]+_[0-9a-f]{5,6}", one) for one in ids)


def test_so_much_comes_while_the_phone_is_in_use_as_the_rate_says() -> None:
    class Restless:
        def decide(self, view: UserView) -> Decision:
            return Decision("go_home")

    def come(seed: int) -> int:
        options: dict[str, Any] = {
            "env_events_per_minute": 6,
            "env_events_seed": seed,
            "max_turns": 36,
            "plays": "silent",
        }
        episode = played("market_day", user=lambda *_: Restless(), **options)
        return sum(SETTING not in act.tags for act in noise(episode))

    assert fmean(come(seed) for seed in range(40)) == pytest.approx(36, rel=0.1)


def test_two_assistants_meet_the_same_noise_at_one_seed() -> None:
    players = ("silent", "eager", "oracle", "random", "parrot")
    runs = [noise(played("late_train", **{**NOISY, "plays": plays})) for plays in players]
    shortest = min(map(len, runs))
    assert shortest > 10
    for run in runs:
        assert [told(act) for act in run[:shortest]] == [told(act) for act in runs[0][:shortest]]


def test_two_assistants_who_take_no_time_meet_it_at_the_same_times() -> None:
    reader = played("market_day", assistant=lambda *_: Reader(), **NOISY)
    assert [(act.at, told(act)) for act in noise(reader)] == [
        (act.at, told(act)) for act in noise(played("market_day", **NOISY))
    ]


def test_another_seed_brings_other_noise_and_the_seed_of_the_episode_none() -> None:
    tried: list[dict[str, Any]] = [{}, {"env_events_seed": 1}, {"seed": 1}]
    runs = [[(act.at, told(act)) for act in noise(played("market_day", **NOISY, **options))] for options in tried]
    assert runs[0] != runs[1]
    assert runs[0] == runs[2]


def waits(episode: Episode) -> list[list[Acted]]:
    """What happens each time after the phone is put down, up to what wakes it."""
    found: list[list[Acted]] = []
    is_down = False
    for act in acts(episode):
        if is_down:
            found[-1].append(act)
        if act.actor == "user":
            is_down = act.name == "put_phone_down"
            if is_down:
                found.append([])
        elif act.actor == "assistant" or not is_noise(act):
            is_down = False
    return found


def test_at_most_three_come_while_the_phone_lies_down_and_the_wait_goes_on() -> None:
    long_ones = 0
    for name in ("market_day", "late_train"):
        for seed in range(5):
            for wait in waits(played(name, **NOISY, env_events_seed=seed)):
                come = [act for act in wait if is_noise(act) and SETTING not in act.tags]
                assert len(come) <= 3
                ends = wait[-1]
                if ends.actor == "environment" and ends.event in ("noon", "tea"):
                    long_ones += 1
                    assert len(come) == 3
                    assert ends.local.endswith(("12:00:00", "16:00:00"))
    assert long_ones == 10


@pytest.mark.parametrize("rate", [1, 20, 200])
@pytest.mark.parametrize("name", ["market_day", "late_train"])
def test_noise_neither_wakes_the_phone_nor_keeps_an_episode_going(name: str, rate: int) -> None:
    def rhythm(episode: Episode) -> list[tuple[int, int, str]]:
        return [(act.turn, act.at, act.name) for act in acts(episode) if act.actor != "environment"]

    quiet, loud = played(name, plays="silent"), played(name, plays="silent", env_events_per_minute=rate)
    assert noise(loud)
    assert rhythm(loud) == rhythm(quiet)
    assert quiet.ended is not None
    assert loud.ended is not None
    assert (loud.ended.at, loud.ended.reason) == (quiet.ended.at, "quiet")


def test_an_event_of_the_scenario_that_calls_itself_noise_wakes_and_is_not_counted() -> None:
    told_so = story("market_day").scenario
    tagged = told_so.model_copy(
        update={"timeline": [part.model_copy(update={"tags": [NOISE]}) for part in told_so.timeline]}
    )
    events = [
        event._replace(part=part) for event, part in zip(story("market_day").events, tagged.timeline, strict=True)
    ]
    episode = Episode(replace(story("market_day"), events=events), EpisodeConfig(assistant="silent")).run()
    plain = played("market_day", plays="silent")
    assert [act.at for act in acts(episode)] == [act.at for act in acts(plain)]
    assert metrics(episode.moments).noise_email == 0


def test_the_result_counts_what_really_came() -> None:
    episode = played("market_day", assistant=lambda *_: Reader(), **NOISY, tool_failure_probability=0.5)
    result = episode.result()
    assert result is not None
    come = [act for act in noise(episode) if SETTING not in act.tags]
    for app in ("email", "messaging", "shopping"):
        expected = sum(act.app == app for act in come)
        assert expected
        assert getattr(result.metrics, f"noise_{app}") == expected
    assert result.metrics.noise_failures == len(failures(episode)) > 0
    assert result.metrics.failed == len(failures(episode))


def test_noise_that_could_not_come_is_not_counted() -> None:
    came = next(act for act in noise(played("market_day", **NOISY)) if act.app == "email")
    failed = msgspec.structs.replace(came, error=Refusal("unknown_record", "There is no such chat."))
    assert metrics([came]).noise_email == 1
    assert metrics([failed]).noise_email == 0
