"""The version of the engine, which traces, rows and cache keys carry."""

from __future__ import annotations

# Raise the version whenever the same decisions could lead to other moments than before.
ENGINE_VERSION = "0.5.0"
