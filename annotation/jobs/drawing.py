"""Batches of a study: looked at beforehand, and drawn. What was drawn before stays as it is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import IntegrityError, transaction

from annotation.jobs.bad_study import BadStudy, CannotChange
from annotation.jobs.candidates import Pool, pool_of, portions
from annotation.jobs.checking import questions_of
from annotation.jobs.doers import By, account
from annotation.jobs.preparing import prepare_soon
from annotation.models import Batch, Item, Study, StudyState
from annotation.questions import asked_about
from annotation.sampling.candidate import SILENCE
from annotation.sampling.drawing import Drawn, draw
from annotation.sampling.spec import SampleSpec
from annotation.sampling.tree import Sampled
from annotation.sampling.words import left_out_words
from simulator.models import Episode

PICKED = {"picked": True}
"""Spec of a batch whose items were not drawn but named one by one."""


def preview(study: Study, spec: SampleSpec, pool: Pool | None = None) -> Drawn:
    """What `draw_batch` would draw now. Nothing is changed."""
    return _drawn(spec, _taken(study), pool or pool_of(spec))


def draw_batch(study: Study, spec: SampleSpec, by: By = None, pool: Pool | None = None) -> Batch:
    """Raises CannotChange for a closed study, and BadStudy if there is nothing to draw.

    `pool`: that of the spec. Looking through all runs takes a while, in which people want to answer: so it is done
    before anything is locked, and whoever calls this in a transaction does it before that.
    """
    pool, taken = pool or pool_of(spec), _taken(study)
    drawn = _drawn(spec, taken, pool)
    try:
        with transaction.atomic():
            held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
            # Two people who draw at once would draw the same items.
            if (now := _taken(held)) != taken:
                drawn = _drawn(spec, now, pool)
            return _keep(held, spec, drawn, by)
    except IntegrityError:
        raise BadStudy("Somebody else has drawn for this study at the same moment.", "Look at it again.") from None


def _drawn(spec: SampleSpec, taken: dict[str, str], pool: Pool) -> Drawn:
    drawn = draw(pool.candidates, spec, taken)
    return drawn._replace(left_out={**pool.left_out, **drawn.left_out})


def _keep(study: Study, spec: SampleSpec, drawn: Drawn, by: By) -> Batch:
    if study.state == StudyState.CLOSED:
        raise CannotChange("The study is closed, so nothing is added to it. Reopen it, or copy it.")
    if not drawn.items:
        why = "; ".join(left_out_words(drawn.left_out)) or "no finished run fits what was asked for"
        raise BadStudy(f"There is nothing to draw: {why}.", "Choose other runs, or ask for other kinds.")
    _refuse_unasked(study, {one.candidate.kind for one in drawn.items})
    strata = [stratum.plain() for stratum in drawn.strata]
    return keep_batch(study, drawn.items, spec.model_dump(mode="json"), strata, by)


def keep_batch(
    study: Study, items: Sequence[Sampled], spec: dict[str, object], strata: list[dict[str, object]], by: By
) -> Batch:
    """In a transaction that holds the study. From now on the runs are kept from public reading."""
    number = _next(study.batches.order_by("-number").values_list("number", flat=True).first())
    batch = Batch.objects.create(study=study, number=number, spec=spec, strata=strata, made_by=account(by))
    first = _next(study.items.order_by("-number").values_list("number", flat=True).first())
    Item.objects.bulk_create(
        (_item(batch, place, one) for place, one in enumerate(items, first)),
        batch_size=500,
    )
    for runs in portions(sorted({one.candidate.episode for one in items})):
        Episode.objects.filter(pk__in=runs).update(is_withheld=True)
    prepare_soon(study.pk)
    return batch


def _item(batch: Batch, number: int, sampled: Sampled) -> Item:
    one = sampled.candidate
    return Item(
        study_id=batch.study_id,
        batch=batch,
        number=number,
        code=secrets.token_hex(10),
        identity=one.identity,
        episode_id=one.episode,
        moment=one.moment,
        kind=one.kind,
        offer=one.offer,
        model=one.model[:300],
        scenario=one.scenario[:200],
        outcome=one.outcome,
        simulated="" if one.decision == SILENCE else one.decision,
        probability=sampled.probability,
    )


def _refuse_unasked(study: Study, kinds: set[str]) -> None:
    questions = questions_of(study)
    for kind in sorted(kinds):
        if not asked_about(questions, kind):
            raise BadStudy(f"The study asks nothing about a {kind}.", f"Add a question about {kind}s first.")


def _taken(study: Study) -> dict[str, str]:
    return dict(study.items.values_list("identity", "scenario"))


def _next(last: int | None) -> int:
    return (last or 0) + 1
