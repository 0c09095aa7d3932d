"""Computes the cost of a call to a model."""

from __future__ import annotations

from collections.abc import Callable

from simulator.language_models import ModelRoute

_MILLION = 1_000_000


def cost_of(
    route: ModelRoute, tokens_in: int, tokens_out: int, public_price: Callable[[], float | None]
) -> float | None:
    """Return the cost of a call in US dollars; None if no price is known.

    Prices in the list of models take precedence over public prices. For a route with its own endpoint, public prices
    are not used.
    """
    if route.dollars_per_million_in is not None and route.dollars_per_million_out is not None:
        return (tokens_in * route.dollars_per_million_in + tokens_out * route.dollars_per_million_out) / _MILLION
    return None if route.endpoint else public_price()
