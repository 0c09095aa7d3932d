"""Taking answers: written down, never overwritten, and the next item handed out, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from annotation.jobs.checking import Checked, bounded, check
from annotation.jobs.claiming import Hand, fill, patiently
from annotation.jobs.columns import run
from annotation.jobs.leases import Held, can_have
from annotation.jobs.persons import Empty, Person, at_once, lock, lock_with, refuse
from annotation.jobs.refusing import Refused
from annotation.jobs.statements import answered, counted, written
from annotation.models import Assignment, Rater, Verdict
from simulator.jobs.statements import Statement

__all__ = ["Refused", "answer", "undo"]

EDITABLE = 10


def answer(
    rater: Rater,
    code: str,
    given: Mapping[str, str],
    reason: str = "",
    seconds: float = 0,
    want: int = 2,
    guidelines: int | None = None,
) -> Hand:
    """Takes an answer, or another one instead of one of the last ten; gives what is in hand afterwards.

    The same answer again, because nobody knows whether it came through, changes nothing. `guidelines`: the version that
    this person had before them, which may have been changed since.
    """
    with at_once():
        person, held = _locked(rater, code)
        person.read(guidelines)
        checked = check(person.study, held.item, given, reason)
        if not _stands(held, checked):
            _may_answer(person, held)
            _store(person, held, checked, seconds)
        hand = fill(person, want)
    return hand if hand.held else patiently(person, hand, want)


def undo(rater: Rater, code: str = "") -> Held:
    """Takes the last answer back, and leases its item to the person again with what was chosen as draft.

    With a code it is the answer to this item that is meant, so that asking twice takes back only one.
    """
    with at_once():
        person = lock(rater)
        why = person.why_not()
        if why is not None:
            raise refuse(why)
        last = _last(person, 1).first()
        if code and (last is None or last.item.code != code):
            return _undone(person, code)
        if last is None:
            raise Refused("nothing_to_undo")
        person, held = _locked(rater, last.item.code)
        _take_back(person, held)
    return held


def _locked(rater: Rater, code: str) -> tuple[Person, Held]:
    """The row of the item is locked as well; whoever has locked it waits for nothing."""
    person, row, item = lock_with(rater, code)
    return person, Held(row, item)


def _may_answer(person: Person, held: Held) -> None:
    """Also after the study was closed, if the lease has not run out."""
    why = person.why_not()
    is_edit = held.assignment.answered_at is not None
    if why is not None and (why != Empty.CLOSED or is_edit):
        raise refuse(why)
    if not can_have(person, held):
        raise Refused("closed" if person.is_closed else "taken")
    if is_edit and held.assignment.pk not in [row.pk for row in _last(person, EDITABLE)]:
        raise Refused("too_old")


def _store(person: Person, held: Held, checked: Checked, seconds: float) -> None:
    row = held.assignment
    most = (person.now - row.claimed_at).total_seconds()
    counts = [] if row.answered_at else [counted(held.item.pk, 1)]
    verdicts = _next_revision(person, held, checked, bounded(seconds, most))
    row.answered_at, row.lease_until, row.draft = person.now, person.now, {}
    run(*counts, *verdicts, answered(row))


def _take_back(person: Person, held: Held) -> None:
    row = held.assignment
    said = _said(held)
    nothing = dict.fromkeys(said.values, "")
    run(counted(held.item.pk, -1), *_next_revision(person, held, Checked(nothing, nothing), 0))
    row.draft = {"given": said.values, "reason": max(said.reasons.values(), key=len, default="")}
    row.answered_at, row.claimed_at, row.lease_until = None, person.now, person.lease_until
    row.save(update_fields=["answered_at", "claimed_at", "lease_until", "draft", "revision"])
    person.rater.finished_at = None
    person.rater.save(update_fields=["finished_at"])


def _next_revision(person: Person, held: Held, checked: Checked, seconds: float) -> list[Statement]:
    """One row for each question, which holds from now on."""
    row, item = held.assignment, held.item
    if row.revision:
        Verdict.objects.filter(rater=person.rater, item=item, revision=row.revision).update(is_latest=False)
    row.revision += 1
    verdicts = [
        Verdict(
            study_id=person.study.pk,
            item_id=item.pk,
            episode_id=item.episode_id,
            moment=item.moment,
            key=key,
            value=value,
            reason=checked.reasons[key],
            rater_id=person.rater.pk,
            revision=row.revision,
            guidelines=person.texts.guidelines,
            given_at=person.now,
            seconds=seconds,
        )
        for key, value in checked.values.items()
    ]
    return [written(verdicts)] if verdicts else []


def _said(held: Held) -> Checked:
    row = held.assignment
    rows = Verdict.objects.filter(rater=row.rater_id, item=held.item, revision=row.revision).order_by("pk")
    found = list(rows.values_list("key", "value", "reason"))
    return Checked({key: value for key, value, _ in found}, {key: reason for key, _, reason in found})


def _stands(held: Held, checked: Checked) -> bool:
    return held.assignment.answered_at is not None and _said(held) == checked


def _last(person: Person, count: int) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(rater=person.rater, answered_at__isnull=False).select_related("item")
    return rows.filter(item__role__in=("real", "gold"), item__trouble="").order_by("-answered_at", "-pk")[:count]


def _undone(person: Person, code: str) -> Held:
    """It was taken back already."""
    row = Assignment.objects.filter(rater=person.rater, item__code=code, item__study=person.study)
    found = row.filter(answered_at=None, revision__gt=0).select_related("item").first()
    if found is None:
        raise Refused("nothing_to_undo", "Another answer of yours came after this one. Change it in your last answers.")
    return Held(found, found.item)
