"""The page of two runs side by side: what it shows where, who may see it, and what it refuses."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, Moment, State
from tests.markup import markup_of, one_line
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def played(name: str = "late_train", **options: Any) -> Episode:
    row = started(name, **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def html(client: Client, address: str, status: int = 200) -> str:
    answer: HttpResponse = client.get(address)  # type: ignore[assignment]
    assert answer.status_code == status, answer.content[:400]
    return markup_of(answer)


def between(left: Episode, right: Episode, query: str = "") -> str:
    return f"/compare/{left.pk}/{right.pk}/{query}"


def current(page: str) -> list[dict[str, str]]:
    """The data of every row that is marked as the current one."""
    rows = re.findall(r"<tr [^>]*aria-current=\"step\"[^>]*>", page)
    return [dict(re.findall(r'data-(turn|step|left|right)="(-?\d+)"', row)) for row in rows]


@pytest.fixture
def pair() -> tuple[Episode, Episode]:
    return played(), played(assistant="eager")


def test_a_run_with_a_missing_moment_says_why_it_is_cut(pair: tuple[Episode, Episode]) -> None:
    Moment.objects.filter(episode=pair[1], number=12).delete()
    page = one_line(html(signed_in("viewer"), between(*pair)))
    assert f"<b>Run {pair[1].pk} can be shown only in part.</b> Step 13 does not fit the steps before it." in page


def test_it_opens_where_the_runs_part(pair: tuple[Episode, Episode]) -> None:
    page = html(signed_in("viewer"), between(*pair))
    assert "First divergence: turn 5, step 11." in page
    assert "Same screen, a different offer." in page
    assert len(current(page)) == 1
    step = current(page)[0]["left"]
    assert f"Open run {pair[0].pk}<span data-open-step> at step {step}" in page
    assert f'href="/runs/{pair[1].pk}/{step}/"' in page
    assert len(re.findall(r"\sdata-phone\s", page)) == 2


def test_both_outcomes_what_differs_and_the_figures_stand_there(pair: tuple[Episode, Episode]) -> None:
    page = html(signed_in("viewer"), between(*pair))
    assert page.count('class="outcome"') == 2
    assert "Differences: <b>assistant</b> (oracle → eager)" in page
    assert "a difference between only two runs says little about the models" in page
    assert "Offers" in page and "Simulated time" in page


def test_the_address_says_at_which_turn_and_step(pair: tuple[Episode, Episode]) -> None:
    client = signed_in("viewer")
    whole, first = (
        current(html(client, between(*pair, "?turn=2"))),
        current(html(client, between(*pair, "?turn=2&step=1"))),
    )
    assert whole[0]["turn"] == first[0]["turn"] == "2"
    assert first[0]["step"] == "1"
    assert int(whole[0]["step"]) > 1
    for senseless in ("?turn=x", "?turn=-1", "?turn=", "?step=9", "?turn=99999999999999"):
        assert len(current(html(client, between(*pair, senseless)))) == 1
    assert current(html(client, between(*pair, "?turn=999999&step=77777")))[0]["turn"] != "2"


def test_equal_turns_fold(pair: tuple[Episode, Episode]) -> None:
    page = html(signed_in("viewer"), between(*pair, "?fold=1"))
    assert "Both runs are the same here: 9 steps each" in page
    assert 'aria-pressed="true"' in page


def test_rows_around_another_place_come_by_themselves(pair: tuple[Episode, Episode]) -> None:
    answer = json.loads(html(signed_in("viewer"), f"/compare/{pair[0].pk}/{pair[1].pk}/turns/?turn=0"))
    assert current(one_line(answer["rows"]))[0]["turn"] == "0"
    assert "<table" not in answer["rows"]


def test_equal_runs_say_so() -> None:
    page = html(signed_in("viewer"), between(played(), played()))
    assert "No difference: the two runs have equal content, step by step." in page
    assert "First divergence" not in page
    assert "All options are the same" in page
    assert 'class="nowhere"' in page
    assert page.count("No difference") == 2, "also above the table, whose end may be far away"


def test_a_fork_says_whose_it_is_and_links_to_the_comparison() -> None:
    parent = played()
    child = fork_episode(parent, 3, EpisodeConfig(assistant="silent"))
    run_episode(child.pk)
    client = signed_in("viewer")
    page = html(client, between(parent, child))
    assert f"Run {child.pk} was forked from run <b>{parent.pk}</b> after step <b>3</b>" in page
    assert between(parent, child) in html(client, f"/runs/{child.pk}/")
    assert "Differences: <b>assistant</b> (oracle → silent)" in page


def test_a_run_that_goes_on_is_shown_as_it_stands(pair: tuple[Episode, Episode]) -> None:
    waiting = started(hold=True)
    client = signed_in("viewer")
    page = html(client, between(pair[0], waiting))
    assert f"Run {waiting.pk} is still under way." in page
    assert f"Nothing can be compared yet: run {waiting.pk} has no steps." in page
    assert 'class="nowhere yet"' in page, "it is no finding"
    assert current(page)[0]["turn"] == "0"
    empty = html(client, between(waiting, started(hold=True)))
    assert "Nothing has happened yet" in empty and "Nothing can be compared yet" not in empty


def test_a_failed_run_has_no_outcome_but_its_moments(pair: tuple[Episode, Episode]) -> None:
    failed = pair[1]
    Episode.objects.filter(pk=failed.pk).update(
        state=State.FAILED, failure="provider", reason="No answer.", success=None
    )
    page = html(signed_in("viewer"), between(pair[0], failed))
    assert "The provider of a model failed, so this run has no outcome" in page
    assert "a different offer" in page


def test_runs_of_two_versions_are_compared_by_their_story() -> None:
    left, right = played(), played()
    Episode.objects.filter(pk=right.pk).update(engine="0.1")
    page = html(signed_in("viewer"), between(left, right))
    assert "No difference: the two runs tell the same story." in page
    assert "Times and ids are ignored" in page


def test_an_imported_transcript_has_no_phone(pair: tuple[Episode, Episode]) -> None:
    imported = {"format": "lite", "file": "a.json", "said": {}, "warnings": []}
    Episode.objects.filter(pk=pair[1].pk).update(imported=imported)
    page = html(signed_in("viewer"), between(*pair))
    assert len(re.findall(r"\sdata-phone\s", page)) == 1


def test_of_another_systems_run_no_more_is_claimed_than_is_known(pair: tuple[Episode, Episode]) -> None:
    imported = {"format": "hf", "file": "a.json", "said": {}, "warnings": []}
    for row, seed in zip(pair, (1, 2), strict=True):
        config = {**row.config, "seed": seed, "assistant": "oracle"}
        Episode.objects.filter(pk=row.pk).update(imported=imported, config=config, assistant_player="oracle")
    page = html(signed_in("viewer"), between(*pair))
    assert "The same story until then, a different offer." in page
    assert "All options are the same" not in page and "Differences:" not in page and "seed <b>" not in page


def test_a_run_is_not_compared_with_itself(pair: tuple[Episode, Episode]) -> None:
    answer = signed_in("viewer").get(between(pair[0], pair[0]), follow=True)
    assert answer.redirect_chain == [(f"/runs/{pair[0].pk}/compare/", 302)]
    assert f"Run {pair[0].pk} can’t be compared with itself. Choose a different run below." in markup_of(answer)


def test_runs_of_different_scenarios_are_refused_with_ways_out(pair: tuple[Episode, Episode]) -> None:
    other = played("dentist")
    page = html(signed_in("viewer"), between(pair[0], other), 409)
    assert "The runs played different scenarios" in page
    assert f"/runs/{other.pk}/compare/" in page and f"/runs/{pair[0].pk}/compare/" in page


def test_a_run_that_is_not_there_is_not_found(pair: tuple[Episode, Episode]) -> None:
    page = html(signed_in("viewer"), f"/compare/{pair[0].pk}/4711/", 404)
    assert "There is no run 4711." in page


def test_a_run_that_cannot_be_shown_says_why(pair: tuple[Episode, Episode]) -> None:
    broken = run(version=pair[0].version, config={"assistant": 7})
    assert f"Run {broken.pk} can’t be shown" in html(signed_in("viewer"), between(pair[0], broken), 409)


@pytest.mark.parametrize("path", ["", "turns/"])
def test_only_those_who_may_see_runs_see_them_compared(pair: tuple[Episode, Episode], path: str) -> None:
    address = between(*pair, path)
    assert signed_in("nobody").get(address).status_code == 403
    answer = signed_in("anonymous").get(address)
    assert answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
    assert signed_in("viewer").post(address).status_code == 405


def test_public_reading_opens_finished_runs_alone(pair: tuple[Episode, Episode], settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    anonymous = signed_in("anonymous")
    assert html(anonymous, between(*pair))
    Episode.objects.filter(pk=pair[1].pk).update(state=State.STOPPED)
    assert "There is no run" in html(anonymous, between(*pair), 404)
    assert "There is no run" in html(anonymous, between(*pair)[:-1] + "/turns/", 404)


def test_the_public_is_not_told_where_a_server_stands(pair: tuple[Episode, Episode], settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    Episode.objects.filter(pk=pair[1].pk).update(assistant_player="http://secret.example:1/")
    assert "secret.example" not in html(signed_in("anonymous"), between(*pair))
    assert "secret.example" in html(signed_in("viewer"), between(*pair))


def test_text_of_runs_is_never_markup() -> None:
    told = scenario("late_train", title=SCRIPT)
    left, right = run(version=told.current, note=SCRIPT), run(version=told.current, assistant_player=SCRIPT)
    page = html(signed_in("viewer"), between(left, right))
    assert SCRIPT not in page and ESCAPED in page
