"""Who may see, start and steer sweeps: every address, for everybody."""

from __future__ import annotations

import pytest

from benchmark.models import Cell, Sweep, SweepState
from simulator.models import Episode
from tests.benchmark.jobs.planned import STORIES, begun, shelve
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
READING = ("", "live/", "report/", "plan.yaml", "export/csv/", "export/json/", "export/parquet/", "export/report.md/")
ACTIONS = ("pause", "resume", "cancel", "retry", "priority", "limits")


@pytest.mark.parametrize("part", READING)
def test_viewers_read_and_others_do_not(part: str) -> None:
    sweep = begun()
    address = f"/sweeps/{sweep.pk}/{part}"
    assert signed_in("viewer").get(address).status_code == 200
    refused = signed_in("nobody").get(address)
    assert refused.status_code == 403
    assert "add you to the group “viewer”" in markup_of(refused)
    sent_away = signed_in("anonymous").get(address)
    assert sent_away.status_code == 302
    assert sent_away["Location"].startswith("/sign-in/")


def test_the_list_is_for_viewers_and_stands_in_their_navigation() -> None:
    begun()
    page = markup_of(signed_in("viewer").get("/sweeps/"))
    assert 'href="/sweeps/" aria-current="page"' in page
    assert signed_in("nobody").get("/sweeps/").status_code == 403
    assert signed_in("anonymous").get("/sweeps/").status_code == 302


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(("who", "status"), [("viewer", 403), ("nobody", 403), ("anonymous", 302)])
def test_only_those_with_the_right_steer(action: str, who: str, status: int) -> None:
    sweep = begun()
    before = Sweep.objects.filter(pk=sweep.pk).values().get()
    answer = signed_in(who).post(f"/sweeps/{sweep.pk}/{action}/", {"priority": "high", "max_cost": "1"})
    assert answer.status_code == status
    assert Sweep.objects.filter(pk=sweep.pk).values().get() == before


def test_a_viewer_sees_no_button_that_would_be_refused() -> None:
    sweep = begun()
    seen = markup_of(signed_in("viewer").get(f"/sweeps/{sweep.pk}/"))
    offered = markup_of(signed_in("researcher").get(f"/sweeps/{sweep.pk}/"))
    for action in ("pause", "cancel", "priority", "limits"):
        assert f"/sweeps/{sweep.pk}/{action}/" not in seen
        assert f"/sweeps/{sweep.pk}/{action}/" in offered
    assert "/admin/sweeps/new/" not in seen


@pytest.mark.parametrize("address", ["", "preview/", "plan.yaml"])
@pytest.mark.parametrize(("who", "status"), [("viewer", 403), ("nobody", 403), ("anonymous", 302)])
def test_only_those_with_the_right_launch(address: str, who: str, status: int) -> None:
    shelve(*STORIES)
    client = signed_in(who)
    for answer in (client.post(f"/admin/sweeps/new/{address}", {"do": "start", "source": "split", "split": "all"}),):
        assert answer.status_code == status
    assert not Sweep.objects.exists()
    assert not Cell.objects.exists()


def test_a_refusal_to_launch_names_the_remedy() -> None:
    refused = signed_in("viewer").get("/admin/sweeps/new/")
    assert refused.status_code == 403
    assert "Ask an administrator to add you to the group “researcher”" in markup_of(refused)


def test_launching_needs_the_token_of_the_form() -> None:
    shelve(*STORIES)
    client = signed_in("researcher")
    client.handler.enforce_csrf_checks = True
    assert client.post("/admin/sweeps/new/", {"do": "start", "source": "split", "split": "all"}).status_code == 403
    assert not Sweep.objects.exists()


def test_looking_at_an_address_of_steering_steers_nothing() -> None:
    sweep = begun()
    answer = signed_in("researcher").get(f"/sweeps/{sweep.pk}/cancel/")
    assert (answer.status_code, answer["Location"]) == (302, f"/sweeps/{sweep.pk}/")
    assert Sweep.objects.get().state == SweepState.RUNNING


def test_the_administration_leads_to_the_launch_page() -> None:
    client = signed_in("administrator")
    assert "/admin/benchmark/sweep/add/" in markup_of(client.get("/admin/"))
    assert client.get("/admin/benchmark/sweep/add/")["Location"] == "/admin/sweeps/new/"
    sweep = begun()
    assert client.get("/admin/benchmark/sweep/").status_code == 200
    assert client.get(f"/admin/benchmark/sweep/{sweep.pk}/change/").status_code == 200


def test_what_is_not_there_says_so() -> None:
    client = signed_in("viewer")
    assert "There is no sweep 9." in markup_of(client.get("/sweeps/9/"))
    sweep = begun()
    assert client.get(f"/sweeps/{sweep.pk}/export/xls/").status_code == 404
    assert client.get(f"/sweeps/{sweep.pk}/fly/").status_code == 404
    assert not Episode.objects.exists()
