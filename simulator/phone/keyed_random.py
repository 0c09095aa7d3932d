"""Random generators that depend only on seed, purpose and index, not on earlier draws from other generators."""

from __future__ import annotations

import hashlib
import random


def keyed(seed: int, purpose: str, index: int | str) -> random.Random:
    """Return a random generator for this seed, purpose and index; equal arguments always give the same numbers."""
    # Not Python's hash(), which gives different numbers for the same text in different processes.
    digest = hashlib.sha256(f"{seed}|{purpose}|{index}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))
