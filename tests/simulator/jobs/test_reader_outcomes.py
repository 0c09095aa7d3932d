"""Outcomes by reader: of forks, of imported runs, and of runs that an older engine played."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.jobs.exporting import exported
from replay.jobs.importing import import_file
from simulator.config import EpisodeConfig
from simulator.episode.verify import verify
from simulator.jobs.finished_run import opened, texts_of
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.judging import judge_run
from simulator.jobs.play_job import run_episode
from simulator.jobs.reader_outcomes import outcomes_of, readers_of, recorded_verdict, store_outcome, stored_outcomes
from simulator.jobs.run_import import version_for
from simulator.jobs.serialization import trace_of
from simulator.jobs.start_run import start_episode
from simulator.jobs.verdict_rows import lines_of_run, store_lines
from simulator.models import Episode, State, Verdict
from simulator.reading.claims import Answer, text_hash
from simulator.reading.reading_lines import ReadingLine
from simulator.scenario.load import load_file
from tests.conftest import ROOT
from tests.golden.traces import stored
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by, reader_at

pytestmark = pytest.mark.django_db
SCENARIOS = Path(ROOT) / "benchmark" / "scenarios"


@pytest.fixture
def run() -> Episode:
    version = version_for(load_file(SCENARIOS / "email_research_note_compilation.yaml"))
    return played(start_episode(version, EpisodeConfig(), hold=True))


def played(row: Episode) -> Episode:
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED)
    run_episode(row.pk)
    return Episode.objects.get(pk=row.pk)


def read_by(row: Episode, rater: str, value: Answer, kind: str = "person") -> None:
    """Store one answer of a reader to every claim of the scenario."""
    lines = [
        ReadingLine(claim.key, text_hash(text.text), value, kind, rater, text.moment, cost=0.25)  # type: ignore[arg-type]
        for text in texts_of(row)
        for claim in text.claims
        if not claim.key.startswith("builtin:")
    ]
    store_lines(row, lines)
    store_outcome(row, opened(row), kind, rater)


def test_each_reader_has_its_own_outcome_and_rules_are_never_stored(run: Episode) -> None:
    assert [one.name for one in outcomes_of(run)] == ["rules"] and not Verdict.objects.exists()
    read_by(run, "Tansy", "yes")
    read_by(run, "Rue", "unclear")
    found = {one.name: one.outcome.verdict for one in outcomes_of(run)}
    assert found == {"rules": "success", "person:Rue": "undecided", "person:Tansy": "success"}
    runs = Episode.objects.filter(pk=run.pk)
    assert readers_of(runs) == ["person:Rue", "person:Tansy"]
    values = {name: stored_outcomes(runs, name)[run.pk].values["success"] for name in readers_of(runs)}
    assert values == {"person:Rue": "unclear", "person:Tansy": "yes"}
    assert "can't be read clearly" in stored_outcomes(runs, "person:Rue")[run.pk].reason
    assert not Verdict.objects.filter(rater="rules").exists()


def test_another_answer_of_the_same_reader_replaces_its_outcome(run: Episode) -> None:
    read_by(run, "Tansy", "unclear")
    read_by(run, "Tansy", "yes")
    found = stored_outcomes(Episode.objects.filter(pk=run.pk), "person:Tansy")[run.pk]
    assert found.values["success"] == "yes" and Verdict.objects.filter(key="run:success").count() == 1


def test_a_fork_takes_over_the_readings_of_the_steps_that_it_copies(run: Episode) -> None:
    read_by(run, "judge", "yes", "model")
    offer, *later = sorted({text.moment for text in texts_of(run)})
    assert later
    fork = fork_episode(run, offer, EpisodeConfig.model_validate(run.config), hold=True)
    copied = list(lines_of_run(fork))
    assert {line.moment for line in copied} == {offer} and {line.cost for line in copied} == {0.0}
    again = played(fork)
    assert [one.name for one in outcomes_of(again)] == ["rules", "model:judge"]


def test_an_imported_run_brings_its_readings_and_their_outcome(run: Episode) -> None:
    read_by(run, "Tansy", "unclear")
    trace, readings = exported(run, "trace"), exported(run, "readings")
    before = list(lines_of_run(run))
    run.decision_points.all().delete()
    run.delete()
    row = import_file(trace.data, trace.name).row
    assert not readers_of(Episode.objects.all())
    assert import_file(readings.data, readings.name).is_new and not import_file(readings.data, readings.name).is_new
    assert list(lines_of_run(row)) == before
    assert stored_outcomes(Episode.objects.all(), "person:Tansy")[row.pk].values["success"] == "unclear"


@pytest.mark.parametrize(
    ("name", "recorded", "by_model"),
    [
        ("cab_destination_mismatch_detection.oracle", "success", "success"),
        ("fee_that_nobody_owes.oracle", "success", "miss"),
        ("cab_destination_mismatch_detection.eager", "miss", "miss"),
        ("chatter_that_settles_itself.silent", "success", "success"),
    ],
)
def test_a_run_of_an_older_engine_keeps_its_result_beside_the_new_reading(
    name: str, recorded: str, by_model: str, model_server: ModelServer
) -> None:
    row = import_file(stored("0.3.0")[f"{name}.jsonl"], f"{name}.jsonl").row
    assert row.engine == "0.3.0" and recorded_verdict(row) == recorded and verify(trace_of(row)).ok
    model_server.play(judge_by(lambda claim, text: ("no", "")))
    judge_run(row, reader_at(model_server))
    assert [(one.name, one.outcome.verdict) for one in outcomes_of(row)][1:] == [("model:judge", by_model)]
    row.refresh_from_db()
    assert recorded_verdict(row) == recorded and verify(trace_of(row)).ok
