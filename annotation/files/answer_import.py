"""Imports exported answers into a study: everything new in one transaction, or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import BinaryIO, NamedTuple

from django.db import transaction
from django.db.models import Count, Q

from annotation.file_formats.answer_matching import (
    AnswerContent,
    AnswerPlace,
    KnownStudy,
    RefusedLine,
    content_of,
    match,
    place_of,
)
from annotation.file_formats.answer_reading import AnswerLine, BadFile, read_answers
from annotation.labelling.answer_checks import questions_of
from annotation.models import Answer, Assignment, Item, Rater, RaterKind, Study

__all__ = ["BadFile", "ImportedAnswers", "import_answers"]
# Pseudonym, identity of the item, question.
_Answer = tuple[str, str, str]
_Pair = tuple[str, str]
_AT_ONCE = 500


class ImportedAnswers(NamedTuple):
    """The result of an import; `added` and `same` count rows, one per question, person, item and revision."""

    added: int
    same: int
    people: int
    """Number of raters added for pseudonyms that were new to the study."""
    refused: Sequence[RefusedLine]

    @property
    def is_done(self) -> bool:
        """Return whether the file was imported: no line was refused, except lines of people who withdrew."""
        return all(one.is_passed_over for one in self.refused)


def import_answers(study: Study, file: bytes | BinaryIO) -> ImportedAnswers:
    """Import answers in JSON lines, CSV or Parquet, recognised by the content. Raise BadFile if a line can't be read.

    Items are found by identity and people by pseudonym; missing people are added without an account. If one row
    differs from the stored one, or names something that the study does not have, nothing is imported. Rows of people
    who have withdrawn are skipped. Revisions may be imported in any order.
    """
    lines = read_answers(file if isinstance(file, bytes) else file.read())
    with transaction.atomic():
        sheet = StudySheet(study)
        matched = match(lines, sheet.known)
        if not matched.is_takeable:
            return ImportedAnswers(0, matched.same, 0, matched.refused)
        made = sheet.make_people(matched.new)
        sheet.write(matched.new)
    return ImportedAnswers(len(matched.new), matched.same, made, matched.refused)


class StudySheet:
    """People, items and answers of a study during an import.

    The rows of people and items are locked, so that nobody can answer or withdraw meanwhile.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        # Lock in the same order as storing an answer does: first people, then items, each by key. Otherwise two
        # transactions could deadlock.
        people = Rater.objects.select_for_update(no_key=True).filter(study=study).order_by("pk")
        self.people = {one.pseudonym: one for one in people}
        items = Item.objects.select_for_update(no_key=True).filter(study=study).order_by("pk")
        self.items = {one.identity: one for one in items}
        self.answers = self._answers()

    @property
    def known(self) -> KnownStudy:
        return KnownStudy(
            items={identity: one.kind for identity, one in self.items.items()},
            questions={question.key: question for question in questions_of(self.study)},
            people={name: one.kind for name, one in self.people.items()},
            withdrawn={name for name, one in self.people.items() if one.withdrawn_at is not None},
            answers=self.answers,
            kinds=RaterKind.values,
        )

    def make_people(self, lines: Iterable[AnswerLine]) -> int:
        """Add a rater for each pseudonym that the study lacks; return how many were added.

        The rater's kind and consent are copied from the line of their first answer.
        """
        first: dict[str, AnswerLine] = {}
        for line in sorted(lines, key=_when):
            if line.rater not in self.people:
                first.setdefault(line.rater, line)
        made = Rater.objects.bulk_create([self._person(line) for line in first.values()])
        self.people |= {one.pseudonym: one for one in made}
        return len(made)

    def write(self, lines: Sequence[AnswerLine]) -> None:
        """Store the answers, mark older revisions as no longer the latest, and update assignments and counts."""
        every = {**self.answers, **{place_of(line): content_of(line) for line in lines}}
        newest = _newest(every)
        # A file may bring a later revision than the study has, for example if somebody changed an answer elsewhere.
        for (rater, item, key), revision in _newest(self.answers).items():
            if newest[rater, item, key] > revision:
                rows = Answer.objects.filter(rater=self.people[rater], item=self.items[item], key=key, is_latest=True)
                rows.update(is_latest=False)
        answers = [self._answer(line, newest[place_of(line)[:3]] == line.revision) for line in lines]
        Answer.objects.bulk_create(answers, batch_size=_AT_ONCE)
        # Practice items have no assignments.
        self._hand_out([line for line in lines if not line.attempt], every)

    def _answers(self) -> dict[AnswerPlace, AnswerContent]:
        identity = {one.pk: one.identity for one in self.items.values()}
        columns = ("rater__pseudonym", "item_id", "key", "revision", *AnswerContent._fields)
        rows = Answer.objects.filter(study=self.study).values_list(*columns)
        return {(rater, identity[item], key, number): AnswerContent(*rest) for rater, item, key, number, *rest in rows}

    def _person(self, line: AnswerLine) -> Rater:
        # The seed is derived, not random, so that importing the same file elsewhere gives the same rows.
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

    def _answer(self, line: AnswerLine, is_latest: bool) -> Answer:
        item = self.items[line.item_id]
        return Answer(
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

    def _hand_out(self, lines: Sequence[AnswerLine], every: Mapping[AnswerPlace, AnswerContent]) -> None:
        """Update assignments and the items' counts of answers, as if the answers had been given on this site."""
        first: dict[_Pair, AnswerLine] = {}
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

    def _assignments(self, raters: Iterable[str]) -> dict[_Pair, Assignment]:
        rows = Assignment.objects.filter(rater__in=[self.people[rater] for rater in raters])
        return {(one.rater.pseudonym, one.item.identity): one for one in rows.select_related("rater", "item")}

    def _assignment(self, line: AnswerLine) -> Assignment:
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


def _when(line: AnswerLine) -> tuple[datetime, int]:
    return line.given_at, line.number


def _newest(answers: Iterable[AnswerPlace]) -> dict[_Answer, int]:
    """Return the highest revision of each answer."""
    newest: dict[_Answer, int] = {}
    for rater, item, key, revision in answers:
        newest[rater, item, key] = max(revision, newest.get((rater, item, key), 0))
    return newest


def _newest_answers(answers: Mapping[AnswerPlace, AnswerContent]) -> dict[_Pair, tuple[int, datetime | None]]:
    """Return each person's highest revision for each item, with the time of the answer; None if it was taken back."""
    newest: dict[_Pair, tuple[int, datetime | None]] = {}
    for (rater, item, _, revision), content in answers.items():
        before, at = newest.get((rater, item), (0, None))
        if revision > before:
            at = None
        if revision >= before:
            newest[rater, item] = (revision, content.given_at if content.value else at)
    return newest
