"""Converts times for the original PARE, whose clock shows only UTC: local times are written as if they were UTC.

This way, the times still match texts such as "at five".
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def told_time(at: int, tz: ZoneInfo) -> float:
    """Return the time at which a UTC clock shows the same hour as the owner's clock."""
    return datetime.fromtimestamp(at, tz).replace(tzinfo=UTC).timestamp()
