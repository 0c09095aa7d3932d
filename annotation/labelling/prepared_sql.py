"""SQL that runs with every answer, written by hand: building these statements with the ORM takes longer than running
them.

The statements are the same on PostgreSQL and SQLite except for locks: SQLite lets only one transaction write at a time,
so it needs no locks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.labelling.row_columns import Columns, every, locking, one, plain
from annotation.models import Answer, Assignment, Item, Rater, Study, StudyText
from simulator.jobs.prepared_sql import Statement

_R = Columns(
    Rater,
    "r",
    "seed",
    "cursor",
    "places",
    "consented_at",
    "consent_version",
    "practice_attempt",
    "passed_at",
    "failed_at",
    "finished_at",
)
_S = Columns(
    Study,
    "s",
    "state",
    "questions",
    "seed",
    "per_item",
    "per_person",
    "gold_every",
    "pass_mark",
    "practice_attempts",
    "lease_seconds",
)
_I, _A = Columns(Item, "i"), Columns(Assignment, "a")
_rater, _study, _item = (f'"{model._meta.db_table}"' for model in (Rater, Study, Item))
_assignment, _answer, _text = (f'"{model._meta.db_table}"' for model in (Assignment, Answer, StudyText))
_GUIDELINES = f"(SELECT max(t.version) FROM {_text} t WHERE t.study_id = s.id AND t.kind = 'guidelines')"
# An empty text means that people are not asked for consent, so it counts as no text.
_CONSENT = f"""(SELECT CASE WHEN t.text = '' THEN 0 ELSE t.version END FROM {_text} t
 WHERE t.study_id = s.id AND t.kind = 'consent' ORDER BY t.version DESC LIMIT 1)"""
_TEXTS = f"{_GUIDELINES}, {_CONSENT}"
_SHOWN = "i.role IN ('real', 'gold') AND i.trouble = ''"
# More than any limit: an item that was already handed to the person counts as full for them.
_NEVER = 1_000_000_000
_TAKEN = "(o.answered_at IS NOT NULL OR o.lease_until > %s)"
# Takes one index lookup per item. `|| ''` and `+ 0` keep planners from using other indexes, and the subquery from
# becoming a join: without statistics, as in a new database, planners may pick a bad plan.
_ROOM = f"""(SELECT coalesce(sum(CASE WHEN o.rater_id = %s THEN {_NEVER} WHEN {_TAKEN} THEN 1 ELSE 0 END), 0)
 FROM {_assignment} o WHERE o.item_id = i.id) < %s"""
_ONE_OF = f"i.role || '' = 'real' AND i.trouble || '' = '' AND i.answered + 0 < %s AND {_ROOM}"
_PERSON = f"""SELECT {_R.sql}, {_S.sql}, {_TEXTS} FROM {_rater} r JOIN {_study} s ON s.id = r.study_id
 WHERE r.id = %s AND r.withdrawn_at IS NULL"""
_PERSON_WITH = f"""SELECT {_R.sql}, {_S.sql}, {_TEXTS}, {_I.sql}, {_A.sql} FROM {_rater} r
 JOIN {_study} s ON s.id = r.study_id
 JOIN {_item} i ON i.study_id = s.id
 JOIN {_assignment} a ON a.item_id = i.id AND a.rater_id = r.id
 WHERE r.id = %s AND r.withdrawn_at IS NULL AND i.code = %s AND {_SHOWN}"""
_OPEN = f"""SELECT {_A.sql}, {_I.sql} FROM {_assignment} a JOIN {_item} i ON i.id = a.item_id
 WHERE a.rater_id = %s AND a.answered_at IS NULL AND {_SHOWN} ORDER BY a.place"""
_EVERYWHERE = f"""SELECT i.id FROM {_item} i
 WHERE i.study_id = %s AND i.role = 'real' AND i.trouble = '' AND i.answered < %s AND {_ROOM}"""
_TAKE = f"""INSERT INTO {_assignment} (item_id, rater_id, place, claimed_at, lease_until, revision, draft)
 SELECT i.id, %s, %s, %s, %s, 0, '{{}}' FROM {_item} i WHERE i.id = %s
 AND (SELECT count(*) FROM {_assignment} o WHERE o.item_id = i.id AND {_TAKEN}) < %s RETURNING id"""
_ANSWERED = f"""UPDATE {_assignment} SET answered_at = %s, lease_until = %s, draft = '{{}}', revision = %s
 WHERE id = %s"""
_COUNT = f"UPDATE {_item} SET answered = answered + %s WHERE id = %s"
_NOTE = f"UPDATE {_rater} SET cursor = %s, places = %s, finished_at = %s, last_seen_at = %s WHERE id = %s"
_SHARE = f"""SELECT count(*) FROM {_assignment} o JOIN {_item} i ON i.id = o.item_id
 WHERE o.rater_id = %s AND i.role = 'real' AND {_TAKEN}"""
_OWN = f"""SELECT count(o.answered_at),
 coalesce(sum(CASE WHEN i.role = 'real' AND {_TAKEN} THEN 1 ELSE 0 END), 0),
 coalesce(sum(CASE WHEN i.role = 'gold' AND {_TAKEN} THEN 1 ELSE 0 END), 0),
 coalesce(sum(CASE WHEN i.role = 'real' AND {_TAKEN} AND i.trouble = '' AND i.answered < %s THEN 1 ELSE 0 END), 0)
 FROM {_assignment} o JOIN {_item} i ON i.id = o.item_id WHERE o.rater_id = %s AND i.role IN ('real', 'gold')"""
_OF_ALL = f"""SELECT
 (SELECT count(*) FROM {_item} i WHERE i.study_id = %s AND i.role = 'real' AND i.trouble = '' AND i.answered < %s),
 (SELECT count(*) FROM {_item} i WHERE i.study_id = %s AND i.role = 'gold' AND i.trouble = '')"""
_SECONDS = f"""SELECT w.seconds FROM {_answer} w
 WHERE w.rater_id = %s AND w.is_latest AND w.attempt = 0 AND w.value <> '' ORDER BY w.id DESC LIMIT %s"""


class Texts(NamedTuple):
    """Versions of the texts in force; 0 for a text that the study does not have, and for an empty consent text."""

    guidelines: int
    consent: int


def lock_person(rater: Rater) -> Texts | None:
    """Lock the participant's row and refresh `rater` and its study; return None if the person has withdrawn."""
    row = one(Statement(_PERSON + locking("r"), [rater.pk]))
    return None if row is None else _refreshed(rater, row)


def lock_holder(rater: Rater, code: str) -> tuple[Texts, Assignment, Item] | None:
    """Lock the participant, the item and its assignment; return the versions of the study's texts, and both rows.

    Return None if the participant was never given the item or has withdrawn, or if the item is not shown any more.
    """
    row = one(Statement(_PERSON_WITH + locking("r, i, a"), [rater.pk, code]))
    if row is None:
        return None
    rest = row[_R.count + _S.count + 2 :]
    return _refreshed(rater, row), _A.make(rest[_I.count :]), _I.make(rest[: _I.count])


def open_of(rater_id: int) -> list[tuple[Assignment, Item]]:
    """Return the assignments without an answer in the order they were handed out; leases may have run out."""
    rows = every(Statement(_OPEN, [rater_id]))
    return [(_A.make(row[: _A.count]), _I.make(row[_A.count :])) for row in rows]


def first_free(rater: Rater, study: Study, now: datetime, among: Sequence[int]) -> Item | None:
    """Lock and return the first of these items that seems to have room, or None; skip rows that others have locked."""
    # The SQL is the same for every window of this size, so that PostgreSQL can prepare the statement once.
    places = " ".join(f"WHEN %s THEN {place}" for place in range(len(among)))
    sql = f"""SELECT {_I.sql} FROM {_item} i WHERE i.id IN ({", ".join(["%s"] * len(among))}) AND {_ONE_OF}
 ORDER BY CASE i.id {places} END LIMIT 1"""
    values = [*among, study.per_item, rater.pk, plain(now), study.per_item, *among]
    row = one(Statement(sql + locking("i", " SKIP LOCKED"), values))
    return None if row is None else _I.make(row)


def all_free(rater: Rater, study: Study, now: datetime) -> list[int]:
    """Return the keys of all real items that seem to have room for this participant."""
    values = [study.pk, study.per_item, rater.pk, plain(now), study.per_item]
    return [pk for (pk,) in every(Statement(_EVERYWHERE, values))]


def take(row: Assignment, now: datetime, most: int) -> bool:
    """Insert the assignment if the item, which is locked, has a place left; return whether the row was inserted."""
    times = (row.claimed_at, row.lease_until, now)
    claimed_at, lease_until, until = map(plain, times)
    values = [row.rater_id, row.place, claimed_at, lease_until, row.item_id, until, most]
    found = one(Statement(_TAKE, values))
    if found is None:
        return False
    # Django sets these after saving. They make later saves update the row instead of inserting it again.
    row.pk, row._state.adding, row._state.db = found[0], False, "default"
    return True


def answered(row: Assignment) -> Statement:
    return Statement(_ANSWERED, [plain(row.answered_at), plain(row.lease_until), row.revision, row.pk])


def counted(item_id: int, by: int) -> Statement:
    return Statement(_COUNT, [by, item_id])


def written(answers: Sequence[Answer]) -> Statement:
    values = [plain(getattr(answer, name)) for answer in answers for name in _WRITTEN]
    places = ", ".join([f"({', '.join(['%s'] * len(_WRITTEN))})"] * len(answers))
    return Statement(f"INSERT INTO {_answer} ({', '.join(_WRITTEN)}) VALUES {places}", values)


def share_of(rater_id: int, now: datetime) -> int:
    """Return how many real items this participant has answered or holds."""
    found = one(Statement(_SHARE, [rater_id, plain(now)]))
    assert found is not None
    return int(found[0])


def note(rater: Rater) -> None:
    """Store the participant's cursor and number of items handed out, and when they finished and were last seen."""
    values = (rater.cursor, rater.places, rater.finished_at, rater.last_seen_at, rater.pk)
    Statement(_NOTE, [plain(value) for value in values]).run()


class Work(NamedTuple):
    """Counts of the items that a participant has answered or holds, and of the items that are left."""

    answered: int
    real: int
    """Number of real items that the participant has answered or holds; `gold` is the same for gold items."""
    gold: int
    real_left: int
    """Number of incomplete real items that the participant has neither answered nor holds."""
    gold_left: int


def work_of(rater: Rater, study: Study, now: datetime) -> Work:
    until = plain(now)
    own = one(Statement(_OWN, [until, until, until, study.per_item, rater.pk]))
    every_item = one(Statement(_OF_ALL, [study.pk, study.per_item, study.pk]))
    assert own is not None and every_item is not None
    answered, real, gold, mine = map(int, own)
    wanted, all_gold = map(int, every_item)
    return Work(answered, real, gold, max(0, wanted - mine), max(0, all_gold - gold))


def seconds_of(rater: Rater, count: int) -> list[float]:
    """Return the seconds that the last `count` answers took, newest first.

    An item with two questions counts as two answers.
    """
    return [float(seconds) for (seconds,) in every(Statement(_SECONDS, [rater.pk, count]))]


_WRITTEN = [field.attname for field in Answer._meta.concrete_fields if not field.primary_key]


def _refreshed(rater: Rater, row: Sequence[object]) -> Texts:
    texts = _R.count + _S.count
    _R.refresh(rater, row[: _R.count])
    _S.refresh(rater.study, row[_R.count : texts])
    guidelines, consent = row[texts : texts + 2]
    return Texts(guidelines or 0, consent or 0)  # type: ignore[arg-type]
