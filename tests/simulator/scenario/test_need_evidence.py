"""From which events on a need can be known: its records exist, and the values of its offer can be read."""

from __future__ import annotations

import pytest

from simulator.scenario.need_evidence import events_of_evidence
from simulator.scenario.needs import evident_since, known_since
from tests.simulator.scenario.stories import before_all, played, tale

STORY = """
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: CALL}}
  - {label: more, after: start + 20m, do: email.send_email_to_user_only, with: {sender: odile, content: MORE}}
needs:
  - label: it
    say: offers something
    acts: [ACT]
    answer: {accept: "Yes."}
solution: [{offer: "OFFER"}]
"""


def events(offer: str, act: str = "{move: ferns}", call: str = "Hello.", more: str = "Hello.") -> tuple[str, ...]:
    """The events after which a need with this act and this offer of the worked solution can be known."""
    text = STORY.replace("CALL", f'"{call}"').replace("MORE", f'"{more}"').replace("ACT", act).replace("OFFER", offer)
    story = tale(text)
    return events_of_evidence(story.need("it"), story)


@pytest.mark.parametrize(
    "offer",
    [
        "Shall I move the reminder about the ferns?",
        "Shall I move the reminder about the ferns to 09:00?",  # the budget meeting is at nine
        "Shall I move the three reminders about the ferns?",  # small numbers are counted, not read
    ],
)
def test_a_need_whose_records_and_values_are_there_is_known_from_the_start(offer: str) -> None:
    assert events(offer) == ()


@pytest.mark.parametrize(
    ("offer", "call", "more", "known_after"),
    [
        ("Shall I move the reminder about the ferns to 17:45?", "It is at 17:45.", "Hello.", ("call",)),
        ("Shall I move the reminder about the ferns to 17:45?", "Hello.", "It is at 17:45.", ("more",)),
        ("Shall I move the reminder about the ferns to 17:45?", "At 17:45.", "At 17:45.", ("call",)),
        ("Shall I move the reminder about the ferns to 17 May?", "On 17 May.", "Hello.", ("call",)),
        ("Shall I move the ferns to 17 May at 17:45?", "On 17 May.", "At 17:45.", ("call", "more")),
        ("Shall I move the reminder about the ferns for €61.40?", "Hello.", "That makes €61.40.", ("more",)),
    ],
)
def test_a_value_of_the_offer_is_known_after_the_event_that_tells_it(
    offer: str, call: str, more: str, known_after: tuple[str, ...]
) -> None:
    assert events(offer, call=call, more=more) == known_after


def test_a_record_that_an_event_brings_is_known_after_it() -> None:
    assert events("Shall I delete the mail?", act="{delete: more}") == ("more",)
    assert events("Shall I write to Odile about it?", act="{send: odile, about: call}") == ("call",)


def test_an_older_file_names_its_events() -> None:
    story = tale("needs: [{label: help, evident_after: call, welcome: {}, answer: {accept: Yes.}}]")
    assert events_of_evidence(story.need("help"), story) == ("call",)


def test_not_before_delays_when_help_is_wanted_but_not_when_it_can_be_known() -> None:
    waits = "    not_before: {event: more, because: she asks only then}\n    answer:"
    text = STORY.replace("    answer:", waits).replace("CALL", '"At 17:45."').replace("MORE", "Hello.")
    text = text.replace("ACT", "{move: ferns}").replace("OFFER", "Shall I move the reminder about the ferns to 17:45?")
    story = tale(text)
    need, before = story.need("it"), before_all(text)
    after = played(story, assistant="silent").evidence()
    assert known_since(need, story, before) is evident_since(need, story, before) is None
    call, more = after.ledger.fired["call"], after.ledger.fired["more"]
    assert known_since(need, story, after) == (call.moment, call.at)
    assert evident_since(need, story, after) == (more.moment, more.at)
