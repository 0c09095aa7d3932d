"""The surface that models and papers know: names, arguments and defaults as published, and our additions apart."""

from __future__ import annotations

import pytest

from simulator.agents.policy import WAIT, AssistantView
from simulator.phone.actions import Action
from simulator.phone.perform import assistant_tools
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from simulator.trace.moments import Phase
from tests.simulator.phone.published import (
    COVERED,
    EVENTS,
    FIRST_SCREENS,
    OUR_ARGUMENTS,
    OUR_EVENTS,
    OUR_TOOLS,
    READING,
    TAPS,
    WRITING,
)
from tests.simulator.phone.small_phone import NOW, OWNER


def view_in(world: World, phase: Phase) -> AssistantView:
    return AssistantView(look=world, turn=1, phase=phase, notices=[], own=[], user_acts={}, calls_left=1)


def tools() -> dict[str, Action]:
    return assistant_tools(World.blank(OWNER, phone_with(COVERED), NOW))


@pytest.mark.parametrize(("name", "arguments"), [*READING.items(), *WRITING.items(), *OUR_TOOLS.items()])
def test_a_tool_takes_what_was_published(name: str, arguments: str) -> None:
    parts = [part for part in (arguments, OUR_ARGUMENTS.get(name, "")) if part]
    expected = ", ".join(part for part in parts if part != "none" or len(parts) == 1)
    assert tools()[name].usage == expected


def test_there_are_no_tools_but_the_published_and_our_own() -> None:
    assert set(tools()) == {*READING, *WRITING, *OUR_TOOLS}


def test_the_observe_list_is_as_published_and_has_no_writing_tool() -> None:
    observed = {name for name, action in tools().items() if not action.write}
    assert observed == {*READING, *OUR_TOOLS}
    assert not observed & set(WRITING)


def test_our_additions_are_marked() -> None:
    assert {name for name, tool in tools().items() if tool.mark.ours} == set(OUR_TOOLS)
    added = {name: [p.name for p in tool.params.values() if p.role.ours] for name, tool in tools().items()}
    expected = {name: [arguments.partition("=")[0]] for name, arguments in OUR_ARGUMENTS.items()}
    assert {name: names for name, names in added.items() if names} == expected


def test_the_list_is_the_published_one_whole() -> None:
    mislabelled = 1  # edit_calendar_event was published as reading.
    observed = len(READING) + mislabelled
    executed = len(READING) + len(WRITING) - 1  # The plain wait is for watching only.
    assert (observed, executed) == (54, 93)


def test_while_watching_no_tool_writes_and_while_acting_all_are_there() -> None:
    world = World.blank(OWNER, phone_with(COVERED), NOW)
    offered = {phase: view_in(world, phase).tools for phase in ("observe", "execute")}
    assert not any(tool.write for tool in offered["observe"].values())
    assert set(offered["observe"]) == {*READING, *OUR_TOOLS}
    assert set(offered["execute"]) == {*READING, *WRITING, *OUR_TOOLS} - {WAIT}


@pytest.mark.parametrize(("name", "arguments"), EVENTS.items())
def test_an_event_takes_what_was_published(name: str, arguments: str) -> None:
    app, _, short = name.partition(".")
    arguments = "" if arguments == "none" else arguments
    usage = all_apps()[app].events[short].usage
    added = usage.removeprefix(arguments)
    assert usage.startswith(arguments)
    assert all("=" in part for part in added.split(", ") if part), f"{name} asks for more: {added}"


def test_there_are_no_events_but_the_published_and_our_own() -> None:
    found = {f"{app}.{name}" for app in COVERED for name in all_apps()[app].events}
    assert found == {*EVENTS, *OUR_EVENTS}


@pytest.mark.parametrize("line", [line.strip() for line in TAPS.strip().splitlines()])
def test_a_tap_takes_what_was_published(line: str) -> None:
    app_name, screen, name, *arguments = line.split()
    app = all_apps()[app_name]
    action = (app.everywhere if screen == "-" else taps_of(app.screen_types[screen]))[name]
    ours = [param.name if param.required else f"{param.name}?" for param in action.params.values()]
    assert ours[: len(arguments)] == arguments
    assert all(one.endswith("?") for one in ours[len(arguments) :]), f"{name} asks for more: {ours}"


@pytest.mark.parametrize(("app", "screen"), FIRST_SCREENS.items())
def test_an_app_opens_with_the_published_screen(app: str, screen: str) -> None:
    assert all_apps()[app].screens[0].__name__ == screen


def test_prefixes_are_as_published() -> None:
    published = {
        "apartment": "Apartment",
        "assistant": "PAREAgentUserInterface",
        "cab": "Cab",
        "calendar": "Calendar",
        "contacts": "Contacts",
        "email": "Emails",
        "files": "Files",
        "home": "System",
        "messaging": "Messages",
        "note": "Notes",
        "reminder": "Reminders",
        "shopping": "Shopping",
    }
    for name, app in all_apps().items():
        assert app.prefix == published[name]
