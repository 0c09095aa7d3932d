"""The report as a page and as files: the same figures everywhere, and what is not counted beside them."""

from __future__ import annotations

import io
import json

import polars as pl
import pytest
from django.test import Client

from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.models import Sweep
from benchmark.plan.plan_file import read_plan
from benchmark.result_row import NAMES
from simulator.jobs.play_job import drain
from tests.benchmark.jobs.planned import begun
from tests.benchmark.views.filled import filled_sweep
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return signed_in("viewer")


def page(client: Client, sweep: Sweep, query: str = "") -> str:
    answer = client.get(f"/sweeps/{sweep.pk}/report/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_figures_stand_with_n_and_interval_and_baselines_beside_models(client: Client) -> None:
    sweep = filled_sweep(6, trouble=0.2)
    html = page(client, sweep)
    assert "Not comparable with published figures" in html
    assert "Baselines (no model)" in html
    for title in (
        "Success",
        "Goals met",
        "Any of up to 3",
        "All of up to 3",
        "Accepted",
        "Not needed",
        "Cost per success",
    ):
        assert f"{title}<span" in html
    for fact in (
        "Split <b>all</b>",
        "Seeds <b>0, 1, 2</b>",
        "Noise <b>none</b>",
        "Turns <b>set by each scenario</b>",
    ):
        assert f"<span>{fact}</span>" in html
    assert "6 scenarios, up to 3 runs each" in html
    assert "not counted" in html
    assert "provider failure" in html
    assert html.count('class="dot"') == 9
    assert "style=" not in html


def test_one_run_is_not_called_runs(client: Client) -> None:
    html = page(client, filled_sweep(1))
    assert ">1 scenario<" in html
    assert ">1 scenarios<" not in html
    assert ">1 runs<" not in html and ">1 successes<" not in html


def test_success_is_broken_down_by_what_is_asked_for(client: Client) -> None:
    sweep = filled_sweep(6)
    assert "Success by category, percent" in page(client, sweep)
    assert "Success by app, percent" in page(client, sweep, "?by=app")
    assert "Success by category, percent" in page(client, sweep, "?by=nonsense")


def test_a_sweep_that_has_not_begun_has_nothing_to_say(client: Client) -> None:
    assert "No run counts yet" in page(client, begun())


def test_a_played_sweep_reports_what_its_runs_say(client: Client) -> None:
    sweep = begun(seeds=(0, 1))
    drain("batch")
    html = page(client, sweep)
    assert "<b>8</b> of 8 runs counted" in html
    assert "Every run is counted" in html
    text = client.get(f"/sweeps/{sweep.pk}/export/report.md/")
    assert text["Content-Type"].startswith("text/markdown")
    assert "## Findings" in text.content.decode()
    data = json.loads(client.get(f"/sweeps/{sweep.pk}/export/report.json/").content)
    assert len(data["per_config_results"]) == 2


def test_rows_go_out_in_three_formats(client: Client) -> None:
    sweep = begun(seeds=(0, 1))
    drain("batch")
    rows = rows_of_sweep(sweep)
    for kind in ("csv", "json", "parquet"):
        answer = client.get(f"/sweeps/{sweep.pk}/export/{kind}/")
        assert answer["Content-Disposition"] == f'attachment; filename="benchmark-{sweep.pk}.{kind}"'
    csv = client.get(f"/sweeps/{sweep.pk}/export/csv/").content.decode()
    assert csv.splitlines()[0].split(",")[:29] == list(NAMES)
    frame = pl.read_parquet(io.BytesIO(client.get(f"/sweeps/{sweep.pk}/export/parquet/").content))
    assert frame.height == len(rows) == 8
    assert frame["success_bool"].to_list() == [row.success_bool for row in rows]
    assert len(json.loads(client.get(f"/sweeps/{sweep.pk}/export/json/").content)) == 8


def test_the_plan_goes_out_as_it_was_started(client: Client) -> None:
    sweep = begun(seeds=(3,))
    text = client.get(f"/sweeps/{sweep.pk}/plan.yaml").content.decode()
    assert read_plan(text).plan.model_dump(mode="json") == sweep.plan
