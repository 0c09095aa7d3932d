"""Parameters of a model that people may set: those that shape its reply, none that steer the call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from simulator.words.english import close_to

ALLOWED = frozenset(
    {
        "extra_body",
        "frequency_penalty",
        "logit_bias",
        "max_completion_tokens",
        "max_tokens",
        "min_p",
        "num_ctx",
        "presence_penalty",
        "reasoning_effort",
        "repetition_penalty",
        "seed",
        "service_tier",
        "temperature",
        "thinking",
        "top_k",
        "top_p",
        "verbosity",
    }
)
_LONGEST = 4000


def wrong_with_parameters(parameters: Mapping[str, Any]) -> str:
    """Return what is wrong and what would be right; empty if nothing. Values are not repeated: one may be a secret."""
    for name in parameters:
        if name not in ALLOWED:
            hint = close_to(name, ALLOWED)
            return f"'{name[:60]}' is no parameter of a model{hint}; there are {', '.join(sorted(ALLOWED))}"
    try:
        too_long = len(json.dumps(dict(parameters), allow_nan=False)) > _LONGEST
    except (TypeError, ValueError):
        return "parameters must be plain numbers, texts, lists and mappings"
    return f"parameters may take {_LONGEST} characters as JSON at most" if too_long else ""
