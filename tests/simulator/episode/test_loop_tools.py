"""Whole episodes with tools that break down, and with tools under other names."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import SAY, TURN_ENDING, AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.verify import verify
from simulator.phone.perform import assistant_tools
from simulator.trace.metrics import NOISE
from tests.simulator.stories.noisy import READ, SEND, Reader, acts, failures
from tests.simulator.stories.shelf import played, story, trace_of


class Persistent:
    """An assistant that calls every tool that needs no arguments, over and over, and then tells of it."""

    def __init__(self, times: int) -> None:
        self._times = times

    def decide(self, view: AssistantView) -> Decision:
        tools = assistant_tools(view.look).items()
        names = [name for name, tool in tools if not any(param.required for param in tool.params.values())]
        names = [name for name in names if name not in TURN_ENDING]
        if len(view.own) < self._times * len(names):
            return Decision(names[len(view.own) % len(names)])
        return Decision(SAY, {"content": "I have tried them all."})


def broken(probability: float, times: int = 1, **options: Any) -> Episode:
    limits = {"observe_iterations": 1000, "execute_iterations": 1000, "max_turns": 1, "consent": "standing"}
    return played(
        "market_day",
        assistant=lambda *_: Persistent(times),
        tool_failure_probability=probability,
        **{**limits, **options},
    )


def test_tools_of_all_apps_break_down_but_those_of_the_system_never() -> None:
    called = [act for act in acts(broken(1)) if act.actor == "assistant"]
    assert {"home", "assistant", "email", "messaging", "shopping"} <= {act.app for act in called}
    for act in called:
        is_system = act.app in ("home", "assistant")
        assert (act.error is None) is is_system
        assert act.error is None or act.error.code == "tool_failed"


def test_a_call_that_breaks_down_changes_nothing_and_is_tagged_as_noise() -> None:
    found = failures(broken(1))
    assert found
    for act in found:
        assert act.tags == (NOISE,)
        assert act.patches == ()
        assert act.result is None


def test_a_call_that_was_refused_anyway_is_no_failure_of_noise() -> None:
    refused = [act for act in acts(broken(1, consent="proposal")) if act.error and act.error.code == "no_consent"]
    assert refused, "a write that needs no arguments, such as buying what is in the cart"
    assert all(act.tags == () for act in refused)


def test_a_write_that_is_ordered_to_fail_is_not_tagged_as_noise() -> None:
    found = failures(played("late_train", failing_writes=(0,)))
    assert len(found) == 1
    assert found[0].tags == ()


def test_what_breaks_down_also_does_at_a_higher_probability() -> None:
    few, many = ({act.n for act in failures(broken(probability, times=8))} for probability in (0.2, 0.5))
    assert few
    assert few < many


def test_users_never_meet_a_tool_that_breaks_down() -> None:
    episode = played("late_train", tool_failure_probability=1)
    assert all(act.error is None for act in acts(episode) if act.actor == "user")


def test_a_renamed_tool_is_called_by_its_new_name_and_kept_under_its_own() -> None:
    names = {SEND: "Chat__away", "Calendar__edit_calendar_event": "Diary__shift"}
    episode, plain = played("late_train", tool_names=names), played("late_train")
    asked = {act.asked: act.name for act in acts(episode) if act.asked is not None}
    assert asked == {"Chat__away": "send_message", "Diary__shift": "edit_calendar_event"}
    assert episode.outcome().success
    assert [(act.app, act.name, act.args) for act in acts(episode)] == [
        (act.app, act.name, act.args) for act in acts(plain)
    ]
    assert verify(trace_of(episode)).ok


def test_renaming_all_tools_leaves_no_published_name_for_the_assistant_to_see() -> None:
    tools = assistant_tools(story("late_train").blank)
    renamed = {name: f"tool_{number}" for number, name in enumerate(tools) if not name.startswith(("System", "PARE"))}
    reader = Reader()
    episode = played("late_train", assistant=lambda *_: reader, tool_names=renamed)
    assert not {name for name, _ in reader.offered} & renamed.keys()
    shown = " ".join(notice.text for notice in episode.world.inbox("assistant"))
    assert not any(name in shown for name in renamed)


def test_a_config_made_from_another_has_names_of_its_own() -> None:
    before = EpisodeConfig()
    assert before.naming.shown(READ) == READ
    assert before.model_copy(update={"tool_names": {READ: "Post__pile"}}).naming.shown(READ) == "Post__pile"
