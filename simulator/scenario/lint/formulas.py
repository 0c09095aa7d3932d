"""Formulas of derived values: they can be read, they know what they speak of, and none waits for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from simulator.phone.store import Record
from simulator.scenario.formula import FormulaError, names_in
from simulator.scenario.lint.check import Check
from simulator.scenario.problems import Path, close_to, listed


def check_formulas(check: Check) -> None:
    uses: dict[str, frozenset[str]] = {}
    for name, formula in check.scenario.derived.items():
        uses[name] = check_formula(check, ("derived", name), formula)
    for name in uses:
        chain = _circle(name, uses)
        if chain:
            check.say(("derived", name), f"this needs its own value: {' -> '.join(chain)}")


def check_formula(check: Check, path: Path, formula: str) -> frozenset[str]:
    """The names it uses; each must be a label, an app with records, or a derived value."""
    try:
        names = names_in(formula)
    except FormulaError as error:
        check.say(path, str(error))
        return frozenset()
    apps = [name for name, app in check.apps.items() if app.records and not app.system]
    known = [*check.story.labels, *apps, *check.scenario.derived]
    for name in sorted(names.difference(known)):
        check.say(path, f"the formula knows no '{name}'{close_to(name, known)}; known are: {listed(known, name)}")
    for record, field in _fields_used(check, formula):
        fields = record.__struct_fields__
        if field not in fields:
            text = f"{record.table} has no field '{field}'{close_to(field, fields)}; it has: {listed(fields, field)}"
            check.say(path, text)
    return names


def _fields_used(check: Check, formula: str) -> Iterator[tuple[type[Record], str]]:
    """Each `label.field`, and each `x.field` where x runs over the records of an app."""
    tree = ast.parse(formula.strip(), mode="eval")
    running = {
        loop.target.id: app.records[0]
        for loop in ast.walk(tree)
        if isinstance(loop, ast.comprehension) and isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name)
        if (app := check.apps.get(loop.iter.id)) is not None and app.records
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            if name in running:
                yield running[name], node.attr
            elif name in check.story.labels and name not in check.scenario.derived:
                yield check.story.blank.store.type_of(check.story.labels[name][0]), node.attr


def _circle(name: str, uses: dict[str, frozenset[str]]) -> list[str]:
    """The way from a derived value back to itself; empty if there is none."""
    waiting = [[name]]
    seen = {name}
    while waiting:
        way = waiting.pop()
        for other in sorted(uses.get(way[-1], frozenset())):
            if other == name:
                return [*way, name]
            if other in uses and other not in seen:
                seen.add(other)
                waiting.append([*way, other])
    return []
