"""Fidelity: compares a simulated user with people who played the same scenarios. Pure functions over traces."""

from __future__ import annotations
