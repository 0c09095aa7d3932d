"""The detail of a step: the call, what changed in words, and what each side had been told."""

from __future__ import annotations

import json

import msgspec

from simulator.showing.run_history import RunHistory
from simulator.showing.step_detail import StepDetail, detail_of
from simulator.trace.moments import Acted
from tests.simulator.showing.played import history_of

NAME = "urgent_conflict_ride_reschedule"


def step_of(history: RunHistory, name: str) -> int:
    return next(moment.n for moment in history.moments if isinstance(moment, Acted) and moment.name == name)


def detail(name: str) -> StepDetail:
    history = history_of(NAME)
    return detail_of(history, step_of(history, name))


def test_the_call_stands_as_it_was_made() -> None:
    call = detail("edit_calendar_event").call
    assert call is not None
    assert call.name == "Calendar__edit_calendar_event"
    assert [argument.name for argument in call.arguments] == ["event_id", "start_datetime"]
    assert call.error == "" and "is changed" in call.result


def test_changed_fields_are_told_before_and_after_and_the_rest_is_folded() -> None:
    (diff,) = detail("edit_calendar_event").diffs
    assert (diff.noun, diff.how) == ("calendar event", "changed")
    assert [row.field for row in diff.rows] == ["start", "end"]
    assert (diff.rows[0].old, diff.rows[0].new) == ("14:00", "16:30")
    assert "location" in [row.field for row in diff.unchanged]


def test_a_new_record_is_told_whole_and_without_ids() -> None:
    made = [diff for diff in detail("reply_to_email").diffs if diff.noun == "mail"]
    rows = {row.field: row.new for row in made[0].rows}
    assert rows["in reply to"] == "Board today, 14:30"
    assert rows["from"] and not rows["from"].startswith("mail_")


def test_what_the_assistant_saw_is_its_news_since_its_last_decision() -> None:
    history = history_of(NAME)
    accepted = step_of(history, "accept_proposal")
    first_write = next(
        moment.n for moment in history.moments if isinstance(moment, Acted) and moment.write and moment.n > accepted
    )
    seen = detail_of(history, first_write).assistant_saw
    assert seen.decided
    assert [sight.step for sight in seen.sights] == [accepted]
    assert "was accepted" in seen.sights[0].text


def test_what_the_user_did_is_told_to_the_assistant_in_words_with_its_step() -> None:
    history = history_of(NAME)
    opened = step_of(history, "open_app")
    told = detail_of(history, opened).assistant_saw
    assert not told.decided
    assert [(sight.text, sight.step) for sight in told.sights] == [(f"The user: {history.told[opened].text}", opened)]


def test_the_raw_moment_is_the_stored_one() -> None:
    found = detail("edit_calendar_event")
    raw = json.loads(found.raw)
    assert raw["name"] == "edit_calendar_event" and raw["n"] == found.told.n


def test_what_is_very_long_is_cut_and_says_by_how_much() -> None:
    history = history_of(NAME)
    n = step_of(history, "edit_calendar_event")
    moment = history.moments[n]
    assert isinstance(moment, Acted)
    history.moments[n] = msgspec.structs.replace(moment, result="x" * 30_000, args={"event_id": "y" * 20_000})
    found = detail_of(history, n)
    assert found.call is not None
    assert found.call.result == "x" * 20_000 + "\n… and 10,000 more characters"
    assert found.call.arguments[0].value == "y" * 20_000
    assert len(found.raw) < 20_100 and found.raw.endswith("more characters")


def test_the_beginning_and_the_end_have_details_too() -> None:
    history = history_of(NAME)
    for n in (0, len(history) - 1):
        found = detail_of(history, n)
        assert found.call is None and found.diffs == () and found.actor == "The run itself"


def test_every_step_of_a_run_has_a_detail() -> None:
    for assistant in ("oracle", "random"):
        history = history_of(NAME, assistant=assistant, env_events_per_minute=4, tool_failure_probability=0.3)
        assert [detail_of(history, n).told.n for n in range(len(history))] == list(range(len(history)))
