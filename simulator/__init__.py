"""The simulated world and the episodes that are played in it."""

from __future__ import annotations

ENGINE_VERSION = "0.3.0"
"""Changes whenever the same decisions could lead to other moments than before."""
