"""Statistics of sweeps: the published metrics, and figures with counts and intervals."""

from __future__ import annotations
