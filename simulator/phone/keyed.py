"""Keyed randomness: a number depends on seed, purpose and index alone, so two configurations meet the same chance."""

from __future__ import annotations

import hashlib
import random


def keyed(seed: int, purpose: str, index: int | str) -> random.Random:
    digest = hashlib.sha256(f"{seed}|{purpose}|{index}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))
