"""The tokens and dollars that a run's language models have used so far, and the limits on them."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.agents.policy import PlayerFailed
from simulator.config import EpisodeConfig
from simulator.trace.moments import Forked, Moment
from simulator.words.money import dollars


@dataclass
class Spent:
    """The tokens and costs of a run, counted from its moments, so that a resumed run does not start at zero.

    A fork does start at zero, because its parent run has paid for the copied moments.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    unpriced: int = 0
    """Calls without a known price; `cost` does not include them."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def feed(self, moment: Moment) -> None:
        if isinstance(moment, Forked):
            self._reset()
        envelope = moment.envelope
        if envelope is None or envelope.exchange is None:
            return
        self.calls += 1
        self.tokens_in += envelope.tokens_in or 0
        self.tokens_out += envelope.tokens_out or 0
        self.cost += envelope.cost or 0.0
        # A local model has no price; then only `max_tokens` can limit the run.
        self.unpriced += envelope.cost is None

    def _reset(self) -> None:
        self.calls = self.tokens_in = self.tokens_out = self.unpriced = 0
        self.cost = 0.0

    def check(self, config: EpisodeConfig) -> None:
        """Raise PlayerFailed if a limit is reached. Call this method before asking a player."""
        if config.max_tokens is not None and self.tokens >= config.max_tokens:
            raise PlayerFailed(
                "budget",
                f"The models have used {self.tokens} tokens; the limit of this run is {config.max_tokens}. "
                "Start the run again with a higher max_tokens.",
            )
        if config.max_cost is not None and self.cost >= config.max_cost:
            raise PlayerFailed(
                "budget",
                f"The models have cost {dollars(self.cost)}; the limit of this run is {dollars(config.max_cost)}. "
                "Start the run again with a higher max_cost.",
            )
