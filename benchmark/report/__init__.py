"""The report of a sweep: `build.report_of` computes the report from rows, and other modules format it."""

from __future__ import annotations
