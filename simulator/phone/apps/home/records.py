"""The assistant's wait as the phone keeps it."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record


class WakeUp(Record, frozen=True):
    """The assistant asked to be told when nothing has happened until then."""

    table: ClassVar[str] = "meta.wake_up"

    at: int
    asked_at: int
    told: int = 0
    """How many notices it had been sent when it asked: another one ends the wait."""
