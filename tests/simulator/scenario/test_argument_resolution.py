"""Arguments as files write them: labels to ids, people to addresses and names, times to text."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.actions import Action
from simulator.scenario.argument_resolution import ArgumentError, resolve
from simulator.scenario.story import Story
from tests.simulator.scenario.stories import tale

DELETE, ADD = "reminder.delete_reminder", "reminder.add_reminder"
MAIL, CHAT = "email.send_email", "messaging.send_message"


@pytest.fixture(scope="module")
def story() -> Story:
    return tale(
        "people: [{label: tomas, name: Tomáš Novák, email: t@n.example, phone: '1'}, {label: mute, name: Mute}]\n"
        "world: {reminder: [{label: ferns, title: Ferns, due: '16:00'}], messaging: [{label: chat, with: [tomas]}]}\n"
        "timeline: []\nneeds: []"
    )


def tool(story: Story, name: str) -> Action:
    app, _, short = name.partition(".")
    return story.blank.apps[app].tools[short]


def resolved(story: Story, name: str, **raw: Any) -> dict[str, Any]:
    return resolve(tool(story, name), raw, story.names)


def test_a_label_becomes_the_id_of_its_record(story: Story) -> None:
    assert resolved(story, "reminder.delete_reminder", reminder_id="ferns") == {"reminder_id": story.labels["ferns"][1]}


def test_a_person_becomes_an_address_a_user_or_a_name_as_the_argument_wants(story: Story) -> None:
    mail = resolved(story, "email.send_email", recipients=["tomas", "x@y.example", "owner"], content="tomas")
    assert mail == {"recipients": ["t@n.example", "x@y.example", "leila@orchard.example"], "content": "tomas"}
    chat = resolved(story, "messaging.send_message", user_id="tomas", content="Hi")
    assert chat["user_id"] == story.people["tomas"].user_id
    event = resolved(story, "calendar.add_calendar_event", attendees=["tomas", "owner", "Aunt Ida"])
    assert event["attendees"] == ["Tomáš Novák", "Leila Haddad", "Aunt Ida"]


def test_a_file_becomes_its_path(story: Story) -> None:
    args = resolved(story, "email.send_email", recipients=["tomas"], attachment_paths=["lease", "Downloads/x.pdf"])
    assert args["attachment_paths"] == ["Documents/lease.pdf", "Downloads/x.pdf"]


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("16:30", "2026-03-05 16:30:00"),
        ("+2d 16:30", "2026-03-07 16:30:00"),
        ("start + 40s", "2026-03-05 08:00:40"),
        ("Fri 09:00", "2026-03-06 09:00:00"),
        ("2026-04-01 09:00", "2026-04-01 09:00:00"),
    ],
)
def test_a_time_becomes_local_text(story: Story, text: str, local: str) -> None:
    args = resolved(story, "reminder.add_reminder", title="T", description="", due_datetime=text)
    assert args["due_datetime"] == local


@pytest.mark.parametrize(
    ("name", "raw", "argument", "says"),
    [
        (DELETE, {"reminder_id": "oak"}, "reminder_id", "no record is labelled 'oak'; labels that fit: ferns"),
        (DELETE, {"reminder_id": "chat"}, "reminder_id", "'chat' is a record of messaging.conversation"),
        (MAIL, {"recipients": ["mute"]}, "recipients", "'mute' has no e-mail address; add email: to the person"),
        (MAIL, {"recipients": ["nobody"]}, "recipients", "neither an address nor a person; people are: mute, tomas"),
        (CHAT, {"user_id": "x"}, "user_id", "no record is labelled 'x'; labels that fit: mute, tomas"),
        (ADD, {"due_datetime": "soon"}, "due_datetime", "'soon' is not a time"),
        (DELETE, {}, "", "needs the argument 'reminder_id'"),
        (DELETE, {"reminder_id": "ferns", "colour": "red"}, "", "has no argument 'colour'"),
    ],
)
def test_what_cannot_be_meant_is_named_with_its_remedy(
    story: Story, name: str, raw: dict[str, Any], argument: str, says: str
) -> None:
    with pytest.raises(ArgumentError) as caught:
        resolve(tool(story, name), raw, story.names)
    assert caught.value.argument == argument
    assert says in str(caught.value)


def test_plain_values_pass_as_they_are(story: Story) -> None:
    args = resolved(story, "email.list_emails", limit=3, folder_name="SENT")
    assert args == {"limit": 3, "folder_name": "SENT"}
