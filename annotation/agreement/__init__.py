"""Agreement among people, and of people with the simulated user. Pure: numbers in, figures out."""

from __future__ import annotations
