"""The report of a sweep: `building.report_of` makes plain data of rows; the other modules write it down."""

from __future__ import annotations
