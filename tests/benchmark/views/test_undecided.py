"""Undecided runs on the pages of a sweep, in its exports and in the list of runs."""

from __future__ import annotations

import io
import json

import polars as pl
import pytest
from django.test import Client

from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.jobs.totals import total_of, totals_of
from benchmark.views.matrix_data import SuccessShare, grid_of, share_of
from benchmark.views.progress import progress_of
from simulator.models import Episode
from simulator.models.current_blame import BLAMED_ON, current_blame
from tests.benchmark.views.filled import filled_sweep
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(person("researcher"))
    return client


def test_share_runs_from_strict_to_lenient() -> None:
    assert share_of(["ssu", "nf"]) == SuccessShare(2, 4, 1)
    assert (share_of(["ssu", "nf"]).percent, share_of(["ssu", "nf"]).words) == ("50 to 75 %", "2 of 4, 1 undecided")
    assert (share_of(["sn"]).percent, share_of(["sn"]).words) == ("50 %", "1 of 2")
    assert share_of(["fx"]).percent == "none"


def test_undecided_runs_have_a_mark_a_count_and_a_word(client: Client) -> None:
    sweep = filled_sweep(6, doubt=0.34)
    undecided = Episode.objects.filter(undecided=True).count()
    assert undecided and grid_of(sweep).letters.count("u") == undecided
    assert progress_of(sweep).undecided == total_of(totals_of(sweep)).undecided == undecided
    page = client.get(f"/sweeps/{sweep.pk}/").content.decode()
    assert page.count('<i class="u"></i>') == undecided + 2  # the legend and the totals
    assert "undecided" in page and "user scripted, reader rules" in page
    cell = Episode.objects.filter(undecided=True).first().cells.first()  # type: ignore[union-attr]
    assert cell is not None
    panel = client.get(f"/sweeps/{sweep.pk}/?cell={cell.version_id}-{cell.configuration}").content.decode()
    assert "goals met undecided, clean yes" in panel


def test_rows_and_exports_hold_undecided_runs(client: Client) -> None:
    sweep = filled_sweep(6, doubt=0.34)
    doubtful = [row for row in rows_of_sweep(sweep) if row.undecided_numeric]
    assert {(row.success_numeric, row.status, row.blame, row.reader) for row in doubtful} == {
        (0.0, "failed", "reader", "rules")
    }
    assert {(row.goals_met, row.clean, row.undecided_parts) for row in doubtful} == {(False, True, "goals_met")}
    exported = {kind: client.get(f"/sweeps/{sweep.pk}/export/{kind}/").content for kind in ("csv", "json", "parquet")}
    frames = [pl.read_csv(io.BytesIO(exported["csv"])), pl.read_parquet(io.BytesIO(exported["parquet"]))]
    frames.append(pl.DataFrame(json.loads(exported["json"]), infer_schema_length=None))
    for frame in frames:
        assert frame["undecided_numeric"].cast(pl.Float64).sum() == len(doubtful)
        assert set(frame["reader"].drop_nulls()) == {"rules"}


def test_report_page_shows_bounds(client: Client) -> None:
    sweep = filled_sweep(6, doubt=0.34)
    page = client.get(f"/sweeps/{sweep.pk}/report/").content.decode()
    assert "(strict) to" in page and "Any of 3, lenient" in page and "reader rules" in page
    assert 'class="band"' in page
    decided = client.get(f"/sweeps/{filled_sweep(6).pk}/report/").content.decode()
    assert "(strict)" not in decided and ", lenient" not in decided and 'class="band"' not in decided


def test_run_list_filters_undecided_runs(client: Client) -> None:
    filled_sweep(6, doubt=0.34)
    undecided = Episode.objects.filter(undecided=True).count()
    for query in ("outcome=undecided", "blame=reader"):
        page = client.get(f"/runs/?{query}").content.decode()
        assert page.count("Undecided\n</span>") == undecided
        assert "No success\n</span>" not in page
    assert "Undecided\n</span>" not in client.get("/runs/?outcome=no_success").content.decode()


def test_undecided_run_is_blamed_on_the_reader() -> None:
    filled_sweep(6, doubt=0.34)
    run = Episode.objects.filter(undecided=True).alias(party=BLAMED_ON).filter(party="reader").first()
    assert run is not None
    blamed = current_blame(run)
    assert blamed is not None and (blamed.party, blamed.word) == ("reader", "Reader")
