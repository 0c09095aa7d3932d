"""What the language models of a run have cost so far, and the ceilings on it."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.agents.policy import PlayerFailed
from simulator.config import EpisodeConfig
from simulator.trace.moments import Forked, Moment


@dataclass
class Spent:
    """Fed with every moment, so that a run that was interrupted does not begin to count anew.

    A fork does: what it has taken over was paid for by its parent.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    unpriced: int = 0
    """Calls whose price nobody knows; `cost` does not hold them."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def feed(self, moment: Moment) -> None:
        if isinstance(moment, Forked):
            self._begin_anew()
        envelope = moment.envelope
        if envelope is None or envelope.exchange is None:
            return
        self.calls += 1
        self.tokens_in += envelope.tokens_in or 0
        self.tokens_out += envelope.tokens_out or 0
        self.cost += envelope.cost or 0.0
        self.unpriced += envelope.cost is None

    def _begin_anew(self) -> None:
        self.calls = self.tokens_in = self.tokens_out = self.unpriced = 0
        self.cost = 0.0

    def check(self, config: EpisodeConfig) -> None:
        """Before a player is asked. Raises PlayerFailed once a ceiling is reached."""
        if config.max_tokens is not None and self.tokens >= config.max_tokens:
            raise PlayerFailed(
                "budget",
                f"The models have used {self.tokens} tokens, and the run may use {config.max_tokens}. "
                "Start it anew with a higher max_tokens.",
            )
        if config.max_cost is not None and self.cost >= config.max_cost:
            raise PlayerFailed(
                "budget",
                f"The models have cost ${self.cost:.4f}, and the run may cost ${config.max_cost:g}. "
                "Start it anew with a higher max_cost.",
            )
