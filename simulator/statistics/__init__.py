"""Figures with 95 % intervals, for sweeps and for agreement among people. Numbers in, figures out; no database."""

from __future__ import annotations
