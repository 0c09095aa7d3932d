"""Checks that all names in goals, conditions, rulings and events exist, and that their conditions can be met."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.app import App
from simulator.phone.apps.files import File
from simulator.phone.store import Record
from simulator.scenario.base import By
from simulator.scenario.goals.field_values import is_whole_text
from simulator.scenario.goals.goal import Did, Goal, Ruling
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.message_claims import Sent
from simulator.scenario.goals.record_claims import Changed, Exactly, Formula, Unchanged, Where
from simulator.scenario.lint.field_checks import (
    FieldType,
    check_field,
    check_formula,
    check_match,
    check_mentions,
    check_whole_text,
)
from simulator.scenario.lint.scenario_check import ScenarioCheck
from simulator.scenario.lint.user_checks import user_actions
from simulator.scenario.problems import Path, close_to, listed, not_on_phone

_ANY_NEED = "any"


def check_goals(check: ScenarioCheck) -> None:
    for index, goal in enumerate(check.scenario.goals):
        _check_goal(check, ("goals", index), goal, "assistant")
    for index, event in enumerate(check.scenario.timeline):
        for key, condition in (("when", event.when), ("unless", event.unless)):
            if condition is not None:
                _check_goal(check, ("timeline", index, key), condition, "assistant")
    for key, rulings in (("allowed", check.scenario.allowed), ("forbidden", check.scenario.forbidden)):
        for index, ruling in enumerate(rulings):
            _check_ruling(check, (key, index), ruling)


def _check_goal(check: ScenarioCheck, path: Path, goal: Goal, outer_by: By) -> None:
    by: By = goal.by if "by" in goal.model_fields_set else outer_by
    _check_frame(check, path, goal)
    inside: Path = (*path, goal.claim)
    match goal.claim:
        case "any_of" | "all_of":
            _check_parts(check, inside, goal.any_of or goal.all_of or [], by)
        case "sent":
            assert goal.sent is not None
            _check_sent(check, inside, goal.sent)
        case "told":
            assert goal.told is not None
            check_mentions(check, (*inside, "mentions"), goal.told.mentions)
        case "changed":
            assert goal.changed is not None
            _check_changed(check, inside, goal.changed)
        case "value":
            assert goal.value is not None
            _check_value(check, inside, goal.value)
        case "did":
            assert goal.did is not None
            _check_did(check, inside, goal.did, by)
        case "fired":
            assert goal.fired is not None
            check.event(inside, goal.fired)
        case "offer":
            pass
        case claim:
            _check_where(check, inside, getattr(goal, claim))


def _check_frame(check: ScenarioCheck, path: Path, goal: Goal) -> None:
    """Report unknown needs, events and times in the fields `for`, `under`, `before` and `after` of a goal."""
    if goal.need is not None:
        check.need((*path, "for"), goal.need)
    if goal.under not in (None, _ANY_NEED):
        check.need((*path, "under"), goal.under)
    for key, anchor in (("before", goal.before), ("after", goal.after)):
        if anchor is not None:
            check.anchor((*path, key), anchor)


def _check_parts(check: ScenarioCheck, path: Path, goals: list[Goal], by: By) -> None:
    if not goals:
        check.say(path, "this list is empty; add at least one goal")
    for index, goal in enumerate(goals):
        _check_goal(check, (*path, index), goal, by)


def _check_where(check: ScenarioCheck, path: Path, where: Where) -> type[Record] | None:
    """Return the type of the records that a claim selects, and report mistakes; None if the type is unknown."""
    table = None if where.app is None else check.table((*path, "in"), where.app)
    if where.app is not None and table is None:
        return None
    record = None if table is None else check.story.blank.store.type_of(table)
    for index, label in enumerate(where.record):
        found = check.record((*path, "record", index), label, table)
        if record is None and found is not None:
            record, table = found, found.table
    if record is None:
        return None
    _check_fields(check, (*path, "where"), record, where.where)
    if isinstance(where, Unchanged):
        for index, name in enumerate(where.fields):
            check_field(check, (*path, "fields", index), record, name)
    if isinstance(where, Exactly):
        for index, label in enumerate(where.records):
            check.record((*path, "records", index), label, record.table)
    return record


def _check_changed(check: ScenarioCheck, path: Path, changed: Changed) -> None:
    record = check.record((*path, "record"), changed.record)
    if record is None:
        return
    _check_fields(check, (*path, "to"), record, changed.to)


def _check_fields(check: ScenarioCheck, path: Path, record: type[Record], matches: Mapping[str, FieldMatch]) -> None:
    for name, match in matches.items():
        if is_whole_text(record, name):
            check_whole_text(check, (*path, name), match)
            continue
        field = check_field(check, (*path, name), record, name)
        if field is not None:
            check_match(check, (*path, name), match, field)


def _check_value(check: ScenarioCheck, path: Path, value: Formula) -> None:
    check_formula(check, (*path, "formula"), value.formula)
    check_match(check, (*path, "is"), value.is_, FieldType("other"))


def _check_did(check: ScenarioCheck, path: Path, did: Did, by: By) -> None:
    app_name, _, name = did.action.partition(".")
    app = check.apps.get(app_name)
    if app is None:
        check.say((*path, "action"), not_on_phone(did.action, check.apps))
    else:
        taps = [] if by == "assistant" else [*user_actions(app), *app.everywhere]
        known = taps if by == "user" else [*taps, *app.tools]
        if name not in known:
            who = "anyone" if by == "anyone" else f"the {by}"
            text = f"{app_name} has no action '{name}' for {who}{close_to(name, known)}; it has: {listed(known, name)}"
            check.say((*path, "action"), text)
    if did.on is not None:
        check.record((*path, "on"), did.on)


def _check_sent(check: ScenarioCheck, path: Path, sent: Sent) -> None:
    senders = [name for name, app in check.apps.items() if _can_send(app)]
    for key in ("exactly", "includes", "any_of"):
        for index, who in enumerate(getattr(sent.to, key)):
            check.person((*path, "to", key, index), who)
    for index, name in enumerate(sent.app):
        if name not in senders:
            text = f"'{name}' cannot send messages{close_to(name, senders)}; apps that can: {listed(senders)}"
            check.say((*path, "app", index), text)
    check_mentions(check, (*path, "mentions"), sent.mentions)
    _check_answered(check, path, sent, [name for name in sent.app if name in senders] or senders)
    for index, name in enumerate(sent.attachments or []):
        # A word with a dot is the name of a file, not a label.
        if "." not in name:
            check.record((*path, "attachments", index), name, File.table if "files" in check.apps else None)


def _check_answered(check: ScenarioCheck, path: Path, sent: Sent, apps: list[str]) -> None:
    if sent.reply_to is None:
        return
    if sent.new:
        check.say((*path, "new"), "a message cannot be both new and a reply; delete new or reply_to")
    record = check.record((*path, "reply_to"), sent.reply_to)
    if record is not None and record.table.partition(".")[0] not in apps:
        text = f"'{sent.reply_to}' is a record of {record.table}, which no message can answer; give a message's label"
        check.say((*path, "reply_to"), text)


def _can_send(app: App) -> bool:
    return type(app).outgoing is not App.outgoing


def _check_ruling(check: ScenarioCheck, path: Path, ruling: Ruling) -> None:
    if ruling.sent is not None:
        _check_sent(check, (*path, "sent"), ruling.sent)
    if ruling.records is None:
        return
    record = _check_where(check, (*path, "records"), ruling.records)
    if record is not None and isinstance(ruling.changed, list):
        for index, name in enumerate(ruling.changed):
            check_field(check, (*path, "changed", index), record, name)
    if record is not None:
        _check_fields(check, (*path, "to"), record, ruling.to)


def check_events(check: ScenarioCheck) -> None:
    for index, event in enumerate(check.story.events):
        if check.apps[event.app].system:
            able = [name for name, app in check.apps.items() if app.events and not app.system]
            text = f"the phone fires {event.app}.{event.name} by itself; use an event of one of: {listed(able)}"
            check.say(("timeline", index, "do"), text)
