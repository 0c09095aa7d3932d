"""Computes figures with 95 % intervals, for sweeps and for agreement among people, without a database."""

from __future__ import annotations
