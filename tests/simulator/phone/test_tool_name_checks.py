"""Which names and words a tool may be given."""

from __future__ import annotations

import pytest

from simulator.phone.registry import all_apps
from simulator.phone.tool_names import LONGEST_DESCRIPTION, wrong_with_descriptions, wrong_with_names

SEND, LIST = "Emails__send_email", "Emails__list_emails"


@pytest.mark.parametrize(
    "names",
    [
        {},
        {SEND: "Post__dispatch"},
        {SEND: "x"},
        {SEND: "a-b_C9"},
        {SEND: "x" * 64},
        {SEND: SEND},
        {SEND: LIST, LIST: SEND},
        {SEND: LIST, LIST: "Post__pile"},
    ],
)
def test_names_that_can_be_given(names: dict[str, str]) -> None:
    assert wrong_with_names(names) == ""


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({SEND: ""}, "'' cannot be the name of a tool"),
        ({SEND: "a b"}, "write a letter, then up to 63 letters, digits, _ and -"),
        ({SEND: "9x"}, "'9x' cannot be the name of a tool"),
        ({SEND: "x" * 65}, "cannot be the name of a tool"),
        ({SEND: "é"}, "cannot be the name of a tool"),
        ({SEND: "x\n"}, "cannot be the name of a tool"),
        ({SEND: LIST}, f"'{LIST}' would be the name of {SEND} and of {LIST}."),
        ({SEND: "x", LIST: "x"}, f"'x' would be the name of {LIST} and of {SEND}."),
        ({SEND: "System__get_current_time"}, "would be the name of"),
        ({"Emails__send_emial": "x"}, f"(did you mean '{SEND}'?); `pare apps tools` lists them."),
        ({"": "x"}, "There is no tool ''"),
        ({"System__get_current_time": "x"}, "cannot be renamed or reworded"),
        ({"PAREAgentUserInterface__wait": "x"}, "cannot be renamed or reworded"),
    ],
)
def test_names_that_cannot_be_given_are_told(names: dict[str, str], says: str) -> None:
    assert says in wrong_with_names(names)


@pytest.mark.parametrize("text", ["Hands a letter to the post.", "x" * LONGEST_DESCRIPTION, "多"])
def test_words_that_can_be_given(text: str) -> None:
    assert wrong_with_descriptions({SEND: text}) == ""


@pytest.mark.parametrize(
    ("descriptions", "says"),
    [
        ({SEND: ""}, f"The description of {SEND} is empty"),
        ({SEND: " \n"}, f"The description of {SEND} is empty"),
        ({SEND: "x" * (LONGEST_DESCRIPTION + 1)}, f"longer than {LONGEST_DESCRIPTION} characters"),
        ({"Emails__fly": "x"}, "There is no tool 'Emails__fly'"),
        ({"PAREAgentUserInterface__wait": "x"}, "cannot be renamed or reworded"),
    ],
)
def test_words_that_cannot_be_given_are_told(descriptions: dict[str, str], says: str) -> None:
    assert says in wrong_with_descriptions(descriptions)


def test_every_tool_of_every_app_can_be_renamed_at_once_but_those_of_the_system() -> None:
    apps = all_apps().values()
    tools = [tool.full_name for app in apps if not app.system for tool in app.tools.values()]
    assert len(tools) > 50
    assert wrong_with_names({name: f"tool_{number}" for number, name in enumerate(tools)}) == ""
    for tool in (tool for app in apps if app.system for tool in app.tools.values()):
        assert wrong_with_names({tool.full_name: "tool"})
