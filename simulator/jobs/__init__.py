"""Starts, plays, judges and imports runs. A run's row decides what happens to the run; a queue only announces work."""

from __future__ import annotations
