"""Simulated annotators, many at once: threads with connections of their own, each playing one or more people."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.db import connection
from django.db.models import Count

from annotation.labelling.answering import answer
from annotation.labelling.claiming import Empty, Hand, claim
from annotation.labelling.refusals import Refused
from annotation.models import Answer, Assignment, Item, Rater, Role
from tests.waiting import join

CHOICES = (("accept", ""), ("reject", ""), ("gather_context", "Which one?"))
GONE = frozenset({Empty.SHARE_DONE, Empty.ALL_DONE, Empty.COMPLETE})
PATIENCE = 240.0


class Answered(NamedTuple):
    rater: int
    code: str
    value: str


class Crowd:
    """What it was told that it is stored is in `acknowledged`."""

    def __init__(self, people: Sequence[Rater], threads: int, most: int | None = None) -> None:
        """`most`: so many answers, then all leave."""
        self.acknowledged: list[Answered] = []
        self.troubles: list[BaseException] = []
        self._most = most
        self._left = threading.Event()
        self._until = time.monotonic() + PATIENCE
        parts = [people[number::threads] for number in range(threads)]
        self._threads = [threading.Thread(target=self._play, args=(part, n)) for n, part in enumerate(parts)]

    def run(self) -> float:
        """Gives the seconds that it took."""
        began = time.monotonic()
        for thread in self._threads:
            thread.start()
        # Each ends by itself when the time is up.
        join(*self._threads, patience=2 * PATIENCE)
        if self.troubles:
            raise self.troubles[0]
        return time.monotonic() - began

    def _play(self, people: Iterable[Rater], number: int) -> None:
        chance = random.Random(number)
        try:
            waiting = list(people)
            while waiting and not self._left.is_set():
                assert time.monotonic() < self._until, "the crowd does not come to an end"
                person = chance.choice(waiting)
                if self._turn(person, chance) in GONE:
                    waiting.remove(person)
        except BaseException as trouble:
            self.troubles.append(trouble)
            self._left.set()
        finally:
            connection.close()

    def _turn(self, person: Rater, chance: random.Random) -> Empty | None:
        """One person answers a few items."""
        hand = claim(person)
        for _ in range(chance.randint(1, 12)):
            if not hand.held or self._left.is_set():
                break
            # Whose lease ran out may come too late.
            with suppress(Refused):
                hand = self._answer(person, hand, chance)
        if hand.empty == Empty.HELD:
            time.sleep(0.01)
        return hand.empty

    def _answer(self, person: Rater, hand: Hand, chance: random.Random) -> Hand:
        code = hand.held[0].item.code
        value, reason = chance.choice(CHOICES)
        hand = answer(person, code, {"decision": value}, reason, 3)
        self.acknowledged.append(Answered(person.pk, code, value))
        if self._most is not None and len(self.acknowledged) >= self._most:
            self._left.set()
        return hand


def assert_sound(study_id: int, per_item: int) -> None:
    """No item over quota or counted wrongly, nobody with one twice, and every answer that stands is written down."""
    answered = Assignment.objects.filter(item__study=study_id, answered_at__isnull=False).order_by()
    items = Item.objects.filter(study=study_id).exclude(role=Role.PRACTICE)
    counts = dict(answered.values_list("item").annotate(n=Count("rater", distinct=True)))
    assert {pk: n for pk, n in items.values_list("pk", "answered") if n != counts.get(pk, 0)} == {}
    assert items.filter(role=Role.REAL, answered__gt=per_item).count() == 0
    handed = Assignment.objects.filter(item__study=study_id).order_by()
    assert not handed.values("rater", "item").annotate(n=Count("pk")).filter(n__gt=1).exists()
    assert not handed.values("rater", "place").annotate(n=Count("pk")).filter(n__gt=1).exists()
    latest = Answer.objects.filter(study=study_id, is_latest=True, attempt=0).order_by()
    assert set(latest.exclude(value="").values_list("rater", "item")) == set(answered.values_list("rater", "item"))
    assert not latest.values("rater", "item", "key").annotate(n=Count("pk")).filter(n__gt=1).exists()


def assert_kept(acknowledged: Iterable[Answered]) -> None:
    """Whatever was acknowledged is there."""
    said = set(Answer.objects.values_list("rater", "item__code", "value"))
    assert [one for one in acknowledged if tuple(one) not in said] == []
