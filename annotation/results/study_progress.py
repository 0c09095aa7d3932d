"""Computes the progress of a study, of each person and of each stratum, from real items and current answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from statistics import median
from typing import NamedTuple

from django.utils import timezone

from annotation.models import Assignment, Rater, Role, Study
from annotation.results.current_answers import CurrentAnswer, CurrentAnswers, JudgedItem, current_answers

# Fewer gold answers say too little about a person, unless the study has no more gold.
LEAST_GOLD = 3
# A person is hasty if at least LEAST_FAST of their answers, and more than the share SHARE_FAST of them, are fast.
LEAST_FAST, SHARE_FAST = 3, 0.1


class PersonProgress(NamedTuple):
    """Progress of one person, and whether they are flagged for wrong gold answers or haste."""

    rater: Rater
    answers: int
    of: int
    gold: int
    gold_right: int
    median: float | None
    too_fast: int
    held_until: datetime | None
    """When the last lease of this person ends; None if they hold no item."""
    low_gold: bool
    hasty: bool

    @property
    def is_flagged(self) -> bool:
        return self.low_gold or self.hasty


class StratumProgress(NamedTuple):
    """Numbers of items and answers for one model, one kind of item and one reaction of the simulated user."""

    model: str
    kind: str
    simulated: str
    items: int
    answers: int
    of: int


class StudyProgress(NamedTuple):
    """Numbers of items, answers and leases of a study, with the progress of each person and each stratum."""

    people: Sequence[PersonProgress]
    strata: Sequence[StratumProgress]
    items: int
    complete: int
    short: Sequence[tuple[int, int]]
    """Pairs: a number of answers, and how many incomplete items have that many; the highest number first."""
    answers: int
    of: int
    held: int
    held_by: int
    run_out: int
    median: float | None
    too_fast: int
    gold: int
    gold_right: int
    golden: int
    """Number of gold items."""

    @property
    def flagged(self) -> list[PersonProgress]:
        return [one for one in self.people if one.is_flagged]


class _Sheet:
    """The time that one person took for each real item, and which gold items they got right."""

    def __init__(self) -> None:
        self.seconds: dict[int, float] = {}
        self.gold: dict[int, bool] = {}

    def add(self, one: CurrentAnswer, item: JudgedItem) -> None:
        if item.role == Role.REAL:
            self.seconds[one.item] = one.seconds
            return
        right = item.right_answers.get(one.key)
        if right is not None:
            self.gold[one.item] = self.gold.get(one.item, True) and one.value == right


class _Lease(NamedTuple):
    rater: int
    until: datetime


def progress_of(study: Study, current: CurrentAnswers | None = None) -> StudyProgress:
    """Return the progress of a study, of each person and of each stratum."""
    current = current or current_answers(study)
    sheets = _sheets(current)
    leases, now = _leases(current), timezone.now()
    live = [lease for lease in leases if lease.until > now]
    real = current.real
    # An item that can no longer be shown keeps its answers, but is not handed out and not counted as wanted.
    by_item = Counter(pk for sheet in sheets.values() for pk in sheet.seconds)
    people = _people(current, sheets, live)
    times = [time for sheet in sheets.values() for time in sheet.seconds.values()]
    return StudyProgress(
        people=people,
        strata=_strata(real, by_item, study.per_item),
        items=len(real),
        complete=sum(by_item[item.pk] >= study.per_item for item in real),
        short=_short(real, by_item, study.per_item),
        answers=sum(by_item[item.pk] for item in real),
        of=len(real) * study.per_item,
        held=len(live),
        held_by=len({lease.rater for lease in live}),
        run_out=len(leases) - len(live),
        median=median(times) if times else None,
        too_fast=sum(one.too_fast for one in people),
        gold=sum(one.gold for one in people),
        gold_right=sum(one.gold_right for one in people),
        golden=len(_golden(current)),
    )


def flagged_people(study: Study, current: CurrentAnswers | None = None) -> set[int]:
    """Return the primary keys of people who are flagged for wrong gold answers or haste."""
    current = current or current_answers(study)
    return {one.rater.pk for one in _people(current, _sheets(current), ()) if one.is_flagged}


def _sheets(current: CurrentAnswers) -> Mapping[int, _Sheet]:
    sheets: defaultdict[int, _Sheet] = defaultdict(_Sheet)
    for one in current.answers:
        sheets[one.rater].add(one, current.items[one.item])
    return sheets


def _leases(current: CurrentAnswers) -> list[_Lease]:
    """Return the leases of unanswered real and gold items, including expired leases; skip people who withdrew."""
    open_ones = Assignment.objects.filter(rater__study=current.study, answered_at=None)
    rows = open_ones.values_list("rater_id", "lease_until", "item_id")
    there = {pk for pk, rater in current.people.items() if rater.withdrawn_at is None}
    return [_Lease(rater, until) for rater, until, item in rows if rater in there and item in current.items]


def _people(current: CurrentAnswers, sheets: Mapping[int, _Sheet], live: Sequence[_Lease]) -> list[PersonProgress]:
    study = current.study
    by_item = Counter(pk for sheet in sheets.values() for pk in sheet.seconds)
    wanted = {item.pk for item in current.real if by_item[item.pk] < study.per_item}
    golden = len(_golden(current))
    held: dict[int, datetime] = {}
    for lease in live:
        held[lease.rater] = max(lease.until, held.get(lease.rater, lease.until))
    found = []
    for rater in current.people.values():
        sheet = sheets.get(rater.pk) or _Sheet()
        answers, gold, right = len(sheet.seconds), len(sheet.gold), sum(sheet.gold.values())
        # Real items only, as in every count of fast answers.
        fast = sum(time < study.too_fast_seconds for time in sheet.seconds.values())
        found.append(
            PersonProgress(
                rater=rater,
                answers=answers,
                of=_share(study, answers, len(wanted.difference(sheet.seconds))),
                gold=gold,
                gold_right=right,
                median=median(sheet.seconds.values()) if answers else None,
                too_fast=fast,
                held_until=held.get(rater.pk),
                low_gold=gold >= max(1, min(LEAST_GOLD, golden)) and right < study.gold_mark * gold,
                hasty=fast >= LEAST_FAST and fast > SHARE_FAST * answers,
            )
        )
    return found


def _golden(current: CurrentAnswers) -> list[JudgedItem]:
    return [item for item in current.items.values() if item.role == Role.GOLD and not item.trouble]


def _share(study: Study, answers: int, left: int) -> int:
    """Return how many items a person has answered or may still get, without items that others have completed."""
    most = answers + left
    return most if study.per_person is None else min(most, max(study.per_person, answers))


def _strata(real: Sequence[JudgedItem], by_item: Counter[int], per_item: int) -> list[StratumProgress]:
    counts: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for item in real:
        counts[item.model, item.kind, item.simulated].append(by_item[item.pk])
    return [
        StratumProgress(*stratum, items=len(each), answers=sum(each), of=len(each) * per_item)
        for stratum, each in sorted(counts.items())
    ]


def _short(real: Sequence[JudgedItem], by_item: Counter[int], per_item: int) -> list[tuple[int, int]]:
    counts = Counter(by_item[item.pk] for item in real)
    return [(have, counts[have]) for have in range(per_item - 1, -1, -1) if counts[have]]
