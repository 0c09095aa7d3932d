"""Episodes played in the background: the row of an episode is the truth, the queue only says that there is work."""

from __future__ import annotations
