"""Sampling in the browser: which runs, what would be drawn and what is short, the drawing, and batches taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.models import Batch, Item, Study, StudyState
from annotation.views.sample_form import SampleForm
from benchmark.models import Cell
from simulator.models import Episode, State
from simulator.plans.plan_file import BadPlan
from tests.annotation.pools import REACTIONS, offering
from tests.annotation.study_fixtures import items, rater
from tests.annotation.views.leading import leading, read, text_of
from tests.benchmark.jobs.planned import begun
from tests.simulator.views.cast import run, scenario

pytestmark = pytest.mark.django_db
GIVEN: dict[str, Any] = {"source": "all", "amount": "size", "size": "6", "kinds": "offers", "seed": "3"}


@pytest.fixture
def lead() -> tuple[Client, Study]:
    """Two assistants: oracle has two of each reaction, eager is never turned down."""
    offering("oracle", *REACTIONS, *REACTIONS, silences=2)
    offering("eager", "accept", "accept", "gather_context", "none", success=False)
    return leading(questions=["decision", "missed"])


def form(**changes: Any) -> SampleForm:
    given = {**GIVEN, **changes}
    return SampleForm({name: value if isinstance(value, list) else [value] for name, value in given.items()})


def preview(lead: tuple[Client, Study], **changes: Any) -> str:
    client, made = lead
    answer = client.post(f"/studies/{made.pk}/sample/preview/", {**GIVEN, **changes})
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def draw(lead: tuple[Client, Study], **changes: Any) -> Any:
    client, made = lead
    return client.post(f"/studies/{made.pk}/sample/", {**GIVEN, **changes, "do": "draw"})


def test_the_page_opens_with_a_balanced_sample_of_all_there_is(lead: tuple[Client, Study]) -> None:
    client, made = lead
    page = text_of(read(client, f"/studies/{made.pk}/sample/"))
    assert "2 finished runs" in page
    assert "9 items of 9 decision points, from 1 scenario" in page
    assert "Draw 9 items" in page and "No batches yet." in page
    assert not Batch.objects.exists()


def test_the_strata_and_what_is_short_are_told_in_words(lead: tuple[Client, Study]) -> None:
    page = preview(lead)
    assert "6 items of 9 decision points" in page
    assert "eager rejected: 1 missing" in page
    assert "so more items come from other strata" in page
    assert "1 offer: the simulated user did not react" in page
    assert "success" in page and "no success" in page
    page = preview(lead, size="60")
    assert "51 fewer than wanted: these runs have no more decision points." in page


def test_silences_are_drawn_if_a_question_is_about_them(lead: tuple[Client, Study]) -> None:
    assert "2 items of 2 decision points" in preview(lead, kinds="silences")
    page = preview(lead, kinds="both", size="10", silence_share="0.2")
    assert "10 items of 11 decision points" in page and "silence" in page
    client, _ = lead
    only_offers = leading(questions=["decision"])
    page = preview((client, only_offers[1]), kinds="both")
    assert "The study has no question about silences. Add a question" in page
    assert draw((client, only_offers[1]), kinds="both").status_code == 422
    assert not Batch.objects.exists()


def test_what_was_looked_at_is_drawn_and_the_runs_are_kept_from_public_reading(lead: tuple[Client, Study]) -> None:
    client, made = lead
    answer = draw(lead)
    assert answer["Location"] == f"/studies/{made.pk}/items/"
    batch = Batch.objects.get()
    assert batch.items.count() == 6 and batch.spec["seed"] == 3 and batch.made_by is not None
    assert Episode.objects.filter(is_withheld=True).count() == 2
    page = text_of(read(client, f"/studies/{made.pk}/sample/"))
    assert "Batch 1 6 items" in page and "From all finished runs; seed 3, 6 items wanted" in page
    assert "Earlier batches are kept, and no item is drawn twice" in page


def test_a_second_batch_keeps_the_first(lead: tuple[Client, Study]) -> None:
    _, made = lead
    draw(lead)
    first = list(made.items.values_list("identity", "number"))
    assert "3 items of 3 decision points" in preview(lead)
    draw(lead)
    assert list(made.items.values_list("identity", "number"))[:6] == first
    assert made.items.count() == 9 and made.batches.count() == 2
    refused = draw(lead)
    assert refused.status_code == 422
    assert "There is nothing to draw" in refused.content.decode()


def test_numbers_can_be_given_to_each_assistant(lead: tuple[Client, Study]) -> None:
    given = {"amount": "per_model", "per_model:oracle": "2", "per_model:eager": "1"}
    assert "3 items of 9 decision points" in preview(lead, **given)
    draw(lead, **given)
    assert sorted(Item.objects.values_list("model", flat=True)) == ["eager", "oracle", "oracle"]
    assert "No model has a number of items." in preview(lead, amount="per_model")


def test_runs_of_a_sweep_and_only_those(lead: tuple[Client, Study]) -> None:
    client, made = lead
    sweep = begun()
    chosen = Episode.objects.get(assistant_player="eager")
    cell = sweep.cells.first()
    assert cell is not None
    Cell.objects.filter(pk=cell.pk).update(episode=chosen)
    assert f"{sweep.name}, 1 run" in text_of(read(client, f"/studies/{made.pk}/sample/?sweep={sweep.pk}"))
    assert "3 items of 3 decision points" in preview(lead, source="sweep", sweep=str(sweep.pk))
    draw(lead, source="sweep", sweep=str(sweep.pk))
    assert Batch.objects.get().spec["source"] == f"sweep {sweep.pk}, {sweep.name}"
    assert set(Item.objects.values_list("episode", flat=True)) == {chosen.pk}


def test_a_sweep_that_is_missing_or_has_no_runs_is_told(lead: tuple[Client, Study]) -> None:
    assert "No sweep is chosen." in preview(lead, source="sweep", sweep="")
    assert "No run of this sweep has finished." in preview(lead, source="sweep", sweep=str(begun().pk))


def test_runs_are_filtered_as_in_their_list(lead: tuple[Client, Study]) -> None:
    version = scenario("dentist").current
    offering("oracle", "accept", seed=9, version=version, note="Demo", content_hash="d")
    offering("eager", "reject", seed=8, imported={"format": "pare.trace"}, content_hash="i")
    assert "1 item of 1 decision point" in preview(lead, source="filter", scenarios=["dentist"])
    assert "4 items of 4 decision points" in preview(lead, source="filter", models=["eager"])
    assert "1 item of 1 decision point" in preview(lead, source="filter", note="demo")
    assert "1 item of 1 decision point" in preview(lead, source="filter", origin="imported")
    assert "No finished runs match this filter." in preview(lead, source="filter", note="nothing")
    assert "6 items of 11 decision points" in preview(lead, source="filter")


def test_limits_noise_and_unanswered_offers(lead: tuple[Client, Study]) -> None:
    assert "2 items of 9 decision points" in preview(lead, per_scenario="2")
    assert "6 items of 10 decision points" in preview(lead, unanswered="yes")
    spec = form(noise_free="yes", transcripts="yes", per_scenario="4").spec()
    assert spec.noise_free and spec.transcripts and spec.per_scenario == 4


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"size": ""}, "size"),
        ({"size": "0"}, "size"),
        ({"size": "many"}, "size"),
        ({"seed": "x"}, "seed"),
        ({"per_scenario": "-1"}, "per_scenario"),
        ({"kinds": "everything"}, "kinds"),
        ({"kinds": "both", "silence_share": "2"}, "silence_share"),
        ({"source": "sweep", "sweep": "9" * 30}, "sweep"),
    ],
)
def test_what_is_wrong_names_its_field(changes: dict[str, str], field: str) -> None:
    with pytest.raises(BadPlan) as caught:
        form(**changes).spec()
    assert [problem.field for problem in caught.value.problems] == [field]


def test_what_is_wrong_stands_at_its_field_and_what_was_typed_stays(lead: tuple[Client, Study]) -> None:
    page = draw(lead, size="many", per_scenario="7").content.decode()
    assert 'data-field="size"' in page
    assert 'name="per_scenario" value="7"' in page
    assert not Batch.objects.exists()


def test_unfinished_runs_are_no_part_of_it(lead: tuple[Client, Study]) -> None:
    client, made = lead
    offering("random", "accept", state=State.STOPPED)
    run(State.RUNNING)
    page = text_of(read(client, f"/studies/{made.pk}/sample/"))
    assert "2 finished runs" in page and "9 decision points" in page


def test_a_batch_is_taken_back_as_long_as_nobody_has_had_its_items(lead: tuple[Client, Study]) -> None:
    client, made = lead
    draw(lead)
    assert f"/studies/{made.pk}/sample/1/remove/" in read(client, f"/studies/{made.pk}/sample/")
    client.post(f"/studies/{made.pk}/sample/1/remove/")
    assert not Batch.objects.exists() and not Item.objects.exists()
    assert not Episode.objects.filter(is_withheld=True).exists()
    draw(lead)
    Study.objects.update(state=StudyState.OPEN)
    answer = client.post(f"/studies/{made.pk}/sample/1/remove/", follow=True)
    assert "Batch 1 can’t be removed" in answer.content.decode()
    assert Batch.objects.count() == 1
    assert "/remove/" not in read(client, f"/studies/{made.pk}/sample/")


def test_what_comes_next_is_told_as_it_can_be_done(lead: tuple[Client, Study]) -> None:
    client, made = lead
    for state, said in ((StudyState.DRAFT, "Now mark some"), (StudyState.OPEN, "People get the items now.")):
        Study.objects.update(state=state)
        draw(lead, size="2")
        assert said in read(client, f"/studies/{made.pk}/items/")


def test_batches_are_taken_back_from_the_newest_on(lead: tuple[Client, Study]) -> None:
    """Without the first the second could not be drawn the same again."""
    client, made = lead
    for _ in range(2):
        draw(lead, size="2")
    page = read(client, f"/studies/{made.pk}/sample/")
    assert "/sample/2/remove/" in page and "/sample/1/remove/" not in page
    answer = client.post(f"/studies/{made.pk}/sample/1/remove/", follow=True)
    assert "Remove the newest batch first" in answer.content.decode() and Batch.objects.count() == 2
    for number in (2, 1):
        client.post(f"/studies/{made.pk}/sample/{number}/remove/")
    assert not Batch.objects.exists()


def test_a_run_that_another_study_judges_stays_withheld(lead: tuple[Client, Study]) -> None:
    client, made = lead
    draw(lead)
    _, other = leading(title="Other")
    shared = Episode.objects.get(assistant_player="oracle")
    items(other, 1, episode=shared)
    client.post(f"/studies/{made.pk}/sample/1/remove/")
    assert list(Episode.objects.filter(is_withheld=True)) == [shared]


def test_a_closed_study_takes_nothing_more(lead: tuple[Client, Study]) -> None:
    client, made = lead
    Study.objects.update(state=StudyState.CLOSED)
    page = read(client, f"/studies/{made.pk}/sample/")
    assert 'id="draw"' not in page and "you can’t draw more items" in page
    assert draw(lead).status_code == 422
    assert not Batch.objects.exists()


def test_people_who_judge_are_kept_from_the_sample(lead: tuple[Client, Study]) -> None:
    _, made = lead
    who = rater(made)
    assert who.user is not None
    client = Client()
    client.force_login(who.user)
    assert client.get(f"/studies/{made.pk}/sample/").status_code == 403
