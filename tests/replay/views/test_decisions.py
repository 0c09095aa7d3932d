"""Decision points on pages: the list beside the phone, the table of all of them, and who sees what of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from replay.views import decisions
from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.models import Episode
from simulator.rendering.frames import batch_after
from tests.markup import markup_of, one_line
from tests.simulator.jobs.background import started, version_of
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def played(name: str = "late_train", **options: Any) -> Episode:
    row = started(name, **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def page(row: Episode, role: str = "viewer", **query: Any) -> str:
    response = signed_in(role).get(f"/runs/{row.pk}/decisions/", query)
    assert response.status_code == 200
    return markup_of(response)


def test_the_run_page_lists_offers_and_silences_linked_to_their_steps() -> None:
    row = played()
    html = markup_of(signed_in("viewer").get(f"/runs/{row.pk}/"))
    assert "Offer 1 accepted" in html
    for step in (11, 18):
        assert f'href="/runs/{row.pk}/{step}/" data-step="{step}" title=' in html
    silent = row.decision_points.filter(kind="silence").values_list("moment", flat=True)
    assert f"{len(silent)} silences" in html
    assert all(f'aria-label="Silence at step {step}"' in html for step in silent)
    assert f'href="/runs/{row.pk}/decisions/"' in html


def test_points_come_with_the_frames_of_a_run_that_goes_on() -> None:
    row = started("late_train", hold=True)
    told = []
    for steps in (1, 2, 9, 30):
        control.step(row, steps)
        run_episode(row.pk)
        row.refresh_from_db()
        told.append(one_line(batch_after(row.pk, after=row.moment_count)[1]["decisions"]))
    assert "No decision points yet" in told[0] and "1 silence" in told[1]
    assert "Offer 1 waits for an answer" in told[2] and "Offer 1 accepted" in told[3]


def test_the_table_has_every_point_of_the_stored_ones() -> None:
    row = played()
    html = page(row)
    for point in row.decision_points.all():
        assert f'<th scope="row"><a href="/runs/{row.pk}/{point.moment}/">{point.moment}</a>' in html
    assert f"{row.decision_points.count()} decision points" in html
    assert "looks around" in html and "“Yes, please tell Bo.”" in html


def test_long_lists_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "ON_A_PAGE", 3)
    row = played()
    first, last = page(row), markup_of(signed_in("researcher").get(f"/runs/{row.pk}/decisions/?page=99"))
    assert first.count('<th scope="row">') == 3 and "Page 1 of" in first and 'href="?page=2"' in first
    assert 'rel="prev"' in last and 'rel="next"' not in last


def test_what_would_be_welcome_is_for_those_who_may_see_it(settings: LazySettings) -> None:
    row = played("dentist", assistant="silent")
    assert "Help with “move” was welcome" in page(row)
    settings.PUBLIC_READ = True
    public = markup_of(Client().get(f"/runs/{row.pk}/decisions/"))
    assert "Silence" in public and "was welcome" not in public


def test_a_run_without_points_says_so() -> None:
    row = started("late_train", hold=True)
    assert "No decision points yet." in page(row)


def test_points_of_what_another_system_played_are_listed_too() -> None:
    row = played()
    row.imported = {"format": "hf", "file": "x.json", "said": {}, "warnings": []}
    row.save()
    assert "Offer 1" in page(row)


@pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("nobody", 403), ("viewer", 200)])
def test_who_may_not_see_runs_sees_no_points(role: str, status: int) -> None:
    assert signed_in(role).get(f"/runs/{played().pk}/decisions/").status_code == status


def test_an_unknown_run_and_one_that_cannot_be_shown_are_told() -> None:
    row = played()
    assert signed_in("viewer").get("/runs/999/decisions/").status_code == 404
    version = version_of("late_train")
    version.source = '{"id": "late_train"}'
    version.save()
    assert signed_in("researcher").get(f"/runs/{row.pk}/decisions/").status_code == 409
