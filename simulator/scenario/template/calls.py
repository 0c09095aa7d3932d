"""Examples of what happens to the phone and of what an assistant may do, tried before they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple, get_args, get_origin

from simulator.phone.actions import Action, Param
from simulator.phone.app import App
from simulator.phone.arguments import paths_on
from simulator.phone.roles import Address, Fields, FilePath, PersonName, Place, Ref, Text, When
from simulator.scenario.arguments import USERS
from simulator.scenario.base import TO_DO
from simulator.scenario.template.fillers import TIMES_AHEAD, Filler, Hole, bared, fillers, words
from simulator.scenario.template.stage import Stage, Tried

MOST_ARGUMENTS = 3
_MOST_ATTEMPTS = 60
_WORTH_SHOWING = (Address, PersonName, Place, Ref, Text, When)


class Deed(NamedTuple):
    """An action with example arguments, and what came of it."""

    action: Action
    args: dict[str, Filler]
    tried: Tried

    @property
    def name(self) -> str:
        return f"{self.action.app}.{self.action.name}"

    @property
    def worked(self) -> bool:
        return self.tried.done.error is None

    def touches(self, table: str) -> bool:
        return any(change.table == table for change in self.tried.done.changes)


def example_event(apps: Iterable[App], stage: Stage) -> Deed | None:
    """Something that happens to one of these apps."""
    return _first_that_works(_best(app, app.events.values(), stage) for app in apps)


def example_write(apps: Iterable[App], stage: Stage) -> Deed | None:
    """Something that an assistant may do in one of these apps."""
    return _first_that_works(_best(app, (tool for tool in app.tools.values() if tool.write), stage) for app in apps)


def _first_that_works(deeds: Iterable[Deed | None]) -> Deed | None:
    """On the phone as it is; failing that, one that can at least be written in a file."""
    writable = None
    for deed in deeds:
        if deed is not None and deed.worked:
            return deed
        writable = writable or deed
    return writable


def _best(app: App, actions: Iterable[Action], stage: Stage) -> Deed | None:
    """Of an app's actions one that works, and that touches what the app is about."""
    found = [deed for action in actions for deed in _deeds(action, stage)]
    main = (deed for deed in found if deed.worked and app.records and deed.touches(app.records[0].table))
    return next(main, _first_that_works(found))


def _deeds(action: Action, stage: Stage) -> Iterator[Deed]:
    required = [param for param in action.params.values() if param.required]
    extras = [param for param in action.params.values() if not param.required and _is_worth_showing(param)]
    shown = {param.name for param in [*required, *extras[: max(MOST_ARGUMENTS - len(required), 0)]]}
    for names in (shown, {param.name for param in required}):
        params = [param for name, param in action.params.items() if name in names]
        options = [_options(param, params, stage) for param in params]
        for values in islice(product(*options), _MOST_ATTEMPTS):
            args = dict(zip((param.name for param in params), values, strict=True))
            tried = stage.attempt(action, {name: filler.value for name, filler in args.items()})
            if tried is not None:
                yield Deed(action, args, tried)


def _is_worth_showing(param: Param) -> bool:
    """Whether an argument that may be left out says something that matters, and has no default that says it.

    Attachments and the like, which are neither texts nor numbers, would only make the example long.
    """
    hole = bared(Hole("", param.annotation))
    kind = bared(Hole("", get_args(hole.kind)[0])).kind if _is_list(hole) else hole.kind
    unsaid = param.default in (None, "") or isinstance(param.role, Text)
    return unsaid and isinstance(param.role, _WORTH_SHOWING) and kind in (str, int, float)


def _is_list(hole: Hole) -> bool:
    return get_origin(hole.kind) is list


def _options(param: Param, params: list[Param], stage: Stage) -> list[Filler]:
    hole = bared(Hole(param.name, param.annotation))
    single = _by_role(param, params, stage)
    if single is None:
        return fillers(hole, [stage.person.label, stage.person.email])
    return [filler._replace(value=[filler.value]) for filler in single] if _is_list(hole) else single


def _by_role(param: Param, params: list[Param], stage: Stage) -> list[Filler] | None:
    """What an argument's role makes of it; None if only its type tells."""
    role = param.role
    if isinstance(role, Ref):
        people = [stage.person.label] if role.table == USERS else []
        return [Filler(label) for label in [*stage.labels_of(role.table), *people]]
    if isinstance(role, Address | PersonName):
        return [Filler(stage.person.label)]
    if isinstance(role, When):
        times = [other.name for other in params if isinstance(other.role, When)]
        return [Filler(TIMES_AHEAD[times.index(param.name) % len(TIMES_AHEAD)], TO_DO)]
    if isinstance(role, FilePath):
        return [Filler(path) for path in paths_on(stage.world)]
    return [Filler({name: words(name)}) for name in role.names] if isinstance(role, Fields) else None
