"""Loads the current answers of a study, once for a whole page, and finds the answers that count.

An answer is current if it is the latest revision, was not taken back, and its author is a person who has not withdrawn.
A current answer counts for figures if the item is real (not practice or gold) and the lead has not left the author out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from annotation.models import Answer, Item, Rater, RaterKind, Role, Study

JUDGED = (Role.REAL, Role.GOLD)


class JudgedItem(NamedTuple):
    """The columns of an item that figures need; its texts stay in the database."""

    pk: int
    number: int
    identity: str
    role: str
    kind: str
    model: str
    simulated: str
    trouble: str
    right_answers: Mapping[str, str] = {}


class CurrentAnswer(NamedTuple):
    """The latest answer of one person to one question about one item."""

    item: int
    rater: int
    key: str
    value: str
    reason: str
    seconds: float


class CurrentAnswers(NamedTuple):
    """All current answers of a study, with the people who gave them and the items they are about."""

    study: Study
    items: Mapping[int, JudgedItem]
    """Real and gold items by primary key, in the order of their numbers."""
    people: Mapping[int, Rater]
    """All people by primary key, without models and rules but with people who withdrew, in the order of joining."""
    answers: Sequence[CurrentAnswer]

    @property
    def real(self) -> list[JudgedItem]:
        """Return the real items that can be shown, complete or not."""
        return [item for item in self.items.values() if item.role == Role.REAL and not item.trouble]

    def counting(self, key: str) -> Iterator[CurrentAnswer]:
        """Yield the answers to one question that count for figures."""
        for one in self.answers:
            if one.key == key and self.items[one.item].role == Role.REAL and not self.people[one.rater].left_out:
                yield one


def current_answers(study: Study) -> CurrentAnswers:
    """Return the current answers of a study. Takes four queries, however many people and items there are."""
    columns = ("pk", "number", "identity", "role", "kind", "model", "simulated", "trouble")
    rows = Item.objects.filter(study=study, role__in=JUDGED).order_by("number").values_list(*columns)
    items = {row[0]: JudgedItem(*row) for row in rows}
    # Only gold has right answers, and decoding a JSON column for each of thousands of items takes long.
    for pk, right in Item.objects.filter(study=study, role=Role.GOLD).values_list("pk", "right_answers"):
        if pk in items:
            items[pk] = items[pk]._replace(right_answers=right)
    joined = Rater.objects.filter(study=study, kind=RaterKind.PERSON).select_related("invitation").order_by("pk")
    people = {one.pk: one for one in joined}
    there = {pk for pk, one in people.items() if one.withdrawn_at is None}
    latest = Answer.objects.filter(study=study).current().order_by("pk")
    given = latest.values_list("item_id", "rater_id", "key", "value", "reason", "seconds")
    answers = [CurrentAnswer(*row) for row in given if row[0] in items and row[1] in there]
    return CurrentAnswers(study, items, people, answers)
