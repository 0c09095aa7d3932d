"""Which calls break down: by chance, or because the config says so."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from simulator.config import EpisodeConfig
from simulator.scenario.noise.tool_noise import breakdown_of
from simulator.trace.ledger import Ledger
from simulator.trace.moments import Acted
from tests.simulator.stories.shelf import story

READ, WRITE, OTHER = "Emails__list_emails", "Emails__send_email", "Messages__send_message"


def acts(*names: str) -> Ledger:
    """A ledger in which the assistant has made these calls."""
    apps = {"Emails": "email", "Messages": "messaging"}
    ledger = Ledger()
    for number, name in enumerate(names):
        prefix, _, short = name.partition("__")
        ledger.feed(Acted(n=number, at=0, local="", actor="assistant", app=apps[prefix], name=short), ())
    return ledger


def breakdown(asked: str, ledger: Ledger | None = None, writes: int = 0, **options: Any) -> str:
    return breakdown_of(asked, EpisodeConfig(**options), story("late_train").blank, ledger or Ledger(), writes)


def fates(tool: str, probability: float, calls: int = 60, **options: Any) -> list[bool]:
    """Whether each of so many calls of a tool, one after the other, breaks down."""
    options["tool_failure_probability"] = probability
    return [breakdown(tool, acts(*[tool] * number), **options) == "noise" for number in range(calls)]


def test_without_such_options_nothing_breaks_down() -> None:
    assert breakdown(READ) == ""
    assert not any(fates(READ, 0))


def test_at_certainty_every_call_breaks_down() -> None:
    assert all(fates(READ, 1))


@pytest.mark.parametrize("probability", [0.1, 0.5, 0.9])
def test_so_many_calls_break_down_as_the_probability_says(probability: float) -> None:
    found = [fate for seed in range(20) for fate in fates(READ, probability, env_events_seed=seed)]
    assert fmean(found) == pytest.approx(probability, abs=0.05)


def test_whatever_breaks_down_also_does_at_a_higher_probability() -> None:
    for lower, higher in [(0.1, 0.2), (0.2, 0.6), (0.6, 0.99)]:
        assert all(not low or high for low, high in zip(fates(READ, lower), fates(READ, higher), strict=True))
        assert fates(READ, lower) != fates(READ, higher)


def test_the_fate_of_a_call_depends_on_how_often_that_tool_was_called_and_on_no_other() -> None:
    for number in range(20):
        before = acts(*[OTHER] * 7, *[READ] * number, *[WRITE] * 3)
        alone = acts(*[READ] * number)
        assert breakdown(READ, before, tool_failure_probability=0.5) == breakdown(
            READ, alone, tool_failure_probability=0.5
        )


def test_each_tool_has_a_fate_of_its_own() -> None:
    assert fates(READ, 0.5) != fates(WRITE, 0.5)


def test_the_fate_is_keyed_by_the_seed_of_the_noise_alone() -> None:
    assert fates(READ, 0.5) != fates(READ, 0.5, env_events_seed=43)
    assert fates(READ, 0.5) == fates(READ, 0.5, seed=43)


def test_a_tool_under_another_name_has_the_same_fate() -> None:
    config: dict[str, Any] = {"tool_names": {READ: "Post__pile"}, "tool_failure_probability": 0.5}
    found = [breakdown("Post__pile", acts(*[READ] * number), **config) == "noise" for number in range(60)]
    assert found == fates(READ, 0.5)
    assert breakdown(READ, tool_names={READ: "Post__pile"}, tool_failure_probability=1) == "", "no such tool any more"


@pytest.mark.parametrize("asked", ["fly", "", "Emails__fly", "Shopping__list_cart"])
def test_what_is_not_on_the_phone_cannot_break_down(asked: str) -> None:
    assert breakdown(asked, tool_failure_probability=1, failing_writes=(0,)) == ""


def test_chosen_writes_break_down_on_order() -> None:
    assert breakdown(WRITE, writes=1, failing_writes=(1,)) == "ordered"
    assert breakdown(WRITE, writes=0, failing_writes=(1,)) == ""
    assert breakdown(READ, writes=1, failing_writes=(1,)) == ""


def test_a_chosen_write_that_breaks_down_by_chance_is_noise() -> None:
    assert breakdown(WRITE, writes=0, failing_writes=(0,), tool_failure_probability=1) == "noise"
