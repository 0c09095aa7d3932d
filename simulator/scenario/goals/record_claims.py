"""Claims about records: that they exist, are gone, are unchanged, or have certain values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from simulator.phone.store import Record
from simulator.scenario.base import AppName, Label, ScenarioModel, as_list
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence, Finding, Touch
from simulator.scenario.goals.field_values import WHOLE_TEXT, fields_behind, value_of
from simulator.scenario.goals.matchers import Bounds, FieldMatch
from simulator.scenario.goals.record_history import last_change, nets, touches_of, turning_point, without
from simulator.scenario.goals.scope import WHO, Scope
from simulator.trace.ledger import Effect

Records = Annotated[list[Label], BeforeValidator(as_list)]


class Where(ScenarioModel):
    """Some records of an app: by label, by the values of their fields, or all."""

    app: AppName | None = Field(None, alias="in")
    record: Records = []
    where: dict[str, FieldMatch] = Field(
        default_factory=dict,
        description="Conditions by field. `text` (all readable text of the record) takes only `say` and `mentions`.",
    )

    _memory: dict[str, tuple[Record, object, bool]] = PrivateAttr(default_factory=dict)
    """By id: the last judged version of the record, the people of the story, and whether the record matched."""

    @model_validator(mode="after")
    def _points_somewhere(self) -> Where:
        if self.app is None and not self.record:
            raise ValueError("name the records, either by app (in: calendar) or by label (record: lunch)")
        return self

    def table(self, evidence: Evidence) -> str:
        return evidence.table(self.app) if self.app is not None else evidence.labels[self.record[0]][0]

    def chosen(self, record: Record, evidence: Evidence) -> bool:
        if self.record and record.id not in {evidence.labels[label][1] for label in self.record}:
            return False
        # A changed record is a new object, so the same object needs no second judgement.
        known = self._memory.get(record.id)
        if known is not None and known[0] is record and known[1] is evidence.people:
            return known[2]
        fits = not any(field_miss(record, name, match, evidence) for name, match in self._cheapest_first)
        if self._is_fixed:
            self._memory[record.id] = (record, evidence.people, fits)
        return fits

    @cached_property
    def _is_fixed(self) -> bool:
        """Return True if a judgement about a record can be cached: no condition depends on other records."""
        return WHOLE_TEXT not in self.where and not _is_computed(self.where)

    @cached_property
    def _cheapest_first(self) -> list[tuple[str, FieldMatch]]:
        """Return the conditions, those with `mentions` last: searching texts is slow, and other fields often decide."""
        return sorted(self.where.items(), key=lambda item: item[1].mentions is not None)

    def fits(self, record: Record | None, evidence: Evidence) -> bool:
        """Return True if this version of a record is present and matches."""
        return record is not None and evidence.there(record) and self.chosen(record, evidence)

    def turned(self, record_id: str, evidence: Evidence) -> Effect | None:
        """Return the effect that last made a record match or stop matching; None if no effect did."""
        effects = evidence.effects_on(self.table(evidence), record_id)
        return turning_point(effects, lambda record: self.fits(record, evidence))

    def nearest_miss(self, candidates: Iterable[Record], evidence: Evidence) -> str:
        """Return the first miss of the candidate with the fewest misses; empty if no candidate has a miss."""
        best, fewest = "", len(self.where) + 1
        for record in candidates:
            misses = [m for n, match in self.where.items() if (m := field_miss(record, n, match, evidence))]
            if 0 < len(misses) < fewest:
                best, fewest = misses[0], len(misses)
        return best


class Exists(Where):
    """The right number of matching records exists (by default at least one), and the goal's actor made them match."""

    count: Bounds = Field(default_factory=lambda: Bounds(min=1, max=None))

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        there = [record for record in evidence.records(table) if self.chosen(record, evidence)]
        turns = {record.id: self._turn(record.id, evidence) for record in there}
        mine = [record.id for record in there if scope.why_not(turns[record.id]) is None]
        if self.count.miss(len(mine)) is not None:
            others = [turns[record.id] for record in there if record.id not in mine]
            return Finding(False, self._explained(len(mine), others, scope))
        # A surplus record stays unaccounted for, and so makes the run unclean.
        counted = mine[: self.count.max if self.count.max is not None else self.count.min]
        return _found({record_id: turns[record_id] for record_id in counted}, table, self.where, scope)

    def _turn(self, record_id: str, evidence: Evidence) -> Effect | None:
        """Return the effect that made the record match.

        If the record matched from the start, return the last effect that changed a field in `where`, or None.
        """
        # A record that matched all along may have been changed from one fitting value to another.
        turn, table = self.turned(record_id, evidence), self.table(evidence)
        effects = evidence.effects_on(table, record_id)
        return turn or last_change(effects, fields_behind(self.where, table, evidence))

    def _explained(self, mine: int, others: list[Effect | None], scope: Scope) -> str:
        evidence, table = scope.evidence, self.table(scope.evidence)
        noun = _noun(table)
        if mine:
            return f"the number of such {noun}s is {self.count.miss(mine)}"
        if others:
            return f"such {_a(noun)} is there, but {scope.why_not(others[0])}"
        touched = {effect.id for effect in scope.effects() if effect.table == table}
        candidates = [r for r in evidence.records(table) if r.id in touched or scope.by == "anyone"]
        closest = self.nearest_miss(candidates, evidence)
        return f"no such {noun} is there{f'; of the closest one, {closest}' if closest else ''}"


class Absent(Where):
    """No matching record exists, and the goal's actor removed or changed those that existed."""

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        left = [record for record in evidence.records(table) if self.chosen(record, evidence)]
        if left:
            return Finding(False, f"{_called(left[0], evidence)} is still there")
        named = [evidence.labels[label][1] for label in self.record]
        turns = {record_id: self.turned(record_id, evidence) for record_id in named or evidence.touched(table)}
        if not named:
            # Records without a turning point never matched, so nobody had to remove them.
            turns = {record_id: turn for record_id, turn in turns.items() if turn is not None}
        for record_id, turn in turns.items():
            problem = scope.why_not(turn)
            if problem is not None:
                how = "was never there" if turn is None else f"is gone, but {problem}"
                return Finding(False, f"'{evidence.record_label(record_id)}' {how}")
        return _found(turns, table, self.where, scope)


class Unchanged(Where):
    """The goal's actor did not change these records or fields. Undone changes do not count."""

    fields: list[str] = []

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        for net in nets(effect for effect in scope.effects() if effect.table == table):
            effect = net.effect
            if not net.touches or effect.old is None or not self.chosen(effect.old, evidence):
                continue
            called = f"'{evidence.record_label(effect.id)}'"
            if evidence.there(effect.old) and not evidence.there(effect.new):
                return Finding(False, f"{called} was deleted")
            touched = [name for _, _, name in net.touches if not self.fields or name in self.fields]
            if touched:
                return Finding(False, f"{touched[0]} of {called} was changed")
        return Finding(True, "", frozenset(), 0, evidence.start)


class Changed(ScenarioModel):
    """A record has these values, and the goal's actor gave it these values."""

    record: Label
    to: dict[str, FieldMatch] = Field(
        min_length=1,
        description="Conditions by field. `text` (all readable text of the record) takes only `say` and `mentions`.",
    )

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table, record_id = evidence.labels[self.record]
        record = evidence.record(self.record)
        if record is None or not evidence.there(record):
            return Finding(False, f"'{self.record}' is not there")
        problem = self._problem(record, evidence)
        if problem is not None:
            return Finding(False, f"of '{self.record}', {problem}")
        effects = evidence.effects_on(table, record_id)
        turn = turning_point(effects, lambda version: self._fits(version, evidence))
        turn = turn or last_change(effects, fields_behind(self.to, table, evidence))
        problem = scope.why_not(turn)
        if problem is not None:
            return Finding(False, f"'{self.record}' is as wanted, but {problem}")
        return _found({record_id: turn}, table, self.to, scope)

    def _fits(self, record: Record | None, evidence: Evidence) -> bool:
        return record is not None and evidence.there(record) and self._problem(record, evidence) is None

    def _problem(self, record: Record, evidence: Evidence) -> str | None:
        misses = (field_miss(record, name, match, evidence) for name, match in self.to.items())
        return next((miss for miss in misses if miss is not None), None)


class Exactly(Where):
    """The matching records are exactly these, and only the goal's actor changed which records match."""

    records: list[Label]

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        table = self.table(evidence)
        there = {r.id: r for r in evidence.records(table) if self.chosen(r, evidence)}
        wanted = {evidence.labels[label][1]: label for label in self.records}
        for record_id, record in there.items():
            if record_id not in wanted:
                return Finding(False, f"{_called(record, evidence)} should not be among them")
        for record_id, label in wanted.items():
            if record_id not in there:
                return Finding(False, f"'{label}' should be among them")
        turns = {record_id: self.turned(record_id, evidence) for record_id in evidence.touched(table)}
        turns = {record_id: turn for record_id, turn in turns.items() if turn is not None}
        problem = next((problem for turn in turns.values() if (problem := scope.why_not(turn))), None)
        if problem is not None:
            return Finding(False, f"they are the right ones, but {problem}")
        return _found(turns, table, self.where, scope)


class Formula(ScenarioModel):
    """A formula over the current records has the wanted value, from the start or through the goal's actor."""

    formula: str
    is_: FieldMatch = Field(alias="is")

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        problem = self.is_.miss(evidence.computed(self.formula), self.formula, evidence)
        if problem is not None:
            return Finding(False, problem)
        if scope.by == "anyone":
            return Finding(True, "", frozenset(), 0, evidence.start)
        work = scope.effects()
        # The condition would not hold without this actor's work, so that work made it true.
        if not self._holds_without(work, evidence):
            return Finding(True, "", frozenset(), work[-1].moment, work[-1].at)
        # The condition would hold without anybody's work, so it was true from the start.
        if self._holds_without(evidence.ledger.effects, evidence):
            return Finding(True, "", frozenset(), 0, evidence.start)
        return Finding(False, f"{self.formula} is as wanted, but not through {WHO[scope.by]}")

    def _holds_without(self, effects: list[Effect], evidence: Evidence) -> bool:
        left_out = {effect.key for effect in effects}
        changes = without(evidence.ledger.effects, lambda effect: effect.key in left_out)
        try:
            value = evidence.computed(self.formula, changes)
        except FormulaError:
            return False
        return self.is_.miss(value, self.formula, evidence) is None


def field_miss(record: Record, name: str, match: FieldMatch, evidence: Evidence) -> str | None:
    """Return why a field of this version of a record breaks the condition; None if it matches."""
    at = None
    if match.mentions is not None:
        at = evidence.written_at(record, fields_behind([name], record.table, evidence))
    return match.miss(value_of(record, name, evidence), name, evidence, at)


def _found(turns: Mapping[str, Effect | None], table: str, names: Collection[str], scope: Scope) -> Finding:
    """Return the finding that a claim holds since the last of these effects, with the work that it accounts for."""
    fields = fields_behind(names, table, scope.evidence)
    covers = frozenset(touch for record_id in turns for touch in _accounted(table, record_id, fields, scope))
    done = [(turn.moment, turn.at) for turn in turns.values() if turn is not None]
    return Finding(True, "", covers, *max(done, default=(0, scope.evidence.start)))


def _accounted(table: str, record_id: str, names: Collection[str], scope: Scope) -> Iterable[Touch]:
    """Return the touches of a record in scope: all if it was made or is gone, otherwise those of fields in `names`."""
    work = [effect for effect in scope.evidence.effects_on(table, record_id) if scope.counts(effect)]
    whole = any(effect.old is None for effect in work) or not scope.evidence.present(table, record_id)
    return (touch for effect in work for touch in touches_of(effect) if whole or touch[2] in names)


def _is_computed(value: object) -> bool:
    """Return True if the value is or contains a reference to a derived value, such as `=total`."""
    if isinstance(value, ScenarioModel):
        return any(_is_computed(getattr(value, name)) for name in type(value).model_fields)
    if isinstance(value, dict | list):
        return any(map(_is_computed, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and value.startswith("=")


def _noun(table: str) -> str:
    return table.partition(".")[2]


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _called(record: Record, evidence: Evidence) -> str:
    labelled = evidence.record_label(record.id) != record.id
    return f"{'' if labelled else f'the {_noun(record.table)} '}'{evidence.name_of(record)}'"
