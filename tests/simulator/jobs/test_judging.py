"""Stored runs judged again by a model on the test server: stored, cached, claimed once, and shown beside the result."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.jobs import judge_job
from simulator.jobs.finished_run import CannotJudge
from simulator.jobs.judging import judge_run
from simulator.jobs.play_job import run_episode
from simulator.jobs.reader_outcomes import outcomes_of
from simulator.jobs.run_import import version_for
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, State, Verdict
from simulator.scenario.load import load_file
from tests.conftest import ROOT
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by, reader_at
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db(transaction=True)
FILE = Path(ROOT) / "benchmark" / "scenarios" / "duplicate_commitment_detection.yaml"


def finished(**columns: object) -> Episode:
    row = start_episode(version_for(load_file(FILE)), EpisodeConfig(), hold=True)
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED, **columns)
    run_episode(row.pk)
    return Episode.objects.get(pk=row.pk)


def agree(claim: str, text: str) -> tuple[str, str]:
    """Say yes to what the scenario asks for, and no to the built-in claims."""
    return ("no", "") if claim.startswith("The text ") else ("yes", text.split()[0])


def test_a_model_reads_every_text_once_and_never_twice(model_server: ModelServer) -> None:
    row, reader = finished(), reader_at(model_server, price=(1.0, 1.0))
    before = Episode.objects.values().get(pk=row.pk)
    model_server.play(judge_by(agree))
    done = judge_run(row, reader)
    assert (done.texts, done.failed, model_server.count) == (3, 0, 3) and done.stored == 15
    assert Verdict.objects.exclude(key__startswith="run:").count() == 15
    assert judge_run(row, reader).stored == 0 and judge_run(finished(), reader).stored == 15
    assert model_server.count == 3
    # Texts of the second run were read before: its answers cost nothing.
    assert sum(cost or 0 for cost in Verdict.objects.values_list("cost", flat=True)) == pytest.approx(
        reader.spending.cost
    )
    assert Episode.objects.values().get(pk=row.pk) == before


def test_the_recorded_result_stays_beside_the_new_reading(model_server: ModelServer) -> None:
    row = finished()
    model_server.play(judge_by(lambda claim, text: ("no", "")))
    judge_run(row, reader_at(model_server))
    rules, model = outcomes_of(row)
    assert (rules.name, rules.outcome.verdict) == ("rules", "success")
    assert (model.name, model.outcome.verdict, model.readings) == ("model:judge", "undecided", 15)
    row.refresh_from_db()
    assert row.success is True and row.result is not None and row.result["outcome"]["success"] is True


def test_failed_answers_are_asked_again_next_time(model_server: ModelServer) -> None:
    row = finished()
    for _ in range(3):
        model_server.say("no JSON")
    assert judge_run(row, reader_at(model_server)).failed == 15
    assert outcomes_of(row)[1].failed == 15
    model_server.play(judge_by(agree))
    assert judge_run(row, reader_at(model_server)).failed == 0
    assert model_server.count == 6 and outcomes_of(row)[1].outcome.verdict == "success"


def test_a_run_that_is_not_over_is_refused(model_server: ModelServer) -> None:
    with pytest.raises(CannotJudge, match="is not over"):
        judge_run(started(hold=True), reader_at(model_server))


def test_a_runs_own_judge_is_queued_when_it_ends_and_reads_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[tuple[object, ...]] = []
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(judge_job, "_enqueue", lambda *given: queued.append(given))
    monkeypatch.setattr(judge_job, "judge", lambda *given: asked.append(given))
    row = finished(judge_model="judge", judge_budget=0.5)
    assert [given[1] for given in queued] == [row.pk]
    judge_job.judge_once(row.pk)
    judge_job.judge_once(row.pk)
    assert asked == [(row.pk, "judge", 0.5)]
    finished()
    assert len(queued) == 1


def test_a_judge_that_can_not_start_leaves_the_run_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    row = finished()
    judge_job.judge(row.pk, "nonesuch")
    assert not Verdict.objects.exists() and "can't read run" in caplog.text
    judge_job.judge(0, "nonesuch")


def test_a_run_whose_judge_died_is_queued_again_and_one_that_was_read_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[int] = []

    def enqueue(job: str, run: int) -> bool:
        queued.append(run)
        return True

    monkeypatch.setattr(judge_job, "_enqueue", enqueue)
    dead, read, reading = (finished(judge_model="judge").pk for _ in range(3))
    hour_ago = timezone.now() - timedelta(hours=1)
    Episode.objects.filter(pk__in=[dead, read]).update(judged_at=hour_ago)
    Episode.objects.filter(pk=reading).update(judged_at=timezone.now())
    Verdict.objects.create(episode_id=read, key="run:success", value="yes", rater_kind="model", rater="judge")
    queued.clear()
    assert judge_job.enqueue_unjudged() == 1 and queued == [dead]
    Episode.objects.filter(pk=dead).update(ended_at=timezone.now() - timedelta(days=2))
    assert not judge_job.has_waiting_judges()
