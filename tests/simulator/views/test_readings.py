"""The page with the readings of a run, and the button that has a model judge it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from simulator.config import EpisodeConfig
from simulator.jobs.finished_run import texts_of
from simulator.jobs.play_job import run_episode
from simulator.jobs.run_import import version_for
from simulator.jobs.start_run import start_episode
from simulator.jobs.verdict_rows import store_lines
from simulator.models import Episode, Scenario, State
from simulator.reading.claims import text_hash
from simulator.reading.reading_lines import ReadingLine
from simulator.scenario.load import load_file
from simulator.views import readings
from tests.conftest import ROOT
from tests.markup import markup_of
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
FILE = Path(ROOT) / "benchmark" / "scenarios" / "duplicate_commitment_detection.yaml"
MODELS = "judge: {provider: hosted_vllm, name: j, endpoint: 'http://127.0.0.1:9/v1'}\n"


@pytest.fixture(autouse=True)
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models.yaml").write_text(MODELS)
    monkeypatch.setenv("PARE_MODELS_FILE", str(tmp_path / "models.yaml"))


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []

    def note(*given: object) -> bool:
        found.append(given)
        return True

    monkeypatch.setattr(readings, "enqueue_judge", note)
    return found


@pytest.fixture
def run() -> Episode:
    row = start_episode(version_for(load_file(FILE)), EpisodeConfig(), hold=True)
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED)
    run_episode(row.pk)
    return Episode.objects.get(pk=row.pk)


def test_the_recorded_result_stands_beside_each_reader(run: Episode) -> None:
    message = next(text for text in texts_of(run) if text.where == "message")
    said = ReadingLine(
        "goal:1", text_hash(message.text), "no", "model", "judge", message.moment, reason="<b>it asks</b>"
    )
    store_lines(run, [said])
    html = markup_of(signed_in("viewer").get(f"/runs/{run.pk}/readings/"))
    assert "recorded" in html and "model:judge" in html and "rules" in html
    assert '<span class="tag good">success</span>' in html and '<span class="tag bad">miss</span>' in html
    assert "&lt;b&gt;it asks&lt;/b&gt;" in html
    # Rules read, too, and the words that decided are marked in the text.
    assert "<mark>" in html and re.search(r'<span class="tag good">yes</span>\s*<b>rules</b>', html)
    assert re.search(r"act: [a-z ]+; about: [^;<]+; affirmed", html)
    assert '<span class="tag good">needed</span>' in html and "No reader finds any threat" in html
    assert "Judge again" not in html


def test_only_those_who_may_can_have_a_run_judged_again(run: Episode, queued: list[tuple[object, ...]]) -> None:
    given = {"judge_model": "judge", "judge_budget": "0.5"}
    viewer, researcher = signed_in("viewer"), signed_in("researcher")
    assert viewer.post(f"/runs/{run.pk}/rejudge/", given).status_code == 403 and not queued
    assert Client().post(f"/runs/{run.pk}/rejudge/", given).status_code == 302 and not queued
    assert "Judge again" in markup_of(researcher.get(f"/runs/{run.pk}/"))
    assert "Judge again" not in markup_of(viewer.get(f"/runs/{run.pk}/"))
    assert researcher.post(f"/runs/{run.pk}/rejudge/", given).url == f"/runs/{run.pk}/readings/"  # type: ignore[attr-defined]
    assert queued == [(run.pk, "judge", 0.5)]


def test_an_unlisted_model_and_a_bad_budget_are_refused(run: Episode, queued: list[tuple[object, ...]]) -> None:
    client = signed_in("researcher")
    for given in ({"judge_model": "openai/anything"}, {"judge_model": "judge", "judge_budget": "-1"}, {}):
        assert client.post(f"/runs/{run.pk}/rejudge/", given).status_code == 422
    assert not queued


def test_a_run_that_is_not_over_says_so(queued: list[tuple[object, ...]]) -> None:
    row, client = started(hold=True), signed_in("researcher")
    assert "is not over" in markup_of(client.get(f"/runs/{row.pk}/readings/"))
    client.post(f"/runs/{row.pk}/rejudge/", {"judge_model": "judge"})
    assert not queued


def test_the_start_form_stores_the_judge_beside_the_config() -> None:
    version = version_for(load_file(FILE))
    Scenario.objects.filter(pk=version.scenario_id).update(removed_at=None)
    given = {"scenario": version.scenario.slug, "judge_model": "judge", "judge_budget": "0.25"}
    assert signed_in("researcher").post("/runs/start/", given).status_code == 302
    row = Episode.objects.latest("pk")
    assert (row.judge_model, row.judge_budget) == ("judge", 0.25) and "judge" not in str(row.config)
    assert row.config_hash == EpisodeConfig.model_validate(row.config).config_hash
