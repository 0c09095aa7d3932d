"""Reminder: things that fall due once or again and again."""

from __future__ import annotations

from simulator.phone.apps.reminder.app import Reminders
from simulator.phone.apps.reminder.records import Reminder

__all__ = ["Reminder", "Reminders"]
