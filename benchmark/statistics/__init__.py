"""Statistics of sweeps: the metrics of the original benchmark, and our figures with counts and intervals."""

from __future__ import annotations
