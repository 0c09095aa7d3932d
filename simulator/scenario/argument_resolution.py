"""Resolves the arguments of calls in a file: labels become ids, people become addresses, `+1d 10:00` becomes a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from simulator.phone import when
from simulator.phone.actions import Action
from simulator.phone.errors import ActionError
from simulator.phone.people import Owner, Person
from simulator.phone.roles import Address, FilePath, PersonName, Ref, Role, When

USERS = "messaging.user"
# The placeholder id of a record that an earlier step will make.
PENDING = "<{}>"


class ArgumentError(ValueError):
    """An argument in a file can't be resolved. `argument` is its name; empty if the action refused the call."""

    def __init__(self, argument: str, problem: str) -> None:
        self.argument = argument
        super().__init__(problem)


class Names(NamedTuple):
    """The names that one file may use, with the records, people and files for which they stand."""

    labels: Mapping[str, tuple[str, str]]
    people: Mapping[str, Person]
    paths: Mapping[str, str]
    owner: Owner
    start: int
    tz: ZoneInfo


def resolve(action: Action, raw: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return the arguments in the form that the action takes.

    Raise ArgumentError if an argument is unknown, wrong or missing.
    """
    resolved = {}
    for argument, value in raw.items():
        param = action.params.get(argument)
        # An unknown argument stays as it is: `validate` below reports it with the signature.
        role = Role() if param is None else param.role
        resolved[argument] = _resolve(argument, value, role, names)
    try:
        action.validate(resolved)
    except ActionError as error:
        raise ArgumentError("", str(error)) from None
    return resolved


def _resolve(argument: str, value: Any, role: Role, names: Names) -> Any:
    if isinstance(value, list):
        return [_resolve(argument, item, role, names) for item in value]
    if not isinstance(value, str):
        return value
    if isinstance(role, Ref):
        return _record_id(argument, value, role, names)
    if isinstance(role, Address):
        return _address(argument, value, names)
    if isinstance(role, When):
        try:
            return when.show(when.parse_author_time(value, names.start, names.tz), names.tz)
        except when.TimeError as error:
            raise ArgumentError(argument, str(error)) from None
    if isinstance(role, PersonName) and value in names.people:
        return names.people[value].name
    if isinstance(role, PersonName) and value == "owner":
        return names.owner.name
    if isinstance(role, FilePath) and value in names.paths:
        return names.paths[value]
    return value


def _record_id(argument: str, value: str, role: Ref, names: Names) -> str:
    if role.table == USERS and value in names.people:
        return names.people[value].user_id
    if value in names.labels:
        table, record_id = names.labels[value]
        # The table is empty if an earlier step will make the record, because its type is not known yet.
        if table in (role.table, ""):
            return record_id
        raise ArgumentError(argument, f"'{value}' is a record of {table}; use the label of a record of {role.table}")
    # The tool accepts a record's name as well as its id, so a word that is not a label may be a name.
    if role.named:
        return value
    known = sorted(label for label, (table, _) in names.labels.items() if table == role.table)
    known += sorted(names.people) if role.table == USERS else []
    raise ArgumentError(argument, f"no record is labelled '{value}'; labels that fit: {', '.join(known) or 'none'}")


def _address(argument: str, value: str, names: Names) -> str:
    if "@" in value:
        return value
    if value == "owner":
        return names.owner.email
    person = names.people.get(value)
    if person is None:
        raise ArgumentError(
            argument, f"'{value}' is neither an address nor a person; people are: {', '.join(sorted(names.people))}"
        )
    if not person.email:
        raise ArgumentError(argument, f"'{value}' has no e-mail address; add email: to the person")
    return person.email
