"""Batches drawn from runs that were really played: looked at first, kept afterwards, never an item twice."""

from __future__ import annotations

import pytest
from django.db import connection

from annotation.models import Batch, Item, StudyState
from annotation.plan.schema import StudyPlan
from annotation.questions import DECISION, MISSED
from annotation.sampling.spec import SampleSpec
from annotation.studies import batches
from annotation.studies.batches import draw_batch, preview_batch
from annotation.studies.candidate_pool import Pool, pool_of
from annotation.studies.lifecycle import make_study
from annotation.studies.study_error import BadStudy, CannotChange
from simulator.models import Episode
from tests.annotation.played import played
from tests.annotation.study_fixtures import study

BOTH = SampleSpec(size=100, kinds="both", unanswered=True)


def test_what_was_looked_at_is_what_is_drawn(db: None) -> None:
    runs = [played(assistant=name) for name in ("oracle", "eager", "silent")]
    of = study(StudyState.DRAFT, asks=(DECISION, MISSED))
    seen = preview_batch(of, BOTH)
    assert not Batch.objects.exists()
    batch = draw_batch(of, BOTH)
    items = list(Item.objects.filter(batch=batch))
    assert [item.identity for item in items] == [one.candidate.identity for one in seen.items]
    assert {item.model for item in items} == {"oracle", "eager", "silent"}
    assert all(item.probability == 1 for item in items)
    assert batch.strata == [stratum.plain() for stratum in seen.strata]
    assert all(Episode.objects.filter(pk__in=[run.pk for run in runs]).values_list("is_withheld", flat=True))


def test_a_closed_study_takes_nothing_more(db: None) -> None:
    with pytest.raises(CannotChange, match="closed"):
        draw_batch(study(StudyState.CLOSED), BOTH)


def test_nothing_to_draw_is_told_with_why(db: None) -> None:
    with pytest.raises(BadStudy, match="nothing to draw"):
        draw_batch(study(StudyState.DRAFT), BOTH)


def test_a_second_batch_keeps_the_first_and_goes_on_counting(db: None) -> None:
    for name in ("oracle", "eager"):
        played(assistant=name)
    of = study(StudyState.DRAFT, asks=(DECISION, MISSED))
    first = draw_batch(of, BOTH.model_copy(update={"size": 3}))
    kept = list(first.items.values())
    second = draw_batch(of, BOTH)
    assert list(first.items.values()) == kept
    assert (first.number, second.number) == (1, 2)
    numbers = list(Item.objects.order_by("pk").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 3
    assert Item.objects.values("identity").distinct().count() == len(numbers)
    codes = set(Item.objects.values_list("code", flat=True))
    assert len(codes) == len(numbers) and all(len(code) == 20 for code in codes)


def test_what_is_drawn_at_the_same_moment_by_two_is_refused(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    played(assistant="oracle")
    of = study(StudyState.DRAFT, asks=(DECISION, MISSED))
    draw_batch(of, BOTH)
    # Whoever looked before the other had drawn.
    monkeypatch.setattr("annotation.studies.batches._taken", lambda _: {})
    with pytest.raises(BadStudy, match="Somebody else"):
        draw_batch(of, BOTH)
    assert Batch.objects.count() == 1


def test_what_another_has_drawn_in_between_is_not_drawn_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    played(assistant="oracle")
    played(assistant="eager")
    of, some = study(StudyState.DRAFT, asks=(DECISION, MISSED)), BOTH.model_copy(update={"size": 3})
    first = draw_batch(of, some)
    known = [{}, batches._taken(of)]
    monkeypatch.setattr("annotation.studies.batches._taken", lambda _: known.pop(0))
    second = draw_batch(of, some)
    assert known == [] and second.items.count() == 3
    assert Item.objects.filter(batch__in=(first, second)).values("identity").distinct().count() == 6


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_runs_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    played(assistant="oracle")
    was_locked = []

    def looking(spec: SampleSpec) -> Pool:
        was_locked.append(connection.in_atomic_block)
        return pool_of(spec)

    for module in ("batches", "lifecycle"):
        monkeypatch.setattr(f"annotation.studies.{module}.pool_of", looking)
    draw_batch(study(StudyState.DRAFT, asks=(DECISION, MISSED)), BOTH)
    made = make_study(StudyPlan(title="Planned", questions=(DECISION, MISSED), samples=(BOTH,)))
    assert made.items.count() > 1 and was_locked == [False, False]


def test_a_kind_that_nothing_is_asked_about_is_not_drawn(db: None) -> None:
    played(assistant="silent")
    with pytest.raises(BadStudy, match="no question about silences"):
        draw_batch(study(StudyState.DRAFT), BOTH)
    assert not Item.objects.exists() and not Episode.objects.get().is_withheld
