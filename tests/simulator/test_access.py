"""Who gets to see what: every page for everybody, with public reading and without."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.test import Client

from simulator.access import may_control, may_see, may_start, visible_episodes
from simulator.models import Episode, Scenario, State
from simulator.rendering.run_histories import history_of
from tests.simulator.consumers.watched import STORY, Watched
from tests.simulator.views.cast import person, run, scenario, signed_in

pytestmark = pytest.mark.django_db

PAGES = ("/", "/now/", "/runs/", "/scenarios/", "/scenarios/late_train/", "/runs/1/")
SIGN_IN, REFUSED, FINE, GONE = 302, 403, 200, 404


@pytest.fixture(autouse=True)
def _one_run() -> None:
    run(pk=1, state=State.RUNNING)


def _status(client: Client, path: str) -> int:
    return client.get(path).status_code


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("role", "status"),
    [("anonymous", SIGN_IN), ("inactive", SIGN_IN), ("nobody", REFUSED), ("viewer", FINE), ("researcher", FINE)],
)
def test_pages_are_for_those_who_may_see_runs(role: str, status: int, path: str) -> None:
    assert _status(signed_in(role), path) == status


@pytest.mark.parametrize(
    ("role", "status"),
    [("anonymous", SIGN_IN), ("inactive", SIGN_IN), ("nobody", REFUSED), ("viewer", REFUSED), ("researcher", FINE)],
)
def test_the_form_that_starts_runs_is_for_researchers(role: str, status: int) -> None:
    assert _status(signed_in(role), "/runs/start/") == status


@pytest.mark.parametrize("path", ["/runs/start/", "/runs/1/pause/", "/runs/1/step/", "/runs/1/stop/", "/runs/1/pace/"])
@pytest.mark.parametrize(
    ("role", "status"), [("anonymous", SIGN_IN), ("inactive", SIGN_IN), ("nobody", REFUSED), ("viewer", REFUSED)]
)
def test_nobody_else_starts_or_controls_runs(role: str, status: int, path: str) -> None:
    response = signed_in(role).post(path, {"scenario": "late_train"})
    assert response.status_code == status
    assert "sign-in" in response.headers.get("Location", "sign-in")
    assert list(Episode.objects.values_list("pk", "state", "wish")) == [(1, "running", "run")]


def test_a_refusal_says_which_right_is_missing() -> None:
    assert "group “viewer”" in signed_in("nobody").get("/runs/").content.decode()
    assert "group “researcher”" in signed_in("viewer").get("/runs/start/").content.decode()


def test_signing_in_leads_back_to_the_page() -> None:
    response = signed_in("anonymous").get("/runs/?state=failed")
    assert response.headers["Location"] == "/sign-in/?next=/runs/%3Fstate%3Dfailed"


def test_a_part_of_a_page_sends_the_whole_page_to_sign_in() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/scenarios/?tag=x"}
    response = signed_in("anonymous").get("/now/", headers=headers)
    assert response.status_code == FINE
    assert response.headers["HX-Redirect"] == "/sign-in/?next=/scenarios/%3Ftag%3Dx"


@pytest.mark.parametrize("role", ["anonymous", "inactive", "nobody"])
def test_public_reading_opens_finished_runs_and_their_scenarios(settings: LazySettings, role: str) -> None:
    settings.PUBLIC_READ = True
    run(pk=2, state=State.FINISHED)
    run(pk=3, state=State.STOPPED)
    scenario("dentist")
    client = signed_in(role)
    assert {
        path: _status(client, path) for path in ("/runs/2/", "/scenarios/late_train/", "/scenarios/", "/runs/")
    } == {
        "/runs/2/": FINE,
        "/scenarios/late_train/": FINE,
        "/scenarios/": FINE,
        "/runs/": FINE,
    }
    assert {_status(client, path) for path in ("/runs/1/", "/runs/3/", "/scenarios/dentist/")} == {GONE}
    listed = client.get("/runs/").content.decode()
    assert "/runs/2/" in listed and "/runs/1/" not in listed and "/runs/3/" not in listed
    assert "dentist" not in client.get("/scenarios/").content.decode()


@pytest.mark.parametrize("path", ["/runs/start/", "/admin/", "/admin/queues/"])
def test_public_reading_opens_nothing_else(settings: LazySettings, path: str) -> None:
    settings.PUBLIC_READ = True
    client = signed_in("anonymous")
    assert "sign-in" in client.get(path, follow=True).redirect_chain[-1][0]
    assert client.post("/runs/1/stop/").headers["Location"].startswith("/sign-in/")


def test_with_public_reading_the_start_page_leads_to_the_list(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    assert signed_in("anonymous").get("/").headers["Location"] == "/runs/"


def test_without_public_reading_a_finished_run_needs_a_sign_in() -> None:
    run(pk=2)
    assert _status(signed_in("anonymous"), "/runs/2/") == SIGN_IN


def test_whoever_may_see_runs_sees_all_of_them(settings: LazySettings) -> None:
    going, over = Episode.objects.get(), run(pk=2)
    for public in (False, True):
        settings.PUBLIC_READ = public
        for role in ("viewer", "researcher"):
            user: Any = person(role)
            assert may_see(user, going) and may_see(user, over) and visible_episodes(user).count() == 2
            user.delete()


def test_rights_follow_from_groups() -> None:
    people = {role: person(role) for role in ("nobody", "viewer", "researcher", "inactive", "administrator")}
    assert [role for role, user in people.items() if may_start(user)] == ["researcher", "administrator"]
    assert [role for role, user in people.items() if may_control(user)] == ["researcher", "administrator"]


def test_public_reading_keeps_what_is_private(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    watched = Watched()
    watched.finish()
    Episode.objects.filter(pk=watched.pk).update(started_by=person("administrator"))
    Scenario.objects.filter(slug=STORY).update(current=Episode.objects.get(pk=watched.pk).version)
    anybody, viewer = signed_in("anonymous"), signed_in("viewer")
    pages = (f"/runs/{watched.pk}/1/", f"/scenarios/{STORY}/")
    public, whole = ("".join(_text(client, path) for path in pages) for client in (anybody, viewer))
    for private in ("tab-raw", "private goal of", "Which offers are welcome", "administrator"):
        assert private in whole and private not in public
    assert "data-phone" in public and "What happens" in public and _status(anybody, "/now/") == SIGN_IN


def test_public_reading_hides_thoughts(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    watched = Watched()
    watched.finish()
    shared = history_of(Episode.objects.get(pk=watched.pk))
    shared.history.told[2] = msgspec.structs.replace(shared.history.told[2], thought="Shall I?")
    viewer, anybody = signed_in("viewer"), signed_in("anonymous")
    for step in (2, 3):
        assert "Shall I?" in _text(viewer, f"/runs/{watched.pk}/{step}/")
        assert "Shall I?" not in _text(anybody, f"/runs/{watched.pk}/{step}/")


def test_public_reading_does_not_say_where_players_stand(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    watched = Watched()
    watched.finish()
    players = {"user_player": "http:http://10.0.0.7:8765/user", "assistant_player": "https://10.0.0.7:8766/"}
    Episode.objects.filter(pk=watched.pk).update(**players)
    pages = ("/runs/", f"/runs/{watched.pk}/", f"/scenarios/{STORY}/")
    viewer, anybody = signed_in("viewer"), signed_in("anonymous")
    for path in pages[:2]:
        assert "10.0.0.7" in _text(viewer, path)
    assert all("10.0.0.7" not in _text(anybody, path) for path in pages)
    assert "User <b>http</b>" in _text(anybody, pages[1]) and "Assistant <b>http</b>" in _text(anybody, pages[1])


def test_public_reading_does_not_let_anybody_guess_where_players_stand(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    run(pk=2, user_player="http:http://10.0.0.7:8765/", assistant_player="https://10.0.0.7:8766/")
    run(pk=3, assistant_player="silent")
    viewer, anybody = signed_in("viewer"), signed_in("anonymous")

    def found(client: Client, **asked: str) -> set[int]:
        return {row.pk for row in client.get("/runs/", asked).context["page"].object_list}

    assert found(viewer, q="10.0.0.7") == found(viewer, assistant="https://10.0.0.7:8766/") == {2}
    assert found(anybody, q="10.0.0.7") == found(anybody, q="8766") == set()
    assert found(anybody, q="http") == found(anybody, assistant="http") == {2}
    assert found(anybody, q="silent") == found(anybody, assistant="silent") == {3}
    assert found(anybody, assistant="https://10.0.0.7:8766/") == {2, 3}


def test_public_reading_counts_only_what_is_open(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    run(pk=2, state=State.FINISHED)
    assert "<span>1 run</span>" in _text(signed_in("anonymous"), "/scenarios/late_train/")
    assert "<span>2 runs</span>" in _text(signed_in("viewer"), "/scenarios/late_train/")


def _text(client: Client, path: str) -> str:
    return client.get(path).content.decode()
