"""The pages on which leads build, follow and export a play study."""

from __future__ import annotations

import csv
import io
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.models import PlayScenario, Study, StudyKind, StudyState
from annotation.people.withdrawal import withdraw
from annotation.play_studies.assignment import start_next
from annotation.studies.lifecycle import BadStudy, close_study, open_study, reopen
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, Scenario, State
from simulator.trace.trace_reader import Limits, parse_trace
from tests.annotation.play_studies.played_studies import PRACTICE, SCENARIOS, ends, play_study
from tests.annotation.study_fixtures import rater
from tests.annotation.views.followed import OTHERS, lead_of, words
from tests.annotation.views.leading import read, text_of
from tests.benchmark.jobs.planned import shelve
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
FORM = {
    "title": "Play a day",
    "role": "user",
    "assistant": "oracle",
    "user_player": "scripted",
    "seed_rule": "same",
    "seed": "3",
    "by": "list",
    "scenarios": ["late_train", "dentist"],
    "practice": PRACTICE,
    "per_person": "2",
    "per_item": "4",
    "shows_outcome": "yes",
    "leads": "researcher",
    "guidelines": "# Play\n",
    "consent": "",
}


def sent(client: Client, **changes: object) -> str:
    answer = client.post(reverse("new_play_study"), {**FORM, **changes})
    assert answer.status_code == 422
    return text_of(markup_of(answer))


@pytest.fixture
def researcher() -> Client:
    shelve(*SCENARIOS, PRACTICE)
    return signed_in("researcher")


def test_a_lead_makes_and_opens_a_play_study(researcher: Client) -> None:
    assert "New play study" in read(researcher, "/studies/")
    assert "Quota per scenario" in read(researcher, reverse("new_play_study"))
    answer = researcher.post(reverse("new_play_study"), FORM)
    made = Study.objects.get()
    assert answer.headers["Location"] == made.get_absolute_url()
    assert (made.kind, made.state, made.per_item, made.per_person, made.seed) == (StudyKind.PLAY, "draft", 4, 2, 3)
    assert [lead.get_username() for lead in made.leads.all()] == ["researcher"]
    plan = made.play_plan
    assert (plan.config["user"], plan.config["assistant"], plan.config["seed"]) == ("human", "oracle", 3)
    rows = PlayScenario.objects.values_list("version__scenario__slug", "is_practice")
    assert list(rows) == [(PRACTICE, True), ("late_train", False), ("dentist", False)]
    assert "ready" in read(researcher, made.get_absolute_url())
    researcher.post(reverse("open_study", args=[made.pk]))
    made.refresh_from_db()
    assert made.state == StudyState.OPEN
    assert "Nobody has joined yet" in read(researcher, made.get_absolute_url())


def test_people_who_play_the_assistant_have_a_user_as_partner(researcher: Client) -> None:
    researcher.post(reverse("new_play_study"), {**FORM, "role": "assistant", "shows_outcome": ""})
    plan = Study.objects.get().play_plan
    assert (plan.config["user"], plan.config["assistant"]) == ("scripted", "human")
    assert not plan.shows_outcome


def test_problems_are_named_at_their_fields(researcher: Client) -> None:
    assert "Runs per person : Each person would play 5 runs, but there are only 2 scenarios" in sent(
        researcher, per_person="5"
    )
    assert "nobody plays a scenario twice" in sent(researcher, practice="dentist")
    assert "There is no scenario “dentits”" in sent(researcher, scenarios=["dentits"])
    assert "There is no scenario to play" in sent(researcher, scenarios=[])
    assert "There is no split “x”" in sent(researcher, by="split", split="x")
    assert "people don’t see the outcome" in sent(researcher, shows_leaderboard="yes", shows_outcome="")
    assert "Quota per scenario" in sent(researcher, per_item="0")
    assert "Write a title" in sent(researcher, title=" ")
    assert "Unknown user name “nobody”" in sent(researcher, leads="nobody")
    assert not Study.objects.exists()


@pytest.mark.parametrize("player", ["nobody", "human", "llm", "http://127.0.0.1:9/", "model:unknown", ""])
def test_only_listed_players_can_be_the_partner(researcher: Client, player: str) -> None:
    assert "Choose a player" in sent(researcher, assistant=player)
    assert not Study.objects.exists()


def test_an_open_study_keeps_what_runs_depend_on() -> None:
    made = play_study()
    client = lead_of(made)
    page = read(client, reverse("edit_study", args=[made.pk]))
    assert "Fixed since the study opened" in page
    form = {
        "title": "New title",
        "per_item": "9",
        "per_person": "3",
        "leads": "lead",
        "guidelines": "x",
        "consent": "y",
    }
    answer = client.post(reverse("edit_study", args=[made.pk]), {**form, "role": "assistant", "seed": "8"})
    assert answer.status_code == 302
    made = Study.objects.get(pk=made.pk)
    assert (made.title, made.per_item, made.play_plan.role, made.seed) == ("New title", 9, "user", 0)
    lower = client.post(reverse("edit_study", args=[made.pk]), {**form, "per_item": "1"})
    assert lower.status_code == 422 and "can only be raised" in markup_of(lower)


def test_a_draft_is_changed_and_copied() -> None:
    made = play_study(is_open=False)
    client = lead_of(made)
    changed = client.post(
        reverse("edit_study", args=[made.pk]), {**FORM, "leads": "lead", "scenarios": ["market_day", "dentist"]}
    )
    assert changed.status_code == 302, text_of(markup_of(changed))
    assert made.play_scenarios.filter(version__scenario__slug="market_day").exists()
    assert client.post(reverse("copy_study", args=[made.pk])).status_code == 302
    copy = Study.objects.latest("pk")
    assert copy.title == "Play a day (copy)" and copy.play_scenarios.count() == 3


def test_a_study_opens_only_if_its_scenarios_are_there() -> None:
    made = play_study(is_open=False)
    Scenario.objects.filter(slug="dentist").update(removed_at=made.created_at)
    with pytest.raises(BadStudy, match="The file of scenario dentist was removed"):
        open_study(made)
    assert "The file of scenario dentist" in read(lead_of(made), made.get_absolute_url())


def test_the_progress_counts_by_scenario_and_by_person() -> None:
    made = play_study(practice="", scenarios="late_train", per_person=1, per_item=4)
    people = [rater(made, name) for name in ("Sorrel", "Yarrow", "Tansy", "Borage")]
    states = (State.FINISHED, State.ABANDONED, State.WAITING, State.FAILED)
    for person, state in zip(people, states, strict=True):
        ends(start_next(person), state)
    client = lead_of(made)
    page = words(read(client, made.get_absolute_url()))
    assert "1 of 4" in page and "100 %" in page and "21 to 100 %" in page
    live = words(read(client, reverse("study_live", args=[made.pk])))
    row = live.split("late_train", 1)[1].split("People", 1)[0].split()
    assert row[:6] == ["1", "of", "4", "1", "1", "1"], row
    assert "Sorrel 1 of 1" in live and "playing" in live


def test_practice_runs_count_nowhere() -> None:
    made = play_study()
    ends(start_next(rater(made)))
    page = words(read(lead_of(made), made.get_absolute_url()))
    assert "Runs finished 0 of 15" in page and "no run has finished" in page
    assert "0 of 15" in words(read(signed_in("viewer"), "/studies/"))


def test_a_lead_sees_the_runs_of_a_person_and_of_nobody_who_has_withdrawn() -> None:
    made = play_study(practice="")
    person = rater(made)
    row = ends(start_next(person))
    client = lead_of(made)
    address = reverse("study_person", args=[made.pk, person.pk])
    assert f"/runs/{row.pk}/" in read(client, address)
    withdraw(person)
    assert "has withdrawn" in read(client, address)
    assert "withdrawn" in read(client, made.get_absolute_url())


def test_runs_are_hidden_from_the_public_while_the_study_is_open() -> None:
    made = play_study(practice="")
    row = ends(start_next(rater(made)))
    for change, is_withheld in ((close_study, False), (reopen, True)):
        change(made)
        row.refresh_from_db()
        assert row.is_withheld == is_withheld


def test_the_export_has_a_trace_and_a_line_for_every_run() -> None:
    made = play_study(practice="", scenarios="late_train", per_person=1, panel_parameter="ID")
    done, gone = rater(made, "Sorrel", panel_id="5f3a"), rater(made, "=Yarrow")
    played = start_next(done).episode
    assert played is not None
    run_episode(played.pk)
    ends(start_next(gone), State.ABANDONED)
    client = lead_of(made)
    with ZipFile(io.BytesIO(_file(client, made, "zip"))) as archive:
        names = archive.namelist()
        rows = list(csv.DictReader(io.StringIO(archive.read("runs.csv").decode())))
        traces = {name: archive.read(name) for name in names if name.startswith("traces/")}
    assert "README.txt" in names and len(traces) == 2
    first = next(row for row in rows if row["rater"] == "Sorrel")
    data = traces[first["trace"]]
    assert parse_trace(data, "it", Limits(len(data), len(data)), partial=True).header.scenario["id"] == "late_train"
    assert (first["role"], first["partner"], first["order"], first["practice"]) == ("user", "oracle", "1", "false")
    assert (first["state"], first["success"], first["blind"], first["abandoned"]) == ("waiting", "", "true", "false")
    second = next(row for row in rows if row["rater"] != "Sorrel")
    assert (second["rater"], second["abandoned"]) == ("'=Yarrow", "true")
    assert "panel_id" not in first
    assert b"5f3a" in _file(client, made, "csv", "?panel") and b"5f3a" not in _file(client, made, "csv")
    assert client.get(reverse("study_export", args=[made.pk, "parquet"])).status_code == 404


def _file(client: Client, made: Study, kind: str, query: str = "") -> bytes:
    answer: Any = client.get(reverse("study_export", args=[made.pk, kind]) + query)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def test_outcomes_in_the_export_are_strict_and_lenient() -> None:
    made = play_study(practice="")
    person = rater(made)
    ends(start_next(person), success=True)
    ends(start_next(person), success=False, undecided=True)
    rows = list(csv.DictReader(io.StringIO(_file(lead_of(made), made, "csv").decode())))
    assert [(row["success"], row["success_lenient"]) for row in rows] == [("true", "true"), ("false", "true")]


@pytest.mark.parametrize(("who", "status"), OTHERS)
def test_others_neither_change_nor_export_a_play_study(who: str, status: int) -> None:
    made = play_study()
    client = signed_in(who)
    person = rater(made)
    for name in ("edit_study", "invite"):
        assert client.get(reverse(name, args=[made.pk])).status_code == status
    assert client.get(reverse("study_person", args=[made.pk, person.pk])).status_code == status
    for kind in ("zip", "csv"):
        assert client.get(reverse("study_export", args=[made.pk, kind])).status_code == status
    for name in ("close_study", "copy_study"):
        assert client.post(reverse(name, args=[made.pk])).status_code == status
    may_build = who == "researcher"
    assert client.get(reverse("new_play_study")).status_code == (200 if may_build else status)
    assert Study.objects.get().state == StudyState.OPEN


def test_viewers_follow_a_play_study_without_the_links_of_leads() -> None:
    made = play_study(practice="", shows_leaderboard=True)
    person = rater(made)
    ends(start_next(person))
    client = signed_in("viewer")
    page = read(client, made.get_absolute_url())
    assert person.pseudonym in page and "Export" not in page and f"/people/{person.pk}/" not in page
    assert person.pseudonym in read(client, reverse("study_leaderboard", args=[made.pk]))
    hidden = play_study()
    assert client.get(reverse("study_leaderboard", args=[hidden.pk])).status_code == 404


def test_pages_about_items_are_not_there_for_a_play_study() -> None:
    made = play_study()
    client = lead_of(made)
    for name in ("sample_study", "study_items", "disagreements", "study_plan", "import_answers"):
        assert client.get(reverse(name, args=[made.pk])).status_code == 404, name
    assert client.get(reverse("study_people", args=[made.pk])).status_code == 302
    judged = Study.objects.create(title="Judged", questions=[])
    assert lead_of(judged).get(reverse("study_leaderboard", args=[judged.pk])).status_code == 404


def test_a_deleted_study_shows_its_runs_again() -> None:
    made = play_study(practice="")
    row = ends(start_next(rater(made)))
    User.objects.create_superuser("owner")
    client = Client()
    client.force_login(User.objects.get(username="owner"))
    client.post(reverse("admin:annotation_study_delete", args=[made.pk]), {"post": "yes"})
    assert not Study.objects.exists()
    assert not Episode.objects.get(pk=row.pk).is_withheld
