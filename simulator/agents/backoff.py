"""Computes how long to wait before a failed request is sent to a server again."""

from __future__ import annotations

import random

# Maximum seconds between two requests.
LONGEST_PAUSE = 30.0


def growing_pause(failed_before: int, first: float) -> float:
    """Return a pause in seconds that roughly doubles with each failure, up to `LONGEST_PAUSE`."""
    # Jitter keeps runs that failed together from retrying together.
    return min(LONGEST_PAUSE, first * 2.0**failed_before) * random.uniform(0.5, 1.0)
