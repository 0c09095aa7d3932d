"""Batches of a study: preview, draw and store them, and remove them while nobody can have seen their items."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from annotation.labelling.answer_checks import questions_of
from annotation.models import Assignment, Batch, Item, PlayAssignment, Study, StudyState
from annotation.play_studies.opening import withhold_runs
from annotation.questions import asked_about
from annotation.sampling.candidate import SILENCE
from annotation.sampling.drawing import Drawn, Sampled, draw, left_out_words
from annotation.sampling.spec import SampleSpec
from annotation.studies.candidate_pool import Pool, pool_of, portions
from annotation.studies.item_preparation import prepare_soon
from annotation.studies.study_error import BadStudy, CannotChange
from simulator.models import Episode

# Who makes a change: `request.user`, or None for a command.
By: TypeAlias = User | AnonymousUser | None
# Specification of a batch whose items were named one by one instead of drawn.
PICKED = {"picked": True}


def account(by: By) -> User | None:
    """Return the account to store as the author of a change; None for commands and visitors without an account."""
    return by if isinstance(by, User) else None


def preview_batch(study: Study, spec: SampleSpec, pool: Pool | None = None) -> Drawn:
    """Return the items that `draw_batch` would draw now, without changing anything."""
    return _drawn(spec, _taken(study), pool or pool_of(spec))


def draw_batch(study: Study, spec: SampleSpec, by: By = None, pool: Pool | None = None) -> Batch:
    """Draw and store a batch. Raise CannotChange for a closed study.

    Raise BadStudy if there is nothing to draw, if no question asks about a drawn item, or if somebody else drew items
    at the same time. Searching all runs for `pool` takes a while, and people want to answer meanwhile, so the search
    comes before any lock. Callers inside a transaction must pass a pool that they made before the transaction.
    """
    pool, taken = pool or pool_of(spec), _taken(study)
    drawn = _drawn(spec, taken, pool)
    try:
        with transaction.atomic():
            held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
            # If somebody else drew items since the pool was made, draw again without those items.
            if (now := _taken(held)) != taken:
                drawn = _drawn(spec, now, pool)
            return _keep(held, spec, drawn, by)
    except IntegrityError:
        raise BadStudy(
            "Somebody else drew items for this study at the same moment.",
            "Check the items of the study, then try again.",
        ) from None


def _drawn(spec: SampleSpec, taken: dict[str, str], pool: Pool) -> Drawn:
    drawn = draw(pool.candidates, spec, taken)
    return drawn._replace(left_out={**pool.left_out, **drawn.left_out})


def _keep(study: Study, spec: SampleSpec, drawn: Drawn, by: By) -> Batch:
    if study.state == StudyState.CLOSED:
        raise CannotChange("The study is closed, so you can’t add items. Reopen or copy the study.")
    if not drawn.items:
        why = "; ".join(left_out_words(drawn.left_out)) or "no finished run fits the specification"
        raise BadStudy(f"There is nothing to draw: {why}.", "Choose different runs or kinds of items.")
    _refuse_unasked(study, {one.candidate.kind for one in drawn.items})
    strata = [stratum.plain() for stratum in drawn.strata]
    return keep_batch(study, drawn.items, spec.model_dump(mode="json"), strata, by)


def keep_batch(
    study: Study, items: Sequence[Sampled], spec: dict[str, object], strata: list[dict[str, object]], by: By
) -> Batch:
    """Store items as a batch and hide their runs from the public. Call this in a transaction that locked the study."""
    number = _next(study.batches.order_by("-number").values_list("number", flat=True).first())
    batch = Batch.objects.create(study=study, number=number, spec=spec, strata=strata, made_by=account(by))
    first = _next(study.items.order_by("-number").values_list("number", flat=True).first())
    Item.objects.bulk_create(
        (_item(batch, place, one) for place, one in enumerate(items, first)),
        batch_size=500,
    )
    # Anyone who can open the page of a run sees there what the simulated user answered.
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
        # Random, so that nobody can guess the codes of other items.
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
            raise BadStudy(f"The study has no question about {kind}s.", f"Add a question about {kind}s first.")


def _taken(study: Study) -> dict[str, str]:
    return dict(study.items.values_list("identity", "scenario"))


def _next(last: int | None) -> int:
    return (last or 0) + 1


def is_removable(study: Study, batch: Batch) -> bool:
    """Return whether the batch can be removed: it is the newest batch of a draft, and none of its items was handed out.

    Older batches stay, because later draws depend on earlier draws.
    """
    if study.state != StudyState.DRAFT or _later(batch):
        return False
    return not Assignment.objects.filter(item__batch=batch).exists()


def remove_batch(batch: Batch) -> int:
    """Remove a batch and return the number of its items. Raise CannotChange unless `is_removable`."""
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).get(pk=batch.study_id)
        if study.state == StudyState.DRAFT and (later := _later(batch)):
            raise CannotChange(
                f"Batch {batch.number} can’t be removed: batch {later.number} was drawn after it.",
                "Remove the newest batch first.",
            )
        if not is_removable(study, batch):
            raise CannotChange(
                f"Batch {batch.number} can’t be removed: the study was opened, or somebody has seen its items.",
                "Leave out single items instead.",
            )
        runs, count = _runs(batch.items.all()), batch.items.count()
        batch.delete()
        _release(runs)
    return count


def delete_study(study: Study) -> None:
    with transaction.atomic():
        runs = _runs(study.items.all())
        withhold_runs(study, is_withheld=False)
        study.delete()
        _release(runs)


def _later(batch: Batch) -> Batch | None:
    return Batch.objects.filter(study=batch.study_id, number__gt=batch.number).order_by("-number").first()


def _runs(items: QuerySet[Item]) -> set[int]:
    return set(items.order_by().values_list("episode_id", flat=True).distinct())


def _release(runs: set[int]) -> None:
    """Stop hiding runs from the public if no study uses them any more."""
    for some in portions(sorted(runs)):
        still = _runs(Item.objects.filter(episode__in=some))
        playing = PlayAssignment.objects.filter(episode__in=some, rater__study__state=StudyState.OPEN)
        still |= set(playing.values_list("episode_id", flat=True))
        Episode.objects.filter(pk__in=set(some) - still).update(is_withheld=False)
