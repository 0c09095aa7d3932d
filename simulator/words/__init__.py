"""Numbers, money, times and lists as people read them. Pure Python, for all modules that write sentences."""

from __future__ import annotations
