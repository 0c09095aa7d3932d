"""Sweeps and their cells."""

from __future__ import annotations

from benchmark.models.cell import Cell
from benchmark.models.sweep import Priority, Sweep, SweepState

__all__ = ["Cell", "Priority", "Sweep", "SweepState"]
