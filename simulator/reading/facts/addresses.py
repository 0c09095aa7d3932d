"""Finds e-mail addresses in texts."""

from __future__ import annotations

import re

from simulator.reading.facts.folding import fold

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def addresses_in(text: str) -> frozenset[str]:
    """Return the e-mail addresses in a text, folded."""
    return frozenset(ADDRESS.findall(fold(text))) if "@" in text else frozenset()
