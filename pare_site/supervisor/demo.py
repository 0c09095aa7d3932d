"""The demo data of a first start: finished runs, one run to watch live, and a study to judge."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import User

STUDY_NOTE = "Demo study"


def seed_runs() -> None:
    """Play the demo runs. The study's runs are played first, so that lists show the other runs on top."""
    from simulator.jobs.demo_runs import seed_demo

    _play_for_the_study()
    seed_demo()


def seed_study(lead: User) -> None:
    """Make the demo study from the demo runs."""
    from annotation.studies import demo_study

    demo_study.seed_study(STUDY_NOTE, lead)


def invitation() -> str:
    """Return the token of the study's open link; empty if the study is closed or deleted, or the link was revoked."""
    from annotation.models import Invitation, StudyState
    from annotation.people.invite_links import token_of
    from annotation.studies.demo_study import NOTE

    found = Invitation.objects.filter(study__note=NOTE, study__state=StudyState.OPEN, pseudonym="", revoked_at=None)
    first = found.first()
    return "" if first is None else token_of(first)


def _play_for_the_study() -> None:
    """Play each scenario of the study twice: with the oracle, and with an assistant that makes prewritten offers."""
    from annotation.demo.hasty_policy import offers_by_scenario
    from simulator.models import Scenario

    for slug, offers in offers_by_scenario().items():
        scenario = Scenario.objects.select_related("current").filter(slug=slug, removed_at=None).first()
        if scenario is not None and scenario.current is not None:
            _play_oracle(scenario.current.pk)
            _play_written(scenario.current.pk, offers)


def _play_oracle(version_id: int) -> None:
    from simulator.config import EpisodeConfig
    from simulator.jobs.play_job import run_episode
    from simulator.jobs.start_run import start_episode
    from simulator.models import Episode, Queue, ScenarioVersion

    version = ScenarioVersion.objects.get(pk=version_id)
    if not Episode.objects.filter(note=STUDY_NOTE, version=version, assistant_player="oracle").exists():
        config = EpisodeConfig(assistant="oracle")
        run_episode(start_episode(version, config, queue=Queue.BATCH, note=STUDY_NOTE).pk)


def _play_written(version_id: int, offers: dict[int, str]) -> None:
    """Play a run with prewritten offers and import it: its player is not registered, so no worker could play it."""
    from annotation.demo.hasty_policy import NAME, HastyPolicy
    from replay.jobs.importing import import_file
    from simulator.config import EpisodeConfig
    from simulator.episode.recording import record
    from simulator.jobs.serialization import story_of
    from simulator.models import Episode, ScenarioVersion

    story = story_of(ScenarioVersion.objects.get(pk=version_id))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{story.id}.jsonl"
        record(story, EpisodeConfig(assistant=NAME), path, assistant=lambda *ignored: HastyPolicy(offers))
        row = import_file(path.read_bytes(), path.name).row
    Episode.objects.filter(pk=row.pk).update(note=STUDY_NOTE)
