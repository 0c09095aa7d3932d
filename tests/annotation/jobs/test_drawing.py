"""Batches drawn from runs that were really played: looked at first, kept afterwards, never an item twice."""

from __future__ import annotations

import pytest

from annotation.jobs.drawing import draw_batch, preview
from annotation.jobs.refusals import BadStudy, CannotChange
from annotation.models import Batch, Item, StudyState
from annotation.questions import DECISION, MISSED
from annotation.sampling.spec import SampleSpec
from simulator.models import Episode
from tests.annotation.played import played
from tests.annotation.studies import study

BOTH = SampleSpec(size=100, kinds="both", unanswered=True)


def test_what_was_looked_at_is_what_is_drawn(db: None) -> None:
    runs = [played(assistant=name) for name in ("oracle", "eager", "silent")]
    of = study(StudyState.DRAFT, asks=(DECISION, MISSED))
    seen = preview(of, BOTH)
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
