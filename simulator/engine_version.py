"""The version of the engine, which is stored in traces, database rows and cache keys."""

from __future__ import annotations

# Raise the version whenever the same decisions could lead to other moments than before.
ENGINE_VERSION = "0.5.0"
