"""When noise comes and what it is."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.config import EpisodeConfig
from simulator.scenario.noise.noise_content import VARIABLE, own_file
from simulator.scenario.noise.noise_schedule import NoiseEvent, noise_of
from simulator.trace.metrics import NOISE, SETTING
from tests.simulator.stories.noise_files import DUET, MAIL, PRODUCT, SOLO, augmentation, written
from tests.simulator.stories.shelf import story

APPS = ("email", "messaging", "shopping")
WORDS = {"email": "content", "messaging": "content", "shopping": "name"}


def plan(name: str = "market_day", **options: Any) -> list[NoiseEvent]:
    return noise_of(story(name), EpisodeConfig(**{"env_events_per_minute": 6, **options}))


def counted(events: list[NoiseEvent]) -> list[NoiseEvent]:
    """Without those that only prepare the ground."""
    return [event for event in events if SETTING not in event.tags]


def only(app: str) -> dict[str, float]:
    return {app: 1}


def from_file(folder: Path, monkeypatch: pytest.MonkeyPatch, data: Any, **options: Any) -> list[NoiseEvent]:
    monkeypatch.setenv(VARIABLE, str(written(folder, data)))
    return plan(noise_content=own_file()[0], **options)


def test_without_a_rate_nothing_comes_and_no_file_is_needed() -> None:
    assert plan(env_events_per_minute=0, noise_content="0" * 64) == []


def test_the_same_options_give_the_same_noise() -> None:
    assert plan() == plan()


@pytest.mark.parametrize(
    "options", [{"seed": 9}, {"assistant": "silent"}, {"max_turns": 3}, {"tool_failure_probability": 1}, {"user": "x"}]
)
def test_who_plays_and_how_makes_no_difference(options: dict[str, Any]) -> None:
    assert plan(**options) == plan()


def test_another_seed_brings_other_noise() -> None:
    texts = [[(event.after, event.args) for event in plan(env_events_seed=seed)] for seed in (42, 43)]
    assert texts[0] != texts[1]


@settings(max_examples=40)
@given(
    rate=st.floats(0.1, 120),
    seed=st.integers(-(2**63), 2**63 - 1),
    horizon=st.integers(1, 900),
    messages=st.integers(1, 9),
    items=st.integers(1, 5),
)
def test_every_plan_is_sound(rate: float, seed: int, horizon: int, messages: int, items: int) -> None:
    events = plan(
        env_events_per_minute=rate,
        env_events_seed=seed,
        env_events_horizon_seconds=horizon,
        messages_per_conversation=messages,
        items_per_product=items,
    )
    assert [event.after for event in events] == sorted(event.after for event in events)
    assert all(0 <= event.begins <= event.after <= horizon for event in events)
    assert all(NOISE in event.tags for event in events)
    assert len({event.label for event in events}) == len(events)
    assert len({event.reserved[1] for event in events}) == len(events)
    told = Counter(event.args["conversation_id"] for event in events if "conversation_id" in event.args)
    sold = Counter(event.args["product_id"] for event in events if "product_id" in event.args)
    assert max(told.values(), default=0) <= messages
    assert max(sold.values(), default=0) <= items


def test_every_record_has_an_id_of_its_own_kind() -> None:
    types = story("market_day").blank.store.tables()
    for event in plan(env_events_per_minute=60):
        table, record_id = event.reserved
        assert table in types
        assert table.startswith(event.app)
        assert event.app not in record_id, "an id must not tell where it comes from"
        assert "noise" not in record_id


@pytest.mark.parametrize(
    "options",
    [
        {"env_events_weights": only("email")},
        {"env_events_weights": only("messaging")},
        {"env_events_weights": only("shopping")},
        {},
        {"env_events_horizon_seconds": 900},
        {"env_events_weights": only("messaging"), "messages_per_conversation": 1},
        {"env_events_weights": only("messaging"), "messages_per_conversation": 100},
        {"env_events_weights": only("shopping"), "items_per_product": 100},
        {"env_events_per_minute": 1.5},
    ],
)
def test_the_rate_is_kept_on_average(options: dict[str, Any]) -> None:
    config = EpisodeConfig(**{"env_events_per_minute": 6, **options})
    wanted = config.env_events_per_minute * config.env_events_horizon_seconds / 60
    numbers = [len(counted(plan(**options, env_events_seed=seed))) for seed in range(150)]
    assert fmean(numbers) == pytest.approx(wanted, rel=0.1)


@pytest.mark.parametrize("app", ["email", "messaging", "shopping"])
def test_the_rate_is_kept_from_the_beginning(app: str) -> None:
    first_minute = [
        sum(event.after <= 60 for event in counted(plan(env_events_seed=seed, env_events_weights=only(app))))
        for seed in range(300)
    ]
    assert fmean(first_minute) == pytest.approx(6, rel=0.1)


@pytest.mark.parametrize("app", ["email", "messaging", "shopping"])
def test_gaps_are_exponential(app: str) -> None:
    events = counted(plan(env_events_horizon_seconds=36_000, env_events_weights=only(app)))
    times = [0, *(event.after for event in events)]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert fmean(gaps) == pytest.approx(10, rel=0.1)
    assert pstdev(gaps) == pytest.approx(10, rel=0.1), "an even spread would have none, a uniform one 5.8"
    for long in (10, 20, 30):
        assert fmean(gap >= long for gap in gaps) == pytest.approx(math.exp(-long / 10), abs=0.03)


def test_a_few_chats_go_on_at_the_same_time() -> None:
    chats = [
        event.args["conversation_id"]
        for event in plan(env_events_weights=only("messaging"))
        if event.name == "create_and_add_message"
    ]
    changes = sum(one != other for one, other in pairwise(chats))
    assert changes > len(set(chats)), "one chat after the other would change less often"


def test_events_are_shared_out_by_weight() -> None:
    found: Counter[str] = Counter()
    for seed in range(200):
        weights = {"email": 6, "messaging": 3, "shopping": 1}
        found.update(event.app for event in counted(plan(env_events_seed=seed, env_events_weights=weights)))
    for app, share in {"email": 0.6, "messaging": 0.3, "shopping": 0.1}.items():
        assert found[app] / found.total() == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("weights", [{"email": 1, "messaging": 0}, {"email": 1}])
def test_an_app_of_no_weight_gets_nothing(weights: dict[str, float]) -> None:
    assert {event.app for event in plan(env_events_weights=weights)} == {"email"}


@pytest.mark.parametrize("weights", [{}, {"email": 0}, {"email": 0, "messaging": 0, "shopping": 0}])
def test_weights_that_leave_nothing_are_refused(weights: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="at least one app needs a weight above 0"):
        EpisodeConfig(env_events_weights=weights)


def test_the_share_of_an_app_that_is_not_on_the_phone_goes_to_the_others() -> None:
    numbers = [len(counted(plan("late_train", env_events_seed=seed))) for seed in range(150)]
    assert fmean(numbers) == pytest.approx(36, rel=0.1)
    assert {event.app for event in plan("late_train")} == {"email", "messaging"}


def test_a_phone_without_such_apps_is_left_alone() -> None:
    assert plan("dentist") == []


def test_the_share_of_an_app_for_which_there_are_no_texts_goes_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [len(from_file(tmp_path, monkeypatch, augmentation([MAIL]), env_events_seed=seed)) for seed in range(100)]
    assert fmean(numbers) == pytest.approx(36, rel=0.1)


@pytest.mark.parametrize(
    "options",
    [
        {"env_events_per_minute": 5e-324},
        {"env_events_weights": {"email": 5e-324, "messaging": 1}},
        {"env_events_weights": {"email": 5e-324, "messaging": 5e-324}},
        {"env_events_per_minute": 1e-300},
    ],
)
def test_rates_near_nothing_break_nothing(options: dict[str, Any]) -> None:
    assert all(event.app != "email" or event.after <= 360 for event in plan(**options))


def test_the_noise_of_one_app_does_not_depend_on_the_others() -> None:
    def mails(**options: Any) -> list[tuple[int, dict[str, Any]]]:
        return [(event.after, event.args) for event in plan(**options) if event.app == "email"]

    alone = mails(env_events_weights=only("email"))
    assert alone
    assert alone == mails(env_events_weights={"email": 1, "messaging": 1}, env_events_per_minute=12)


def test_texts_come_all_once_before_one_comes_again() -> None:
    for app in APPS:
        events = plan(env_events_per_minute=60, env_events_weights=only(app))
        texts = [event.args[WORDS[app]] for event in events if WORDS[app] in event.args]
        assert len(texts) > 30
        assert len(set(texts[:30])) == 30


def test_few_texts_come_again_in_another_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    three = augmentation([{**MAIL, "subject": str(number)} for number in range(3)])
    subjects = [event.args["subject"] for event in from_file(tmp_path, monkeypatch, three, env_events_per_minute=30)]
    rounds = [subjects[at : at + 3] for at in range(0, len(subjects) - 2, 3)]
    assert len(rounds) > 20
    assert all(sorted(one) == ["0", "1", "2"] for one in rounds)
    assert len({tuple(one) for one in rounds}) > 3


def test_a_chat_is_there_before_its_first_message_and_with_all_who_speak() -> None:
    chats: dict[str, dict[str, str]] = {}
    for event in plan(env_events_per_minute=60, env_events_weights=only("messaging")):
        if event.name == "bring_conversation":
            assert SETTING in event.tags
            chats[event.reserved[1]] = event.args["people"]
        else:
            assert SETTING not in event.tags
            assert event.args["sender_id"] in chats[event.args["conversation_id"]]


def test_a_product_is_there_before_its_variants() -> None:
    products = set()
    for event in plan(env_events_per_minute=60, env_events_weights=only("shopping")):
        if event.name == "add_product":
            products.add(event.reserved[1])
        else:
            assert event.args["product_id"] in products
    assert products


def test_messages_of_a_chat_come_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = from_file(tmp_path, monkeypatch, augmentation([], [DUET]), env_events_per_minute=20)
    said: dict[str, list[str]] = {}
    for event in counted(events):
        said.setdefault(event.args["conversation_id"], []).append(event.args["content"])
    assert len(said) > 5
    assert ["La.", "Lala.", "Lalala.", "Hm."] in said.values()
    assert all(texts == ["La.", "Lala.", "Lalala.", "Hm."][: len(texts)] for texts in said.values())


def test_what_belongs_to_a_chat_begins_with_it() -> None:
    begun = {}
    for event in plan(env_events_per_minute=60, env_events_weights=only("messaging")):
        if event.name == "bring_conversation":
            begun[event.reserved[1]] = event.after
        assert event.begins == begun[event.args.get("conversation_id", event.reserved[1])]


def test_someone_in_two_groups_is_one_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = from_file(tmp_path, monkeypatch, augmentation([], [DUET]), env_events_per_minute=20)
    groups = [event.args["people"] for event in events if event.name == "bring_conversation"]
    assert len(groups) > 5
    assert all(people == groups[0] for people in groups)
    assert sorted(groups[0].values()) == ["Jonas Weber", "Mara Lind"]


def test_a_second_chat_with_someone_alone_is_with_another_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = from_file(tmp_path, monkeypatch, augmentation([], [SOLO]), env_events_per_minute=20)
    people = [list(event.args["people"].items()) for event in events if event.name == "bring_conversation"]
    assert len(people) > 5
    assert {name for ((_, name),) in people} == {"Mara Lind"}
    assert len({user_id for ((user_id, _),) in people}) == len(people)


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        ("clock@tower.example", "clock@tower.example"),
        ("The Clock Tower", "the.clock.tower@elsewhere.example"),
        ("Clock <clock@tower.example>", "clock.clock.tower.example@elsewhere.example"),
        ("a@b@c", "a.b.c@elsewhere.example"),
        ("  ", "someone@elsewhere.example"),
        ("王小明", "someone@elsewhere.example"),
    ],
)
def test_every_sender_has_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sender: str, address: str
) -> None:
    events = from_file(tmp_path, monkeypatch, augmentation([{**MAIL, "sender": sender}]))
    assert {event.args["sender"] for event in events} == {address}


def test_options_that_no_shop_could_show_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = {"colour": "red", "size": 7, "new": True, " ": "x", "parts": ["a"], "note": None}
    product = {**PRODUCT, "variants": {"v": {"price": 3, "options": odd}}}
    events = from_file(tmp_path, monkeypatch, augmentation([], [], [product]))
    options = [event.args["options"] for event in events if event.name == "add_item_to_product"]
    assert options
    assert all(one == {"colour": "red", "size": 7, "new": True} for one in options)
