"""How reminders are listed: in groups by when they come, with how late they are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django import template
from django.template import Context

from simulator.phone.apps.reminder.views import ReminderRow

register = template.Library()
_ORDER = ("Overdue", "Today", "Tomorrow", "Later")


class DueGroup(NamedTuple):
    title: str
    rows: list[ReminderRow]


class DueTime(NamedTuple):
    """A time as the first column of a list shows it: what matters most above."""

    first: str
    second: str


@register.simple_tag(takes_context=True)
def by_due(context: Context, rows: Iterable[ReminderRow]) -> list[DueGroup]:
    """The reminders in groups, the most pressing first; groups without any are left out."""
    today = _now(context).date()
    groups: dict[str, list[ReminderRow]] = {title: [] for title in _ORDER}
    for row in rows:
        groups[_group(row, (_comes(row).date() - today).days)].append(row)
    return [DueGroup(title, found) for title, found in groups.items() if found]


@register.simple_tag(takes_context=True)
def due_time(context: Context, row: ReminderRow) -> DueTime:
    """17:30 today, Sat 09:00, 18 May 07:30."""
    at, now = _comes(row), _now(context)
    clock, days = f"{at:%H:%M}", (at.date() - now.date()).days
    if days == 0:
        return DueTime(clock, "today")
    if -7 < days < 7:
        return DueTime(f"{at:%a}", clock)
    return DueTime(f"{at.day} {at:%b}", clock if at.year == now.year else str(at.year))


@register.simple_tag(takes_context=True)
def late_by(context: Context, row: ReminderRow) -> str:
    """12 min, 1 h 48, 3 days"""
    late = _now(context) - datetime.fromisoformat(row.due)
    hours, minutes = divmod(int(late.total_seconds()) // 60, 60)
    if late >= timedelta(days=1):
        return f"{late.days} day{'s' if late.days > 1 else ''}"
    return f"{hours} h {minutes:02}" if hours else f"{minutes} min"


def _group(row: ReminderRow, days: int) -> str:
    if row.overdue:
        return "Overdue"
    return {0: "Today", 1: "Tomorrow"}.get(days, "Later")


def _comes(row: ReminderRow) -> datetime:
    """When it rings next, or when it fell due."""
    return datetime.fromisoformat(row.next or row.due)


def _now(context: Context) -> datetime:
    return datetime.fromisoformat(context["shot"].now)
