"""Pauses between requests to a server that failed."""

from __future__ import annotations

import random

# Seconds.
LONGEST_PAUSE = 30.0


def growing_pause(failed_before: int, first: float) -> float:
    """Double the pause each time, with jitter: runs that failed together should not come back together."""
    return min(LONGEST_PAUSE, first * 2.0**failed_before) * random.uniform(0.5, 1.0)
