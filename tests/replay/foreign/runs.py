"""Foreign runs of our own writing: an evening of offers and answers, and a tour through the calls of all nine apps."""

from __future__ import annotations

from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import CARD, all_apps, fid
from tests.replay.foreign.visits_errands import apartment, cab, shopping
from tests.replay.foreign.visits_planning import calendar, notes, reminders
from tests.replay.foreign.visits_talking import contacts, emails, messages

VISITS = (contacts, emails, messages, calendar, notes, reminders, shopping, apartment, cab)
OFFER_1, OFFER_2, OFFER_3 = (
    "Shall I tell Cleo that you come?",
    "Shall I put the kiln into your calendar?",
    "And a reminder?",
)


def evening(card: str = CARD) -> ForeignRun:
    """An answer to nothing, an offer rejected, one looked into and accepted, one that a newer one replaces."""
    run = ForeignRun(all_apps(card), card=card)
    run.turn = None
    run.wait(5)
    run.env(
        "Emails",
        "send_email_to_user_with_id",
        result="kiln_moved",
        email_id="kiln_moved",
        sender="cleo@marsh.example",
        subject="Kiln moved",
        content="It is free at five now.",
        attachment_paths=None,
    )
    run.turn = 0
    run.rejects("There is nothing to accept.")
    run.agent(
        "Emails", "get_email_by_id", result="From: cleo@marsh.example", email_id="kiln_moved", folder_name="INBOX"
    )
    run.says(OFFER_1)
    run.turns()
    run.poll(3)
    run.rejects("I want to read it first.")
    run.turns()
    run.user("System", "open_app", result="Opened Emails App.", app_name="Emails")
    run.stays_silent()
    run.turns()
    run.user(
        "Emails",
        "open_email_by_id",
        result="From: cleo@marsh.example",
        email_id="kiln_moved",
        inside=("get_email_by_id", {"email_id": "kiln_moved", "folder_name": "INBOX"}),
    )
    run.babbles("observe")
    run.says(OFFER_2)
    run.turns()
    run.user("System", "go_home", result="Switched to home screen.")
    run.turns()
    run.user("System", "open_app", result="Opened Calendar App.", app_name="Calendar")
    run.turns()
    run.accepts("Yes, at five.")
    run.agent(
        "Calendar",
        "add_calendar_event",
        mode="execute",
        result=fid("event kiln"),
        title="Kiln",
        start_datetime="2025-11-20 17:00:00",
        end_datetime="2025-11-20 18:00:00",
        tag=None,
        description=None,
        location=None,
        attendees=["Cleo Marsh"],
    )
    run.calls_in_vain("execute", "Calendar__ring_bell", "There is no tool Calendar__ring_bell.")
    run.says("The kiln is in your calendar.", mode="execute")
    run.turns()
    run.user("Calendar", "open_event_by_id", result="Kiln", event_id=fid("event kiln"))
    run.says(OFFER_3)
    run.turns()
    run.user("Calendar", "refresh", result=None, error="The calendar is asleep.")
    run.says("Or rather two?")
    run.turns()
    run.user("System", "go_home", result="Switched to home screen.")
    run.stays_silent()
    return run


def tour() -> ForeignRun:
    """Every app is opened, looked through and written to, by the user and by the assistant."""
    run = ForeignRun(all_apps(), scenario_id="tour")
    run.says("I shall have a look around.")
    run.turns()
    run.accepts()
    for visit in VISITS:
        visit(run)
        run.turns()
        run.user("System", "go_home", result="Switched to home screen.")
    run.says("That was all.", mode="execute")
    return run
