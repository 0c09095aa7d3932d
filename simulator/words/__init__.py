"""Numbers, money, times and lists as people read them. Pure, and below everything else that writes sentences."""

from __future__ import annotations
