"""Reminder: things that fall due once or again and again."""

from __future__ import annotations

import calendar as months
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, ClassVar, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace
from pydantic import Field

from simulator.phone.actions import POP, event, push, tap, tool
from simulator.phone.actions import replace as swap_to
from simulator.phone.app import Alarm, App, Meddling, Seed
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot, SeedTime
from simulator.phone.roles import Amount, Code, Ref, Text, When
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, swap
from simulator.phone.store import Record

Unit = Literal["second", "minute", "hour", "day", "week", "month"]
ReminderId = Annotated[str, Ref("Id of the reminder.", "reminder.reminder")]
Title = Annotated[str, Text("What to be reminded of, in a few words.")]
Description = Annotated[str, Text("Details; may be empty.")]
DueTime = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS.")]
RepeatUnit = Annotated[Unit | None, Code("second, minute, hour, day, week or month; leave out for once.")]
RepeatValue = Annotated[int | None, Amount("Every how many units.")]

MAX_REPETITIONS = 100
HORIZON = timedelta(weeks=12)
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_FIND_IDS = "Reminders__get_all_reminders lists the ids."


class Reminder(Record, frozen=True):
    """`rung` counts how often it has fallen due; the next time follows from it."""

    table: ClassVar[str] = "reminder.reminder"
    prefix: ClassVar[str] = "rem"

    title: str
    due: int
    description: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None
    rung: int = 0


class ReminderSeed(Seed):
    title: str
    due: SeedTime
    description: str = ""
    repeat: Unit | None = Field(None, description="Unit of repetition.")
    every: int | None = Field(None, description="Every how many units.")


class ReminderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    due: str
    description: str = ""
    repeats: str = ""
    overdue: bool = False


class RemindersView(View, frozen=True):
    showing: str
    rows: tuple[ReminderRow, ...]


class ReminderView(View, frozen=True):
    reminder: ReminderRow


class EditReminderView(View, frozen=True):
    name: str
    description: str
    due: str
    repeats: str


class ReminderList(Screen, frozen=True):
    app: ClassVar[str] = "reminder"
    prefix: ClassVar[str] = "Reminders"

    showing: Literal["all", "due", "upcoming"] = "all"

    @tap(swap_to("ReminderList"))
    def list_all_reminders(self, call: Call) -> Step:
        """Show every reminder."""
        return swap(ReminderList(), "All reminders are shown.")

    @tap(swap_to("ReminderList"))
    def list_due_reminders(self, call: Call) -> Step:
        """Show what is due."""
        return swap(ReminderList(showing="due"), "Due reminders are shown.")

    @tap(swap_to("ReminderList"))
    def list_upcoming_reminders(self, call: Call) -> Step:
        """Show what is still to come."""
        return swap(ReminderList(showing="upcoming"), "Upcoming reminders are shown.")

    @tap(push("ReminderDetail"))
    def open_reminder(self, call: Call, reminder_id: ReminderId) -> Step:
        """Open a reminder."""
        reminder = call.find(Reminder, reminder_id, "reminder", "Pick one from the list.")
        return go(ReminderDetail(reminder_id=reminder.id), f"'{reminder.title}' is open.")

    @tap(push("EditReminder"))
    def create_new(self, call: Call) -> Step:
        """Start a new reminder."""
        return go(EditReminder(), "A new reminder is open for editing.")

    def view(self, look: Look) -> View:
        rows = tuple(
            _row(look, reminder)
            for reminder in in_order(look)
            if self.showing == "all" or _is_due(look, reminder) == (self.showing == "due")
        )
        return RemindersView(title="Reminders", showing=self.showing, rows=rows)


class ReminderDetail(Screen, frozen=True):
    app: ClassVar[str] = "reminder"
    prefix: ClassVar[str] = "Reminders"

    reminder_id: str

    @tap(push("EditReminder"))
    def edit(self, call: Call) -> Step:
        """Change this reminder."""
        reminder = _still_there(call, self.reminder_id)
        draft = EditReminder(
            reminder_id=reminder.id,
            title=reminder.title,
            description=reminder.description,
            due_datetime=call.show(reminder.due),
            repetition_unit=reminder.repetition_unit,
            repetition_value=reminder.repetition_value,
        )
        return go(draft, f"'{reminder.title}' is open for editing.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Delete this reminder."""
        reminder = _still_there(call, self.reminder_id)
        call.drop(reminder)
        return back(f"'{reminder.title}' is deleted.")

    def view(self, look: Look) -> View:
        reminder = look.store.get(Reminder, self.reminder_id)
        if reminder is None:
            return GoneView(title="Reminder", text="This reminder was deleted.")
        return ReminderView(title=reminder.title, reminder=_row(look, reminder))


class EditReminder(Screen, frozen=True):
    app: ClassVar[str] = "reminder"
    prefix: ClassVar[str] = "Reminders"

    reminder_id: str = ""
    title: str = ""
    description: str = ""
    due_datetime: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None

    @tap(swap_to("EditReminder"))
    def set_title(self, call: Call, title: Title) -> Step:
        """Write the title."""
        return swap(replace(self, title=title), "The title is set.")

    @tap(swap_to("EditReminder"))
    def set_description(self, call: Call, description: Description = "") -> Step:
        """Write the details; empty clears them."""
        return swap(replace(self, description=description), "The details are set.")

    @tap(swap_to("EditReminder"))
    def set_due_datetime(self, call: Call, due_datetime: DueTime) -> Step:
        """Set when it falls due."""
        due = call.parse_time(due_datetime, "due_datetime")
        return swap(replace(self, due_datetime=call.show(due)), "The time is set.")

    @tap(swap_to("EditReminder"))
    def set_repetition(self, call: Call, unit: RepeatUnit = None, value: RepeatValue = None) -> Step:
        """Set how it repeats; without a unit it falls due once."""
        _check_repetition(unit, value)
        return swap(replace(self, repetition_unit=unit, repetition_value=value), "The repetition is set.")

    @tap(swap_to("ReminderDetail"), POP, write=True)
    def save(self, call: Call) -> Step:
        """Save the reminder."""
        fields = _checked(
            call, self.title, self.due_datetime, self.description, self.repetition_unit, self.repetition_value
        )
        if self.reminder_id:
            call.put(_changed(_still_there(call, self.reminder_id), fields))
            return back(f"'{self.title}' is saved.")
        reminder = Reminder(id=call.new_id(Reminder), **fields)
        call.put(reminder)
        return swap(ReminderDetail(reminder_id=reminder.id), f"'{self.title}' is saved.")

    @tap(POP)
    def cancel(self, call: Call) -> Step:
        """Leave without saving."""
        return back("Nothing was saved.")

    def view(self, look: Look) -> View:
        return EditReminderView(
            title="Edit reminder" if self.reminder_id else "New reminder",
            name=self.title,
            description=self.description,
            due=self.due_datetime,
            repeats=_repeats(self.repetition_unit, self.repetition_value),
        )


class Reminders(App):
    name = "reminder"
    prefix = "Reminders"
    title = "Reminders"
    about = "Things to be reminded of."
    records = (Reminder,)
    screens = (ReminderList, ReminderDetail, EditReminder)
    seed = ReminderSeed

    @tool(write=True)
    def add_reminder(
        self,
        call: Call,
        title: Title,
        due_datetime: DueTime,
        description: Description,
        repetition_unit: RepeatUnit = None,
        repetition_value: RepeatValue = 1,
    ) -> str:
        """Add a reminder and give its id."""
        value = repetition_value if repetition_unit else None
        fields = _checked(call, title, due_datetime, description, repetition_unit, value)
        reminder = Reminder(id=call.new_id(Reminder), **fields)
        call.put(reminder)
        return reminder.id

    @tool(write=True)
    def update_reminder(
        self,
        call: Call,
        reminder_id: ReminderId,
        title: Title,
        description: Description,
        due_datetime: DueTime,
        repetition_unit: RepeatUnit = None,
        repetition_value: RepeatValue = None,
    ) -> str:
        """Replace what a reminder says; without a unit it falls due once."""
        reminder = call.find(Reminder, reminder_id, "reminder", _FIND_IDS)
        fields = _checked(call, title, due_datetime, description, repetition_unit, repetition_value)
        call.put(_changed(reminder, fields))
        return reminder.id

    @tool(write=True)
    def delete_reminder(self, call: Call, reminder_id: ReminderId) -> str:
        """Delete a reminder with all its repetitions."""
        call.drop(call.find(Reminder, reminder_id, "reminder", _FIND_IDS))
        return f"Reminder {reminder_id} is deleted."

    @tool(write=True)
    def delete_all_reminders(self, call: Call) -> str:
        """Delete every reminder."""
        reminders = in_order(call)
        for reminder in reminders:
            call.drop(reminder)
        return f"{len(reminders)} reminders are deleted."

    @tool(write=False)
    def get_due_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List the reminders that are due now."""
        return [_told(call, reminder) for reminder in in_order(call) if _is_due(call, reminder)]

    @tool(write=False)
    def get_all_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List all reminders."""
        return [_told(call, reminder) for reminder in in_order(call)]

    @event()
    def fall_due(self, call: Call, reminder_id: ReminderId) -> str:
        """A reminder rings."""
        reminder = call.find(Reminder, reminder_id, "reminder", "")
        call.put(replace(reminder, rung=reminder.rung + 1))
        details = f"{reminder.title}. {reminder.description}".strip()
        text = f"{details} Due {call.show(call.now)}."
        call.notify("reminder", "reminder", f"Reminder: {reminder.title}", text, text, reminder)
        return f"'{reminder.title}' is due."

    def next_alarm(self, look: Look) -> Alarm | None:
        def earliest() -> Alarm | None:
            times = [
                (ring, r.id) for r in look.store.all(Reminder).values() if (ring := next_ring(r, look.tz)) is not None
            ]
            if not times:
                return None
            at, reminder_id = min(times)
            return Alarm(at, "fall_due", {"reminder_id": reminder_id})

        return look.store.derived("reminder.next", Reminder, earliest)

    def plant(self, plot: Plot, seed: ReminderSeed) -> None:
        value = (seed.every or 1) if seed.repeat else None
        reminder = Reminder(
            id=plot.new_id(Reminder),
            title=seed.title,
            due=seed.due,
            description=seed.description,
            repetition_unit=seed.repeat,
            repetition_value=value,
        )
        plot.add(replace(reminder, rung=_rung_before(reminder, plot.start, plot.tz)), seed.label)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ReminderList(), ReminderDetail(reminder_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for reminder in in_order(look):
            if reminder.id not in spared:
                yield Meddling("delete_reminder", {"reminder_id": reminder.id})
        tomorrow = look.show(look.now + 86_400)
        yield Meddling("add_reminder", {"title": "Water the ferns", "due_datetime": tomorrow, "description": ""})


def in_order(look: Look) -> list[Reminder]:
    return look.store.derived(
        "reminder.order", Reminder, lambda: sorted(look.store.all(Reminder).values(), key=lambda r: (r.due, r.id))
    )


def next_ring(reminder: Reminder, tz: ZoneInfo) -> int | None:
    """When it falls due next, or None when it is over."""
    if reminder.rung == 0:
        return reminder.due
    if reminder.repetition_unit is None or reminder.rung > MAX_REPETITIONS:
        return None
    steps = reminder.rung * (reminder.repetition_value or 1)
    at = _later(reminder.due, reminder.repetition_unit, steps, tz)
    return at if at - reminder.due <= HORIZON.total_seconds() else None


def _later(due: int, unit: Unit, steps: int, tz: ZoneInfo) -> int:
    """So many units later; days, weeks and months keep the local time of day."""
    if unit in _SECONDS:
        return due + steps * _SECONDS[unit]
    local = datetime.fromtimestamp(due, UTC).astimezone(tz).replace(tzinfo=None)
    if unit == "month":
        index = local.month - 1 + steps
        year, month = local.year + index // 12, index % 12 + 1
        # The 31st of a short month is its last day.
        moved = local.replace(year=year, month=month, day=min(local.day, months.monthrange(year, month)[1]))
    else:
        moved = local + timedelta(days=steps * (7 if unit == "week" else 1))
    return int(moved.replace(tzinfo=tz).timestamp())


def _rung_before(reminder: Reminder, start: int, tz: ZoneInfo) -> int:
    """A reminder seeded in the past has rung already."""
    rung = 0
    while rung <= MAX_REPETITIONS:
        ring = next_ring(replace(reminder, rung=rung), tz)
        if ring is None or ring >= start:
            break
        rung += 1
    return rung


def _checked(
    call: Call, title: str, due_datetime: str, description: str, unit: Unit | None, value: int | None
) -> dict[str, Any]:
    if not title.strip():
        raise ActionError("bad_argument", "The reminder has no title.", "Give it one.")
    if not due_datetime:
        raise ActionError("bad_argument", "The reminder has no time.", "Set when it falls due.")
    due = call.parse_time(due_datetime, "due_datetime")
    _check_repetition(unit, value)
    return {
        "title": title,
        "due": due,
        "description": description,
        "repetition_unit": unit,
        "repetition_value": (value or 1) if unit else None,
    }


def _changed(reminder: Reminder, fields: dict[str, Any]) -> Reminder:
    """A new time rings anew; other changes leave open whether it has rung."""
    same_times = all(getattr(reminder, name) == fields[name] for name in ("due", "repetition_unit", "repetition_value"))
    return replace(reminder, **fields, rung=reminder.rung if same_times else 0)


def _check_repetition(unit: Unit | None, value: int | None) -> None:
    if value is not None and not 1 <= value <= 1000:
        raise ActionError("bad_argument", f"A repetition every {value} units is not possible.", "Give 1 to 1000.")
    if unit is None and value is not None:
        raise ActionError("bad_argument", "The repetition has a number but no unit.", "Give a unit such as day.")


def _still_there(look: Look, reminder_id: str) -> Reminder:
    return look.find(Reminder, reminder_id, "reminder", "It was deleted; go back.")


def _is_due(look: Look, reminder: Reminder) -> bool:
    return reminder.due <= look.now


def _repeats(unit: str | None, value: int | None) -> str:
    if unit is None:
        return ""
    return f"every {unit}" if value in (None, 1) else f"every {value} {unit}s"


def _row(look: Look, reminder: Reminder) -> ReminderRow:
    return ReminderRow(
        id=reminder.id,
        title=reminder.title,
        due=look.show(reminder.due),
        description=reminder.description,
        repeats=_repeats(reminder.repetition_unit, reminder.repetition_value),
        overdue=_is_due(look, reminder),
    )


def _told(look: Look, reminder: Reminder) -> dict[str, Any]:
    return {
        "reminder_id": reminder.id,
        "title": reminder.title,
        "due_datetime": look.show(reminder.due),
        "description": reminder.description,
        "repetition_unit": reminder.repetition_unit,
        "repetition_value": reminder.repetition_value,
    }
