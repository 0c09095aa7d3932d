"""The `rules` reader: deterministic, offline, the default."""

from __future__ import annotations

# Raise the version when a change may alter the reading of some text.
VERSION = "1"
