"""A decision point that may be sampled, and by what it is known on every machine."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

OFFER, SILENCE = "offer", "silence"
NO_ANSWER = "none"
DECISIONS = ("accept", "reject", "gather_context")
"""What a simulated user can do first about an offer, in the order of tables."""
OUTCOMES = ("success", "miss", "unknown")


class Candidate(NamedTuple):
    identity: str
    episode: int
    """Number of its run in this store; it decides nothing."""
    moment: int
    kind: str
    model: str
    decision: str
    """What the simulated user did first: one of DECISIONS, or none; `silence` where nothing was offered."""
    scenario: str
    outcome: str
    offer: str = ""


def identity_of(content_hash: str, config_hash: str, model: str, moment: int) -> str:
    """The same on every machine. Runs that are equal in all that happened, and were played alike, are one."""
    told = "\n".join((content_hash, config_hash, model, str(moment)))
    return hashlib.sha256(told.encode()).hexdigest()
