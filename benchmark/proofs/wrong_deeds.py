"""Proof (n): plays a good solution with one deed that is repeated, undone, or done with a wrong detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from benchmark.proofs.trials import Trial
from benchmark.proofs.ways import Way, with_args
from benchmark.proofs.wrong_arguments import WRONG_PLACE, WRONG_TEXT
from simulator.phone.actions import Action
from simulator.phone.registry import app_of_table
from simulator.phone.roles import Fields, PersonName, Ref, Text, When
from simulator.phone.store import Record
from simulator.reading.scene import content_words
from simulator.scenario.argument_resolution import PENDING
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import BoundStep
from simulator.trace.ledger import Effect

# The label of the record that the changed step makes, for the step that undoes it.
_MADE = "made_by_mutant"
_CREATES = ("add", "note", "remind")
_PLACES = ("location", "place", "address")


def wrong_deeds(way: Way, replaceable: frozenset[tuple[str, str]]) -> Iterator[Trial]:
    """Yield trials of a solution with a message sent twice, a record undone or created again, or a wrong detail.

    `replaceable`: tables and ids of the records that may be deleted and created again; see `replaced_records`.
    """
    for index in way.writes:
        step = way.steps[index]
        assert step.action is not None
        if index in way.messages:
            yield way.trial("sent_twice", f"{step.part.key} (step {index + 1}) is done twice", index, step, step)
        for effect in way.effects(index):
            if index in way.messages:
                # A message that was sent can't be undone.
                continue
            if effect.old is None and effect.new is not None and way.served[index]:
                yield from _undone(way, index, effect)
            elif effect.old is not None and effect.new is not None and (effect.table, effect.id) not in replaceable:
                yield from _made_anew(way, index, effect)
        if step.action.mark.act is not None and step.action.mark.act.act in _CREATES and way.served[index]:
            yield from _wrong_details(way, index)


def replaced_records(ways: Iterable[Way]) -> frozenset[tuple[str, str]]:
    """Return the table and id of every record that the assistant creates or deletes in a good solution."""
    effects = [effect for way in ways for effect in way.evidence.ledger.by("assistant")]
    return frozenset((one.table, one.id) for one in effects if one.old is None or one.new is None)


def _undone(way: Way, index: int, effect: Effect) -> Iterator[Trial]:
    """Yield a trial that makes a record and then cancels it, or deletes it if the app can't cancel it."""
    step = way.steps[index]
    # Cancel if the app can cancel, otherwise delete: an order can't be deleted.
    for act, kind in (("cancel", "ordered_and_cancelled"), ("delete", "made_and_deleted")):
        tool = _tool_on(way, effect.table, act)
        if tool is not None:
            name = step.part.name or _MADE
            made = step._replace(part=step.part.model_copy(update={"name": name}))
            undo = _call(tool, {_key_argument(tool): PENDING.format(name)})
            yield way.trial(kind, f"{step.part.key} (step {index + 1}), then {tool.app}.{tool.name}", index, made, undo)
            return


def _made_anew(way: Way, index: int, effect: Effect) -> Iterator[Trial]:
    """Yield a trial that deletes a record and creates it with the new values instead of changing it, if tools exist."""
    step, old = way.steps[index], effect.old
    assert step.action is not None and old is not None
    if step.action.mark.act is None or step.action.mark.act.act not in ("change", "move"):
        return
    tool, create = _tool_on(way, effect.table, "delete"), _creator(way, effect.table, old)
    if tool is None or create is None or not isinstance(effect.new, Record):
        return
    values = {name: _value(way, effect.new, name, create) for name in create.params}
    steps = [_call(tool, {_key_argument(tool): effect.id}), _call(create, _given(values))]
    what = f"{tool.app}.{tool.name} and {create.app}.{create.name} instead of {step.part.key} (step {index + 1})"
    yield way.trial("made_anew", what, index, *steps)


def _wrong_details(way: Way, index: int) -> Iterator[Trial]:
    step = way.steps[index]
    assert step.action is not None
    for name, param in step.action.params.items():
        what = f"{step.part.key} (step {index + 1}): {name}"
        if name == "title" and isinstance(param.role, Text):
            for title in (WRONG_TEXT, *_other_title(way, index, str(step.args.get(name, "")))):
                yield way.trial("wrong_title", f"{what} is “{title}”", index, with_args(step, **{name: title}))
        elif name in _PLACES and isinstance(param.role, Text):
            # Tried even if the solution names no place: a wrong place is worse than no place.
            yield way.trial("wrong_place", f"{what} is “{WRONG_PLACE}”", index, with_args(step, **{name: WRONG_PLACE}))
        elif isinstance(param.role, PersonName):
            guests = list(step.args.get(name) or [])
            # A guest whom a goal accepts is not wrong, such as the organiser of a meeting.
            welcome = {*guests, *_welcome(way, index, name)}
            people = way.story.people.items()
            stranger = next((one.name for who, one in people if not {who, one.name} & welcome), None)
            if stranger is not None:
                changed = with_args(step, **{name: [*guests, stranger]})
                yield way.trial("wrong_guest", f"{what} has {stranger}, too", index, changed)


def _other_title(way: Way, index: int, right: str) -> Iterator[str]:
    """Yield at most one title from the table of the new record, with no word in common with the solution's texts."""
    made = next((effect.table for effect in way.effects(index) if effect.old is None), None)
    if made is None:
        return
    says = [way.story.scenario.goals[number].say for number in way.served[index]]
    texts = [str(value) for step in way.steps for value in (*step.args.values(), step.part.offer or "")]
    about = content_words(" ".join([right, *says, *texts]))
    titles = [str(getattr(record, "title", "")) for record in way.story.blank.store.tables()[made].values()]
    yield from [title for title in titles if content_words(title) and not content_words(title) & about][:1]


def _welcome(way: Way, index: int, field: str) -> Iterator[str]:
    """Yield the people whom the goals of a step accept in a field, such as the guests of an event."""
    for number in way.served[index]:
        for part in way.story.scenario.goals[number].parts():
            match = part.exists.where.get(field) if part.exists is not None else None
            if match is not None:
                yield from (*(match.among or []), *(match.same_set or []), *(match.includes or []))


def _tool_on(way: Way, table: str, act: str) -> Action | None:
    """Return the tool that does an act, such as delete, to one record of a table; None if there is none."""
    for tool in way.story.blank.apps[app_of_table(table)].tools.values():
        if tool.mark.act is not None and tool.mark.act.act == act and tool.mark.act.on:
            role = tool.params[tool.mark.act.on].role
            if isinstance(role, Ref) and role.table == table:
                return tool
    return None


def _creator(way: Way, table: str, record: Record) -> Action | None:
    """Return a tool that creates such a record, with only fields of `record` as arguments; None if there is none."""
    tools = [
        tool
        for tool in way.story.blank.apps[app_of_table(table)].tools.values()
        if tool.mark.act is not None and tool.mark.act.act in _CREATES and not tool.mark.act.on
    ]
    fields = set(record.__struct_fields__)
    fitting = [tool for tool in tools if all(_field(name) in fields for name in tool.params)]
    return next(iter(fitting), None)


def _field(argument: str) -> str:
    return argument.removesuffix("_datetime")


def _value(way: Way, record: Record, name: str, tool: Action) -> Any:
    value = getattr(record, _field(name), None)
    if isinstance(tool.params[name].role, When) and isinstance(value, int):
        return way.story.blank.show(value)
    return list(value) if isinstance(value, tuple) else value


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _key_argument(tool: Action) -> str:
    assert tool.mark.act is not None and not isinstance(tool.params[tool.mark.act.on].role, Fields)
    return tool.mark.act.on


def _call(tool: Action, args: dict[str, Any]) -> BoundStep:
    part = SolutionStep.model_validate({"call": f"{tool.app}.{tool.name}", "with": args})
    return BoundStep(part, tool, args)
