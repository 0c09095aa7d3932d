"""Computes the blame columns of a run from the run itself. People may overrule the blame later."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from simulator.blame.rules import Blame, blame_of
from simulator.blame.run_findings import findings_in
from simulator.episode.loop import Episode
from simulator.jobs.serialization import storable
from simulator.models import State
from simulator.showing.outcome_words import ReasonWords
from simulator.words.english import cut

_log = logging.getLogger(__name__)
LONGEST_WHY = 500
NO_FAULT: Mapping[str, Any] = {"fault": "", "fault_rule": "", "fault_why": "", "fault_moment": None}


def fault_of_ending(episode: Episode, state: State, success: bool | None) -> Mapping[str, Any]:
    """Return the blame columns of a run that ended; they are empty unless the run has finished without success."""
    if state != State.FINISHED or success is not False:
        return NO_FAULT
    return _fields(_judged(episode))


def _judged(episode: Episode) -> Blame:
    """Return the blame for a run; undetermined after an error, because the run must not fail for it."""
    try:
        blame = blame_of(findings_in(episode))
        readable = ReasonWords(episode.story).readable(blame.why, episode.world, episode.moments[-1])
        return blame._replace(why=readable)
    except Exception:
        _log.exception("The blame for a run of “%s” can't be computed.", episode.story.scenario.id)
        return blame_of([])


def _fields(blame: Blame) -> Mapping[str, Any]:
    why = str(storable(blame.why))
    told = cut(why, LONGEST_WHY)
    return {"fault": blame.party, "fault_rule": blame.rule, "fault_why": told, "fault_moment": blame.moment}
