"""The step at which a run is to be forked: what is taken over, and what holds there."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from simulator.config import EpisodeConfig
from simulator.jobs.forking import CannotFork, refuse_foreign
from simulator.models import Episode as EpisodeRow
from simulator.showing.parts import Told
from simulator.trace.moments import Ended
from simulator.views.reels import SharedReel, reel_of


class NoSuchStep(Exception):
    """The last step that there is; -1 if there is none."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


@dataclass(frozen=True)
class Place:
    row: EpisodeRow
    step: int
    """As it was asked for."""
    last: int
    """The last step that is taken over: the one before if the step is the end of the run."""
    told: Told
    config: EpisodeConfig
    """The one that holds at the end of the run."""
    ended: str
    """Why the run ended with this step; empty if it is not the end."""
    usual_turns: int
    """Of the scenario."""
    phone: str

    @property
    def turn(self) -> int:
        return self.told.turn

    @property
    def least_turns(self) -> int:
        """With fewer turns it would be over before anything comes."""
        return self.turn + 1 if self.ended == "turn_limit" else max(1, self.turn)


def place_at(row: EpisodeRow, step: int) -> Place:
    """Raises CannotFork, NoSuchStep, and CannotShow for a run that this program cannot build again."""
    refuse_foreign(row)
    shared = reel_of(row)
    with shared.lock:
        if step >= row.moment_count:
            raise NoSuchStep(row.moment_count - 1)
        if step >= len(shared.reel):
            raise CannotFork(f"{shared.reel.broken} Fork from a step before it, or start a new run.")
        return _place(row, shared, step)


def _place(row: EpisodeRow, shared: SharedReel, step: int) -> Place:
    moment = shared.reel.moments[step]
    ended = moment.reason if isinstance(moment, Ended) else ""
    last = step - 1 if ended else step
    if last < 0:
        raise CannotFork(f"Run {row.pk} ended before anything happened. Start a new run instead.")
    try:
        config = EpisodeConfig.model_validate(row.config_now)
    except ValidationError:
        told = "It was played with options that this version does not know."
        raise CannotFork(f"{told} Fork it with the version that played it, or start a new run.") from None
    usual = shared.reel.story.scenario.turns
    return Place(row, step, last, shared.reel.told[last], config, ended, usual, shared.phone(last))
