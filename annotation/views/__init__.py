"""The pages of studies."""

from __future__ import annotations
