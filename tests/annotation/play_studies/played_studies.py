"""Play studies for tests: with small stories, and runs that end without being played."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import PlayAssignment, Study
from annotation.plan.play_schema import play_plan_from
from annotation.play_studies.planning import make_play_study
from annotation.studies.lifecycle import open_study
from simulator.models import Episode, State
from tests.benchmark.jobs.planned import shelve
from tests.simulator.views.cast import outcome

SCENARIOS = ("dentist", "late_train", "short_night")
PRACTICE = "empty_day"


def play_study(is_open: bool = True, by: User | None = None, **settings: Any) -> Study:
    """Three scenarios, a practice, and two runs for each person unless the settings say otherwise."""
    shelve(*SCENARIOS, PRACTICE, "market_day")
    usual = {"title": "Play a day", "partner": "oracle", "scenarios": SCENARIOS, "practice": PRACTICE, "per_person": 2}
    made = make_play_study(play_plan_from({**usual, **settings}), by)
    return open_study(made) if is_open else made


def ends(one: PlayAssignment, state: State = State.FINISHED, success: bool = True, **fields: Any) -> Episode:
    """End a run without playing it."""
    row = one.episode
    assert row is not None
    is_finished = state == State.FINISHED
    known = {
        "state": state,
        "success": success if is_finished else None,
        "result": outcome(goals_met=success) if is_finished else None,
        "ended_at": timezone.now(),
        **fields,
    }
    Episode.objects.filter(pk=row.pk).update(**known)
    row.refresh_from_db()
    return row
