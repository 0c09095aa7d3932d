"""The moment at which the texts in the tests of facts are written."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

# A Thursday.
NOW = datetime(2026, 3, 5, 8, 22, tzinfo=ZoneInfo("Europe/Luxembourg"))
