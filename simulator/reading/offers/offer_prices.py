"""Finds the amounts that a text gives for named things: "Harmattan 79,900"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from simulator.reading.facts.computed_amounts import is_money
from simulator.reading.facts.text_values import values_in
from simulator.reading.scene import content_words

# A name and its amount are close together, without punctuation that separates clauses.
_BEFORE = re.compile(r"(?:[^\W_]+(?:'s)?[ :]+){1,3}[^a-z0-9,;.]{0,3}$")


def priced_in(folded: str, now: datetime) -> Iterator[tuple[str, int]]:
    """Yield up to three words right before each amount of money, except words such as "the", each with the cents."""
    for value in values_in(folded, now):
        before = _BEFORE.search(folded[: value.start]) if is_money(value) else None
        if before:
            for word in content_words(before[0]):
                yield from ((word, meaning) for meaning in value.meanings)
