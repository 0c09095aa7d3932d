"""Marks on moments that another system played: how far this phone could follow them."""

from __future__ import annotations

UNTOLD = "untold"
"""Tag: it happened there, but this phone cannot show it; it changes nothing here."""
FITTED = "fitted"
"""Tag: the phone there was on another screen; what was done is shown here as far as it goes."""
ESTIMATED = "estimated"
"""Tag: the phone shows figures of its own, because the trace does not say what they were there."""
FAILED_THERE = "failed_there"
"""Code of an error that the other system told."""
