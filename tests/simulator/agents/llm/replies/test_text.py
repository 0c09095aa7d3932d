"""Replies by text: what is read from them, and how precisely a model is told what was wrong."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.agents.llm.replies.said import Said
from simulator.agents.llm.replies.text import END, act_messages, misread_messages, read
from simulator.phone.writable import writable_text
from simulator.trace.exchange import Reply
from tests.simulator.agents.llm.replies.offered import taps

OPEN = '{"action": "open_email_by_id", "action_input": {"email_id": "mail_1"}}'


def said(text: str, finish: str = "stop") -> Said:
    return read(Reply(text=text, finish=finish), taps())


def problem(text: str, finish: str = "stop") -> str:
    found = said(text, finish)
    assert not found.name
    return found.problem


@pytest.mark.parametrize(
    "text",
    [
        f"Thought: I look.\nAction:\n{OPEN}\n{END}",
        f"Thought: I look.\nAction: {OPEN}",
        f"I look.\n\nAction: {OPEN}",
        f"**Thought:** I look.\n**Action:** {OPEN}{END}",
        f"Thought: I look.\nAction:\n```json\n{OPEN}\n```\n{END}",
        f"Thought: I look.\nAction: {OPEN}\nThat should do it.",
        f"Thought: I look. ACTION : {OPEN}",
        f"Thought: I look.\nAction: {OPEN}{END}\nObservation: done\nThought: next\nAction: {OPEN}{END}",
        f"Thought: I look.\nAction: {OPEN}\nObservation: done\nThought: next\nAction: {OPEN}",
        f"<think>Which mail? Action: {{}}</think>Thought: I look.\nAction: {OPEN}",
        '{"thought": "I look.", ' + OPEN[1:],
        '```json\n{"thought": "I look.", ' + OPEN[1:] + "\n```",
    ],
)
def test_an_action_is_read_however_it_is_dressed(text: str) -> None:
    assert said(text) == Said("open_email_by_id", {"email_id": "mail_1"}, "I look.")


def test_a_thought_may_speak_of_an_action() -> None:
    found = said(f"Thought: The best action: open it. Action: none is better.\nAction: {OPEN}")
    assert found.name == "open_email_by_id"
    assert found.thought == "The best action: open it. Action: none is better."


def test_a_thought_may_be_missing() -> None:
    assert said(f"Action: {OPEN}{END}").thought == ""


def test_an_action_inside_an_argument_is_text() -> None:
    body = 'Action: {"action": "x"} and Observation: y'
    call = json.dumps({"action": "search_emails", "action_input": {"query": body}})
    assert said(f"Action: {call}{END}").args == {"query": body}


@pytest.mark.parametrize("given_input", ["", ', "action_input": ""', ', "action_input": null', ', "action_input": {}'])
def test_no_arguments_may_be_written_in_several_ways(given_input: str) -> None:
    assert said(f'Action: {{"action": "start_compose"{given_input}}}') == Said("start_compose")


def test_one_text_does_for_the_only_argument() -> None:
    assert said('Action: {"action": "open_email_by_id", "action_input": "mail_1"}').args == {"email_id": "mail_1"}


def test_arguments_may_be_an_object_inside_a_string() -> None:
    inside = json.dumps({"email_id": "mail_1"})
    call = json.dumps({"action": "open_email_by_id", "action_input": inside})
    assert said(f"Action: {call}").args == {"email_id": "mail_1"}


def test_line_breaks_inside_a_string_are_let_through() -> None:
    assert said('Action: {"action": "search_emails", "action_input": {"query": "a\nb"}}').args == {"query": "a\nb"}


def test_whether_there_is_such_an_action_is_for_the_phone_to_say() -> None:
    assert said('Action: {"action": "fly", "action_input": {"to": "the moon"}}') == Said("fly", {"to": "the moon"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The reply was empty."),
        (" \n", "The reply was empty."),
        ("<think>Let me see", "ended before it came to an action"),
        ("I would open the mail.", "has no 'Action:', only 'I would open the mail.'"),
        ("Action: open_email_by_id", "is not a JSON object but 'open_email_by_id'"),
        (f"Action: {OPEN}\nAction: {OPEN}", "more than one action, and none was done"),
        (f"Action: {OPEN}\n{OPEN}", "more than one action"),
        (f"Action:\n```json\n{OPEN}\n```\n```json\n{OPEN}\n```", "more than one action"),
        ('Action: {"action": "a", "action_input": {"x": 1}', "is not complete JSON: it ends in the middle"),
        ('Action: {"action": "a', "is not complete JSON"),
        ("Action: {'action': 'a'}", "is not valid JSON: expecting property name"),
        ('Action: {"action": "a",\n "action_input" {}}', "at line 2, column 17, near"),
        ('Action: {"name": "a", "arguments": {}}', "has no key 'action', it has 'name, arguments'"),
        ("Action: {}", "has no key 'action', it has no keys"),
        ('Action: {"action": 7}', "the name of one action, but it is '7'"),
        ('Action: {"action": " "}', "the name of one action"),
        ('Action: {"action": "a", "content": "x"}', "into 'action_input': 'content' is outside it"),
        ('Action: {"action": "fly", "action_input": [1, 2]}', "has to be a JSON object"),
        ('Action: {"action": "fly", "action_input": "up"}', "but it is 'up'"),
        ('Action: {"action": "switch_folder", "action_input": 3}', "switch_folder takes folder_name: text"),
        ('Action: {"action": "a", "action_input": {"x": ' + "9" * 5000 + "}}", "too large or lists too deep"),
        ('Action: {"action": "a", "action_input": ' + "[" * 50_000, "too large or lists too deep"),
    ],
)
def test_a_model_is_told_precisely_what_was_wrong(text: str, told: str) -> None:
    assert told in problem(text)


def test_a_reply_at_the_limit_of_its_length_is_told_so() -> None:
    assert "reached the limit on its length" in problem('Action: {"action": "a", "action_input": {"x": "lon', "length")
    assert "ended before it came to an action" in problem("", "length")


def test_a_reply_longer_than_is_kept_is_refused_whole() -> None:
    found = read(Reply(text=f"Action: {OPEN}", cut=1_900_000), taps())
    assert "1,900,000 characters longer than a reply may be" in found.problem
    assert not found.name


def test_a_thought_that_no_file_could_hold_becomes_one_that_can_be_kept() -> None:
    found = said('{"thought": "\\ud800", "action": "go_\\udfff"}')
    assert (found.name, found.thought) == ("go_\\udfff", "\\ud800")


MARKS = ("Thought:", "Action:", "Action", END, "Observation:", "\n", "```", "json", "<think>", "</think>", "**")
JSON = (OPEN, "{", "}", '"action"', '"action_input"', ":", '"', "[", ",", "null", "\\", "\ud800", "9" * 400, "NaN")
PIECES = st.sampled_from((*MARKS, *JSON))


@given(st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=5))).map("".join)), st.integers(0, 1))
def test_whatever_is_said_is_an_action_or_a_problem(text: str, cut: int) -> None:
    found = read(Reply(text=text, cut=cut, finish="length" if cut else ""), taps())
    assert bool(found.name) != bool(found.problem)
    assert isinstance(found.args, dict)
    for told in (found.name, found.thought, found.problem):
        assert told == writable_text(told)
    assert len(found.problem) < 900


@given(st.binary())
def test_bytes_that_are_no_text_are_a_problem(raw: bytes) -> None:
    found = said(raw.decode("utf-8", "surrogateescape"))
    assert bool(found.name) != bool(found.problem)


@pytest.mark.parametrize(
    "piece", ["*", "Action:", "Action: {", "\n", "`", "Observation", "<think>", " ", "{", "Thought"]
)
def test_a_long_reply_of_nonsense_is_read_at_once(piece: str) -> None:
    text = (piece * 64_000)[:64_000]
    start = time.process_time()
    said(text)
    said(f"Action: {OPEN}{text}")
    assert time.process_time() - start < 4


@given(st.dictionaries(st.text(), st.text()), st.text())
def test_what_a_model_did_is_told_in_its_own_form(args: dict[str, str], thought: str) -> None:
    act, answer = act_messages("open", args, "", "It is open.", "call1", 2)
    assert read(Reply(text=act.text), {}) == Said("open", args) or END in act.text.removesuffix(END)
    assert (act.role, answer.role, answer.text) == ("assistant", "user", "Observation: It is open.")
    assert (act.foldable, answer.foldable) == (2, 2)
    assert act.call is answer.call is None


def test_what_could_not_be_read_is_told_with_the_problem() -> None:
    reply, answer = misread_messages(Reply(text="<think>hm</think>I open it."), "There is no action.")
    assert (reply.role, reply.text) == ("assistant", "I open it.")
    assert (answer.role, answer.text) == ("user", "Observation: There is no action.")
    assert misread_messages(Reply(), "Empty.")[0].text == "[nothing]"
