"""A run in pieces: the same as whole, whoever asks gets what they may see, and what cannot be given is told."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.test import Client

from simulator.models import Episode, ScenarioVersion, State
from simulator.rendering import run_histories, run_pieces
from simulator.rendering.run_pieces import Stretch, stretch_around, track_of
from tests.markup import markup_of, one_line
from tests.simulator.consumers.watched import Watched
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
STORY, STEPS = "story/?from=0&to=3", "slice/?from=0&count=3"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    run_histories._histories.clear()
    run_histories.kept.forget_all()


@pytest.fixture
def run() -> Episode:
    watched = Watched()
    watched.finish()
    return Episode.objects.get(pk=watched.pk)


@pytest.fixture
def long(run: Episode, monkeypatch: pytest.MonkeyPatch) -> Episode:
    """It counts as long, because so little of it is shown at once."""
    monkeypatch.setattr(run_pieces, "WHOLE", 6)
    monkeypatch.setattr(run_pieces, "AROUND", 2)
    return run


def asked(client: Client, run: Episode, what: str, status: int = 200) -> dict[str, Any]:
    answer = client.get(f"/runs/{run.pk}/{what}")
    assert answer.status_code == status, answer.content[:400]
    found: dict[str, Any] = answer.json()
    return found


def shown_on(page: str) -> list[int]:
    return [int(n) for n in re.findall(r' id="s(\d+)"', page)]


def gaps_on(page: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in re.findall(r'<li class="gap" data-from="(\d+)" data-to="(\d+)">', page)]


def as_if_nothing_were_current(page: str) -> str:
    """The step that is shown is marked in the story and on the strip, on the page alone."""
    page = re.sub(r'(<li class="[^"]*) now" id=', r'\1" id=', page).replace('<li class="at">', '<li class="">')
    return page.replace('<li class="turn at">', '<li class="turn">').replace(' aria-current="step"', "")


# The story in stretches


def test_stretches_put_together_are_the_story_of_the_whole_page(run: Episode) -> None:
    client = signed_in("viewer")
    items, marks = "", ""
    for first in range(0, run.moment_count, 4):
        part = asked(client, run, f"story/?from={first}&to={first + 4}")
        assert (part["from"], part["to"]) == (first, min(first + 4, run.moment_count))
        items, marks = items + part["items"], marks + part["marks"]
    page = as_if_nothing_were_current(markup_of(client.get(f"/runs/{run.pk}/")))
    assert one_line(items) in page and one_line(marks) in page


def test_the_page_of_a_long_run_has_a_window_and_gaps_that_can_be_filled(long: Episode) -> None:
    client, count = signed_in("viewer"), long.moment_count
    page = markup_of(client.get(f"/runs/{long.pk}/7/"))
    assert shown_on(page) == [5, 6, 7, 8]
    assert gaps_on(page) == [(0, 5), (9, count)] * 2, "in the story and on the strip"
    assert f"Show steps 9 to {count - 1}" in page and f'href="/runs/{long.pk}/4/">Show steps 0 to 4' in page
    filled = (
        asked(client, long, "story/?from=0&to=5")["items"] + asked(client, long, f"story/?from=9&to={count}")["items"]
    )
    assert sorted(shown_on(filled) + shown_on(page)) == list(range(count))


@pytest.mark.parametrize(
    ("step", "count", "expected"),
    [
        (-1, 0, (0, 0)),
        (199, 200, (0, 200)),
        (0, 5000, (0, 40)),
        (19, 5000, (0, 40)),
        (21, 5000, (1, 41)),
        (4999, 5000, (4960, 5000)),
        (200, 201, (161, 201)),
    ],
)
def test_a_window_is_as_large_at_the_ends_as_in_the_midst(step: int, count: int, expected: Stretch) -> None:
    assert stretch_around(step, count) == expected


def test_a_gap_of_one_step_is_called_by_its_number(long: Episode) -> None:
    page = markup_of(signed_in("viewer").get(f"/runs/{long.pk}/3/"))
    assert gaps_on(page)[0] == (0, 1) and "Show step 0<" in page


def test_items_and_marks_say_who_what_and_in_which_app(run: Episode) -> None:
    part = asked(signed_in("viewer"), run, "story/?from=0&to=3")
    about = r'data-n="1" data-actor="user" data-app="email" data-kind="tap"'
    assert re.search(rf'<li class="user" id="s1" {about}', part["items"])
    assert about in part["marks"]
    assert 'data-n="0" data-actor="world" data-app="" data-kind="run"' in part["items"]


def test_a_stretch_beyond_the_end_is_given_up_to_it(run: Episode) -> None:
    last = run.moment_count - 1
    part = asked(signed_in("viewer"), run, f"story/?from={last}&to={last + 100}")
    assert (part["from"], part["to"]) == (last, last + 1) and shown_on(part["items"]) == [last]


# The track


def test_a_long_run_has_a_track_with_its_turns_and_what_decides_it(long: Episode) -> None:
    shared = run_histories.history_of(long)
    track, told = track_of(shared), shared.history.told
    assert track is not None and track["last"] == long.moment_count - 1
    assert [n for n, _, _ in track["keys"]] == [one.n for one in told if one.key or one.failed]
    assert ["proposal", "assistant"] in [key[1:] for key in track["keys"]]
    assert track["turns"] == [one.n for one in told if one.turn and one.turn != told[one.n - 1].turn]


def test_a_short_run_needs_no_track(run: Episode) -> None:
    assert track_of(run_histories.history_of(run)) is None


# Several steps at once


def test_a_slice_of_steps_is_what_each_of_them_is_alone(run: Episode) -> None:
    client = signed_in("viewer")
    steps = asked(client, run, f"slice/?from=0&count={run.moment_count}")["steps"]
    assert [step["n"] for step in steps] == list(range(run.moment_count))
    before = None
    for step in steps:
        alone = asked(client, run, f"{step['n']}/parts/")
        assert (step["phone"] is None) == (alone["phone"] == before)
        before = alone["phone"]
        assert {**step, "phone": before} == alone
    assert None in [step["phone"] for step in steps]


def test_the_first_phone_of_a_slice_is_always_there(run: Episode) -> None:
    client = signed_in("viewer")
    for first in range(run.moment_count):
        assert asked(client, run, f"slice/?from={first}&count=2")["steps"][0]["phone"]


# What cannot be given


@pytest.mark.parametrize("what", ["story/", "slice/"])
@pytest.mark.parametrize("first", ["", "x", "-1", "1.5", "²", "٣", "9" * 30])
def test_what_is_no_number_is_refused(run: Episode, what: str, first: str) -> None:
    problem = asked(signed_in("viewer"), run, f"{what}?from={first}&to=5&count=5", 400)["problem"]
    assert problem == "“from” must be a whole number of 0 or more, as in ?from=0."


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("story/?from=0", "“to” must be a whole number"),
        ("slice/?from=0", "“count” must be a whole number"),
        ("story/?from=3&to=3", "at least one step"),
        ("story/?from=3&to=1", "at least one step"),
        ("slice/?from=3&count=0", "at least one step"),
        ("story/?from=0&to=201", "Ask for at most 200 steps; this request asks for 201 steps."),
        ("slice/?from=0&count=51", "Ask for at most 50 steps; this request asks for 51 steps."),
        ("story/?from=900&to=901", "There is no step 900. The run has steps 0 to "),
        ("slice/?from=900&count=1", "There is no step 900. The run has steps 0 to "),
    ],
)
def test_what_cannot_be_given_is_told(run: Episode, what: str, problem: str) -> None:
    assert problem in asked(signed_in("viewer"), run, what, 400)["problem"]


def test_a_run_before_its_first_moment_has_no_slices() -> None:
    client, waiting = signed_in("viewer"), Watched()
    for what in (STORY, STEPS):
        assert "Nothing has happened" in asked(client, waiting.row, what, 400)["problem"]


@pytest.mark.parametrize("what", [STORY, STEPS, "1/parts/"])
def test_a_run_that_cannot_be_shown_says_so(run: Episode, what: str) -> None:
    source = run.version.source.replace('"email"', '"telegraph"')
    ScenarioVersion.objects.filter(pk=run.version_id).update(source=source)
    problem = asked(signed_in("viewer"), run, what, 409)["problem"]
    assert problem.startswith("This run can’t be shown.") and "telegraph" in problem


def test_pieces_are_only_read(run: Episode) -> None:
    client = signed_in("researcher")
    for what in (STORY, STEPS):
        assert client.post(f"/runs/{run.pk}/{what}").status_code == 405


# Who may see what


@pytest.mark.parametrize("what", [STORY, STEPS])
def test_strangers_are_sent_to_the_sign_in(run: Episode, what: str) -> None:
    answer = signed_in("anonymous").get(f"/runs/{run.pk}/{what}")
    assert answer.status_code == 302 and "/sign-in/" in answer["Location"]


@pytest.mark.parametrize("what", [STORY, STEPS])
def test_who_has_no_right_is_refused(run: Episode, what: str) -> None:
    assert signed_in("nobody").get(f"/runs/{run.pk}/{what}").status_code == 403


@pytest.mark.parametrize("what", [STORY, STEPS])
def test_public_reading_opens_finished_runs_and_no_others(settings: LazySettings, run: Episode, what: str) -> None:
    settings.PUBLIC_READ = True
    client = signed_in("anonymous")
    assert client.get(f"/runs/{run.pk}/{what}").status_code == 200
    Episode.objects.filter(pk=run.pk).update(state=State.RUNNING)
    assert client.get(f"/runs/{run.pk}/{what}").status_code == 404


@pytest.mark.parametrize("what", [STORY, STEPS])
def test_an_unknown_run_is_not_found(what: str) -> None:
    assert signed_in("viewer").get(f"/runs/99999/{what}").status_code == 404


def test_public_reading_hides_what_is_private_in_every_piece(settings: LazySettings, run: Episode) -> None:
    settings.PUBLIC_READ = True
    shared = run_histories.history_of(run)
    shared.history.told[2] = msgspec.structs.replace(shared.history.told[2], thought="Shall I?", misread="It said hm.")
    viewer, anybody = signed_in("viewer"), signed_in("anonymous")
    for _ in range(2):
        seen = asked(viewer, run, "story/?from=0&to=4")["items"]
        assert "Shall I?" in seen and "It said hm." in seen
        hidden = asked(anybody, run, "story/?from=0&to=4")["items"]
        assert "Shall I?" not in hidden and "It said hm." not in hidden
    assert "tab-raw" in asked(viewer, run, STEPS)["steps"][1]["detail"]
    assert "tab-raw" not in asked(anybody, run, STEPS)["steps"][1]["detail"]


# A raw moment


def test_a_moment_can_be_read_as_it_is_recorded(run: Episode) -> None:
    client = signed_in("viewer")
    answer = client.get(f"/runs/{run.pk}/1/raw/")
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert (answer.json()["n"], answer.json()["name"]) == (1, "open_app")
    assert f'href="/runs/{run.pk}/1/raw/"' in asked(client, run, "1/parts/")["detail"]
    assert client.get(f"/runs/{run.pk}/999/raw/").status_code == 404


@pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("nobody", 403), ("viewer", 200)])
def test_who_may_read_raw_moments(run: Episode, role: str, status: int) -> None:
    assert signed_in(role).get(f"/runs/{run.pk}/1/raw/").status_code == status


def test_public_reading_opens_no_raw_moments(settings: LazySettings, run: Episode) -> None:
    settings.PUBLIC_READ = True
    client = signed_in("anonymous")
    assert client.get(f"/runs/{run.pk}/1/raw/").status_code == 302
    assert "/raw/" not in asked(client, run, "1/parts/")["detail"]
