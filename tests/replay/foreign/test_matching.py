"""Calls of models find their events, and what an app does inside of one is not taken for another."""

from __future__ import annotations

from typing import Any

from replay.foreign.calls import ModelCall, Talks
from replay.foreign.events import ForeignEvent
from replay.foreign.hf_file import open_file
from replay.foreign.matching import Matched, matched
from replay.foreign.roles import roles_of
from tests.replay.foreign.foreign_run import AGENTS, ForeignRun
from tests.replay.foreign.foreign_states import all_apps, fid
from tests.replay.foreign.runs import evening, tour

PAGE: dict[str, Any] = {"offset": 0, "limit": 5}


def _looks(run: ForeignRun) -> None:
    """The user and the assistant call the same, each for themselves."""
    run.user("Messages", "list_recent_conversations", "...", inside=("list_recent_conversations", PAGE), **PAGE)
    run.agent("Messages", "list_recent_conversations", "...", **PAGE)


def _matched(run: ForeignRun) -> tuple[Matched, list[ForeignEvent]]:
    file = open_file(run.bytes(), "x")
    return matched(file.events, Talks(file.logs).calls), file.events


def test_the_outer_call_is_matched_and_the_inner_one_belongs_to_it() -> None:
    run = ForeignRun(all_apps())
    _looks(run)
    found, _ = _matched(run)
    assert {number: call.agent for number, call in found.calls.items()} == {0: AGENTS["user"], 2: AGENTS["observe"]}
    assert found.inside == {1: 0}


def test_without_notes_of_events_names_and_times_decide() -> None:
    run = ForeignRun(all_apps())
    _looks(run)
    run.logs = [log for log in run.logs if log["log_type"] != "action"]
    found, _ = _matched(run)
    assert found.calls.keys() == {0, 2}
    assert found.inside == {1: 0}


def test_without_logs_the_inside_follows_at_once_in_the_same_app() -> None:
    run = ForeignRun(all_apps())
    _looks(run)
    run.logs.clear()
    found, _ = _matched(run)
    assert found.calls == {}
    assert found.inside == {1: 0}


def test_calls_of_one_moment_are_not_taken_for_the_inside_of_each_other() -> None:
    run = ForeignRun(all_apps())
    run.user("Contacts", "open_contact", "...", contact_id=fid("contact bo"))
    run.agent("Contacts", "get_contact", "...", contact_id=fid("contact bo"))
    for event in run.events:
        event["event_time"] = run.now
    found, _ = _matched(run)
    assert found.inside == {}
    assert found.calls.keys() == {0, 1}


def test_a_draft_that_is_kept_is_no_mail_from_the_world() -> None:
    run = ForeignRun(all_apps())
    run.user("Emails", "save_draft", fid("mail draft"))
    run.env("Emails", "create_and_add_email", fid("mail draft"), sender="iris@thorne.example", folder_name="DRAFT")
    found, _ = _matched(run)
    assert found.inside == {1: 0}


def test_only_calls_that_failed_are_lost() -> None:
    found, _ = _matched(evening())
    assert [call.name for call in found.lost] == ["Calendar__ring_bell"]


def test_every_call_of_the_tour_is_matched() -> None:
    found, events = _matched(tour())
    unmatched = [event for event in events if event.number not in found.calls and event.number not in found.inside]
    assert {event.kind for event in unmatched} == {"ENV"}


def _roles(run: ForeignRun) -> dict[str, Any]:
    file = open_file(run.bytes(), "x")
    calls = Talks(file.logs).calls
    found = matched(file.events, calls)
    roles = roles_of(file.logs, calls, found.calls, file.events)
    return {stage: roles.get(agent) for stage, agent in AGENTS.items()}


def test_agents_are_known_by_what_they_do() -> None:
    assert _roles(evening()) == {"user": "user", "observe": "observe", "execute": "execute"}


def test_an_agent_that_only_writes_what_is_noted_as_the_users_is_known_by_its_mode() -> None:
    run = ForeignRun(all_apps())
    run.agent("Reminders", "update_reminder", "...", mode="execute", reminder_id=fid("reminder clay"))
    run.events[-1]["event_type"] = "USER"
    run.events[-1]["metadata"]["proactive_mode"] = None
    run.says("Done.", mode="execute")
    assert _roles(run)["execute"] == "execute"


def test_where_nothing_else_tells_the_prompt_does() -> None:
    run = ForeignRun(all_apps())
    run.calls_in_vain("execute", "Notes__sing", "No such tool.")
    for log in run.logs:
        if log["log_type"] == "system_prompt":
            log["content"] = "Execute the approved task."
    assert _roles(run)["execute"] == "execute"


def test_talks_belong_to_the_next_call_of_the_same_agent() -> None:
    calls: list[ModelCall] = Talks(open_file(evening().bytes(), "x").logs).calls
    assert all(call.thought and call.output and call.messages for call in calls)
    assert len({id(call) for call in calls}) == len(calls)
