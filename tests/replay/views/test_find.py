"""Searching a run: for those who may see it, and never in what they may not read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from simulator.agents.policy import Decision
from simulator.agents.registry import USERS
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, ScenarioVersion, State
from simulator.rendering.run_histories import history_of
from tests.simulator.consumers.watched import Watched
from tests.simulator.jobs.background import started
from tests.simulator.talking import NAME, Talker, talkers
from tests.simulator.views.cast import SCRIPT, run, scenario, signed_in

pytestmark = pytest.mark.django_db
MISREAD = "The reply is text without a tool call: 'Aunt Ida must not know'."
PRIVATE = ("weigh decision", '"so be it"', '"Aunt Ida"', "weigh", "ida must")


class Mumbling(Talker):
    """Says at first something that nobody can read."""

    def decide(self, view: Any) -> Decision:
        decision = super().decide(view)
        return replace(decision, name="", args={}, problem=MISREAD) if not view.own else decision


@pytest.fixture
def row(redis_server: str) -> Iterator[Episode]:
    """A run of players that think aloud."""
    scenario("dentist")
    with talkers() as named:
        made = USERS[NAME]
        USERS[NAME] = lambda *given: Mumbling(made(*given)._inner)  # type: ignore[attr-defined]
        row = started("dentist", **named)
        run_episode(row.pk)
        row.refresh_from_db()
        yield row


def found(client: Client, pk: int, status: int = 200, **asked: str) -> dict[str, Any]:
    answer = client.get(f"/runs/{pk}/find/", asked)
    assert answer.status_code == status, answer.content[:400]
    said: dict[str, Any] = answer.json()
    return said


def test_hits_what_is_shown_and_what_there_is_are_told() -> None:
    watched = Watched()
    count = watched.finish()
    answer = found(signed_in("viewer"), watched.pk, q="opens")
    history = history_of(watched.row).history
    assert answer["hits"] == [told.n for told in history.told if "Opens" in told.text] != []
    assert answer["shown"] is None and answer["words"] == ["opens"] and answer["steps"] == count
    assert sum(answer["kinds"].values()) == sum(answer["actors"].values()) == count
    assert {"name": "email", "title": "Email"}.items() <= answer["apps"][0].items()


def test_a_filter_gives_the_numbers_that_it_shows_and_hits_among_them() -> None:
    watched = Watched()
    watched.finish()
    client, told = signed_in("viewer"), history_of(watched.row).history.told
    everywhere = found(client, watched.pk, q="mail")
    answer = found(client, watched.pk, q="mail", hide="read,silence", actor="user,assistant", app="email")
    shown = [
        one.n for one in told if one.kind not in ("read", "silence") and one.lane != "world" and one.app == "email"
    ]
    assert answer["shown"] == shown != []
    assert answer["hits"] == [n for n in everywhere["hits"] if n in shown]
    assert answer["hidden"] == len(everywhere["hits"]) - len(answer["hits"]) > 0


def test_moments_that_come_later_are_found_too() -> None:
    watched = Watched(moments=3)
    client = signed_in("viewer")
    assert found(client, watched.pk, q="proposal")["hits"] == []
    watched.finish()
    assert found(client, watched.pk, q="proposal")["hits"]


def test_those_who_see_all_find_thoughts_and_replies(row: Episode) -> None:
    client = signed_in("viewer")
    for words in PRIVATE:
        assert found(client, row.pk, q=words)["hits"], words
    assert "thought" in found(client, row.pk, q="weigh")["places"].values()
    assert "reply" in found(client, row.pk, q='"So be it."')["places"].values()


@pytest.mark.parametrize("role", ["anonymous", "nobody"])
def test_public_reading_never_finds_what_it_does_not_show(settings: LazySettings, row: Episode, role: str) -> None:
    settings.PUBLIC_READ = True
    client = signed_in(role)
    assert found(client, row.pk, q="proposal")["hits"]
    for words in PRIVATE:
        answer = found(client, row.pk, q=words)
        assert (answer["hits"], answer["hidden"], answer["places"]) == ([], 0, {}), words
        assert found(client, row.pk, q=words, hide="read,tap,unread,silence")["hidden"] == 0


def test_whatever_the_public_finds_its_page_of_the_step_shows(settings: LazySettings, row: Episode) -> None:
    settings.PUBLIC_READ = True
    viewer, anybody = signed_in("viewer"), signed_in("anonymous")
    for word in ("decision", "ida", "be", "read", "dentist", "email", "reminder", "reply"):
        for n in found(anybody, row.pk, q=word)["hits"]:
            parts = anybody.get(f"/runs/{row.pk}/{n}/parts/").json()
            items = anybody.get(f"/runs/{row.pk}/story/", {"from": n, "to": n + 1}).json()["items"]
            assert word in f"{parts['detail']} {items}".lower(), (word, n)
        assert {*found(anybody, row.pk, q=word)["hits"]} <= {*found(viewer, row.pk, q=word)["hits"]}


@pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("inactive", 302), ("nobody", 403)])
def test_only_those_who_may_see_runs_search_them(role: str, status: int) -> None:
    row = run()
    assert signed_in(role).get(f"/runs/{row.pk}/find/", {"q": "a"}).status_code == status


def test_public_reading_opens_no_search_in_runs_that_go_on(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    assert signed_in("anonymous").get(f"/runs/{run(State.RUNNING).pk}/find/").status_code == 404
    assert signed_in("viewer").get("/runs/999/find/").status_code == 404


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"hide": "everything"}, "Unknown kind of step “everything”"),
        ({"actor": SCRIPT}, "Unknown actor"),
        ({"q": "long " * 60}, "at most 200"),
    ],
)
def test_a_bad_question_is_refused_in_a_sentence(asked: dict[str, str], says: str) -> None:
    row = run()
    answer = signed_in("viewer").get(f"/runs/{row.pk}/find/", asked)
    assert answer.status_code == 400 and says in answer.json()["problem"]
    assert answer.headers["Content-Type"].startswith("application/json")


def test_an_app_that_does_not_occur_shows_nothing() -> None:
    watched = Watched()
    watched.finish()
    assert found(signed_in("viewer"), watched.pk, app="city")["shown"] == []


def test_a_run_without_moments_has_no_hits() -> None:
    answer = found(signed_in("viewer"), run(State.QUEUED).pk, q="a", hide="read")
    assert (answer["hits"], answer["shown"], answer["steps"], answer["apps"]) == ([], [], 0, [])


def test_a_run_that_cannot_be_shown_says_so() -> None:
    row = run()
    ScenarioVersion.objects.filter(pk=row.version_id).update(source="{}")
    assert "can’t be shown" in found(signed_in("viewer"), row.pk, status=409, q="a")["problem"]


def test_a_search_changes_nothing_and_takes_no_other_method() -> None:
    assert signed_in("viewer").post(f"/runs/{run().pk}/find/", {"q": "a"}).status_code == 405
