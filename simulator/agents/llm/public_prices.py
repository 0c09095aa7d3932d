"""Public prices per million tokens, read from litellm's file without importing litellm, which takes seconds."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import msgspec

from simulator.language_models import ModelChoice, ModelRoute

FILE = "model_prices_and_context_window_backup.json"
_MILLION = 1_000_000


class Price(NamedTuple):
    """The price of a model in US dollars per million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: float, tokens_out: float) -> float:
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / _MILLION


class _Entry(msgspec.Struct):
    litellm_provider: str = ""
    input_cost_per_token: float | str | None = None
    output_cost_per_token: float | str | None = None


def price_of(choice: ModelChoice, route: ModelRoute) -> Price | None:
    """Return the price of a model; None if no price is known.

    Prices in the list of models take precedence over public prices. For a route with its own endpoint, public prices
    are not used.
    """
    if route.dollars_per_million_in is not None and route.dollars_per_million_out is not None:
        return Price(route.dollars_per_million_in, route.dollars_per_million_out)
    return None if route.endpoint else _public(route.provider, choice.name)


def _public(provider: str, name: str) -> Price | None:
    prices = _prices()
    named = (f"{provider}/{name}", name)
    found = next((prices[key] for key in named if key in prices and _is_of(prices[key], provider, key)), None)
    if found is None:
        return None
    asked = found.input_cost_per_token, found.output_cost_per_token
    # Some of litellm's price lists say 0 for unknown models.
    if not isinstance(asked[0], float) or not isinstance(asked[1], float) or not any(asked):
        return None
    return Price(asked[0] * _MILLION, asked[1] * _MILLION)


def _is_of(entry: _Entry, provider: str, key: str) -> bool:
    return key.startswith(f"{provider}/") or entry.litellm_provider == provider


@lru_cache(maxsize=1)
def _prices() -> dict[str, _Entry]:
    """Return the prices by model; empty if the file can't be read, because an estimate of costs is optional."""
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        return {}
    try:
        return msgspec.json.decode((Path(spec.origin).parent / FILE).read_bytes(), type=dict[str, _Entry])
    except (OSError, msgspec.DecodeError):
        return {}
