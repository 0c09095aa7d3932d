"""Sweeps in the administration."""

from __future__ import annotations

from benchmark.admin.sweeps import SweepAdmin

__all__ = ["SweepAdmin"]
