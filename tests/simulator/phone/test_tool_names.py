"""Tools under other names and in other words, as the assistant meets them."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.people import Rules
from simulator.phone.perform import Done, Refusal, assistant_does, assistant_tools
from simulator.phone.tool_names import AS_PUBLISHED, Naming
from tests.simulator.phone.small_phone import SmallPhone

ADD, SHOW, DELETE = "Reminders__add_reminder", "Reminders__get_all_reminders", "Reminders__delete_reminder"
OTHER = Naming({ADD: "Nudges__plant", DELETE: "Nudges__pluck"}, {ADD: "Plants a nudge.", SHOW: "Lists nudges."})
TEA: dict[str, Any] = {"title": "Tea", "description": "", "due_datetime": "2026-03-05 09:00:00"}


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("reminder", rules=Rules(standing_consent=True))


def asks(phone: SmallPhone, name: str, naming: Naming = OTHER, **args: Any) -> Done:
    return assistant_does(phone.world, name, args, 1, naming=naming)


def refusal(done: Done) -> Refusal:
    assert done.error is not None
    return done.error


def test_without_a_mapping_everything_is_as_published(phone: SmallPhone) -> None:
    tools = assistant_tools(phone.world)
    assert AS_PUBLISHED.offered(tools) == tools
    assert AS_PUBLISHED.shown(ADD) == AS_PUBLISHED.published(ADD) == ADD
    assert AS_PUBLISHED.told(f"Use {ADD}.") == f"Use {ADD}."


def test_a_renamed_tool_is_offered_by_its_new_name_alone(phone: SmallPhone) -> None:
    tools = assistant_tools(phone.world)
    offered = OTHER.offered(tools)
    assert "Nudges__plant" in offered
    assert ADD not in offered
    assert offered["Nudges__plant"].full_name == "Nudges__plant"
    assert len(offered) == len(tools)


def test_a_tool_in_other_words_says_them_and_takes_the_same(phone: SmallPhone) -> None:
    tools = assistant_tools(phone.world)
    offered = OTHER.offered(tools)
    assert (offered["Nudges__plant"].about, offered[SHOW].about) == ("Plants a nudge.", "Lists nudges.")
    assert offered["Nudges__plant"].schema == tools[ADD].schema
    assert offered["Nudges__pluck"].about == tools[DELETE].about


def test_what_is_not_mentioned_stays_as_it_is(phone: SmallPhone) -> None:
    tools = assistant_tools(phone.world)
    offered = OTHER.offered(tools)
    untouched = tools.keys() - {ADD, SHOW, DELETE}
    assert untouched
    assert all(offered[name] is tools[name] for name in untouched)


def test_a_reworded_tool_is_made_once(phone: SmallPhone) -> None:
    first, second = (OTHER.offered(assistant_tools(phone.world)) for _ in range(2))
    assert first["Nudges__plant"] is second["Nudges__plant"]


def test_names_may_be_swapped(phone: SmallPhone) -> None:
    swapped = Naming({ADD: DELETE, DELETE: ADD}, {})
    assert (swapped.published(ADD), swapped.published(DELETE)) == (DELETE, ADD)
    assert swapped.told(f"First {ADD}, then {DELETE}.") == f"First {DELETE}, then {ADD}."
    assert asks(phone, DELETE, swapped, **TEA).name == "add_reminder"


def test_a_name_that_was_taken_away_means_nothing(phone: SmallPhone) -> None:
    assert OTHER.published(ADD) is None
    assert OTHER.published("Nudges__plant") == ADD
    assert OTHER.published("fly") == "fly"


def test_only_whole_names_are_told_otherwise() -> None:
    longer = Naming({"Emails__reply": "Post__answer", "Emails__reply_all": "Post__answer_all"}, {})
    assert longer.told("Emails__reply_all or Emails__reply.") == "Post__answer_all or Post__answer."
    assert longer.told("Emails__reply_later and XEmails__reply") == "Emails__reply_later and XEmails__reply"


def test_a_call_by_the_new_name_does_what_the_tool_does(phone: SmallPhone) -> None:
    done = asks(phone, "Nudges__plant", **TEA)
    assert done.error is None
    assert (done.app, done.name, done.write) == ("reminder", "add_reminder", True)


def test_a_call_by_the_old_name_is_refused_and_the_new_names_are_listed(phone: SmallPhone) -> None:
    error = refusal(asks(phone, ADD, **TEA))
    assert error.code == "unknown_tool"
    assert error.message.startswith(f"There is no tool '{ADD}' on this phone. Tools you can use now: ")
    listed = error.message.partition("now: ")[2]
    assert "Nudges__plant" in listed
    assert ADD not in listed


def test_errors_speak_of_tools_by_the_new_names(phone: SmallPhone) -> None:
    wrong = refusal(asks(phone, "Nudges__pluck", reminder_id="gone")).message
    assert "Reminders__get_all_reminders lists the ids" in wrong, "this one keeps its name"
    all_renamed = Naming({SHOW: "Nudges__pile", DELETE: "Nudges__pluck"}, {})
    wrong = refusal(asks(phone, "Nudges__pluck", all_renamed, reminder_id="gone")).message
    assert "Nudges__pile lists the ids" in wrong


def test_a_refusal_for_lack_of_consent_names_the_tool_as_it_was_called() -> None:
    error = refusal(asks(SmallPhone("reminder"), "Nudges__plant", **TEA))
    assert error.code == "no_consent"
    assert error.message.startswith("Nudges__plant changes something")


def test_what_was_carried_out_is_told_by_the_new_name() -> None:
    watched = SmallPhone("reminder")
    watched.offers("Shall I?")
    watched.taps("accept_proposal")
    assert asks(watched, "Nudges__plant", **TEA).error is None
    watched.calls("PAREAgentUserInterface__send_message_to_user", content="Done.")
    told = watched.texts("assistant")[-1]
    assert told.endswith("Carried out: Nudges__plant.")


def test_a_broken_tool_says_so_under_its_new_name_too(phone: SmallPhone) -> None:
    done = assistant_does(phone.world, "Nudges__plant", TEA, 1, "It broke.", OTHER)
    assert (refusal(done).code, done.name) == ("tool_failed", "add_reminder")
