"""The report of a sweep: `build.report_of` computes it from rows; the other modules format it."""

from __future__ import annotations
