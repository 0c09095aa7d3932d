"""The step at which a run is forked, with the last step that is kept and the config of the run."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import CannotFork, refuse_foreign
from simulator.models import Episode as EpisodeRow
from simulator.rendering.run_histories import SharedHistory, history_of
from simulator.showing.told_moment import ToldMoment
from simulator.trace.moments import Ended


class NoSuchStep(Exception):
    """Raised if the run does not have the requested step. `last` is the run's last step; -1 if it has no steps."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


@dataclass(frozen=True)
class ForkPlace:
    row: EpisodeRow
    step: int
    """The requested step."""
    last: int
    """The last step that is kept: the requested step or, if that step ends the run, the step before it."""
    told: ToldMoment
    config: EpisodeConfig
    """The run's config at its end."""
    ended: str
    """Reason why the run ended with this step; empty if the step is not the end."""
    usual_turns: int
    """Number of turns that the scenario sets."""
    phone: str

    @property
    def turn(self) -> int:
        return self.told.turn

    @property
    def least_turns(self) -> int:
        """Return the smallest number of turns with which the fork does not end at once."""
        return self.turn + 1 if self.ended == "turn_limit" else max(1, self.turn)


def place_at(row: EpisodeRow, step: int) -> ForkPlace:
    """Return the step to fork at, with the last step to keep and the run's config.

    Raise NoSuchStep, CannotFork, or, for a run that can't be rebuilt, CannotShow.
    """
    refuse_foreign(row)
    shared = history_of(row)
    with shared.lock:
        if step >= row.moment_count:
            raise NoSuchStep(row.moment_count - 1)
        if step >= len(shared.history):
            raise CannotFork(f"{shared.history.broken} Fork from an earlier step, or start a new run.")
        return _place(row, shared, step)


def _place(row: EpisodeRow, shared: SharedHistory, step: int) -> ForkPlace:
    moment = shared.history.moments[step]
    ended = moment.reason if isinstance(moment, Ended) else ""
    # The moment that ends the run is not kept, or the fork would be over before it starts.
    last = step - 1 if ended else step
    if last < 0:
        raise CannotFork(f"Run {row.pk} ended before its first step. Start a new run instead.")
    # Options may have been removed or renamed since an older version stored them.
    try:
        config = EpisodeConfig.model_validate(row.config_now)
    except ValidationError:
        told = "The run was played with options that this version does not know."
        raise CannotFork(
            f"{told} Fork the run with the version of PARE Studio that played it, or start a new run."
        ) from None
    usual = shared.history.story.scenario.turns
    return ForkPlace(row, step, last, shared.history.told[last], config, ended, usual, shared.phone(last))
