"""Roles of items (real, gold, practice, dropped), right answers of gold and practice, and the order of practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import Max

from annotation.labelling.answer_checks import questions_of
from annotation.models import Item, Role, Study, StudyState
from annotation.plan.contradictions import wrong_answers
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.questions import asked_about
from annotation.sampling.candidate import SILENCE, Candidate
from annotation.sampling.drawing import Sampled
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import PICKED, By, keep_batch
from annotation.studies.candidate_pool import pool_of, portions
from annotation.studies.study_error import BadStudy, CannotChange
from simulator.words.english import counted

MARKED = (Role.GOLD, Role.PRACTICE)
_WHILE_OPEN = (Role.REAL, Role.DROPPED)
_EVERYTHING = SampleSpec(size=1, kinds="both", unanswered=True, transcripts=True)


def set_role(item: Item, role: str, right_answers: Mapping[str, str] | None = None, explanation: str = "") -> Item:
    """Set the role of an item and return the item. Raise BadStudy if gold or practice has no fitting right answers.

    Raise CannotChange in a closed study, and in an open study unless the item is dropped or restored.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).get(pk=item.study_id)
        item = Item.objects.select_for_update(no_key=True).get(pk=item.pk)
        _refuse(study, item, role)
        right = dict(right_answers or {}) if role in MARKED else {}
        if role in MARKED:
            refuse_wrong(study, item, right)
        item.role, item.right_answers = role, right
        item.explanation = explanation.replace("\x00", "").strip() if role in MARKED else ""
        item.save(update_fields=["role", "right_answers", "explanation"])
    return item


def left_out_of(study: Study) -> list[str]:
    """Return the identities of dropped items."""
    dropped = study.items.filter(role=Role.DROPPED).order_by("number")
    return list(dropped.values_list("identity", flat=True))


def leave_out(study: Study, identities: Sequence[str]) -> None:
    """Drop these items; skip identities that are not in the study."""
    wanted = set(identities)
    items = [pk for pk, identity in study.items.values_list("pk", "identity") if identity in wanted]
    for some in portions(items):
        study.items.filter(pk__in=some).update(role=Role.DROPPED)


def refuse_wrong(study: Study, item: Item, right: Mapping[str, str]) -> None:
    questions = asked_about(questions_of(study), item.kind)
    if said := list(wrong_answers(right, questions)):
        raise BadStudy(f"Item {item.number}:", *said)


def _refuse(study: Study, item: Item, role: str) -> None:
    if role not in Role.values:
        raise BadStudy(f"Unknown role '{role}'.", "Choose real, gold, practice or dropped.")
    if study.state == StudyState.CLOSED:
        raise CannotChange("The study is closed, so its items can’t change. Reopen or copy the study.")
    is_small = item.role in _WHILE_OPEN and role in _WHILE_OPEN
    if study.state == StudyState.OPEN and not is_small:
        raise CannotChange(
            "The study is open, so you can only leave items out or restore them: people may be answering already.",
            "To change practice or gold, copy the study.",
        )


class MarkedItems(NamedTuple):
    """Practice and gold items of a study, as a plan lists them."""

    practice: tuple[MarkedItem, ...]
    gold: tuple[MarkedItem, ...]


def marked_in(study: Study) -> MarkedItems:
    after = _after(study)
    practice, gold = (
        tuple(_marked(item, after.get(item.batch_id)) for item in _of_role(study, role))
        for role in (Role.PRACTICE, Role.GOLD)
    )
    return MarkedItems(practice, gold)


def pick(study: Study, plan: StudyPlan, drawn: int, by: By) -> None:
    """Mark the practice and gold items that the plan adds after `drawn` samples.

    Items that are in no sample are taken from all runs of the store; raise BadStudy if an item is in no run.
    """
    marks = [(Role.PRACTICE, one) for one in plan.practice] + [(Role.GOLD, one) for one in plan.gold]
    last = len(plan.samples)
    if now := [(role, one) for role, one in marks if min(last if one.after is None else one.after, last) == drawn]:
        _pick(study, now, by)


def add_practice(study: Study, practice: Sequence[MarkedItem], by: By) -> None:
    """Add practice items to a draft. Raise CannotChange if the study is not a draft."""
    if study.state != StudyState.DRAFT:
        raise CannotChange(
            "Add practice items only to a draft: in this study people may already have passed the practice."
        )
    _pick(study, [(Role.PRACTICE, one) for one in practice], by)


def _pick(study: Study, marks: list[tuple[Role, MarkedItem]], by: By) -> None:
    there = set(study.items.values_list("identity", flat=True))
    missing = [one.identity for _, one in marks if one.identity not in there]
    if missing:
        _keep(study, _found(missing), by)
    _mark(study, marks)


def pick_from(source: Study, study: Study, by: By) -> None:
    """Copy the practice and gold items of `source` into `study`."""
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
    # The items were named one by one instead of drawn, so their probability is 1.
    keep_batch(study, [Sampled(one, 1.0) for one in candidates], dict(PICKED), [], by)


def _found(identities: list[str]) -> list[Candidate]:
    pool = {one.identity: one for one in sorted(pool_of(_EVERYTHING).candidates, reverse=True)}
    missing = [one for one in identities if one not in pool]
    if missing:
        raise BadStudy(
            f"The plan has {counted(len(missing), 'practice or gold item')} not found in any run: {missing[0]}"
            f"{' and others' if len(missing) > 1 else ''}.",
            "Import the traces that contain these items, or remove the items from the plan.",
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
    """Return the number of samples before each batch of practice or gold items that were named one by one.

    Skip batches after the last sample.
    """
    found: dict[int, int] = {}
    drawn = 0
    for pk, spec in study.batches.order_by("number").values_list("pk", "spec"):
        if spec == PICKED:
            found[pk] = drawn
        elif spec:
            drawn += 1
    return {pk: count for pk, count in found.items() if count < drawn}


def move_practice(study: Study, number: int, where: Literal["earlier", "later"]) -> int:
    """Move a practice item one place earlier or later and return its new number.

    The first item can't move earlier, and the last item can't move later.
    """
    with transaction.atomic():
        if Study.objects.select_for_update(no_key=True).get(pk=study.pk).state != StudyState.DRAFT:
            raise CannotChange("The study was opened, so the order of the practice is fixed. Copy the study instead.")
        practice = list(Item.objects.filter(study=study, role=Role.PRACTICE).order_by("number"))
        place = next((place for place, item in enumerate(practice) if item.number == number), None)
        if place is None:
            raise CannotChange(f"Item {number} is not a practice item, so it can’t be moved. Reload the page.")
        other = place - 1 if where == "earlier" else place + 1
        if not 0 <= other < len(practice):
            return number
        _swap(study, practice[place], practice[other])
    return practice[other].number


def arrange_practice(study: Study, identities: Sequence[str]) -> None:
    """Put the practice items into this order by exchanging their numbers."""
    practice = {item.identity: item for item in Item.objects.filter(study=study, role=Role.PRACTICE)}
    items = [practice[identity] for identity in identities]
    numbers = sorted(item.number for item in items)
    if [item.number for item in items] == numbers:
        return
    # Numbers are unique, so the items get unused numbers before they get their new numbers.
    aside = _aside(study)
    _number(items, range(aside, aside + len(items)))
    _number(items, numbers)


def _number(items: Sequence[Item], numbers: Sequence[int]) -> None:
    for item, number in zip(items, numbers, strict=True):
        item.number = number
    Item.objects.bulk_update(items, ["number"], batch_size=200)


def _aside(study: Study) -> int:
    """Return a number that no item of the study has."""
    return (Item.objects.filter(study=study).aggregate(last=Max("number"))["last"] or 0) + 1


def _swap(study: Study, one: Item, other: Item) -> None:
    """Swap the numbers of two items by way of a third number, because two items must never share a number."""
    Item.objects.filter(pk=one.pk).update(number=_aside(study))
    Item.objects.filter(pk=other.pk).update(number=one.number)
    Item.objects.filter(pk=one.pk).update(number=other.number)
