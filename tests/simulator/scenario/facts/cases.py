"""What the tests of facts share: a moment to write from, and a fact of each kind with texts around it."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

# A Thursday.
NOW = datetime(2026, 3, 5, 8, 22, tzinfo=ZoneInfo("Europe/Luxembourg"))
