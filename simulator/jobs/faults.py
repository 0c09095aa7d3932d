"""What a run's row says about who is to blame, by what happened in the run alone; people may say otherwise later."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from simulator.blame.finding import found_in
from simulator.blame.rules import Blame, blame_of
from simulator.episode import Episode
from simulator.jobs.stored import storable
from simulator.models import State
from simulator.showing.reasons import Reasons

_log = logging.getLogger(__name__)
LONGEST_WHY = 500
NO_FAULT: Mapping[str, Any] = {"fault": "", "fault_rule": "", "fault_why": "", "fault_moment": None}


def fault_of_ending(episode: Episode, state: State, success: bool | None) -> Mapping[str, Any]:
    """Nobody is to blame for a success, nor for what was stopped; of a failed run its failure says it."""
    if state != State.FINISHED or success is not False:
        return NO_FAULT
    return _fields(_judged(episode))


def _judged(episode: Episode) -> Blame:
    """A run must not fail because nobody found out who is to blame."""
    try:
        blame = blame_of(found_in(episode))
        readable = Reasons(episode.story).readable(blame.why, episode.world, episode.moments[-1])
        return blame._replace(why=readable)
    except Exception:
        _log.exception("Who is to blame for a run of “%s” cannot be told.", episode.story.scenario.id)
        return blame_of([])


def _fields(blame: Blame) -> Mapping[str, Any]:
    why = str(storable(blame.why))
    told = why if len(why) <= LONGEST_WHY else why[: LONGEST_WHY - 1] + "…"
    return {"fault": blame.party, "fault_rule": blame.rule, "fault_why": told, "fault_moment": blame.moment}
