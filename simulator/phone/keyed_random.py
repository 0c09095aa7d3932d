"""Keyed randomness: numbers depend on seed, purpose and index alone, so all configurations get the same noise."""

from __future__ import annotations

import hashlib
import random


def keyed(seed: int, purpose: str, index: int | str) -> random.Random:
    """Return a separate random generator for each seed, purpose and index."""
    # Not Python's hash(), which differs between processes for texts.
    digest = hashlib.sha256(f"{seed}|{purpose}|{index}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))
