"""Claims about records: that they exist, are gone, are as they were, or have become something."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from simulator.phone.registry import app_of_table
from simulator.phone.store import Record, changed_fields
from simulator.scenario.base import AppName, Label, Part, as_list
from simulator.scenario.formula import evaluate
from simulator.scenario.goals.evidence import Evidence, Finding, Touch, latest
from simulator.scenario.goals.matchers import Bounds, FieldMatch
from simulator.scenario.goals.scope import Scope
from simulator.trace.ledger import Effect

Records = Annotated[list[Label], BeforeValidator(as_list)]


class Where(Part):
    """Some records of an app: by their labels, by what their fields say, or all."""

    app: AppName | None = Field(None, alias="in")
    record: Records = []
    where: dict[str, FieldMatch] = {}

    @model_validator(mode="after")
    def _points_somewhere(self) -> Where:
        if self.app is None and not self.record:
            raise ValueError("say which records: in: calendar, or record: a label")
        return self

    def table(self, evidence: Evidence) -> str:
        return evidence.table(self.app) if self.app is not None else evidence.labels[self.record[0]][0]

    def chosen(self, record: Record, evidence: Evidence) -> bool:
        if self.record and record.id not in {evidence.labels[label][1] for label in self.record}:
            return False
        return not any(match.miss(getattr(record, name), name, evidence) for name, match in self.where.items())

    def nearest_miss(self, candidates: list[Record], evidence: Evidence) -> str:
        """Why the candidate that comes closest is not it."""
        best, fewest = "", len(self.where) + 1
        for record in candidates:
            misses = [m for n, match in self.where.items() if (m := match.miss(getattr(record, n), n, evidence))]
            if 0 < len(misses) < fewest:
                best, fewest = misses[0], len(misses)
        return best


class Exists(Where):
    """A record with these fields is there, made or brought into this state by the one named."""

    count: Bounds = Field(default_factory=lambda: Bounds(min=1, max=None))

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        there = evidence.records(table)
        effects = [effect for effect in scope.effects() if effect.table == table]
        mine = [r for r in there if self.chosen(r, evidence) and (scope.by == "anyone" or _touched(r, effects))]
        problem = self.count.miss(len(mine), f"matching {_noun(table)} records")
        if problem is not None:
            candidates = [r for r in there if scope.by == "anyone" or _touched(r, effects)]
            closest = self.nearest_miss(candidates, evidence)
            return Finding(False, f"{problem}; the closest one: {closest}" if closest else problem)
        limit = self.count.max if self.count.max is not None else self.count.min
        covers = frozenset().union(
            *(self._covers(record, effects) for record in mine[:limit] or []), frozenset[Touch]()
        )
        last = latest(effects, lambda effect: any(record.id == effect.id for record in mine))
        return Finding(True, "", covers, last.moment if last else 0, last.at if last else evidence.start)

    def _covers(self, record: Record, effects: list[Effect]) -> frozenset[Touch]:
        made = any(effect.id == record.id and effect.old is None for effect in effects)
        if made:
            return frozenset({(record.table, record.id, "+")})
        return frozenset((record.table, record.id, name) for name in self.where)


class Absent(Where):
    """These records are no longer there."""

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        left = [record for record in evidence.records(table) if self.chosen(record, evidence)]
        if left:
            return Finding(False, f"'{evidence.record_label(left[0].id)}' is still there")
        gone = {evidence.labels[label][1] for label in self.record}
        effects = [e for e in scope.effects() if e.table == table and self._removed(e, gone, evidence)]
        missing = gone - {effect.id for effect in effects}
        if scope.by != "anyone" and missing:
            return Finding(False, f"'{evidence.record_label(min(missing))}' was not removed by the {scope.by}")
        covers = frozenset(touch for effect in effects for touch in _removal(effect))
        last = effects[-1] if effects else None
        return Finding(True, "", covers, last.moment if last else 0, last.at if last else evidence.start)

    def _removed(self, effect: Effect, gone: set[str], evidence: Evidence) -> bool:
        if evidence.present(effect.table, effect.id) or effect.old is None:
            return False
        return effect.id in gone or (not gone and self.chosen(effect.old, evidence))


class Unchanged(Where):
    """Nobody in scope changed these records, or these fields of them."""

    fields: list[str] = []

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        for effect in scope.effects():
            if effect.table != table or effect.old is None or not self.chosen(effect.old, evidence):
                continue
            if effect.new is None:
                return Finding(False, f"'{evidence.record_label(effect.id)}' was deleted")
            touched = [
                name for name in changed_fields(effect.old, effect.new) if not self.fields or name in self.fields
            ]
            if touched:
                return Finding(False, f"{touched[0]} of '{evidence.record_label(effect.id)}' was changed")
        return Finding(True)


class Changed(Part):
    """One record has become this, by the one named."""

    record: Label
    to: dict[str, FieldMatch] = Field(min_length=1)

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table, record_id = evidence.labels[self.record]
        record = evidence.record(self.record)
        if record is None or not evidence.present(table, record_id):
            return Finding(False, f"'{self.record}' is not there any more")
        for name, match in self.to.items():
            problem = match.miss(getattr(record, name), name, evidence)
            if problem is not None:
                return Finding(False, f"of '{self.record}', {problem}")
        effects = [effect for effect in scope.effects() if effect.table == table and effect.id == record_id]
        last = latest(effects, lambda effect: self._sets_a_field(effect))
        if last is None and scope.by != "anyone":
            return Finding(False, f"'{self.record}' was not changed by the {scope.by}")
        covers = frozenset((table, record_id, name) for name in self.to)
        return Finding(True, "", covers, last.moment if last else 0, last.at if last else evidence.start)

    def _sets_a_field(self, effect: Effect) -> bool:
        if effect.new is None:
            return False
        if effect.old is None:
            return True
        return bool(set(self.to) & set(changed_fields(effect.old, effect.new)))


class Exactly(Where):
    """The records that are there and match are just these."""

    records: list[Label]

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        there = {r.id for r in evidence.records(self.table(evidence)) if self.chosen(r, evidence)}
        wanted = {evidence.labels[label][1] for label in self.records}
        if there - wanted:
            return Finding(False, f"'{evidence.record_label(min(there - wanted))}' should not be there")
        if wanted - there:
            return Finding(False, f"'{evidence.record_label(min(wanted - there))}' should be there")
        effects = [effect for effect in scope.effects() if effect.table == self.table(evidence)]
        last = effects[-1] if effects else None
        return Finding(True, "", frozenset(), last.moment if last else 0, last.at if last else evidence.start)


class Formula(Part):
    """A value computed over the records as they are now."""

    formula: str
    is_: FieldMatch = Field(alias="is")

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        names: dict[str, Any] = {label: evidence.record(label) for label in evidence.labels}
        names.update({name: evidence.records(name) for name, app in evidence.world.apps.items() if app.records})
        names.update({name: evidence.derived(name) for name in evidence.formulas})
        problem = self.is_.miss(evaluate(self.formula, names), self.formula, evidence)
        return Finding(True, moment=0, at=evidence.start) if problem is None else Finding(False, problem)


def _touched(record: Record, effects: list[Effect]) -> bool:
    return any(effect.id == record.id for effect in effects)


def _removal(effect: Effect) -> list[Touch]:
    if effect.new is None:
        return [(effect.table, effect.id, "-")]
    assert effect.old is not None
    return [(effect.table, effect.id, name) for name in changed_fields(effect.old, effect.new)]


def _noun(table: str) -> str:
    return app_of_table(table)
