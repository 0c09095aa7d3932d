"""Decision points that may be sampled, with an identity that is the same on every machine."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

OFFER, SILENCE = "offer", "silence"
NO_ANSWER = "none"
# First actions of a simulated user after an offer, in the order in which tables list them.
DECISIONS = ("accept", "reject", "gather_context")
OUTCOMES = ("success", "miss", "unknown")


class Candidate(NamedTuple):
    """A decision point that may be sampled."""

    identity: str
    episode: int
    """Primary key of the run; the draw does not depend on this number."""
    moment: int
    kind: str
    model: str
    decision: str
    """First action of the simulated user: one of DECISIONS, "none", or "silence" if nothing was offered."""
    scenario: str
    outcome: str
    offer: str = ""


def identity_of(content_hash: str, config_hash: str, model: str, moment: int) -> str:
    """Return the identity of a decision point.

    It is the same for the same moment of runs with equal content, configuration and model.
    """
    told = "\n".join((content_hash, config_hash, model, str(moment)))
    return hashlib.sha256(told.encode()).hexdigest()
