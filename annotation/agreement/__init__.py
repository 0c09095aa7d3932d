"""Agreement among people, and of people with the simulated user. Pure functions from numbers to figures."""

from __future__ import annotations
