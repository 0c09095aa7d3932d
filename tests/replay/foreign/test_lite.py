"""Transcripts of other systems, read as runs without a phone."""

from __future__ import annotations

from typing import Any

import pytest

from replay.foreign.lite import NO_PHONE, read_lite
from replay.foreign.lite_messages import deed_in
from simulator.config import EpisodeConfig
from simulator.episode.verify import verify
from simulator.scenario.load import from_source
from simulator.showing.run_history import RunHistory
from simulator.showing.step_detail import detail_of
from simulator.trace.header import TraceError
from simulator.trace.moments import FAILED_THERE, Ended, Said
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.foreign.brought_runs import history_of
from tests.replay.foreign.points import points
from tests.replay.foreign.transcripts import CARD, OBSERVE, USER, acts, answer, brought, call, lite, message, words


def test_the_histories_of_all_agents_become_one_story() -> None:
    assert [(act.actor, act.name, act.phase) for act in acts(brought())] == [
        ("user", "open_app", None),
        ("assistant", "list_emails", "observe"),
        ("assistant", "send_message_to_user", "observe"),
        ("user", "accept_proposal", None),
        ("assistant", "reply_to_email", "execute"),
        ("assistant", "send_message_to_user", "execute"),
        ("user", "open_email_by_id", None),
        ("assistant", "wait", "observe"),
    ]


def test_offers_and_answers_are_decision_points() -> None:
    assert points(brought().trace) == [
        ("Shall I answer Cleo?", 1, "accept", "accepted", "Yes, do."),
        ("silence", 3, "waiting"),
    ]


def test_what_an_app_did_is_told_in_words_alone() -> None:
    opened, listed, offered, *_, failed, waited = acts(brought())
    assert (opened.tags, opened.patches, opened.result) == ((), (), "Opened Emails App.")
    assert (listed.tags, listed.app, listed.args) == ((), "email", {"folder_name": "INBOX"})
    assert (offered.tags, waited.tags) == ((), ())
    assert failed.error is not None
    assert (failed.error.code, failed.error.message, failed.tags) == (FAILED_THERE, "No mail with the id kiln", ())
    assert [act.write for act in acts(brought()) if act.app == "email"] == [False, True, False]


def test_an_answer_to_nothing_is_told_as_one() -> None:
    early = [USER[0], call(f"{CARD}__reject_proposal", 1, content="Not now."), answer("0b2e", 1.1), *USER[1:]]
    found = brought(per_agent_interaction_histories={"agent_1": early, "agent_2": OBSERVE})
    history = history_of(found.trace)
    stray = next(told for told in history.told if "although" in told.text)
    assert (stray.text, stray.quote, stray.tags) == ("Rejects although no offer is open", "Not now.", ())


def test_nothing_is_marked_as_missing_on_a_phone_that_nobody_has() -> None:
    found = brought()
    history = history_of(found.trace)
    assert not any(tag.text == "not shown" for told in history.told for tag in told.tags)


def test_what_was_said_and_heard_stands_between_in_its_own_words() -> None:
    found = [(one.actor, one.role, one.text) for one in words(brought())]
    assert found[1:] == [
        ("assistant", "system", "You look on and offer help."),
        ("assistant", "user", "[2025-11-18 09:00:02] New email from cleo@marsh.example: The kiln"),
        ("assistant", "system", "The user has agreed."),
        ("user", "assistant", "I do not know what to do now."),
    ]


def test_prompts_are_shortened_and_stay_whole_in_the_original() -> None:
    prompt = words(brought())[0]
    assert prompt.text.endswith("...")
    assert len(prompt.text) == 400
    assert prompt.envelope is not None
    assert prompt.envelope.original["message"] == USER[0]


def test_thoughts_tokens_and_time_lie_in_the_envelope() -> None:
    first = acts(brought())[0].envelope
    assert first is not None
    assert (first.thought, first.tokens_in, first.tokens_out, first.latency_ms) == ("I look at my mail.", 100, 10, 2500)
    assert first.original == {"agent": "agent_1", "message": USER[1], "answer": USER[2]}
    second = acts(brought())[3].envelope
    assert second is not None
    assert (second.tokens_in, second.latency_ms) == (None, None)


def test_the_file_is_quoted_on_itself() -> None:
    found = brought()
    assert found.said == {
        "scenario_id": "kiln_evening",
        "model_id": "user:tiny|observe:acme/big|execute:acme/big",
        "agent_id": "user:A|proactive:B",
        "validation_decision": "Valid",
        "validation_rationale": "All is well.",
        "run_duration": 61.5,
        "models": {"user": "tiny", "observe": "acme/big", "execute": "acme/big"},
        "usage": {"calls": 4, "prompt_tokens": 115, "completion_tokens": 12, "completion_duration": 2.5},
    }
    assert found.warnings == (NO_PHONE,)
    assert found.format == "lite"


def test_there_are_as_many_turns_as_the_user_took() -> None:
    assert brought().trace.header.config["max_turns"] == 3


def test_the_phone_has_no_app_and_the_run_ends_for_unknown_reasons() -> None:
    trace = brought().trace
    story = from_source(trace.header.scenario)
    assert story.id == "imported_kiln_evening"
    assert not [app for app in story.blank.apps.values() if app.screens and not app.system]
    assert trace.result is not None
    assert (trace.result.ended, trace.result.outcome) == ("unknown", None)
    last = trace.moments[-1]
    assert isinstance(last, Ended)
    assert last.reason == "unknown"


def test_it_can_be_kept_verified_and_told() -> None:
    trace = brought().trace
    kept = parse_trace(dump(trace.header, trace.moments, trace.result))
    assert verify(kept, replays=False).first is None
    history = RunHistory(from_source(trace.header.scenario), EpisodeConfig.model_validate(trace.header.config))
    history.feed(trace.moments)
    assert len(history.told) == len(trace.moments)
    spoken = [moment.n for moment in trace.moments if isinstance(moment, Said)]
    assert [history.told[n].lane for n in spoken] == ["user", "assistant", "assistant", "assistant", "user"]
    assert {detail_of(history, n).actor for n in spoken} == {"User", "Assistant"}


def test_an_agent_is_known_by_what_it_does() -> None:
    histories = {
        "agent_x": [call("Emails__open_email_by_id", 1, email_id="a"), call("System__go_home", 2)],
        "agent_y": [call("Emails__send_email", 3, recipients=["a@b.example"])],
        "agent_z": [message("assistant", "Hello.", 4)],
    }
    found = brought(per_agent_interaction_histories=histories)
    assert [(act.actor, act.phase) for act in acts(found)] == [("user", None), ("user", None), ("assistant", "execute")]
    assert words(found)[0].actor == "assistant"


def _reported_by(prompt: str | None) -> list[tuple[str, str | None]]:
    """Who says what when one agent offers something, and after the user's yes another one speaks."""
    card = "PAREAgentUserInterface"
    histories = {
        "agent_o": [call(f"{card}__send_message_to_user", 2, content="Shall I tell Bo?")],
        "agent_u": [
            call("System__open_app", 1, app_name="Messages"),
            call(f"{card}__accept_proposal", 3, content="Yes"),
        ],
        "agent_e": [
            *([message("system", prompt, 4)] if prompt else []),
            call("Messages__send_message", 5, user_id="bo", content="On my way."),
            call(f"{card}__send_message_to_user", 6, content="Bo knows."),
        ],
    }
    found = brought(per_agent_interaction_histories=histories)
    return [(str(act.args["content"]), act.phase) for act in acts(found) if act.name == "send_message_to_user"]


def test_who_is_first_heard_of_after_an_acceptance_carries_out_and_its_report_is_no_offer() -> None:
    assert _reported_by(None) == [("Shall I tell Bo?", "observe"), ("Bo knows.", "execute")]
    assert _reported_by("You are the one who monitors user actions.")[1] == ("Bo knows.", "observe")


def test_without_times_agents_are_told_one_after_the_other() -> None:
    histories = {
        "agent_1": [{"role": "assistant", "content": "Hello."}],
        "agent_2": [{"role": "assistant", "content": "Hi."}],
    }
    found = brought(per_agent_interaction_histories=histories)
    assert [one.text for one in words(found)] == ["Hello.", "Hi."]
    assert "The messages have no times, so the agents are shown one after the other." in found.warnings


@pytest.mark.parametrize(
    ("text", "name", "args", "thought"),
    [
        ('Thought: a\nAction:\n{"action": "X__y", "action_input": {"b": 1}}', "X__y", {"b": 1}, "a"),
        ('Action: {"action": "X__y"}', "X__y", {}, ""),
        ('Action: ```json\n{"action": "X__y", "action_input": "z"}\n```', "X__y", {"input": "z"}, ""),
        ('An Action: first.\nAction:\n{"action": "X__y", "action_input": {}}', "X__y", {}, "An Action: first."),
        ("Action: {broken", "", {}, "Action: {broken"),
        ('Action: {"action": 7}', "", {}, 'Action: {"action": 7}'),
        ("No more words.", "", {}, "No more words."),
    ],
)
def test_a_call_is_read_from_a_reply(text: str, name: str, args: dict[str, Any], thought: str) -> None:
    assert deed_in(text) == (thought, name, args)


@pytest.mark.parametrize(
    ("data", "place", "problem"),
    [
        (b"{", "", "This is not JSON"),
        (b"[]", "", "This is not a JSON object."),
        (b"{}", "", "The file has no field 'per_agent_interaction_histories'."),
        (lite(per_agent_interaction_histories=[]), "per_agent_interaction_histories", "Expected an object"),
        (
            lite(per_agent_interaction_histories={"agent_1": {}}),
            "per_agent_interaction_histories.agent_1",
            "Expected a list",
        ),
        (
            lite(per_agent_interaction_histories={"agent_1": [{}, 7]}),
            "per_agent_interaction_histories.agent_1[1]",
            "Expected an object",
        ),
        (
            lite(per_agent_interaction_histories={"agent_1": [{"timestamp": "noon"}]}),
            "per_agent_interaction_histories.agent_1[0].timestamp",
            "Expected a number",
        ),
        (lite(model_id=3), "model_id", "Expected text"),
        (
            lite(per_agent_llm_usage_stats={"agent_1": {"prompt_tokens": 3}}),
            "per_agent_llm_usage_stats.agent_1.prompt_tokens",
            "Expected a list",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_the_place(data: bytes, place: str, problem: str) -> None:
    with pytest.raises(TraceError) as refused:
        read_lite(data, "kiln.json")
    assert problem in str(refused.value)
    assert str(refused.value).startswith(f"kiln.json, at {place}: " if place else "kiln.json: ")
    assert refused.value.remedy
