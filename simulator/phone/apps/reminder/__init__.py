"""Reminder: reminders that ring once or repeatedly."""

from __future__ import annotations

from simulator.phone.apps.reminder.app import Reminders
from simulator.phone.apps.reminder.records import Reminder

__all__ = ["Reminder", "Reminders"]
