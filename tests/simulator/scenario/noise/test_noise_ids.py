"""Ids for what noise brings."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec

from simulator.config import EpisodeConfig
from simulator.phone.apps.email.records import Mail
from simulator.scenario.noise.noise_schedule import NoiseIds
from tests.simulator.stories.shelf import story


def ids(**options: int) -> NoiseIds:
    return NoiseIds(story("market_day"), EpisodeConfig(**options))


def mail(number: int, made: NoiseIds) -> str:
    table, record_id = made.reserved(Mail, str(number))
    assert table == Mail.table
    return record_id


def test_a_key_has_one_id() -> None:
    made = ids()
    assert mail(1, made) == mail(1, made) == mail(1, ids())
    assert mail(1, made) != mail(2, made)


def test_an_id_looks_like_those_of_the_story() -> None:
    planted = story("market_day").labels["hello"][1]
    assert re.fullmatch(r"mail_[0-9a-f]{5}", planted)
    assert re.fullmatch(r"mail_[0-9a-f]{5}", mail(1, ids()))


def test_among_many_ids_none_comes_twice() -> None:
    made = ids()
    many = [mail(number, made) for number in range(20_000)]
    assert any(len(one) > len("mail_12345") for one in many), "some are so alike that they need another digit"
    assert len(set(many)) == len(many)


def test_an_id_of_the_story_is_not_given_again() -> None:
    told, free = story("market_day"), mail(1, ids())
    noon = next(event for event in told.events if event.app == "email")
    taken = replace(told, events=[noon._replace(reserved=(Mail.table, free))])
    assert mail(1, NoiseIds(taken, EpisodeConfig())) not in (free, mail(2, ids()))
    world = told.blank.copy()
    hello = world.store.get(Mail, told.labels["hello"][1])
    assert hello is not None
    world.store.put(msgspec.structs.replace(hello, id=free))
    assert mail(1, NoiseIds(replace(told, blank=world), EpisodeConfig())) != free


def test_other_noise_has_other_ids() -> None:
    assert mail(1, ids()) != mail(1, ids(env_events_seed=43))
    assert mail(1, ids()) != mail(1, ids(env_events_per_minute=3))


def test_options_that_are_not_about_noise_do_not_matter() -> None:
    assert mail(1, ids()) == mail(1, ids(seed=5, max_turns=3))
