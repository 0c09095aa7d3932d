"""The clock of the foreign system shows UTC alone: the owner's own clock is told as if it were that.

So times and the words that people say about them agree there as they do here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def told_time(at: int, tz: ZoneInfo) -> float:
    """Seconds since 1970 at which a clock in UTC shows what the owner's clock shows then."""
    return datetime.fromtimestamp(at, tz).replace(tzinfo=UTC).timestamp()
