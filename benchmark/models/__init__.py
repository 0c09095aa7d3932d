"""Sweeps and their cells, and reports on the fidelity of simulated users."""

from __future__ import annotations

from benchmark.models.cell import Cell
from benchmark.models.fidelity import Fidelity, FidelityState
from benchmark.models.sweep import Priority, Sweep, SweepState

__all__ = ["Cell", "Fidelity", "FidelityState", "Priority", "Sweep", "SweepState"]
