"""Example actions and goals for a new scenario, tried on a phone before they are written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, NamedTuple, get_args, get_origin

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.arguments import Param
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does
from simulator.phone.plausible_arguments import paths_on
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.roles import Address, Fields, FilePath, PersonName, Place, Ref, Text, When
from simulator.phone.store import Change, Record
from simulator.phone.world import World
from simulator.scenario.argument_resolution import USERS, ArgumentError, Names, resolve
from simulator.scenario.base import TO_DO
from simulator.scenario.template.fillers import TIMES_AHEAD, Filler, Hole, bared, fillers, words

Items = Mapping[str, Sequence[Mapping[str, Any]]]


class TrialResult(NamedTuple):
    """The result of an action on the trial phone, and the phone afterwards."""

    done: Done
    world: World


class TrialPhone:
    """A phone with the apps, the owner and the person of the new scenario, on which examples are tried."""

    def __init__(self, scenario: str, owner: Owner, person: Person, apps: Sequence[str], start: int) -> None:
        self.apps = phone_with(tuple(apps))
        self.person = person
        self._scenario = scenario
        self._owner = owner
        self._start = start
        # Standing consent, so that the writes of the assistant can be tried without an offer.
        self.world = World.blank(owner, self.apps, start, Rules(standing_consent=True))
        self.names = Names({}, {person.label: person}, {}, owner, start, self.world.tz)

    def plant(self, items: Items) -> None:
        """Replace the phone with a new one that has these items. If an item raises an error, the old phone stays."""
        world = World.blank(self._owner, self.apps, self._start, self.world.rules)
        clock = SeedClock(self._start, world.tz)
        plot = Plot(self._scenario, world.store, clock, self._owner, self.names.people)
        for app in self.apps.values():
            app.prepare(plot)
        for name, several in items.items():
            seed = self.apps[name].seed
            assert seed is not None
            for item in several:
                self.apps[name].plant(plot, seed.model_validate(dict(item), context=clock))
        world.store.commit()
        self.world = world
        self.names = self.names._replace(labels=plot.labels)

    def labels_of(self, table: str) -> list[str]:
        return [label for label, (other, _) in self.names.labels.items() if other == table]

    def attempt(self, action: Action, args: Mapping[str, Any]) -> TrialResult | None:
        """Return the result of an action on a copy of the phone; None if its arguments can't be resolved."""
        try:
            resolved = resolve(action, args, self.names)
        except ArgumentError:
            return None
        world = self.world.copy()
        if action.mark.side == "environment":
            return TrialResult(environment_does(world, action.app, action.name, resolved, 1), world)
        return TrialResult(assistant_does(world, action.full_name, resolved, 1), world)


MOST_ARGUMENTS = 3
# Combinations of values tried per action; some actions have many arguments.
_MOST_ATTEMPTS = 60
_WORTH_SHOWING = (Address, PersonName, Place, Ref, Text, When)


class ExampleAction(NamedTuple):
    """An action with example arguments, and the result of trying it."""

    action: Action
    args: dict[str, Filler]
    tried: TrialResult

    @property
    def name(self) -> str:
        return f"{self.action.app}.{self.action.name}"

    @property
    def worked(self) -> bool:
        return self.tried.done.error is None

    def touches(self, table: str) -> bool:
        return any(change.table == table for change in self.tried.done.changes)


def example_event(apps: Iterable[App], stage: TrialPhone) -> ExampleAction | None:
    """Return an example event of these apps, preferably one that works on the phone; None if there is none."""
    return _first_that_works(_best(app, app.events.values(), stage) for app in apps)


def example_write(apps: Iterable[App], stage: TrialPhone) -> ExampleAction | None:
    """Return an example write by the assistant, preferably one that works on the phone; None if there is none."""
    return _first_that_works(_best(app, (tool for tool in app.tools.values() if tool.write), stage) for app in apps)


def _first_that_works(deeds: Iterable[ExampleAction | None]) -> ExampleAction | None:
    """Return the first example that works on the phone, or else the first example; None if there is none."""
    writable = None
    for deed in deeds:
        if deed is not None and deed.worked:
            return deed
        writable = writable or deed
    return writable


def _best(app: App, actions: Iterable[Action], stage: TrialPhone) -> ExampleAction | None:
    """Return an example that changes the app's main records, or one that works, or any; None if there is none."""
    found = [deed for action in actions for deed in _deeds(action, stage)]
    main = (deed for deed in found if deed.worked and app.records and deed.touches(app.records[0].table))
    return next(main, _first_that_works(found))


def _deeds(action: Action, stage: TrialPhone) -> Iterator[ExampleAction]:
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
                yield ExampleAction(action, args, tried)


def _is_worth_showing(param: Param) -> bool:
    """Return True for an optional argument that an example should show, such as a recipient or a time."""
    # Attachments and the like, which are neither texts nor numbers, would only make the example long.
    hole = bared(Hole("", param.annotation))
    kind = bared(Hole("", get_args(hole.kind)[0])).kind if _is_list(hole) else hole.kind
    unsaid = param.default in (None, "") or isinstance(param.role, Text)
    return unsaid and isinstance(param.role, _WORTH_SHOWING) and kind in (str, int, float)


def _is_list(hole: Hole) -> bool:
    return get_origin(hole.kind) is list


def _options(param: Param, params: list[Param], stage: TrialPhone) -> list[Filler]:
    hole = bared(Hole(param.name, param.annotation))
    single = _by_role(param, params, stage)
    if single is None:
        return fillers(hole, [stage.person.label, stage.person.email])
    return [filler._replace(value=[filler.value]) for filler in single] if _is_list(hole) else single


def _by_role(param: Param, params: list[Param], stage: TrialPhone) -> list[Filler] | None:
    """Return placeholders for an argument by its role, such as a recipient; None if only its type matters."""
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


CLAIM = words("what it says in a plain sentence")
_TOLD = {"told": {"say": CLAIM}}


def claim_after(deed: ExampleAction | None, stage: TrialPhone) -> dict[str, Any]:
    """Return a goal's claim that the example makes true, or else a `told` claim."""
    if deed is None or not deed.worked:
        return _TOLD
    claims = (_claim(change, deed, stage) for change in deed.tried.done.changes)
    return next((claim for claim in claims if claim is not None), _TOLD)


def _claim(change: Change, deed: ExampleAction, stage: TrialPhone) -> dict[str, Any] | None:
    app = stage.apps[deed.action.app]
    labels = {record_id: label for label, (_, record_id) in stage.names.labels.items()}
    if change.table not in {cls.table for cls in app.records}:
        return None
    if change.new is None:
        return {"absent": {"record": labels[change.id]}} if change.id in labels else None
    if change.old is None:
        if app.outgoing(deed.tried.world.store, change.new) is not None:
            return {"sent": {"to": [stage.person.label], "app": app.name}}
        kind = app.name if change.table == app.records[0].table else change.table
        where = _asked(_fields(change.new), labels)
        return {"exists": {"in": kind, **({"where": where} if where else {})}}
    before = _fields(change.old)
    wanted = _asked({name: value for name, value in _fields(change.new).items() if value != before[name]}, labels)
    return {"changed": {"record": labels[change.id], "to": wanted}} if wanted and change.id in labels else None


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__ if name != "id"}


def _asked(fields: dict[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    """Return a condition on the first field whose value is True, FILL IN or a labelled record; else nothing."""
    for name, value in fields.items():
        if isinstance(value, bool) and value:
            return {name: value}
        if isinstance(value, str) and value.startswith(TO_DO):
            return {name: {"say": CLAIM}}
        if isinstance(value, str) and value in labels:
            return {name: labels[value]}
    return {}
