"""Gives people the scenarios that they play: random, balanced, within the quotas, and no scenario twice."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from annotation.models import PlayAssignment, PlayScenario, Rater, SeedRule, Study, StudyState
from annotation.models.play_study import TAKES_PLACE
from annotation.people.participants import at_once, needs_consent
from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig
from simulator.jobs.seats import start_play
from simulator.jobs.serialization import story_of
from simulator.models import Episode, Side, State
from simulator.scenario.load import ScenarioError
from simulator.trace.hashing import json_hash

# Seeds that people can read and type.
_SEEDS = 1_000_000


class PlayStep(StrEnum):
    """The next step of a participant."""

    NOT_OPEN = "not_open"
    CLOSED = "closed"
    CONSENT = "consent"
    PRACTICE = "practice"
    """The practice run has to be started."""
    UNDER_WAY = "under_way"
    READY = "ready"
    """A run can be started."""
    DONE = "done"
    NONE_LEFT = "none_left"
    """The person can't get another scenario: all are played by them already, or by enough people."""


FINISHED = frozenset({PlayStep.DONE, PlayStep.NONE_LEFT, PlayStep.CLOSED})


class CannotPlay(Exception):
    """Raised if no run can be started. `step` says why, unless the scenario or the partner can't be played."""

    def __init__(self, message: str, step: PlayStep | None = None) -> None:
        super().__init__(message)
        self.step = step


class OwnPlay(NamedTuple):
    """A participant's runs and next step."""

    step: PlayStep
    runs: list[PlayAssignment]
    """All runs of the participant, the practice first, each with its run's row."""
    of: int
    """Number of runs that each person plays."""

    @property
    def current(self) -> PlayAssignment | None:
        """The run under way, if there is one."""
        return next((one for one in self.runs if is_under_way(one)), None)

    @property
    def finished(self) -> int:
        return sum(is_finished(one) for one in self.runs if not one.is_practice)

    @property
    def has_practised(self) -> bool:
        return any(is_finished(one) for one in self.runs if one.is_practice)


def is_finished(one: PlayAssignment) -> bool:
    return one.episode is not None and one.episode.state == State.FINISHED


def is_under_way(one: PlayAssignment) -> bool:
    return one.episode is not None and not one.episode.is_over


def own_play(rater: Rater) -> OwnPlay:
    """Return the runs and the next step of a participant, from the current row of the study."""
    study = Study.objects.get(pk=rater.study_id)
    runs = PlayAssignment.objects.filter(rater=rater).order_by("-is_practice", "place", "pk")
    rows = list(runs.select_related("episode", "scenario__version__scenario").defer("scenario__version__source"))
    own = OwnPlay(PlayStep.READY, rows, study.per_person or 0)
    return own._replace(step=_step(rater, study, own))


def _step(rater: Rater, study: Study, own: OwnPlay) -> PlayStep:
    if study.state == StudyState.DRAFT:
        return PlayStep.NOT_OPEN
    # Comes before the other reasons: what has been started can be played to its end, even in a closed study.
    if own.current is not None:
        return PlayStep.UNDER_WAY
    if own.finished >= own.of:
        return PlayStep.DONE
    if study.state == StudyState.CLOSED:
        return PlayStep.CLOSED
    if needs_consent(rater):
        return PlayStep.CONSENT
    if not own.has_practised and PlayScenario.objects.filter(study=study, is_practice=True).exists():
        return PlayStep.PRACTICE
    return PlayStep.READY if _free_scenarios(rater, study) else PlayStep.NONE_LEFT


def start_next(rater: Rater) -> PlayAssignment:
    """Start the participant's next run, or return the run under way. Raise CannotPlay if there is none to start."""
    _parse_likely(rater)
    with at_once():
        # One after the other, over the whole study: otherwise two people could take the last place of a scenario, and
        # two tabs of one person could start two runs.
        study = Study.objects.select_for_update(no_key=True).get(pk=rater.study_id)
        person = Rater.objects.select_for_update(no_key=True).select_related(None).get(pk=rater.pk)
        if person.withdrawn_at is not None or person.user is None:
            raise CannotPlay("You no longer take part in this study.")
        own = own_play(person)
        if own.current is not None:
            return own.current
        if own.step not in (PlayStep.PRACTICE, PlayStep.READY):
            raise CannotPlay(_REASONS[own.step], own.step)
        is_practice = own.step == PlayStep.PRACTICE
        scenario = _practice_of(study) if is_practice else _free_scenarios(person, study)[0]
        row = _started(person, study, scenario)
        place = 1 + sum(one.is_practice == is_practice for one in own.runs)
        Rater.objects.filter(pk=person.pk).update(last_seen_at=timezone.now())
        return PlayAssignment.objects.create(
            rater=person, scenario=scenario, episode=row, is_practice=is_practice, place=place
        )


_REASONS = {
    PlayStep.NOT_OPEN: "The study is not open yet.",
    PlayStep.CLOSED: "The study is closed, so no more runs can be started.",
    PlayStep.CONSENT: "Read the information about the study and agree to it first.",
    PlayStep.DONE: "You have played all your runs. Thank you!",
    PlayStep.NONE_LEFT: "There is no scenario left for you. Thank you!",
}


def _started(person: Rater, study: Study, scenario: PlayScenario) -> Episode:
    assert person.user is not None
    plan = study.play_plan
    config = EpisodeConfig.model_validate({**plan.config, "seed": seed_of(study, person, scenario)})
    try:
        row = start_play(scenario.version, config, Side(plan.role), person.user, note=f"Study {study.pk}").row
    except (ScenarioError, UnknownPlayer):
        said = "This run can’t be started, because something is missing on the server."
        raise CannotPlay(f"{said} Tell the people who sent you the link.") from None
    row.is_withheld = True
    row.save(update_fields=["is_withheld"])
    return row


def seed_of(study: Study, person: Rater, scenario: PlayScenario) -> int:
    """Return the seed of a run. Seeds that differ by run follow from the study's seed, the person and the scenario."""
    if study.play_plan.seed_rule == SeedRule.SAME:
        return study.seed
    return int(json_hash(["play seed", study.seed, person.seed, scenario.version_id])[:12], 16) % _SEEDS


def _free_scenarios(rater: Rater, study: Study) -> list[PlayScenario]:
    """Return the scenarios that the person can get, best first: those that the fewest people have played or play."""
    taken = Count("assignments", Q(assignments__is_practice=False, assignments__episode__state__in=TAKES_PLACE))
    rows = PlayScenario.objects.filter(study=study, is_practice=False).exclude(
        pk__in=PlayAssignment.objects.filter(rater=rater, is_practice=False).values("scenario")
    )
    free = [(found, one) for one in rows.annotate(taken=taken) if (found := _taken(one)) < study.per_item]
    # A random order that differs by person and stays the same when they ask again.
    ordered = sorted(free, key=lambda pair: (pair[0], json_hash(["play order", rater.seed, pair[1].pk])))
    return [one for _, one in ordered]


def _taken(one: PlayScenario) -> int:
    count: int = one.taken  # type: ignore[attr-defined]
    return count


def _practice_of(study: Study) -> PlayScenario:
    return PlayScenario.objects.filter(study=study, is_practice=True)[:1].get()


def _parse_likely(rater: Rater) -> None:
    """Parse the scenario that will probably be next, because that takes longer than everything under the lock."""
    if free := _free_scenarios(rater, rater.study):
        with suppress(ScenarioError):
            story_of(free[0].version)


def note_end(rater: Rater, step: PlayStep) -> None:
    """Note when the person came back to the study, and when there was nothing left for them to play."""
    rater.last_seen_at = timezone.now()
    if step in (PlayStep.DONE, PlayStep.NONE_LEFT) and rater.finished_at is None:
        rater.finished_at = rater.last_seen_at
    rater.save(update_fields=["last_seen_at", "finished_at"])
