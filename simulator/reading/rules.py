"""The `rules` reader: deterministic, offline, the default."""

from __future__ import annotations

# Raise the version whenever a text may be read differently than before.
VERSION = "1"
