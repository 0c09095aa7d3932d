"""Practice and gold: items that are named one by one, with their right answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.jobs.bad_study import BadStudy, CannotChange
from annotation.jobs.candidates import pool_of
from annotation.jobs.doers import By
from annotation.jobs.drawing import PICKED, keep_batch
from annotation.jobs.roles import refuse_wrong
from annotation.models import Item, Role, Study, StudyState
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.sampling.candidate import SILENCE, Candidate
from annotation.sampling.spec import SampleSpec
from annotation.sampling.tree import Sampled
from simulator.phone.wording import counted

_EVERYTHING = SampleSpec(size=1, kinds="both", unanswered=True, transcripts=True)


class Marked(NamedTuple):
    practice: tuple[MarkedItem, ...]
    gold: tuple[MarkedItem, ...]


def marked_in(study: Study) -> Marked:
    after = _after(study)
    practice, gold = (
        tuple(_marked(item, after.get(item.batch_id)) for item in _of_role(study, role))
        for role in (Role.PRACTICE, Role.GOLD)
    )
    return Marked(practice, gold)


def pick(study: Study, plan: StudyPlan, drawn: int, by: By) -> None:
    """Marks what a plan names for when so many samples are drawn.

    What is in no sample comes from all runs of the store; what is in none is refused.
    """
    marks = [(Role.PRACTICE, one) for one in plan.practice] + [(Role.GOLD, one) for one in plan.gold]
    last = len(plan.samples)
    if now := [(role, one) for role, one in marks if min(last if one.after is None else one.after, last) == drawn]:
        _pick(study, now, by)


def add_practice(study: Study, practice: Sequence[MarkedItem], by: By) -> None:
    """More of it, beside what there is."""
    if study.state != StudyState.DRAFT:
        raise CannotChange("Practice is added to drafts only: in this study people may have passed theirs already.")
    _pick(study, [(Role.PRACTICE, one) for one in practice], by)


def _pick(study: Study, marks: list[tuple[Role, MarkedItem]], by: By) -> None:
    there = set(study.items.values_list("identity", flat=True))
    missing = [one.identity for _, one in marks if one.identity not in there]
    if missing:
        _keep(study, _found(missing), by)
    _mark(study, marks)


def pick_from(source: Study, study: Study, by: By) -> None:
    """The same practice and gold items as another study has."""
    items = [*_of_role(source, Role.PRACTICE), *_of_role(source, Role.GOLD)]
    if items:
        _keep(study, [_candidate(item) for item in items], by)
        _mark(study, [(Role(item.role), _marked(item)) for item in items])


def _mark(study: Study, marks: list[tuple[Role, MarkedItem]]) -> None:
    items = {item.identity: item for item in study.items.filter(identity__in=[one.identity for _, one in marks])}
    for role, one in marks:
        item = items[one.identity]
        refuse_wrong(study, item, one.right_answers)
        item.role, item.right_answers, item.explanation = role, dict(one.right_answers), one.explanation
    Item.objects.bulk_update(items.values(), ["role", "right_answers", "explanation"], batch_size=200)


def _keep(study: Study, candidates: list[Candidate], by: By) -> None:
    # Nothing was left to chance here.
    keep_batch(study, [Sampled(one, 1.0) for one in candidates], dict(PICKED), [], by)


def _found(identities: list[str]) -> list[Candidate]:
    pool = {one.identity: one for one in sorted(pool_of(_EVERYTHING).candidates, reverse=True)}
    missing = [one for one in identities if one not in pool]
    if missing:
        raise BadStudy(
            f"{counted(len(missing), 'practice or gold item')} of the plan are in no run here: {missing[0]}"
            f"{' and others' if len(missing) > 1 else ''}.",
            "Import the traces that hold them, or leave them out of the plan.",
        )
    return [pool[one] for one in identities]


def _candidate(item: Item) -> Candidate:
    return Candidate(
        item.identity,
        item.episode_id,
        item.moment,
        item.kind,
        item.model,
        item.simulated or SILENCE,
        item.scenario,
        item.outcome,
        item.offer,
    )


def _of_role(study: Study, role: Role) -> list[Item]:
    return list(study.items.filter(role=role).order_by("number"))


def _marked(item: Item, after: int | None = None) -> MarkedItem:
    right, why = item.right_answers, item.explanation
    return MarkedItem(identity=item.identity, right_answers=right, explanation=why, after=after)


def _after(study: Study) -> dict[int, int]:
    """Of batches that were picked before a later sample was drawn: how many samples there were by then."""
    found: dict[int, int] = {}
    drawn = 0
    for pk, spec in study.batches.order_by("number").values_list("pk", "spec"):
        if spec == PICKED:
            found[pk] = drawn
        elif spec:
            drawn += 1
    return {pk: count for pk, count in found.items() if count < drawn}
