"""Data of studies as files for others, and back: one table of columns says what they hold."""

from __future__ import annotations
