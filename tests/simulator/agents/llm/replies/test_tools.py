"""Replies by tool calls: what is read from them, and how precisely a model is told what was wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.agents.llm.replies.said import Said
from simulator.agents.llm.replies.tools import act_messages, misread_messages, read
from simulator.phone.writable import writable_text
from simulator.trace.exchange import Reply, ToolCall
from tests.simulator.agents.llm.replies.offered import tools

OPEN = "Emails__get_email_by_id"


def called(arguments: str, name: str = OPEN, text: str = "", finish: str = "") -> Said:
    return read(Reply(text=text, calls=(ToolCall(name, arguments),), finish=finish), tools())


@pytest.mark.parametrize("text", ["I look.", "  I look.\n", "<think>Which mail?</think>\nI look."])
def test_a_call_is_read_with_what_was_said_beside_it(text: str) -> None:
    assert called('{"email_id": "mail_1"}', text=text) == Said(OPEN, {"email_id": "mail_1"}, "I look.")


@pytest.mark.parametrize("arguments", ["", " ", "{}", "null", '""'])
def test_no_arguments_may_be_written_in_several_ways(arguments: str) -> None:
    assert called(arguments) == Said(OPEN)


def test_arguments_may_be_written_as_json_inside_a_string() -> None:
    assert called(json.dumps('{"email_id": "mail_1"}')).args == {"email_id": "mail_1"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("email_id=mail_1", "is not valid JSON: expecting value at line 1, column 1"),
        ('{"email_id": "mail_1"', "is not complete JSON: it ends in the middle"),
        ('{"email_id": "mail_1"} {"email_id": "mail_2"}', "continues after its JSON object"),
        ('["mail_1"]', f"has to be a JSON object with the arguments by name, but it is '[\"mail_1\"]'. {OPEN} takes"),
        ("7", "but it is '7'"),
        ("[" * 50_000, "too large or lists too deep"),
    ],
)
def test_arguments_that_cannot_be_read_are_told_precisely(arguments: str, told: str) -> None:
    found = called(arguments)
    assert told in found.problem
    assert OPEN in found.problem
    assert not found.name


def test_a_call_at_the_limit_of_its_length_is_told_so() -> None:
    assert "reached the limit on its length" in called('{"email_id": "ma', finish="length").problem


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(), "The reply was empty."),
        (Reply(text="I would wait."), "is text without a tool call: 'I would wait.'"),
        (Reply(calls=(ToolCall(" ", "{}"),)), "does not name a tool"),
        (Reply(calls=(ToolCall("a"), ToolCall("b"))), "makes 2 tool calls at once: 'a', 'b'. None was done."),
        (Reply(calls=(ToolCall("a"),) * 500), "makes 500 tool calls at once: 'a', 'a', 'a', 'a', 'a' and 495 more"),
        (Reply(calls=(ToolCall(OPEN, "{}"),), cut=7), "7 characters longer than a reply may be"),
        (Reply(finish="length"), "ended before it came to an action"),
    ],
)
def test_what_is_not_exactly_one_call_is_told_precisely(reply: Reply, told: str) -> None:
    found = read(reply, tools())
    assert told in found.problem
    assert "exactly one tool call" in found.problem
    assert not found.name


def test_a_problem_keeps_what_was_thought() -> None:
    assert read(Reply(text="I wonder."), tools()).thought == "I wonder."


calls = st.builds(
    ToolCall, st.one_of(st.text(), st.just(OPEN)), st.one_of(st.text(), st.sampled_from(["{", "{}", '"', "NaN"]))
)


@given(st.builds(Reply, st.text(), st.lists(calls, max_size=3).map(tuple), st.text(), st.text(), st.integers(0, 1)))
def test_whatever_is_said_is_a_call_or_a_problem(reply: Reply) -> None:
    found = read(reply, tools())
    assert bool(found.name) != bool(found.problem)
    assert isinstance(found.args, dict)
    for told in (found.name, found.thought, found.problem):
        assert told == writable_text(told)
    for message in misread_messages(reply, found.problem):
        assert message.text == writable_text(message.text)


@given(st.binary())
def test_bytes_that_are_no_text_are_a_problem(raw: bytes) -> None:
    found = called(raw.decode("utf-8", "surrogateescape"))
    assert bool(found.name) != bool(found.problem)


@given(st.dictionaries(st.text(), st.integers()), st.text())
def test_what_a_model_did_is_told_in_its_own_form(args: dict[str, int], thought: str) -> None:
    act, answer = act_messages("look", args, thought, "Nothing.", "call7", 2)
    assert act.call is not None
    assert read(Reply(text=act.text, calls=(act.call,)), {}).args == args
    assert (act.role, answer.role, answer.text) == ("assistant", "tool", "Nothing.")
    assert act.call_id == answer.call_id == "call7"
    assert (act.foldable, answer.foldable) == (2, 2)


def test_calls_that_were_not_answered_are_told_in_words() -> None:
    reply = Reply(text="Both.", calls=(ToolCall("a", '{"x": 1}'), ToolCall("b")))
    said, answer = misread_messages(reply, "Two calls.")
    assert (said.role, said.call) == ("assistant", None)
    assert said.text == "Both.\n[called a with '{\"x\": 1}']\n[called b with '']"
    assert (answer.role, answer.text) == ("user", "Two calls.")
