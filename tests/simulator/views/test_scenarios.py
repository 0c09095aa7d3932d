"""The list of scenarios, and the page of each: its story, its versions, its runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from simulator.models import ScenarioVersion, State
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, scenario, signed_in

pytestmark = pytest.mark.django_db
QUERIES = 6
"""Session, person, two for rights, scenarios with their versions, and how their runs fared."""


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def _page(client: Client, path: str = "/scenarios/", **query: Any) -> str:
    response = client.get(path, query)
    assert response.status_code == 200
    return markup_of(response)


def _titles(client: Client, **query: str) -> set[str]:
    html = _page(client, **query)
    return {name for name in ("late_train", "dentist", "empty_day") if f'href="/scenarios/{name}/"' in html}


@pytest.fixture
def splits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with splits of the small scenarios, instead of the built-in ones."""
    (tmp_path / "hard.txt").write_text("# Those that <few> solve.\nempty_day\n", encoding="utf-8")
    (tmp_path / "travel.txt").write_text("# On the way.\ndentist\nlate_train\nno_such_scenario\n", encoding="utf-8")
    (tmp_path / "elsewhere.txt").write_text("# Of another library.\nno_such_scenario\n", encoding="utf-8")
    (tmp_path / "broken.txt").write_bytes(b"caf\xe9\n")
    monkeypatch.setenv("PARE_BENCHMARK_SPLITS_DIR", str(tmp_path))
    return tmp_path


def _three() -> None:
    plain = '"id":"dentist","about":"A molar."'
    scenario("late_train")
    scenario("dentist", source=f'{{{plain},"pattern":"schedule_clash"}}')
    scenario("empty_day", wants_silence=True)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"split": "travel"}, {"late_train", "dentist"}),
        ({"split": "hard"}, {"empty_day"}),
        ({"split": "travel", "hard": "on"}, set()),
        ({"split": "elsewhere"}, {"late_train", "dentist", "empty_day"}),
        ({"split": "broken"}, {"late_train", "dentist", "empty_day"}),
        ({"hard": "on"}, {"empty_day"}),
        ({"silent": "on"}, {"empty_day"}),
        ({"pattern": "schedule_clash"}, {"dentist"}),
        ({"pattern": "schedule_clash", "split": "travel", "q": "molar"}, {"dentist"}),
    ],
)
def test_splits_patterns_and_boxes_narrow_the_list(
    client: Client, splits: Path, query: dict[str, str], found: set[str]
) -> None:
    _three()
    assert _titles(client, **query) == found


def test_list_explains_splits_that_have_its_scenarios(client: Client, splits: Path) -> None:
    _three()
    html = _page(client)
    assert "Those that &lt;few&gt; solve." in html and "On the way." in html
    assert "Of another library." not in html and "broken" not in html
    assert "<b>travel:</b> On the way." in _page(client, split="travel")


def test_filters_that_nothing_passes_are_not_offered(client: Client, splits: Path) -> None:
    scenario("late_train")
    html = _page(client)
    assert 'name="hard"' not in html and 'name="silent"' not in html
    _three()
    html = _page(client)
    assert 'name="hard"' in html and 'name="silent"' in html


def test_page_names_the_splits_of_its_scenario(client: Client, splits: Path) -> None:
    scenario("late_train")
    html = _page(client, "/scenarios/late_train/")
    assert 'href="/scenarios/?split=travel"' in html and "On the way." in html
    assert "?split=hard" not in html


def test_pages_open_without_a_folder_of_splits(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARE_BENCHMARK_SPLITS_DIR", "/no/such/folder")
    scenario("late_train")
    assert "<h2>Splits</h2>" not in _page(client) + _page(client, "/scenarios/late_train/")


def test_page_names_what_is_on_the_phone_at_the_start(client: Client) -> None:
    scenario("late_train")
    html = _page(client, "/scenarios/late_train/")
    assert '<span class="mute">2 events:</span>' in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, {"late_train", "dentist", "empty_day"}),
        ({"app": "calendar"}, {"dentist"}),
        ({"category": "transport"}, {"late_train"}),
        ({"difficulty": "4"}, {"empty_day"}),
        ({"tag": "teeth"}, {"dentist"}),
        ({"q": "TRAIN"}, {"late_train"}),
        ({"q": "teeth molar"}, {"dentist"}),
        ({"q": "teeth", "category": "transport"}, set()),
        ({"tag": "no such tag"}, {"late_train", "dentist", "empty_day"}),
    ],
)
def test_filters_and_search_narrow_the_list(client: Client, query: dict[str, str], found: set[str]) -> None:
    scenario("late_train", category="transport", difficulty="1", apps=["email"], title="A late train")
    scenario("dentist", category="scheduling", difficulty="2", apps=["calendar"], tags=["teeth"], title="A molar")
    scenario("empty_day", category="scheduling", difficulty="4", apps=["email"], title="Nothing")
    assert _titles(client, **query) == found


def test_a_value_that_makes_no_sense_is_told(client: Client) -> None:
    scenario()
    assert f"Tag: “{ESCAPED}” is not in the list and is ignored." in _page(client, tag=SCRIPT)


def test_in_place_only_the_list_is_sent(client: Client) -> None:
    scenario()
    response = client.get("/scenarios/", {"q": "", "tag": ""}, headers={"HX-Request": "true", "HX-Target": "list"})
    assert "<html" not in markup_of(response) and response.headers["HX-Push-Url"] == "/scenarios/"


def test_a_card_tells_how_runs_fared_and_starts_one(client: Client) -> None:
    told = scenario()
    for success in (True, False, None):
        run(State.FINISHED if success is not None else State.RUNNING, version=told.current, success=success)
    html = _page(client)
    assert "3 runs" in html and "1 of 2 succeeded" in html
    assert '<input type="hidden" name="scenario" value="late_train">' in html


def test_a_viewer_gets_no_button() -> None:
    scenario()
    viewer = signed_in("viewer")
    assert "/runs/start/" not in _page(viewer) and "/runs/start/" not in _page(viewer, "/scenarios/late_train/")


def test_an_empty_list_says_where_scenarios_come_from(client: Client) -> None:
    assert "No scenarios yet." in _page(client)
    scenario()
    assert "No scenarios match these filters." in _page(client, q="zzz")


def test_its_page_tells_the_story(client: Client) -> None:
    scenario("late_train")
    html = _page(client, "/scenarios/late_train/")
    for heading in (
        "Story",
        "What happens",
        "What would help",
        "What counts",
        "The phone",
        "Versions",
        "Runs of this scenario",
    ):
        assert f"<h2>{heading}</h2>" in html
    assert "Show the private goal of" in html and "No runs yet." in html


def test_a_scenario_in_which_nothing_is_to_be_done_says_so(client: Client) -> None:
    scenario("empty_day")
    html = _page(client, "/scenarios/empty_day/")
    assert "the assistant should stay silent" in html and "No goal: nothing has to be done." in html


def test_its_runs_are_listed_whatever_version_they_played(client: Client) -> None:
    told = scenario()
    assert told.current is not None
    old = ScenarioVersion.objects.create(scenario=told, content_hash="old", source="{}", title="As it was")
    run(pk=1, version=told.current)
    run(pk=2, version=old)
    html = _page(client, "/scenarios/late_train/")
    assert "/runs/1/" in html and "/runs/2/" in html and "As it was" in html


def test_an_earlier_version_has_its_page(client: Client) -> None:
    told = scenario()
    assert told.current is not None
    source = told.current.source.replace('"title":"', '"title":"Once ')
    ScenarioVersion.objects.create(scenario=told, content_hash="0ld" * 8, source=source, title="Once told otherwise")
    html = _page(client, "/scenarios/late_train/", version="0ld0ld0ld")
    assert "This is an earlier version" in html and "Once told otherwise" in html and "What happens" in html


def test_a_version_that_cannot_be_read_any_more_says_so(client: Client) -> None:
    scenario(source='{"id": "late_train", "title": "x"}')
    html = _page(client, "/scenarios/late_train/")
    assert "can’t be shown or played" in html and "Versions" in html


def test_a_removed_scenario_says_so_and_keeps_its_runs(client: Client) -> None:
    told = scenario()
    run(pk=1, version=told.current)
    told.removed_at = timezone.now()
    told.save()
    html = _page(client, "/scenarios/late_train/")
    assert "The file of this scenario has been missing" in html and "/runs/1/" in html
    assert "/runs/start/" not in html
    assert "No file" in _page(client) and "/runs/start/" not in _page(client)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/scenarios/late_trian/", "There is no scenario “late_trian” (did you mean &#x27;late_train&#x27;?)."),
        ("/scenarios/late_train/?version=beef", "has no version “beef”"),
        ("/scenarios/late_train/?version=%00", "has no version"),
        ("/scenarios/%00/", "There is no page at"),
        (f"/scenarios/{SCRIPT.replace('/', '')}/", "There is no page at /scenarios/&lt;script&gt;"),
    ],
)
def test_what_is_not_there_is_named(client: Client, path: str, told: str) -> None:
    scenario()
    response = client.get(path)
    assert response.status_code == 404 and told in markup_of(response)


def test_text_of_scenarios_is_escaped(client: Client) -> None:
    told = scenario()
    assert told.current is not None
    source = told.current.source.replace('"about":"', f'"about":"{SCRIPT} ').replace('"goal":"', f'"goal":"{SCRIPT} ')
    scenario(title=SCRIPT, tags=[SCRIPT], source=source.replace('"content":"', f'"content":"{SCRIPT} '))
    for path in ("/scenarios/", "/scenarios/late_train/"):
        html = _page(client, path)
        assert SCRIPT not in html and ESCAPED in html


def test_more_scenarios_and_runs_cost_no_more_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    told = scenario()
    run(version=told.current)
    with django_assert_num_queries(QUERIES):
        _page(client)
    for name in ("dentist", "empty_day", "short_night"):
        run(version=scenario(name).current)
    with django_assert_num_queries(QUERIES):
        _page(client)
