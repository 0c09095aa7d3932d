"""Whatever people and the lead do in whatever order, what a study promises holds after every single step."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import Count
from django.utils import timezone

from annotation.labelling.answering import answer, undo
from annotation.labelling.claiming import Empty, claim
from annotation.labelling.item_leases import beat, keep_draft, release, taken
from annotation.labelling.refusals import Refused
from annotation.models import Answer, Assignment, Item, Rater, Role, Study, StudyState
from tests.annotation.labelling.crowd import CHOICES, GONE, assert_sound
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db
STEPS = 80


class Play:
    """A small study with too few items for all, so that people are in each other's way."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.study = study(
            per_item=self.chance.choice([1, 2, 3]),
            per_person=self.chance.choice([None, 3, 6]),
            gold_every=self.chance.choice([0, 3, 5]),
        )
        items(self.study, 8)
        items(self.study, 2, Role.GOLD)
        self.people = [rater(self.study, f"P{number}") for number in range(6)]
        often = {self.answers: 12, self.claims: 4, self.undoes: 4, self.opens: 4, self.expires: 2, self.edits: 2}
        once = [self.leaves, self.beats, self.drafts, self.closes, self.drops]
        self.steps = [*once, *(step for step, times in often.items() for _ in range(times))]
        self.done: Counter[str] = Counter()

    def step(self) -> None:
        self.chance.choice(self.steps)(self.chance.choice(self.people))

    def claims(self, person: Rater) -> None:
        before = Assignment.objects.count()
        hand = claim(person, self.chance.randint(1, 3))
        assert (hand.empty is None) == bool(hand.held)
        assert all(held.assignment.lease_until > timezone.now() for held in hand.held)
        if self.is_closed:
            assert Assignment.objects.count() == before

    def answers(self, person: Rater) -> None:
        """Who holds a lease is never refused, closed or not; who held one may be."""
        row = self.one_of(person, answered_at=None)
        if row is None:
            self.claims(person)
            return
        holds = row.lease_until > timezone.now()
        value, reason = self.chance.choice(CHOICES)
        try:
            answer(person, row.item.code, {"decision": value}, reason)
        except Refused as problem:
            assert not holds and problem.kind in ("taken", "closed")
            self.done[problem.kind] += 1
        else:
            row.refresh_from_db()
            assert row.answered_at is not None and row.revision > 0
            self.done["answered"] += 1

    def edits(self, person: Rater) -> None:
        row = self.one_of(person, answered_at__isnull=False)
        if row is None:
            return
        try:
            answer(person, row.item.code, {"decision": "reject"})
        except Refused as problem:
            assert problem.kind == "closed" and self.is_closed

    def undoes(self, person: Rater) -> None:
        try:
            held = undo(person)
        except Refused as problem:
            assert problem.kind == ("closed" if self.is_closed else "nothing_to_undo")
        else:
            assert held.assignment.lease_until > timezone.now() and held.assignment.draft["given"]
            self.done["taken back"] += 1

    def expires(self, person: Rater) -> None:
        rows = Assignment.objects.filter(rater=person, answered_at=None)
        rows.update(lease_until=timezone.now() - timedelta(seconds=self.chance.randint(0, 9)))

    def leaves(self, person: Rater) -> None:
        release(person)
        assert not person.assignments.filter(answered_at=None, lease_until__gt=timezone.now()).exists()

    def beats(self, person: Rater) -> None:
        rows = list(person.assignments.filter(answered_at=None).select_related("item"))
        live = [row for row in rows if row.lease_until > timezone.now()]
        try:
            beat(person, [row.item.code for row in rows])
        except Refused as problem:
            assert len(live) < len(rows) and problem.kind in ("taken", "closed")

    def drafts(self, person: Rater) -> None:
        row = self.one_of(person, answered_at=None)
        if row is not None:
            keep_draft(person, row.item.code, {"given": {"decision": "accept"}})

    def closes(self, person: Rater) -> None:
        Study.objects.update(state=StudyState.CLOSED)

    def opens(self, person: Rater) -> None:
        Study.objects.update(state=StudyState.OPEN)

    def drops(self, person: Rater) -> None:
        """One at most, and not one that was answered: the lead sees what would be lost."""
        item = Item.objects.filter(role=Role.REAL, answered=0).order_by("number").first()
        if item is not None and not Item.objects.filter(role=Role.DROPPED).exists():
            Item.objects.filter(pk=item.pk).update(role=Role.DROPPED)

    @property
    def is_closed(self) -> bool:
        return Study.objects.get().state == StudyState.CLOSED

    def one_of(self, person: Rater, **which: object) -> Assignment | None:
        rows = person.assignments.filter(item__role__in=(Role.REAL, Role.GOLD), **which).select_related("item")
        return self.chance.choice(list(rows)) if rows else None

    def check(self) -> None:
        assert_sound(self.study.pk, self.study.per_item)
        now = timezone.now()
        places = Assignment.objects.filter(taken(now), item__role=Role.REAL).order_by()
        assert max(places.values_list("item").annotate(n=Count("pk")).values_list("n", flat=True), default=0) <= (
            self.study.per_item
        )
        if self.study.per_person is not None:
            shares = places.values_list("rater").annotate(n=Count("pk")).values_list("n", flat=True)
            assert max(shares, default=0) <= self.study.per_person
        newest = dict.fromkeys(Answer.objects.values_list("rater", "item"), 0)
        for rater_id, item_id, revision in Answer.objects.order_by("revision").values_list("rater", "item", "revision"):
            newest[rater_id, item_id] += 1
            assert newest[rater_id, item_id] == revision, "revisions are counted without a gap"
        known = Assignment.objects.filter(revision__gt=0).values_list("rater", "item", "revision")
        assert newest == {(rater_id, item_id): revision for rater_id, item_id, revision in known}

    def finish(self) -> None:
        """Everybody does what they can: in the end nothing is stuck."""
        self.opens(self.people[0])
        Assignment.objects.filter(answered_at=None).update(lease_until=timezone.now())
        for person in self.people:
            hand = claim(person)
            while hand.held:
                hand = answer(person, hand.held[0].item.code, {"decision": "accept"})
            assert hand.empty in GONE | {Empty.NO_ITEMS}
            person.refresh_from_db()
            assert person.finished_at is not None
        room = self.study.per_person is None or len(self.people) * self.study.per_person >= 8 * self.study.per_item
        left = Item.objects.filter(role=Role.REAL, answered__lt=self.study.per_item)
        assert not left.exists() or not room


def played(seed: int, steps: int) -> Counter[str]:
    play = Play(seed)
    for _ in range(steps):
        play.step()
        play.check()
    play.finish()
    play.check()
    return play.done


@pytest.mark.parametrize("seed", range(3))
def test_what_a_study_promises_holds_after_every_step(seed: int) -> None:
    done = played(seed, STEPS)
    assert done["answered"] >= 5 and done["taken back"] >= 1, "or it was no play"


@pytest.mark.all
@pytest.mark.parametrize("seed", range(100, 112))
def test_it_holds_in_many_more_orders(seed: int) -> None:
    played(seed, 4 * STEPS)
