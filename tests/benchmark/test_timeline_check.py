from __future__ import annotations

import copy
from typing import Any

import pytest

from benchmark.timeline_check import timeline_faults
from simulator.scenario.library import Library
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from tests.simulator.scenario.samples import load
from tests.simulator.scenario.test_lint_language import ROOM


def changed(story: Story, label: str, **fields: Any) -> Story:
    """The story with other fields of one event; None takes a field away."""
    source = copy.deepcopy(dict(story.source))
    event = next(event for event in source["timeline"] if event["label"] == label)
    event.update(fields)
    for name in [name for name, value in fields.items() if value is None]:
        del event[name]
    return from_source(source)


def with_event(event: dict[str, Any]) -> Story:
    source = copy.deepcopy(dict(load(ROOM).source))
    source["timeline"].append(event)
    return from_source(source)


def later(content: str, **more: Any) -> dict[str, Any]:
    args = {"sender": "odile", "content": content}
    return {"label": "later", "at": "12:00", "do": "email.send_email_to_user_only", "with": args, **more}


def test_pilots_survive_early_and_late_help() -> None:
    faults = [fault for story in Library().stories() for fault in timeline_faults(story)]
    assert faults == []


@pytest.mark.parametrize(
    ("scenario", "event", "known"),
    [
        ("queens_first_then_jars", "square", "Matúš Hronec has been told"),
        ("urgent_conflict_ride_reschedule", "chased", "Tamar Gelashvili has been told"),
        ("shopping_refund_event_conflict", "hooked_leaves", "'hooked' has been changed"),
        ("sublet_inquiry_response_triage", "gone", "Joanna Pike has been told"),
    ],
)
def test_an_event_that_presupposes_no_help_needs_unless(scenario: str, event: str, known: str) -> None:
    fault = timeline_faults(changed(Library().get(scenario), event, unless=None))[0]
    assert fault.field.startswith("timeline.")
    assert f"if help comes early, {known} before this happens" in fault.text
    assert "add unless" in fault.text


def test_an_event_that_makes_sense_all_the_same_says_so() -> None:
    (fault,) = timeline_faults(with_event(later("By the way, it rains.")))
    assert "tags: [regardless]" in fault.text
    assert timeline_faults(with_event(later("By the way, it rains.", tags=["regardless"]))) == []


def test_nobody_gives_thanks_for_a_message_that_was_not_sent() -> None:
    event = later("Thank you for your answer!", tags=["regardless"])
    (fault,) = timeline_faults(with_event(event))
    assert "if no help comes, this says 'thank you for your answer' although nobody has written" in fault.text
    assert "add when" in fault.text
    answers = {"label": "later", "when": {"sent": {"to": ["odile"]}}, "do": event["do"], "with": event["with"]}
    assert timeline_faults(with_event(answers)) == []


def test_an_event_about_a_record_that_help_removes_fails() -> None:
    story = Library().get("email_reminder_batch_cancellation")
    source = copy.deepcopy(dict(story.source))
    source["timeline"].append(
        {"label": "rings", "at": "+1d 09:00", "do": "reminder.fall_due", "with": {"reminder_id": "hut"}}
    )
    source.pop("end", None)
    faults = timeline_faults(from_source(source))
    assert any("'hut' has been changed" in fault.text or "fails if help comes" in fault.text for fault in faults)
