"""How reminders are grouped and how late they are said to be."""

from __future__ import annotations

import pytest

from simulator.phone.apps.reminder.screens import ReminderRow, RemindersView

NOW = "2026-05-14 17:36:00"


def row(due: str, **fields: object) -> ReminderRow:
    return ReminderRow(id=due, title="Bins", due=due, **fields)  # type: ignore[arg-type]


def test_the_most_pressing_come_first_and_empty_groups_are_left_out() -> None:
    rows = (
        row("2026-05-20 08:00:00"),
        row("2026-05-15 08:00:00"),
        row("2026-05-14 22:00:00"),
        row("2026-05-14 16:00:00", overdue=True),
        row("2026-05-13 08:00:00", next="2026-05-15 08:00:00"),
    )
    view = RemindersView(title="Reminders", showing="all", rows=rows)
    assert [(group.title, len(group.rows)) for group in view.groups(NOW)] == [
        ("Overdue", 1),
        ("Today", 1),
        ("Tomorrow", 2),
        ("Later", 1),
    ]
    assert RemindersView(title="Reminders", showing="all", rows=()).groups(NOW) == []


@pytest.mark.parametrize(
    ("due", "told"),
    [
        ("2026-05-14 22:00:00", ("22:00", "today")),
        ("2026-05-16 09:00:00", ("Sat", "09:00")),
        ("2026-05-26 12:00:00", ("26 May", "12:00")),
        ("2027-01-04 08:00:00", ("4 Jan", "2027")),
    ],
)
def test_the_first_column_tells_what_matters_most(due: str, told: tuple[str, str]) -> None:
    assert row(due).due_time(NOW) == told


@pytest.mark.parametrize(
    ("due", "late"),
    [
        ("2026-05-14 17:24:00", "12 min"),
        ("2026-05-14 15:30:00", "2 h 06"),
        ("2026-05-13 17:00:00", "1 day"),
        ("2026-05-10 17:00:00", "4 days"),
    ],
)
def test_lateness_is_told_in_fitting_units(due: str, late: str) -> None:
    assert row(due, overdue=True).late_by(NOW) == late
