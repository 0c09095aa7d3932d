"""Answers for tests, written straight into the store: as many as wanted, without claiming and without a clock."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Answer, Assignment, Batch, Item, Rater, Role, Study
from annotation.questions import DECISION, Question
from simulator.models import Episode
from tests.annotation.study_fixtures import study
from tests.simulator.views.cast import run

MODELS = ("atlas-large", "novum-70b", "atlas-small / atlas-large", "petit-8b")
PEOPLE = ("Juniper", "Kestrel", "Maple", "Wren", "Tansy", "Sorrel")
OFFERS = (
    "Write to all 14 guests that the hall has changed",
    "Order a cab to St Olave Hall at 19:00, 16.40",
    "Cancel the second lamp order",
    "Move lunch with Pilar to 13:00",
    "Save the landlord’s new account number",
    "Send the seating plan, version 4, to everybody who has confirmed, and ask the caterer for two more chairs",
)
REASONS = ("Who are they? I would want to see the list.", "Stands do not fit in a cab.", "Could be fraud; call first.")


def answered(
    rater: Rater, item: Item, value: str | Mapping[str, str] = "accept", seconds: float = 8.0, **more: Any
) -> None:
    """What this person says about it; said again, it is a new revision. An empty value takes the answer back."""
    given = {"decision": value} if isinstance(value, str) else value
    now = more.pop("at", None) or timezone.now()
    held, _ = Assignment.objects.get_or_create(
        rater=rater, item=item, defaults={"place": item.number, "claimed_at": now, "lease_until": now}
    )
    Answer.objects.filter(rater=rater, item=item).update(is_latest=False)
    held.revision += 1
    held.answered_at = now if any(given.values()) else None
    held.save()
    for key, said in given.items():
        Answer.objects.create(**{**_row(rater, item, key, said, seconds, now), "revision": held.revision, **more})


def holds(rater: Rater, item: Item, minutes: float = 4) -> Assignment:
    """A lease that ends in so many minutes, or has."""
    now = timezone.now()
    until = now + timedelta(minutes=minutes)
    return Assignment.objects.create(rater=rater, item=item, place=item.number, claimed_at=now, lease_until=until)


def filled_study(
    people: int = 6,
    count: int = 80,
    gold: int = 10,
    share: float = 0.76,
    asks: Sequence[Question] = (DECISION,),
    seed: int = 20,
    **fields: Any,
) -> Study:
    """People who mostly agree, with each other and with the simulated user; the fifth of them is hasty."""
    dice = random.Random(seed)
    made = study(title="Offers in daily life", asks=asks, seed=seed, **fields)
    rows = _items(made, count, gold, dice)
    raters = _people(made, people)
    quick = raters[4].pk if people > 4 else 0
    said: list[Answer] = []
    held: list[Assignment] = []
    places = dict.fromkeys((rater.pk for rater in raters), 0)
    for item in rows:
        judges = raters if item.role == Role.GOLD else dice.sample(raters, min(made.per_item, people))
        for rater in judges:
            if dice.random() > share:
                continue
            is_quick = rater.pk == quick
            seconds = round(dice.lognormvariate(0.9 if is_quick else 2.2, 0.45), 1)
            at = timezone.now() - timedelta(minutes=dice.random() * 3000)
            places[rater.pk] += 1
            held.append(
                Assignment(
                    rater=rater,
                    item=item,
                    place=places[rater.pk],
                    claimed_at=at,
                    lease_until=at,
                    answered_at=at,
                    revision=1,
                )
            )
            for question in asks:
                if question.about == item.kind:
                    value = _value(question, item, 0.5 if is_quick else 0.16, dice)
                    row = _row(rater, item, question.key, value, seconds, at)
                    reason = dice.choice(REASONS) if value == "gather_context" else ""
                    said.append(Answer(**{**row, "reason": reason}))
    Assignment.objects.bulk_create(held)
    Answer.objects.bulk_create(said)
    return made


def _items(of: Study, count: int, gold: int, dice: random.Random) -> list[Item]:
    episode = Episode.objects.first() or run()
    batch = Batch.objects.create(study=of, number=1, spec={"seed": 20}, strata=[])
    rows = []
    for number in range(1, count + gold + 1):
        is_gold = number > count
        decision = "accept" if number % 2 else "reject"
        rows.append(
            Item(
                study=of,
                batch=batch,
                number=number,
                code=f"c{of.pk}x{number}",
                identity=f"{of.pk}-{number}",
                role=Role.GOLD if is_gold else Role.REAL,
                episode=episode,
                moment=number,
                kind="offer",
                offer=dice.choice(OFFERS),
                model=MODELS[number // 2 % len(MODELS)],
                scenario="late_train",
                outcome="success",
                simulated=decision,
                probability=0.5,
                right_answers={"decision": decision} if is_gold else {},
            )
        )
    return Item.objects.bulk_create(rows)


def _people(of: Study, count: int) -> list[Rater]:
    now = timezone.now()
    names = [PEOPLE[n] if n < len(PEOPLE) else f"{PEOPLE[n % len(PEOPLE)]} {n}" for n in range(count)]
    users = User.objects.bulk_create(User(username=f"annotator-{of.pk}-{name}") for name in names)
    return Rater.objects.bulk_create(
        Rater(
            study=of,
            pseudonym=name,
            user=user,
            seed=place,
            consented_at=now,
            passed_at=now,
            consent_version=1,
            last_seen_at=now - timedelta(minutes=11 * place),
        )
        for place, (name, user) in enumerate(zip(names, users, strict=True))
    )


def _value(question: Question, item: Item, stray: float, dice: random.Random) -> str:
    if question.key != "decision" or dice.random() < stray:
        return dice.choice(question.values)
    return item.simulated


def _row(rater: Rater, item: Item, key: str, value: str, seconds: float, at: datetime) -> dict[str, Any]:
    return {
        "study_id": item.study_id,
        "item": item,
        "episode_id": item.episode_id,
        "moment": item.moment,
        "key": key,
        "value": value,
        "rater": rater,
        "revision": 1,
        "guidelines": 1,
        "given_at": at,
        "seconds": seconds,
    }
