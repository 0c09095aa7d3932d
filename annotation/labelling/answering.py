"""Stores answers and hands out the next items. A changed answer becomes a new revision; older revisions stay."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from annotation.labelling.answer_checks import CheckedAnswer, bounded, check
from annotation.labelling.claiming import Hand, fill, patiently
from annotation.labelling.item_leases import Held, can_have
from annotation.labelling.prepared_sql import answered, counted, written
from annotation.labelling.refusals import Refused
from annotation.labelling.row_columns import run
from annotation.models import Answer, Assignment, Rater
from annotation.people.participants import Empty, Participant, at_once, lock, lock_with, refuse
from simulator.jobs.prepared_sql import Statement

__all__ = ["Refused", "answer", "undo"]

# Number of last answers that a participant can change; the judge page lists the same number.
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
    """Store an answer, or change one of the last ten answers; return the items that the participant then holds.

    Sending the same answer again changes nothing, so a browser may retry when it does not know whether the first try
    arrived. `guidelines` is the version of the guidelines that was on the screen; a newer version may be in force.
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
    """Take the last answer back and return its item, leased to the participant again with the old choice as draft.

    `code` names the item that the participant sees as the last one answered. If its answer was already taken back,
    nothing changes, so a request that is sent twice takes back only one answer.
    """
    with at_once():
        person = lock(rater)
        why = person.why_not()
        if why is not None:
            raise refuse(why)
        # The last answer is found without a lock; `_locked` then reads it again with the lock held.
        last = _last(person, 1).first()
        if code and (last is None or last.item.code != code):
            return _undone(person, code)
        if last is None:
            raise Refused("nothing_to_undo")
        person, held = _locked(rater, last.item.code)
        _take_back(person, held)
    return held


def _locked(rater: Rater, code: str) -> tuple[Participant, Held]:
    """Lock and return the participant and the item. To avoid deadlocks, callers must not wait for further locks."""
    person, row, item = lock_with(rater, code)
    return person, Held(row, item)


def _may_answer(person: Participant, held: Held) -> None:
    """Raise Refused unless the participant may answer. A closed study still takes answers to leased items."""
    why = person.why_not()
    is_edit = held.assignment.answered_at is not None
    if why is not None and (why != Empty.CLOSED or is_edit):
        raise refuse(why)
    if not can_have(person, held):
        raise Refused("closed" if person.is_closed else "taken")
    if is_edit and held.assignment.pk not in [row.pk for row in _last(person, EDITABLE)]:
        raise Refused("too_old")


def _store(person: Participant, held: Held, checked: CheckedAnswer, seconds: float) -> None:
    row = held.assignment
    most = (person.now - row.claimed_at).total_seconds()
    counts = [] if row.answered_at else [counted(held.item.pk, 1)]
    answers = _next_revision(person, held, checked, bounded(seconds, most))
    row.answered_at, row.lease_until, row.draft = person.now, person.now, {}
    run(*counts, *answers, answered(row))


def _take_back(person: Participant, held: Held) -> None:
    row = held.assignment
    said = _said(held)
    nothing = dict.fromkeys(said.values, "")
    run(counted(held.item.pk, -1), *_next_revision(person, held, CheckedAnswer(nothing, nothing), 0))
    row.draft = {"given": said.values, "reason": max(said.reasons.values(), key=len, default="")}
    # The item counts as claimed again now, so that the time for the new answer starts now.
    row.answered_at, row.claimed_at, row.lease_until = None, person.now, person.lease_until
    row.save(update_fields=["answered_at", "claimed_at", "lease_until", "draft", "revision"])
    person.rater.finished_at = None
    person.rater.save(update_fields=["finished_at"])


def _next_revision(person: Participant, held: Held, checked: CheckedAnswer, seconds: float) -> list[Statement]:
    """Return a list with the statement that inserts the next revision, one row per question; [] without questions.

    Also increase the assignment's `revision`, and mark the answers of the previous revision as no longer the latest.
    """
    row, item = held.assignment, held.item
    if row.revision:
        Answer.objects.filter(rater=person.rater, item=item, revision=row.revision).update(is_latest=False)
    row.revision += 1
    answers = [
        Answer(
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
    return [written(answers)] if answers else []


def _said(held: Held) -> CheckedAnswer:
    row = held.assignment
    rows = Answer.objects.filter(rater=row.rater_id, item=held.item, revision=row.revision).order_by("pk")
    found = list(rows.values_list("key", "value", "reason"))
    return CheckedAnswer({key: value for key, value, _ in found}, {key: reason for key, _, reason in found})


def _stands(held: Held, checked: CheckedAnswer) -> bool:
    return held.assignment.answered_at is not None and _said(held) == checked


def _last(person: Participant, count: int) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(rater=person.rater, answered_at__isnull=False).select_related("item")
    return rows.filter(item__role__in=("real", "gold"), item__trouble="").order_by("-answered_at", "-pk")[:count]


def _undone(person: Participant, code: str) -> Held:
    """Return the item if its answer was already taken back, else raise Refused."""
    row = Assignment.objects.filter(rater=person.rater, item__code=code, item__study=person.study)
    found = row.filter(answered_at=None, revision__gt=0).select_related("item").first()
    if found is None:
        raise Refused(
            "nothing_to_undo", "You have answered another item since. Change this answer under “Your last ten answers”."
        )
    return Held(found, found.item)
