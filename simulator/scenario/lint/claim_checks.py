"""Checks that goals about messages have `say`, and that conditions on new records name status and title or text.

Only ready files are checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.phone.store import Record
from simulator.scenario.goals.field_values import WHOLE_TEXT
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.record_claims import Where
from simulator.scenario.lint.field_checks import field_types
from simulator.scenario.lint.scenario_check import ScenarioCheck
from simulator.scenario.problems import Path

_STATE = "status"
_TITLE = "title"


def check_claims(check: ScenarioCheck) -> None:
    if check.scenario.status != "ready":
        return
    for path, goal in _simple_goals(check.scenario.goals, ("goals",), ""):
        _check_text(check, path, goal)
        if goal.exists is not None:
            _check_made(check, (*path, "exists"), goal.exists)
    for index, ruling in enumerate(check.scenario.allowed):
        sent = ruling.sent
        if sent is not None and not (sent.say or sent.mentions):
            text = "this allows any message to these people; add say: a plain sentence that the message must say"
            check.say(("allowed", index, "sent"), text)
        if ruling.records is not None and ruling.made:
            _check_made(check, ("allowed", index), ruling.records)


def _simple_goals(goals: list[Goal], path: Path, say: str) -> Iterator[tuple[Path, Goal]]:
    """Yield the simple goals with their paths; a goal without its own `say` gets the `say` of the goal around it."""
    for index, goal in enumerate(goals):
        own = goal.model_copy(update={"say": goal.say or say})
        inner = goal.any_of or goal.all_of
        if inner is None:
            yield (*path, index), own
        else:
            yield from _simple_goals(inner, (*path, index, goal.claim), own.say)


def _check_text(check: ScenarioCheck, path: Path, goal: Goal) -> None:
    sent = goal.sent
    if sent is not None and not goal.say:
        check.say(path, "this goal judges a message; add say: what the recipient knows afterwards, as a plain sentence")
    if sent is not None and sent.say:
        check.say((*path, "sent", "say"), "write say beside sent, not under it; move this sentence")


def _check_made(check: ScenarioCheck, path: Path, where: Where) -> None:
    """Report a condition on a new record that names no status, or neither title nor text, if such records have them."""
    record = _record(check, where)
    if record is None or where.record:
        return
    kinds = field_types(record)
    if _STATE in kinds and kinds[_STATE].choices and _STATE not in where.where:
        states = ", ".join(kinds[_STATE].choices)
        text = f"a record that is made and then cancelled would count too; add status: one of {states}"
        check.say((*path, "where"), text)
    texts = [name for name in where.where if name in (_TITLE, WHOLE_TEXT, "content")]
    if _TITLE in kinds and not texts:
        text = f"a new {record.table.partition('.')[2]} with any title would count; add title: {{say: ...}}"
        check.say((*path, "where"), text)


def _record(check: ScenarioCheck, where: Where) -> type[Record] | None:
    app = check.apps.get(where.app or "")
    if where.app is None or (app is None and "." not in where.app):
        return None
    known = {cls.table: cls for one in check.apps.values() for cls in one.records}
    return known.get(where.app) if app is None else app.records[0] if app.records else None
