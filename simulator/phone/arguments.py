"""Reads an action's arguments from its method's signature, and defines structs that bundle several arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from simulator.phone.roles import Plain, Role


class Arguments(msgspec.Struct, frozen=True, kw_only=True):
    """Arguments that several actions share, declared once.

    If a parameter is annotated with a subclass, each field of the subclass is an argument of the action. Models, forms
    and moments see a flat list of arguments; the method gets one struct. A subclass may add fields, and may give a
    field a narrower type or a different default. `Annotated[EventFields, Only("title", "tag")]` selects fields.
    """


class Only:
    """Selects fields of an argument struct for one action, in the order of `names`."""

    def __init__(self, *names: str) -> None:
        self.names = names


class Param(NamedTuple):
    """One argument of an action as callers give it."""

    name: str
    annotation: Any
    role: Role
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


class Group(NamedTuple):
    """An argument struct in a signature, and the names of its arguments."""

    kind: type[Arguments]
    names: tuple[str, ...]


class Parameters(NamedTuple):
    """All arguments of an action in order, and the parameters of its method that take argument structs."""

    flat: dict[str, Param]
    groups: dict[str, Group]


def parameters_of(method: Callable[..., Any]) -> Parameters:
    """Return a method's arguments besides `self` and `call`. Raise TypeError if two arguments have the same name."""
    # The modules of apps postpone the evaluation of annotations, so annotations are texts until they are resolved here.
    hints = get_type_hints(method, include_extras=True)
    flat: dict[str, Param] = {}
    groups: dict[str, Group] = {}
    for name, parameter in list(inspect.signature(method).parameters.items())[2:]:
        hint = hints[name]
        group = _group(hint)
        if group is None:
            found = {name: Param(name, hint, _role_of(hint), parameter.default)}
        else:
            groups[name] = group
            found = {field.name: field for field in _fields(group)}
        if twice := flat.keys() & found.keys():
            raise TypeError(f"{method.__qualname__} has two arguments called '{min(twice)}'; leave one out with Only.")
        flat |= found
    return Parameters(flat, groups)


def bundled(values: Mapping[str, Any], groups: Mapping[str, Group]) -> dict[str, Any]:
    """Return keyword arguments for a method: values that are fields of an argument struct are put into that struct."""
    call = dict(values)
    for name, group in groups.items():
        call[name] = group.kind(**{field: call.pop(field) for field in group.names})
    return call


def _group(hint: Any) -> Group | None:
    kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if not isinstance(kind, type) or not issubclass(kind, Arguments):
        return None
    only = next((extra for extra in extras if isinstance(extra, Only)), None)
    return Group(kind, kind.__struct_fields__ if only is None else only.names)


def _fields(group: Group) -> Iterator[Param]:
    hints = get_type_hints(group.kind, include_extras=True)
    fields = {field.name: field for field in msgspec.structs.fields(group.kind)}
    for name in group.names:
        field = fields[name]
        made = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        yield Param(name, hints[name], _role_of(hints[name]), inspect.Parameter.empty if field.required else made)


def _role_of(annotation: Any) -> Role:
    """Return the first role in an annotation, also inside a list or an optional type, or `Plain` if there is none."""
    if get_origin(annotation) is Annotated:
        for extra in get_args(annotation)[1:]:
            if isinstance(extra, Role):
                return extra
    for inner in get_args(annotation):
        role = _role_of(inner)
        if not isinstance(role, Plain):
            return role
    return Plain()
