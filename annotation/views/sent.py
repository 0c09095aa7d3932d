"""What forms about items send: values by question, how long it took, and which guidelines were beside it."""

from __future__ import annotations

import math

from django.http import QueryDict

QUESTION = "q_"


def given_in(sent: QueryDict) -> dict[str, str]:
    return {name[len(QUESTION) :]: str(value) for name, value in sent.items() if name.startswith(QUESTION)}


def version_in(sent: QueryDict) -> int | None:
    """Of the guidelines that were beside the item; None if nothing was said about them."""
    text = sent.get("guidelines", "")
    return int(text) if text.isdecimal() and len(text) < 9 else None


def seconds_in(sent: QueryDict) -> float:
    """What is no number took no time."""
    try:
        seconds = float(sent.get("seconds", ""))
    except ValueError:
        return 0
    return seconds if math.isfinite(seconds) else 0
