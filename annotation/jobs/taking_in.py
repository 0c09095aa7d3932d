"""Answers of a file become rows: people, verdicts, what they were handed, and the counts of items."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Q

from annotation.export.matching import Content, Known, Place, content_of, place_of
from annotation.export.reading import Line
from annotation.jobs.checking import questions_of
from annotation.models import Assignment, Item, Rater, RaterKind, Study, Verdict

Answer = tuple[str, str, str]
"""Pseudonym, identity of the item, question."""
Pair = tuple[str, str]
_AT_ONCE = 500


class Sheet:
    """A study while a file is taken in. Its rows are locked: nobody answers or withdraws meanwhile."""

    def __init__(self, study: Study) -> None:
        self.study = study
        # As those who answer do: first people, then items, each in one order; so nobody waits forever.
        people = Rater.objects.select_for_update(no_key=True).filter(study=study).order_by("pk")
        self.people = {one.pseudonym: one for one in people}
        items = Item.objects.select_for_update(no_key=True).filter(study=study).order_by("pk")
        self.items = {one.identity: one for one in items}
        self.verdicts = self._verdicts()

    @property
    def known(self) -> Known:
        return Known(
            items={identity: one.kind for identity, one in self.items.items()},
            questions={question.key: question for question in questions_of(self.study)},
            people={name: one.kind for name, one in self.people.items()},
            withdrawn={name for name, one in self.people.items() if one.withdrawn_at is not None},
            verdicts=self.verdicts,
            kinds=RaterKind.values,
        )

    def make_people(self, lines: Iterable[Line]) -> int:
        """Those whom the study lacks, with what their first answer says of them."""
        first: dict[str, Line] = {}
        for line in sorted(lines, key=_when):
            if line.rater not in self.people:
                first.setdefault(line.rater, line)
        made = Rater.objects.bulk_create([self._person(line) for line in first.values()])
        self.people |= {one.pseudonym: one for one in made}
        return len(made)

    def write(self, lines: Sequence[Line]) -> None:
        every = {**self.verdicts, **{place_of(line): content_of(line) for line in lines}}
        newest = _newest(every)
        for (rater, item, key), revision in _newest(self.verdicts).items():
            if newest[rater, item, key] > revision:
                rows = Verdict.objects.filter(rater=self.people[rater], item=self.items[item], key=key, is_latest=True)
                rows.update(is_latest=False)
        verdicts = [self._verdict(line, newest[place_of(line)[:3]] == line.revision) for line in lines]
        Verdict.objects.bulk_create(verdicts, batch_size=_AT_ONCE)
        # Practice is answered without being handed out.
        self._hand_out([line for line in lines if not line.attempt], every)

    def _verdicts(self) -> dict[Place, Content]:
        identity = {one.pk: one.identity for one in self.items.values()}
        columns = ("rater__pseudonym", "item_id", "key", "revision", *Content._fields)
        rows = Verdict.objects.filter(study=self.study).values_list(*columns)
        return {(rater, identity[item], key, number): Content(*rest) for rater, item, key, number, *rest in rows}

    def _person(self, line: Line) -> Rater:
        seed = hashlib.sha256(f"{self.study.seed} {line.rater}".encode()).digest()
        return Rater(
            study=self.study,
            pseudonym=line.rater,
            kind=line.rater_kind or RaterKind.PERSON,
            seed=int.from_bytes(seed[:6], "big"),
            consent_version=line.consent,
            consented_at=None if line.consent is None else line.given_at,
            left_out=line.left_out,
        )

    def _verdict(self, line: Line, is_latest: bool) -> Verdict:
        item = self.items[line.item_id]
        return Verdict(
            study=self.study,
            item=item,
            episode_id=item.episode_id,
            moment=item.moment,
            key=line.key,
            rater=self.people[line.rater],
            revision=line.revision,
            is_latest=is_latest,
            **content_of(line)._asdict(),
        )

    def _hand_out(self, lines: Sequence[Line], every: Mapping[Place, Content]) -> None:
        """Whoever answered an item has it in their list; the item counts those whose newest answer is one."""
        first: dict[Pair, Line] = {}
        for line in sorted(lines, key=_when):
            first.setdefault((line.rater, line.item_id), line)
        newest = _newest_answers(every)
        there = self._assignments({rater for rater, _ in first})
        old, new = [], []
        for pair, line in first.items():
            own = there.get(pair)
            if own is not None:
                old.append(own)
            else:
                own = self._assignment(line)
                new.append(own)
            own.revision, own.answered_at = newest[pair]
        Assignment.objects.bulk_update(old, ["revision", "answered_at"], batch_size=_AT_ONCE)
        Assignment.objects.bulk_create(new, batch_size=_AT_ONCE)
        Rater.objects.bulk_update({self.people[rater] for rater, _ in first}, ["places"], batch_size=_AT_ONCE)
        self._count({self.items[item].pk for _, item in first})

    def _assignments(self, raters: Iterable[str]) -> dict[Pair, Assignment]:
        rows = Assignment.objects.filter(rater__in=[self.people[rater] for rater in raters])
        return {(one.rater.pseudonym, one.item.identity): one for one in rows.select_related("rater", "item")}

    def _assignment(self, line: Line) -> Assignment:
        rater = self.people[line.rater]
        place = line.place or rater.places + 1
        rater.places = max(rater.places, place)
        claimed = line.claimed_at or line.given_at - timedelta(seconds=line.seconds)
        return Assignment(
            item=self.items[line.item_id], rater=rater, place=place, claimed_at=claimed, lease_until=line.given_at
        )

    def _count(self, items: Iterable[int]) -> None:
        answered = Count("assignments", Q(assignments__answered_at__isnull=False))
        rows = list(Item.objects.filter(study=self.study).annotate(people=answered))
        touched = set(items)
        changed = [row for row in rows if row.pk in touched]
        for row in changed:
            row.answered = row.people
        Item.objects.bulk_update(changed, ["answered"], batch_size=_AT_ONCE)


def _when(line: Line) -> tuple[datetime, int]:
    return line.given_at, line.number


def _newest(verdicts: Iterable[Place]) -> dict[Answer, int]:
    """The highest revision of each answer."""
    newest: dict[Answer, int] = {}
    for rater, item, key, revision in verdicts:
        newest[rater, item, key] = max(revision, newest.get((rater, item, key), 0))
    return newest


def _newest_answers(verdicts: Mapping[Place, Content]) -> dict[Pair, tuple[int, datetime | None]]:
    """The highest revision of each person's answer to an item; and when it was given, unless it takes one back."""
    newest: dict[Pair, tuple[int, datetime | None]] = {}
    for (rater, item, _, revision), content in verdicts.items():
        before, at = newest.get((rater, item), (0, None))
        if revision > before:
            at = None
        if revision >= before:
            newest[rater, item] = (revision, content.given_at if content.value else at)
    return newest
