"""What every answer needs of the store, written out: putting statements together takes longer than running them.

They are the same for both databases, but for locks: SQLite lets one transaction write at a time and needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection, models

from annotation.models import Assignment, Item, Rater, Study, StudyText, Verdict

_Model = TypeVar("_Model", bound=models.Model)


class Columns(Generic[_Model]):
    """All columns of a table, and rows made of them as Django makes them."""

    def __init__(self, model: type[_Model], alias: str) -> None:
        self._model = model
        self._fields = model._meta.concrete_fields
        self._names = [field.attname for field in self._fields]
        self.sql = ", ".join(f'{alias}."{field.column}"' for field in self._fields)
        self.count = len(self._fields)
        self._converters: list[tuple[int, Any, Any]] | None = None

    def make(self, values: Sequence[Any]) -> _Model:
        found = list(values)
        for at, convert, column in self._needed():
            found[at] = convert(found[at], column, connection)
        return self._model.from_db("default", self._names, found)

    def _needed(self) -> list[tuple[int, Any, Any]]:
        """Times and JSON are text in SQLite."""
        if self._converters is None:
            self._converters = []
            for at, field in enumerate(self._fields):
                column = field.get_col(self._model._meta.db_table)
                both = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
                self._converters += [(at, convert, column) for convert in both]
        return self._converters


_R, _S, _I, _A = Columns(Rater, "r"), Columns(Study, "s"), Columns(Item, "i"), Columns(Assignment, "a")
_rater, _study, _item = (f'"{model._meta.db_table}"' for model in (Rater, Study, Item))
_assignment, _verdict, _text = (f'"{model._meta.db_table}"' for model in (Assignment, Verdict, StudyText))
_VERSION = f"(SELECT max(t.version) FROM {_text} t WHERE t.study_id = s.id AND t.kind = '%s')"
_TEXTS = ", ".join(_VERSION % kind for kind in ("guidelines", "consent"))
_SHOWN = "i.role IN ('real', 'gold') AND i.trouble = ''"
_NEVER = 1_000_000_000
_TAKEN = "(o.answered_at IS NOT NULL OR o.lease_until > %s)"
# One look into the index for each item. Anything that could be turned into a join is: over all there is, if the
# database does not know how much that is.
_FREE = f"""i.role = 'real' AND i.trouble = '' AND i.answered < %s
 AND (SELECT coalesce(sum(CASE WHEN o.rater_id = %s THEN {_NEVER} WHEN {_TAKEN} THEN 1 ELSE 0 END), 0)
 FROM {_assignment} o WHERE o.item_id = i.id) < %s"""
_PERSON = f"""SELECT {_R.sql}, {_S.sql}, {_TEXTS} FROM {_rater} r JOIN {_study} s ON s.id = r.study_id
 WHERE r.id = %s AND r.withdrawn_at IS NULL"""
_PERSON_WITH = f"""SELECT {_R.sql}, {_S.sql}, {_TEXTS}, {_I.sql}, {_A.sql} FROM {_rater} r
 JOIN {_study} s ON s.id = r.study_id
 JOIN {_item} i ON i.study_id = s.id
 JOIN {_assignment} a ON a.item_id = i.id AND a.rater_id = r.id
 WHERE r.id = %s AND r.withdrawn_at IS NULL AND i.code = %s AND {_SHOWN}"""
_OPEN = f"""SELECT {_A.sql}, {_I.sql} FROM {_assignment} a JOIN {_item} i ON i.id = a.item_id
 WHERE a.rater_id = %s AND a.answered_at IS NULL AND {_SHOWN} ORDER BY a.place"""
_EVERYWHERE = f"SELECT i.id FROM {_item} i WHERE i.study_id = %s AND {_FREE}"
_TAKE = f"""INSERT INTO {_assignment} (item_id, rater_id, place, claimed_at, lease_until, revision, draft)
 SELECT i.id, %s, %s, %s, %s, 0, '{{}}' FROM {_item} i WHERE i.id = %s
 AND (SELECT count(*) FROM {_assignment} o WHERE o.item_id = i.id AND {_TAKEN}) < %s RETURNING id"""
_ANSWERED = f"""UPDATE {_assignment} SET answered_at = %s, lease_until = %s, draft = '{{}}', revision = %s
 WHERE id = %s"""
_COUNT = f"UPDATE {_item} SET answered = answered + %s WHERE id = %s"
_NOTE = f"UPDATE {_rater} SET cursor = %s, places = %s, finished_at = %s, last_seen_at = %s WHERE id = %s"
_SHARE = f"""SELECT count(*) FROM {_assignment} o JOIN {_item} i ON i.id = o.item_id
 WHERE o.rater_id = %s AND i.role = 'real' AND {_TAKEN}"""


class Texts(NamedTuple):
    """The versions that hold; 0: there is none."""

    guidelines: int
    consent: int


def locked_person(rater_id: int) -> tuple[Rater, Texts] | None:
    """With the study."""
    row = _one(_PERSON + _lock("r"), [rater_id])
    return None if row is None else _person(row)


def locked_holder(rater_id: int, code: str) -> tuple[Rater, Texts, Assignment, Item] | None:
    """The same with an item that this person was handed; all three are locked, the person first."""
    row = _one(_PERSON_WITH + _lock("r, i, a"), [rater_id, code])
    if row is None:
        return None
    rest = row[_R.count + _S.count + 2 :]
    return *_person(row), _A.make(rest[_I.count :]), _I.make(rest[: _I.count])


def open_of(rater_id: int) -> list[tuple[Assignment, Item]]:
    """What this person was handed and has not answered, in the order of places; leases may have run out."""
    rows = _all(_OPEN, [rater_id])
    return [(_A.make(row[: _A.count]), _I.make(row[_A.count :])) for row in rows]


def first_free(rater: Rater, study: Study, now: datetime, among: Sequence[int]) -> Item | None:
    """The first of these items that seems to have room for this person, of those that nobody else changes just now."""
    items = ", ".join(str(int(item)) for item in among)
    places = " ".join(f"WHEN {int(item)} THEN {place}" for place, item in enumerate(among))
    sql = f"""SELECT {_I.sql} FROM {_item} i WHERE i.id IN ({items}) AND {_FREE}
 ORDER BY CASE i.id {places} END LIMIT 1"""
    row = _one(sql + _lock("i", " SKIP LOCKED"), [study.per_item, rater.pk, _at(now), study.per_item])
    return None if row is None else _I.make(row)


def all_free(rater: Rater, study: Study, now: datetime) -> list[int]:
    """Every item that seems to have room for this person."""
    values = [study.pk, study.per_item, rater.pk, _at(now), study.per_item]
    return [pk for (pk,) in _all(_EVERYWHERE, values)]


def take(row: Assignment, now: datetime, most: int) -> bool:
    """Adds it if the item, which is locked, has a place left; counted now, after everybody else."""
    values = [row.rater_id, row.place, _at(row.claimed_at), _at(row.lease_until), row.item_id, _at(now), most]
    found = _one(_TAKE, values)
    if found is None:
        return False
    row.pk, row._state.adding, row._state.db = found[0], False, "default"
    return True


def mark_answered(row: Assignment) -> None:
    assert row.answered_at is not None
    _run(_ANSWERED, [_at(row.answered_at), _at(row.lease_until), row.revision, row.pk])


def count_answer(item_id: int, by: int) -> None:
    _run(_COUNT, [by, item_id])


def share_of(rater_id: int, now: datetime) -> int:
    """Real items that this person has answered or holds."""
    found = _one(_SHARE, [rater_id, _at(now)])
    assert found is not None
    return int(found[0])


def note(rater: Rater) -> None:
    """How far this person is."""
    _run(_NOTE, [rater.cursor, rater.places, _at(rater.finished_at), _at(rater.last_seen_at), rater.pk])


def write(verdicts: Iterable[Verdict]) -> None:
    rows = list(verdicts)
    values = [[_plain(getattr(row, name)) for name in _WRITTEN] for row in rows]
    places = ", ".join(f"({', '.join(['%s'] * len(_WRITTEN))})" for _ in rows)
    if rows:
        _run(f"INSERT INTO {_verdict} ({', '.join(_WRITTEN)}) VALUES {places}", [one for row in values for one in row])


_WRITTEN = [field.attname for field in Verdict._meta.concrete_fields if not field.primary_key]


def _person(row: Sequence[Any]) -> tuple[Rater, Texts]:
    rater = _R.make(row[: _R.count])
    rater.study = _S.make(row[_R.count : _R.count + _S.count])
    guidelines, consent = row[_R.count + _S.count : _R.count + _S.count + 2]
    return rater, Texts(guidelines or 0, consent or 0)


def _lock(of: str, how: str = "") -> str:
    return f" FOR NO KEY UPDATE OF {of}{how}" if connection.features.has_select_for_update else ""


def _plain(value: Any) -> Any:
    return _at(value) if isinstance(value, datetime) else value


def _at(when: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(when)


def _one(sql: str, values: Sequence[Any]) -> Sequence[Any] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: Sequence[Any] | None = cursor.fetchone()
        return found


def _all(sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _run(sql: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
