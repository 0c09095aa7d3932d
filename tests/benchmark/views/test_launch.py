"""The launch page: the form is the plan, the preview follows it, and nothing starts that was not seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchmark.models import Cell, Sweep
from benchmark.plan.plan_file import read_plan
from benchmark.plan.schema import BASELINES, SweepPlan
from benchmark.views.plan_form import form_of, ids_in
from simulator.jobs.play_job import drain
from tests.benchmark.jobs.planned import STORIES, begun, shelve
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db
NEW = "/admin/sweeps/new/"
GIVEN: dict[str, Any] = {
    "experiment_name": "Two stories",
    "source": "list",
    "scenarios": "late_train, dentist",
    "baselines": ["oracle", "silent"],
    "user_model": ["scripted"],
    "seeds": "0, 1",
    "runs": "1",
    "cache": "1",
}
FULL = SweepPlan(
    experiment_name="Everything",
    filter={"apps": ["email"], "difficulties": [1, 3]},
    limit=3,
    observe_model=("gpt-5", "oracle"),
    execute_model=("gpt-5-mini", "oracle"),
    user_model=("scripted", "gpt-5-mini"),
    baselines=("silent",),
    tool_failure_probability=(0.0, 0.1),
    env_events_per_min=(0.0, 2.5),
    noise="crossed",
    env_events_seed=7,
    seeds=(0, -3, 11),
    runs=2,
    prompts="own",
    max_turns=9,
    observe_max_iterations=6,
    observe_provider="hosted_vllm",
    observe_endpoint="http://127.0.0.1:8000/v1",
    max_cost=12.5,
    max_concurrent=4,
    timeout=90.0,
    cache=False,
    priority="high",
    set={"user_style": "lenient"},
)


@pytest.fixture
def client() -> Client:
    shelve(*STORIES)
    return signed_in("researcher")


def seen_in(html: str) -> str:
    found = re.search(r'name="seen" value="([^"]+)"', html)
    assert found is not None
    return found[1]


def preview(client: Client, **changes: Any) -> str:
    answer = client.post(f"{NEW}preview/", {**GIVEN, **changes})
    assert answer.status_code == 200
    return markup_of(answer)


def test_the_page_opens_with_a_plan_that_costs_nothing_and_can_be_started(client: Client) -> None:
    html = markup_of(client.get(NEW))
    assert "<b>2</b> scenarios" in html
    assert "<b>10</b> runs" in html
    assert "<b>free</b> except for models whose price is unknown" in html
    data = {"source": "split", "split": "all", "baselines": list(BASELINES), "cache": "1"}
    answer = client.post(NEW, {**data, "experiment_name": "First sweep", "do": "start", "seen": seen_in(html)})
    sweep = Sweep.objects.get()
    assert answer["Location"] == f"/sweeps/{sweep.pk}/"
    assert sweep.started_by is not None
    assert Cell.objects.count() == 10


def test_form_explains_the_splits(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.txt").write_text("# My own <two>.\n", encoding="utf-8")
    (tmp_path / "broken.txt").write_text("# Of another library.\nno_such_scenario\n", encoding="utf-8")
    monkeypatch.setenv("PARE_BENCHMARK_SPLITS_DIR", str(tmp_path))
    html = markup_of(client.get(NEW))
    assert "<dt>all</dt><dd>Every scenario.</dd>" in html
    assert "<dt>mine</dt><dd>My own &lt;two&gt;.</dd>" in html
    assert "broken, file has errors" in html


def test_the_preview_follows_the_form(client: Client) -> None:
    html = preview(client)
    assert "<b>2</b> configurations" in html
    assert "2 seeds" in html
    assert "Start 8 runs" in html
    assert html.count('class="torun"') == 4 + 1  # one square a scenario and configuration, one in the legend
    begun(seeds=(0,))
    drain("batch")
    html = preview(client)
    assert "4 in the cache (free)" in html
    assert "Start 4 runs" in html
    assert "all runs come from the cache" in preview(client, seeds="0")
    assert "Start 8 runs" in preview(client, cache=[])


def test_nothing_starts_unseen_or_if_it_is_not_what_was_seen(client: Client) -> None:
    seen = seen_in(preview(client))
    for data, told in (
        ({**GIVEN, "do": "start"}, "I have checked the number"),
        ({**GIVEN, "do": "start", "seen": seen, "seeds": "0, 1, 2"}, "Check the numbers again"),
        ({**GIVEN, "do": "start", "seen": "nonsense"}, "Check the numbers again"),
        ({**GIVEN, "do": "start", "seen": seen, "max_cost": "0"}, "pays for nothing"),
    ):
        answer = client.post(NEW, data)
        assert answer.status_code == 422
        assert told in markup_of(answer)
    assert client.post(NEW, {**GIVEN, "do": "preview", "seen": seen}).status_code == 200
    assert client.post(NEW, {**GIVEN, "seen": seen}).status_code == 200
    assert not Sweep.objects.exists()
    assert client.post(NEW, {**GIVEN, "do": "start", "seen": seen}).status_code == 302


def test_what_was_seen_may_have_become_less_but_not_more(client: Client) -> None:
    seen = seen_in(preview(client))
    begun(seeds=(0,))
    drain("batch")
    assert client.post(NEW, {**GIVEN, "do": "start", "seen": seen}).status_code == 302


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"scenarios": "late_trian"}, "scenarios", "did you mean &#x27;late_train&#x27;?"),
        ({"source": "split", "split": "nowhere"}, "split", "There is no split"),
        ({"source": "filter", "filter_apps": ["emial"]}, "filter", "email"),
        ({"observe_model": ["gpt-55"], "execute_model": [""]}, "observe_model", "There is no model or player"),
        ({"observe_model": ["oracle"], "execute_model": ["silent"]}, "observe_model", "oracle"),
        ({"max_cost": "0"}, "max_cost", "pays for nothing"),
        ({"max_cost": "-3"}, "max_cost", "pays for nothing"),
        ({"seeds": "1, x"}, "seeds", "does not fit"),
        ({"runs": "0"}, "runs", "does not fit"),
        ({"tool_failure_probability": "2"}, "tool_failure_probability", "does not fit"),
        ({"prompts": "/no/such/folder"}, "prompts", "folder"),
        ({"set": "user_stile: lenient"}, "set", "user_style"),
        ({"set": "- a"}, "set", "These are not options"),
        ({"set": "a: [1"}, "set", "Line 1"),
        ({"baselines": []}, "observe_model", "No assistant is given"),
        ({"experiment_name": "../up"}, "experiment_name", "does not fit"),
        ({"scenarios": "/etc/passwd"}, "scenarios", "plans from the browser can’t use files"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(client: Client, changes: dict[str, Any], field: str, told: str) -> None:
    html = preview(client, **changes)
    assert f'data-field="{field}"' in html
    assert told in html
    assert 'value="start" id="start" disabled' in html
    whole = client.post(NEW, {**GIVEN, **changes, "do": "start", "seen": "x-9"})
    assert whole.status_code == 422
    at_field = re.search(rf'id="err_{field}">([^<]+)<', markup_of(whole))
    assert at_field is not None
    assert not Sweep.objects.exists()


def test_all_that_is_wrong_is_told_at_once(client: Client) -> None:
    html = preview(client, scenarios="nowhere", observe_model=["gpt-55"], execute_model=[""], max_cost="0", seeds="x")
    fields = set(re.findall(r'data-field="(\w+)"', html))
    assert fields == {"scenarios", "observe_model", "max_cost", "seeds"}


def test_a_row_with_one_name_means_it_for_both_and_crossed_columns_are_lists(client: Client) -> None:
    pairs = {"observe_model": ["oracle", "", "silent"], "execute_model": ["", "", "silent"], "baselines": ["eager"]}
    assert "<b>3</b> configurations" in preview(client, **pairs)
    crossed = {"observe_model": ["gpt-5", "", "gpt-5-mini"], "execute_model": ["", "", "gpt-5"], "pairing": "crossed"}
    plan = read_plan(client.post(f"{NEW}plan.yaml", {**GIVEN, **crossed}).content.decode()).plan
    assert (plan.observe_model, plan.execute_model) == (("gpt-5", "gpt-5-mini"), ("gpt-5",))


def test_scenarios_come_from_a_file_too(client: Client) -> None:
    file = SimpleUploadedFile("ids.txt", b"late_train # the first\n\ndentist\n")
    assert "<b>2</b> scenarios" in preview(client, source="file", scenarios="", scenarios_file=file)
    # Without scripts the form comes back with the ids in it, since a browser does not keep the file.
    file = SimpleUploadedFile("ids.txt", b"late_train\n")
    answer = client.post(NEW, {**GIVEN, "source": "file", "scenarios": "", "scenarios_file": file, "do": "preview"})
    html = markup_of(answer)
    assert 'name="source" value="list" checked' in html
    assert ">late_train</textarea>" in html
    binary = SimpleUploadedFile("ids.txt", b"\xff\xfe")
    assert 'data-field="scenarios"' in preview(client, source="file", scenarios="", scenarios_file=binary)


def test_a_form_says_its_plan_exactly() -> None:
    """Every key that a plan has is a field, and comes back as it was."""
    assert form_of(FULL).plan() == FULL
    listed = SweepPlan(scenarios=("a", "b"), baselines=())
    assert form_of(listed).plan(without=["baselines"]) == SweepPlan(scenarios=("a", "b"))


def test_yaml_goes_out_and_comes_in(client: Client) -> None:
    answer = client.post(f"{NEW}plan.yaml", GIVEN)
    assert answer["Content-Disposition"] == 'attachment; filename="two-stories.yaml"'
    text = answer.content
    assert read_plan(text.decode()).plan.scenarios == ("late_train", "dentist")
    html = markup_of(client.post(NEW, {"yaml": SimpleUploadedFile("mine.yaml", text)}))
    assert "The form now shows the values from <b>mine.yaml</b>" in html
    assert 'value="Two stories"' in html
    assert "Start 8 runs" in html
    assert "pare benchmark run --config two-stories.yaml" in html


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"splt: all\n", "mine.yaml:1"),
        (b"split: [\n", "mine.yaml"),
        (b"\xff", "UTF-8"),
        (b"#" * 1_000_001, "larger than 1 MB"),
        (b"scenarios: /etc/passwd\n", "plans from the browser can’t use files"),
    ],
)
def test_a_bad_file_is_refused_with_its_lines(client: Client, content: bytes, told: str) -> None:
    answer = client.post(NEW, {"yaml": SimpleUploadedFile("mine.yaml", content)})
    assert answer.status_code == 422
    assert told in markup_of(answer)


def test_an_earlier_sweep_can_be_copied(client: Client) -> None:
    sweep = begun(seeds=(4, 5), max_cost=3)
    html = markup_of(client.get(f"{NEW}?from={sweep.pk}"))
    assert 'name="seeds" value="4, 5"' in html
    assert 'name="max_cost" value="3"' in html
    assert f"{NEW}?from={sweep.pk}" in html
    for number in ("99", "x", "9" * 40):
        assert "There is no sweep" in markup_of(client.get(f"{NEW}?from={number}"))


def test_what_people_type_is_text_and_nothing_else(client: Client) -> None:
    answer = client.post(NEW, {**GIVEN, "experiment_name": SCRIPT, "scenarios": SCRIPT, "observe_model": [SCRIPT]})
    html = markup_of(answer)
    assert SCRIPT not in html
    assert ESCAPED in html


def test_ids_are_found_between_commas_lines_and_comments() -> None:
    assert ids_in("a, b\nc # d\n\n# e\na") == ["a", "b", "c"]
