"""Actions as models are told of them: one signature gives the schema, the text and the constrained reply."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from simulator.agents.llm.budget import fit
from simulator.agents.llm.replies.schemas import reply_schema, short_signatures, takes, tool_schemas, tools_as_text
from simulator.agents.llm.wire import Message
from simulator.phone.actions import Action
from simulator.phone.perform import assistant_tools, user_actions
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.phone.tool_names import Naming
from tests.simulator.agents.llm.replies.offered import mailbox, taps, tools
from tests.simulator.showing.room import Room, enter, rooms, rooms_of

SENDABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
KEYWORDS = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "description",
    "default",
    "anyOf",
    "items",
    "enum",
}


def every_action() -> list[Action]:
    return [
        action
        for app in all_apps().values()
        for actions in (app.tools, app.everywhere, *map(taps_of, app.screens))
        for action in actions.values()
    ]


def every_tool() -> dict[str, Action]:
    return {action.full_name: action for app in all_apps().values() for action in app.tools.values()}


def test_every_action_has_a_schema_that_any_server_understands() -> None:
    for action in every_action():
        (tool,) = tool_schemas({action.full_name: action})
        assert SENDABLE.fullmatch(tool.name)
        assert tool.description
        assert tool.parameters["type"] == "object"
        _check(tool.parameters)


def _check(schema: dict[str, Any]) -> None:
    assert schema.keys() <= KEYWORDS
    items = [schema["items"]] if "items" in schema else []
    for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *items):
        _check(inner)


def test_an_argument_called_title_is_told_and_what_may_be_left_out_is_not_null() -> None:
    told = {tool.name: tool.parameters for tool in tool_schemas(every_tool())}
    assert told["Calendar__add_calendar_event"]["properties"]["title"] == {
        "type": "string",
        "default": "Event",
        "description": "What it is, in a few words.",
    }
    apartments = told["Apartment__search_apartments"]["properties"]
    assert apartments["name"] == {"description": "Part of the name.", "type": "string"}
    assert apartments["amenities"]["items"] == {"type": "string"}


def test_tools_are_told_of_under_the_names_and_in_the_words_of_the_assistant() -> None:
    naming = Naming({"Emails__get_email_by_id": "Mail__fetch"}, {"Emails__list_emails": "All the post."})
    told = {tool.name: tool for tool in tool_schemas(naming.offered(tools()))}
    assert "Emails__get_email_by_id" not in told
    assert told["Mail__fetch"].parameters["required"] == ["email_id"]
    assert told["Emails__list_emails"].description == "All the post."
    words = tools_as_text(naming.offered(tools()))
    assert "- Mail__fetch(email_id: id" in words
    assert "Emails__get_email_by_id" not in words
    assert ": All the post." in words


def test_in_text_an_action_is_told_with_its_arguments() -> None:
    words = tools_as_text({"open_email_by_id": taps()["open_email_by_id"]})
    assert words == (
        "- open_email_by_id(email_id: id): Open a mail of this folder; it counts as read.\n"
        "    email_id: Id of the mail."
    )
    assert short_signatures({"open_email_by_id": taps()["open_email_by_id"]}) == words.partition("\n")[0]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Messages__create_group_conversation", "user_ids: list of id"),
        ("Cab__order_ride", 'service_type: "Default" or "Premium" or "Van"'),
        ("Cab__order_ride", "ride_time?: date and time"),
        ("Emails__list_emails", 'folder_name: text = "INBOX"'),
        ("Shopping__checkout", "discount_code?: text"),
        ("Contacts__edit_contact", "updates: object with some of first_name, last_name"),
        ("System__get_current_time", "takes no arguments"),
    ],
)
def test_arguments_are_told_in_words(name: str, told: str) -> None:
    assert told in takes(name, every_tool()[name])


def test_a_constrained_reply_ties_the_arguments_to_the_action() -> None:
    schema = reply_schema(taps())
    variants = {one["properties"]["action"]["enum"][0]: one for one in schema["anyOf"]}
    assert list(variants) == list(taps())
    opened = variants["open_email_by_id"]
    assert opened["required"] == ["thought", "action", "action_input"]
    assert opened["properties"]["action_input"]["required"] == ["email_id"]
    assert schema["type"] == "object"


@pytest.mark.parametrize("room", [rooms_of(app)[0] for app in ("email", "messaging", "shopping")], ids=lambda r: r.app)
def test_what_is_told_first_is_told_again_without_being_made_anew(room: Room) -> None:
    offered = user_actions(enter(room))
    first, again = tool_schemas(offered), tool_schemas(dict(offered))
    assert all(one is other for one, other in zip(first, again, strict=True))


def test_all_tools_are_told_and_counted_in_a_few_milliseconds() -> None:
    world = enter(next(room for room in rooms() if room.app == "home"))
    offered = assistant_tools(world)
    assert len(offered) > 90
    messages = [Message("user", "something seen " * 300, foldable=1) for _ in range(20)]
    tool_schemas(offered)
    assert _best(lambda: tool_schemas(offered)) < 0.001
    assert _best(lambda: fit(messages, tool_schemas(offered), 100_000)) < 0.01


def _best(work: Any) -> float:
    """The shortest of many runs: what else the machine does is not measured."""
    times = []
    for _ in range(30):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_the_mailbox_of_the_tests_has_mails() -> None:
    assert mailbox().phone.active == "email"
