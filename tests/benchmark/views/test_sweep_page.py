"""The page of a sweep: marks, filters, the panel of a cell, what has changed since, and how large it may be."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.jobs.cell_feeder import feed_workers
from benchmark.models import Cell, Sweep
from simulator.jobs.play_job import drain
from simulator.models import Episode, ScenarioVersion
from tests.benchmark.jobs.planned import begun
from tests.benchmark.views.filled import filled_sweep
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db
ROW = re.compile(r"<tr data-row.*?</tr>", re.DOTALL)


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def page(client: Client, sweep: Sweep, query: str = "") -> str:
    answer = client.get(f"/sweeps/{sweep.pk}/{query}")
    assert answer.status_code == 200
    return markup_of(answer)


def rows(html: str) -> list[str]:
    return ROW.findall(html)


def test_marks_follow_the_runs(client: Client) -> None:
    sweep = begun(seeds=(0, 1))
    html = page(client, sweep)
    assert [row.count('class="q"') for row in rows(html)] == [4, 4]
    assert "Success<span data-so-far> so far</span>, share of counted runs" in html
    feed_workers("batch", 1)
    drain("batch")
    html = page(client, sweep)
    assert [row.count('class="s"') + row.count('class="n"') for row in rows(html)] == [4, 4]
    assert "8 of 8" in html
    assert "100 %" in html
    assert "Success, share of counted runs" in html


def test_the_page_says_what_has_changed_and_nothing_if_nothing_has(client: Client) -> None:
    sweep = begun(seeds=(0, 1))
    html = page(client, sweep)
    found = re.search(r'hx-get="(/sweeps/\d+/live/[^"]+)"', html)
    assert found is not None
    address = found[1].replace("&amp;", "&")
    address = re.sub("progress=[0-9a-f]+", "progress=0", address)  # it holds the time, which goes on
    answer = markup_of(client.get(address))
    assert 'id="progress"' in answer
    assert 'id="controls"' not in answer
    assert 'data-letters="qq.qq|qq.qq"' in answer
    drain("batch")
    answer = markup_of(client.get(address))
    assert 'id="controls"' in answer
    assert "hx-get" not in answer  # it is over: nobody asks again
    assert client.get(f"/sweeps/{sweep.pk}/live/").status_code == 200


def test_an_unchanged_sweep_has_nothing_to_say(client: Client) -> None:
    sweep = filled_sweep(3)
    first = client.get(f"/sweeps/{sweep.pk}/live/")
    parts = first.context["parts"]
    from simulator.rendering.live_parts import change_token

    marks = {name: part.mark for name, part in parts.items()} | {"marks": change_token(first.context["letters"])}
    assert client.get(f"/sweeps/{sweep.pk}/live/", marks).status_code == 204


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 8),
        ("?category=commerce", 2),
        ("?app=calendar", 2),
        ("?difficulty=1", 2),
        ("?tag=odd", 4),
        ("?q=number+3", 1),
        ("?tag=odd&category=commerce", 2),
        ("?category=nonsense", 8),
        ("?sort=-models", 8),
        ("?sort=nonsense", 8),
    ],
)
def test_filters_are_in_the_address(client: Client, query: str, count: int) -> None:
    assert len(rows(page(client, filled_sweep(8), query))) == count


def test_blame_and_difference_choose_scenarios(client: Client) -> None:
    sweep = filled_sweep(8)
    blamed = rows(page(client, sweep, "?blame=assistant"))
    assert blamed and all('class="n"' in row for row in blamed)
    assert "No scenarios match these filters" in page(client, sweep, "?blame=user")
    everywhere, differing = rows(page(client, sweep)), rows(page(client, sweep, "?differ=1"))
    assert 0 < len(differing) <= len(everywhere)
    same = Episode.objects.filter(cells__sweep=sweep, cells__version__title="Made up, number 0")
    same.update(success=True)
    assert not any("number 0<" in row for row in rows(page(client, sweep, "?differ=1")))


def test_models_only_leaves_the_baselines_out(client: Client) -> None:
    html = page(client, filled_sweep(2), "?models_only=1")
    assert "petit-8b" in html.partition("<tfoot>")[0]
    assert ">baseline<" not in html


def test_the_matrix_alone_is_given_to_a_page_that_has_the_rest(client: Client) -> None:
    sweep = filled_sweep(2)
    answer = client.get(f"/sweeps/{sweep.pk}/?tag=odd&q=", headers={"HX-Request": "true", "HX-Target": "matrix"})
    assert markup_of(answer).startswith('<section class="panel" id="matrix"')
    assert answer["HX-Replace-Url"] == f"/sweeps/{sweep.pk}/?tag=odd"
    assert "HX-Target" in answer["Vary"]


def test_a_cell_shows_its_runs_and_another_beside_it_to_compare(client: Client) -> None:
    sweep = begun(seeds=(0, 1))
    drain("batch")
    version = ScenarioVersion.objects.get(scenario__slug="late_train")
    runs = {
        (cell.configuration, cell.seed): cell.episode_id for cell in Cell.objects.filter(sweep=sweep, version=version)
    }
    alone = page(client, sweep, f"?cell={version.pk}-0")
    assert f'href="/runs/{runs[0, 1]}/"' in alone
    assert f'href="/runs/{runs[1, 1]}/"' not in alone
    both = page(client, sweep, f"?cell={version.pk}-0&beside={version.pk}-1")
    for seed in (0, 1):
        assert f'href="/compare/{runs[0, seed]}/{runs[1, seed]}/"' in both
    assert client.get(f"/compare/{runs[0, 0]}/{runs[1, 0]}/").status_code == 200
    assert both.count("cell picked") + both.count("edge picked") == 2


@pytest.mark.parametrize("cell", ["x", "1", "99999999-0", "-", "1-99", "1" * 30 + "-0"])
def test_a_cell_that_is_not_there_opens_nothing(client: Client, cell: str) -> None:
    assert 'id="cell" tabindex="-1" hidden' in page(client, filled_sweep(1), f"?cell={cell}&beside={cell}")


def test_titles_and_labels_are_text_and_nothing_else(client: Client) -> None:
    sweep = filled_sweep(1, models=("atlas", f"b{SCRIPT}"), name=SCRIPT)
    ScenarioVersion.objects.update(title=SCRIPT)
    for part in ("", "report/", f"?cell={ScenarioVersion.objects.get().pk}-1"):
        html = page(client, sweep, part)
        assert SCRIPT not in html
        assert ESCAPED in html


def test_ten_thousand_runs_take_few_questions(client: Client) -> None:
    """How long they take is measured by `make bench` (sweep_page_s)."""
    small, large = filled_sweep(2), filled_sweep(40, seeds=range(8))
    counts = []
    for sweep in (small, large):
        page(client, sweep)
        with CaptureQueriesContext(connection) as questions:
            page(client, sweep)
        counts.append(len(questions))
    assert counts[0] == counts[1] <= 16


def test_many_seeds_are_drawn_as_many_marks_and_very_many_as_a_share(client: Client) -> None:
    assert 'class="matrix many"' in page(client, filled_sweep(1, seeds=range(20)))
    html = page(client, filled_sweep(1, seeds=range(61)))
    assert 'class="matrix bars"' in html
    assert "<i class" not in rows(html)[0]


def test_the_list_tells_how_far_each_one_is(client: Client) -> None:
    assert "No sweeps yet" in markup_of(client.get("/sweeps/"))
    filled_sweep(2)
    filled_sweep(2, done=0.0, name="Later")
    html = markup_of(client.get("/sweeps/"))
    assert html.index("Later") < html.index("November with four models")
    assert "54 of 54" in html
    assert "oracle <b>100 %</b>" in html
    assert "and 3 more" in html
