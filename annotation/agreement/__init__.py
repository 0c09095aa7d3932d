"""Agreement among people, and of people with the simulated user: pure functions that compute the figures."""

from __future__ import annotations
