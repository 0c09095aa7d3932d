"""Calendar: the owner's events, which other people can also add, change and delete."""

from __future__ import annotations

from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.apps.calendar.records import Event

__all__ = ["Calendar", "Event"]
