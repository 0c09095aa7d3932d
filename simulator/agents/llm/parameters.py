"""Lists the model parameters that people may set: they shape the reply, and none changes the address of the call."""

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
    """Return what is wrong with the parameters; empty if all are good. Values are left out, as they may be secret."""
    for name in parameters:
        if name not in ALLOWED:
            hint = close_to(name, ALLOWED)
            return f"'{name[:60]}' is not a known parameter{hint}; known parameters: {', '.join(sorted(ALLOWED))}"
    try:
        too_long = len(json.dumps(dict(parameters), allow_nan=False)) > _LONGEST
    except (TypeError, ValueError):
        return "parameters must be plain numbers, texts, lists and mappings"
    return f"parameters may have at most {_LONGEST} characters as JSON" if too_long else ""
