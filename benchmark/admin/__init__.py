"""Sweeps in the administration."""

from __future__ import annotations

from benchmark.admin.sweep_admin import SweepAdmin

__all__ = ["SweepAdmin"]
