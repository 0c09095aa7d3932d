"""A tour through the apps with which one plans: calendar, notes and reminders."""

from __future__ import annotations

from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import fid
from tests.replay.foreign.visiting import opened


def calendar(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Calendar")
    world(
        "add_calendar_event_by_attendee",
        fid("event lunch"),
        who_add="Bo Quill",
        title="Lunch",
        start_datetime="2025-11-19 12:00:00",
        end_datetime="2025-11-19 13:00:00",
        tag=None,
        description=None,
        location="Quay",
        attendees=["Bo Quill"],
    )
    user("list_events", "...", offset=0, limit=10)
    user("set_day", "...", date="2025-11-20")
    user("search_events", "...", query="Firing")
    user("open_event_by_id", "...", event_id=fid("event firing"))
    user("edit_event", "...")
    user("set_title", "...", title="Big firing day")
    user("set_location", "...", location="Kiln Yard")
    user("add_attendee", "...", name="Bo Quill")
    user(
        "save",
        fid("event firing"),
        (
            "edit_calendar_event",
            {
                "event_id": fid("event firing"),
                "title": "Big firing day",
                "start_datetime": None,
                "end_datetime": None,
                "tag": None,
                "description": None,
                "location": "Kiln Yard",
                "attendees": ["Cleo Marsh", "Bo Quill"],
            },
        ),
    )
    user("refresh", "...")
    user("go_back", "AgendaView")
    user("filter_by_tag", "...", tag="pottery")
    user("start_create_event", "...")
    user("set_title", "...", title="Clean the kiln")
    user("set_time_range", "...", start_datetime="2025-11-21 09:00:00", end_datetime="2025-11-21 10:00:00")
    user(
        "save",
        fid("event clean"),
        (
            "add_calendar_event",
            {"title": "Clean the kiln", "start_datetime": "2025-11-21 09:00:00", "end_datetime": "2025-11-21 10:00:00"},
        ),
    )
    user("open_event_by_id", "...", event_id=fid("event dentist"))
    user("delete", "Deleted")
    agent(
        "get_calendar_events_from_to",
        "...",
        start_datetime="2025-11-18 00:00:00",
        end_datetime="2025-11-30 00:00:00",
        offset=0,
        limit=10,
    )
    agent(
        "add_calendar_event",
        fid("event walk"),
        title="Walk",
        start_datetime="2025-11-22 09:00:00",
        end_datetime="2025-11-22 10:00:00",
        tag=None,
        description=None,
        location=None,
        attendees=["Cleo Marsh"],
    )
    agent(
        "edit_calendar_event",
        "Done",
        event_id=fid("event walk"),
        title="Long walk",
        start_datetime=None,
        end_datetime=None,
        tag=None,
        description=None,
        location=None,
        attendees=None,
    )
    agent("get_calendar_event", "...", event_id=fid("event walk"))
    agent("delete_calendar_event", "Done", event_id=fid("event walk"))
    world("delete_calendar_event_by_attendee", "Deleted", event_id=fid("event lunch"), who_delete="Bo Quill")


def notes(run: ForeignRun) -> None:
    user, agent, _ = opened(run, "Notes")
    user("list_notes", "...", offset=0, limit=10)
    user("search", "...", keyword="celadon")
    user("open", "...", note_id=fid("note glazes"))
    user("edit", fid("note glazes"))
    user("update", fid("note glazes"), title="Glazes", content="Tenmoku, celadon, shino")
    # There the editor lies under the note that was saved, so that going back opens it again.
    user("go_back", "EditNote")
    user("update", fid("note glazes"), title="Glazes", content="Tenmoku, celadon, shino, ash")
    user("duplicate", fid("note copy"))
    user("move", fid("note copy"), dest_folder_name="Work")
    user("list_folders", "...")
    user("open", "...", folder="Inbox")
    user("new_note", fid("note fresh"))
    user("update", fid("note fresh"), title="Fresh", content="Wedge the clay")
    user("delete", fid("note fresh"))
    user("open", "...", note_id=fid("note old"))
    user("delete", fid("note old"))
    agent("list_folders", "...")
    agent("new_folder", "Kiln", folder_name="Kiln")
    agent("create_note", fid("note by agent"), folder="Kiln", title="Cones", content="Cone 6", pinned=False)
    agent("update_note", fid("note by agent"), note_id=fid("note by agent"), title=None, content="Cone 6 and 10")
    agent(
        "move_note",
        fid("note by agent"),
        note_id=fid("note by agent"),
        source_folder_name="Kiln",
        dest_folder_name="Work",
    )
    agent("duplicate_note", fid("note second copy"), folder_name="Work", note_id=fid("note invoice"))
    agent("rename_folder", "Oven", folder="Kiln", new_folder="Oven")
    agent("delete_folder", "Oven", folder_name="Oven")
    agent("get_note_by_id", "...", note_id=fid("note second copy"))
    agent("delete_note", fid("note second copy"), note_id=fid("note second copy"))
    agent("search_notes", "...", query="cone")


def reminders(run: ForeignRun) -> None:
    user, agent, _ = opened(run, "Reminders")
    user("list_all_reminders", "...")
    user("open_reminder", "...", reminder_id=fid("reminder clay"))
    user("edit", fid("reminder clay"))
    user("set_title", "...", title="Order more clay")
    user("set_due_datetime", "...", due_datetime="2025-11-19 11:00:00")
    user("save", fid("reminder clay"))
    user("delete", None)
    user("create_new", "...")
    user("set_title", "...", title="Oil the wheel")
    user("set_description", "...", description="A drop")
    user("set_due_datetime", "...", due_datetime="2025-11-23 08:00:00")
    user("set_repetition", "...", unit="week", value=1)
    user(
        "save",
        fid("reminder wheel"),
        (
            "add_reminder",
            {
                "title": "Oil the wheel",
                "due_datetime": "2025-11-23 08:00:00",
                "description": "A drop",
                "repetition_unit": "week",
                "repetition_value": 1,
            },
        ),
    )
    agent("get_all_reminders", "...")
    agent(
        "add_reminder",
        fid("reminder by agent"),
        title="Call Bo",
        due_datetime="2025-11-19 18:00:00",
        description="",
        repetition_unit=None,
        repetition_value=1,
    )
    run.agent(
        "Reminders",
        "update_reminder",
        result=fid("reminder by agent"),
        mode="execute",
        reminder_id=fid("reminder by agent"),
        title="Call Bo back",
        description="",
        repetition_unit=None,
        due_datetime="2025-11-19 19:00:00",
        repetition_value=None,
    )
    # That system notes this call of the assistant as the user's.
    run.events[-1]["event_type"] = "USER"
    run.events[-1]["metadata"]["proactive_mode"] = None
    agent("delete_reminder", None, reminder_id=fid("reminder by agent"))
