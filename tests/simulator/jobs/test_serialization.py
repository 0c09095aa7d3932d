"""What comes out of the store is what went in."""

from __future__ import annotations

import msgspec
import pytest

from simulator.jobs import control
from simulator.jobs.decision_rows import rebuild_points
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import header_of, moments_of, storable, trace_bytes_of, trace_of
from simulator.models import DecisionPoint, Episode
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.jobs.background import started, undisturbed

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Episode:
    row = started("dentist")
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_the_trace_of_a_run_is_the_file_that_the_command_line_would_write(row: Episode) -> None:
    assert trace_bytes_of(row) == trace_bytes(undisturbed("dentist").episode)


def test_moments_can_be_had_from_any_one_to_any_other(row: Episode) -> None:
    every = undisturbed("dentist").episode.moments
    assert moments_of(row.pk) == every
    assert moments_of(row.pk, after=3) == every[4:]
    assert moments_of(row.pk, after=3, upto=6) == every[4:7]
    assert moments_of(row.pk, upto=0) == every[:1]
    assert moments_of(row.pk, after=10_000) == []


def test_a_run_under_way_has_a_trace_without_a_result() -> None:
    row = started("dentist", hold=True)
    control.step(row, 4)
    run_episode(row.pk)
    trace = trace_of(row)
    assert (len(trace.moments), trace.result) == (4, None)


def test_the_header_has_the_options_that_were_known_when_the_run_began(row: Episode) -> None:
    del row.config["experiment_name"]
    assert "experiment_name" not in header_of(row).config
    assert list(header_of(row).config)[:3] == ["user", "assistant", "seed"]


def test_decision_points_can_be_thrown_away_and_worked_out_again(row: Episode) -> None:
    def bodies() -> list[object]:
        return list(row.decision_points.values_list("number", "kind", "moment", "turn", "final", "body"))

    before = bodies()
    assert before
    DecisionPoint.objects.all().delete()
    assert rebuild_points(row) == len(before)
    assert rebuild_points(row) == len(before)
    assert bodies() == before


def test_texts_that_postgresql_refuses_are_made_storable() -> None:
    value = {"a\0": ["b\0", 1, None, {"c": "\0"}]}
    assert "\\u0000" not in msgspec.json.encode(storable(value)).decode()
    row = started("dentist", note=str(storable("no\0te")))
    row.refresh_from_db()
    assert row.note == "no\N{REPLACEMENT CHARACTER}te"


def test_decision_points_that_cannot_be_computed_again_are_kept(row: Episode, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no points")

    before = row.decision_points.count()
    monkeypatch.setattr("simulator.jobs.decision_rows.points_of", fail)
    with pytest.raises(ValueError, match="no points"):
        rebuild_points(row)
    assert row.decision_points.count() == before > 0
