"""Plays runs in the background. The row of a run decides what happens to it; the queue only says that there is work."""

from __future__ import annotations
