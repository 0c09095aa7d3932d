"""Defines the version of the `rules` reader, which is the default reader, deterministic and offline."""

from __future__ import annotations

from simulator.engine_version import ENGINE_VERSION

# Rules read texts while a run is played, so a change of the rules changes the engine: both have one version.
VERSION = ENGINE_VERSION
