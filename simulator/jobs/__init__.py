"""Plays runs in the background. The row of a run is the truth; the queue only says that there is work."""

from __future__ import annotations
