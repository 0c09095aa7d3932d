"""All answers of a study that stand, with whom they are from and what they are about: loaded once for a whole page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from annotation.models import Item, Rater, RaterKind, Role, Study, Verdict

JUDGED = (Role.REAL, Role.GOLD)


class ItemRow(NamedTuple):
    """What is asked of an item again and again; its texts are left in the store."""

    pk: int
    number: int
    role: str
    kind: str
    model: str
    simulated: str
    trouble: str
    right_answers: Mapping[str, str] = {}


class Said(NamedTuple):
    """The latest answer of one person to one question about one item."""

    item: int
    rater: int
    key: str
    value: str
    reason: str
    seconds: float


class Standing(NamedTuple):
    study: Study
    items: Mapping[int, ItemRow]
    """By their row; those that were left out and the practice are not among them."""
    people: Mapping[int, Rater]
    """Everybody who ever joined, in the order in which they came."""
    said: Sequence[Said]
    """Of people who have not withdrawn, about items that are judged. An answer that was taken back is none."""

    @property
    def real(self) -> list[ItemRow]:
        """Those that people are asked for: gold ones are there for the people, not for the figures."""
        return [item for item in self.items.values() if item.role == Role.REAL and not item.trouble]

    def of_question(self, key: str) -> Iterator[Said]:
        """What agreement is about: real items, and nobody whom the lead has left out."""
        for one in self.said:
            if one.key == key and self.items[one.item].role == Role.REAL and not self.people[one.rater].left_out:
                yield one


def standing_of(study: Study) -> Standing:
    """Four queries, however many people and items there are."""
    columns = ("pk", "number", "role", "kind", "model", "simulated", "trouble")
    rows = Item.objects.filter(study=study, role__in=JUDGED).order_by("number").values_list(*columns)
    items = {row[0]: ItemRow(*row) for row in rows}
    # Only gold has right answers, and reading a JSON text for each of thousands of items takes its time.
    for pk, right in Item.objects.filter(study=study, role=Role.GOLD).values_list("pk", "right_answers"):
        if pk in items:
            items[pk] = items[pk]._replace(right_answers=right)
    joined = Rater.objects.filter(study=study, kind=RaterKind.PERSON).select_related("invitation").order_by("pk")
    people = {one.pk: one for one in joined}
    there = {pk for pk, one in people.items() if one.withdrawn_at is None}
    latest = Verdict.objects.filter(study=study, is_latest=True).exclude(value="").order_by("pk")
    said = latest.values_list("item_id", "rater_id", "key", "value", "reason", "seconds")
    kept = [Said(*row) for row in said if row[0] in items and row[1] in there]
    return Standing(study, items, people, kept)
