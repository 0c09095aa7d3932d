"""The surface that models and papers know: names, arguments and defaults as published, and our additions apart."""

from __future__ import annotations

import pytest

from simulator.phone.actions import Action
from simulator.phone.perform import assistant_tools
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from tests.simulator.phone.small_phone import NOW, OWNER

_EVENT = "start_datetime=None, end_datetime=None, tag=None, description=None, location=None, attendees=None"
_RECENT = "offset_recent_messages_per_conversation=0, limit_recent_messages_per_conversation"

READING = {
    "PAREAgentUserInterface__send_message_to_user": "content=''",
    "PAREAgentUserInterface__wait": "none",
    "System__get_current_time": "none",
    "System__wait_for_notification": "timeout=0",
    "Calendar__get_calendar_event": "event_id",
    "Calendar__get_calendar_events_from_to": "start_datetime, end_datetime, offset=0, limit=10",
    "Calendar__read_today_calendar_events": "none",
    "Calendar__get_all_tags": "none",
    "Calendar__get_calendar_events_by_tag": "tag",
    "Calendar__search_events": "query",
    "Emails__list_emails": "folder_name='INBOX', offset=0, limit=10",
    "Emails__get_email_by_id": "email_id, folder_name='INBOX'",
    "Emails__get_email_by_index": "idx, folder_name='INBOX'",
    "Emails__search_emails": "query, folder_name='INBOX'",
    "Messages__get_user_id": "user_name",
    "Messages__get_user_name_from_id": "user_id",
    "Messages__lookup_user_id": "user_name",
    "Messages__get_existing_conversation_ids": "user_ids",
    "Messages__list_recent_conversations": f"offset=0, limit=5, {_RECENT}=10",
    "Messages__list_conversations_by_participant": f"user_id, offset=0, limit=5, {_RECENT}=5",
    "Messages__read_conversation": "conversation_id, offset=0, limit=10, min_date=None, max_date=None",
    "Messages__search": "query, min_date=None, max_date=None",
    "Messages__regex_search": "query, min_date=None, max_date=None",
    "Reminders__get_due_reminders": "none",
    "Reminders__get_all_reminders": "none",
}
WRITING = {
    "Calendar__add_calendar_event": f"title='Event', {_EVENT}",
    # Published as reading by mistake, so that it could be called without consent.
    "Calendar__edit_calendar_event": f"event_id, title=None, {_EVENT}",
    "Calendar__delete_calendar_event": "event_id",
    "Emails__send_email": "recipients=None, subject='', content='', cc=None, attachment_paths=None",
    "Emails__reply_to_email": "email_id, folder_name='INBOX', content='', attachment_paths=None",
    "Emails__forward_email": "email_id, recipients=None, folder_name='INBOX'",
    "Emails__move_email": "email_id, source_folder_name='INBOX', dest_folder_name='DRAFT'",
    "Emails__delete_email": "email_id, folder_name='INBOX'",
    "Emails__download_attachments": "email_id, folder_name='INBOX', path_to_save='Downloads/'",
    "Messages__send_message": "user_id, content='', attachment_path=None",
    "Messages__send_message_to_group_conversation": "conversation_id, content='', attachment_path=None",
    "Messages__create_group_conversation": "user_ids, title=None",
    "Messages__add_participant_to_conversation": "conversation_id, user_id",
    "Messages__remove_participant_from_conversation": "conversation_id, user_id",
    "Messages__change_conversation_title": "conversation_id, title",
    "Messages__download_attachment": "conversation_id, message_id, download_path='Downloads/'",
    "Reminders__add_reminder": "title, due_datetime, description, repetition_unit=None, repetition_value=1",
    # Published with both last arguments required, though they may be null: here they may also be left out.
    "Reminders__update_reminder": (
        "reminder_id, title, description, due_datetime, repetition_unit=None, repetition_value=None"
    ),
    "Reminders__delete_reminder": "reminder_id",
    "Reminders__delete_all_reminders": "none",
}
OUR_TOOLS = {"Files__list_files": "path=''", "Files__read_file": "path"}
COVERED = ("assistant", "home", "calendar", "email", "files", "messaging", "reminder")

EVENTS = {
    "calendar.add_calendar_event_by_attendee": f"who_add, title='Event', {_EVENT}",
    "calendar.delete_calendar_event_by_attendee": "event_id, who_delete",
    "email.send_email_to_user_only": "sender, subject='', content=''",
    "email.send_email_to_user_with_id": "email_id, sender, subject='', content='', attachment_paths=None",
    "email.reply_to_email_from_user": "sender, email_id, content='', attachment_paths=None",
    "email.create_and_add_email": "sender, recipients=None, subject='', content='', folder_name='INBOX'",
    "messaging.create_and_add_message": "conversation_id, sender_id, content",
    "messaging.create_group_conversation": "user_ids, title=None",
    "messaging.add_participant_to_conversation": "conversation_id, user_id",
    "messaging.remove_participant_from_conversation": "conversation_id, user_id",
    "messaging.change_conversation_title": "conversation_id, title",
}
OUR_EVENTS = {
    "assistant.expire_proposal",
    "assistant.run_out",
    "calendar.edit_calendar_event_by_attendee",
    "home.time_out",
    "reminder.fall_due",
}

# Screen, action, arguments; `?` marks those that may be left out. The user's surface of home is without a screen.
TAPS = """
    home - go_home
    home - switch_app app_name
    home HomeScreen open_app app_name
    assistant - accept_proposal content?
    assistant - reject_proposal content?
    assistant - send_message_to_agent content?
    calendar AgendaView list_events offset? limit?
    calendar AgendaView search_events query
    calendar AgendaView open_event_by_id event_id
    calendar AgendaView open_event_by_index index
    calendar AgendaView filter_by_tag tag
    calendar AgendaView filter_by_attendee attendee
    calendar AgendaView read_today_calendar_events
    calendar AgendaView get_all_tags
    calendar AgendaView get_calendar_events_by_tag tag
    calendar AgendaView set_day date
    calendar AgendaView start_create_event
    calendar EventDetail refresh
    calendar EventDetail delete
    calendar EventDetail list_attendees
    calendar EventDetail edit_event
    calendar EditEvent set_title title
    calendar EditEvent set_time_range start_datetime end_datetime
    calendar EditEvent set_tag tag?
    calendar EditEvent set_description description?
    calendar EditEvent set_location location?
    calendar EditEvent set_attendees attendees
    calendar EditEvent add_attendee name
    calendar EditEvent remove_attendee name
    calendar EditEvent save
    calendar EditEvent discard
    email MailboxView list_emails offset? limit?
    email MailboxView search_emails query min_date? max_date? limit?
    email MailboxView open_email_by_id email_id
    email MailboxView open_email_by_index index
    email MailboxView switch_folder folder_name
    email MailboxView start_compose
    email EmailDetail refresh
    email EmailDetail reply content? attachment_paths?
    email EmailDetail forward recipients
    email EmailDetail move destination_folder
    email EmailDetail delete
    email EmailDetail download_attachments path_to_save?
    email EmailDetail start_compose_reply
    email ComposeEmail set_recipients recipients
    email ComposeEmail add_recipient recipient
    email ComposeEmail set_cc cc
    email ComposeEmail set_subject subject
    email ComposeEmail set_body body
    email ComposeEmail attach_file attachment_path
    email ComposeEmail send_composed_email
    email ComposeEmail save_draft
    email ComposeEmail discard_draft
    messaging ConversationList list_recent_conversations offset? limit?
    messaging ConversationList search_conversations query min_date? max_date? limit?
    messaging ConversationList open_conversation conversation_id offset? limit?
    messaging ConversationOpened send_message content attachment_path?
    messaging ConversationOpened read_messages offset? limit? min_date? max_date?
    reminder ReminderList list_all_reminders
    reminder ReminderList list_due_reminders
    reminder ReminderList list_upcoming_reminders
    reminder ReminderList open_reminder reminder_id
    reminder ReminderList create_new
    reminder ReminderDetail edit
    reminder ReminderDetail delete
    reminder EditReminder set_title title
    reminder EditReminder set_description description?
    reminder EditReminder set_due_datetime due_datetime
    reminder EditReminder set_repetition unit? value?
    reminder EditReminder save
    reminder EditReminder cancel
"""
FIRST_SCREENS = {
    "calendar": "AgendaView",
    "email": "MailboxView",
    "messaging": "ConversationList",
    "reminder": "ReminderList",
}


def tools() -> dict[str, Action]:
    return assistant_tools(World.blank(OWNER, phone_with(COVERED), NOW))


@pytest.mark.parametrize(("name", "arguments"), [*READING.items(), *WRITING.items(), *OUR_TOOLS.items()])
def test_a_tool_takes_what_was_published(name: str, arguments: str) -> None:
    assert tools()[name].usage == arguments


def test_there_are_no_tools_but_the_published_and_our_own() -> None:
    assert set(tools()) == {*READING, *WRITING, *OUR_TOOLS}


def test_the_observe_list_is_as_published_and_has_no_writing_tool() -> None:
    observed = {name for name, action in tools().items() if not action.write}
    assert observed == {*READING, *OUR_TOOLS}
    assert not observed & set(WRITING)


@pytest.mark.parametrize(("name", "arguments"), EVENTS.items())
def test_an_event_takes_what_was_published(name: str, arguments: str) -> None:
    app, _, short = name.partition(".")
    usage = all_apps()[app].events[short].usage
    added = usage.removeprefix(arguments)
    assert usage.startswith(arguments)
    assert all(part.endswith("=None") for part in added.split(", ") if part), f"{name} asks for more: {added}"


def test_there_are_no_events_but_the_published_and_our_own() -> None:
    found = {f"{app}.{name}" for app in COVERED for name in all_apps()[app].events}
    assert found == {*EVENTS, *OUR_EVENTS}


@pytest.mark.parametrize("line", [line.strip() for line in TAPS.strip().splitlines()])
def test_a_tap_takes_what_was_published(line: str) -> None:
    app_name, screen, name, *arguments = line.split()
    app = all_apps()[app_name]
    action = (app.everywhere if screen == "-" else taps_of(app.screen_types[screen]))[name]
    ours = [param.name if param.required else f"{param.name}?" for param in action.params.values()]
    assert ours[: len(arguments)] == arguments
    assert all(one.endswith("?") for one in ours[len(arguments) :]), f"{name} asks for more: {ours}"


@pytest.mark.parametrize(("app", "screen"), FIRST_SCREENS.items())
def test_an_app_opens_with_the_published_screen(app: str, screen: str) -> None:
    assert all_apps()[app].screens[0].__name__ == screen


def test_prefixes_are_as_published() -> None:
    published = {
        "apartment": "Apartment",
        "assistant": "PAREAgentUserInterface",
        "cab": "Cab",
        "calendar": "Calendar",
        "contacts": "Contacts",
        "email": "Emails",
        "files": "Files",
        "home": "System",
        "messaging": "Messages",
        "note": "Notes",
        "reminder": "Reminders",
        "shopping": "Shopping",
    }
    for name, app in all_apps().items():
        assert app.prefix == published[name]
