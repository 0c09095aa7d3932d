"""Calendar: the owner's days, and the events that other people put there or take away."""

from __future__ import annotations

from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.apps.calendar.records import Event

__all__ = ["Calendar", "Event"]
