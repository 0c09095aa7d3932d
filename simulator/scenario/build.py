"""Building a story from a scenario: everything the file names is found, or the place and the remedy are told."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from simulator.phone import when
from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.apps.files import File
from simulator.phone.people import Owner, Person
from simulator.phone.plot import Plot, SeedClock, SeedError
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.world import World
from simulator.scenario.arguments import PENDING, ArgumentError, Names, resolve
from simulator.scenario.schema import EventPart, Scenario, SolutionStep
from simulator.scenario.story import BoundStep, Scheduled, Story

Path = tuple[str | int, ...]
USER_PREFIX = "user"


class Problem(NamedTuple):
    """One mistake in a file: where, and what would be right."""

    path: Path
    text: str


class BuildError(Exception):
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.text for problem in problems))


class _Builder:
    """Collects problems instead of stopping at the first."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.problems: list[Problem] = []

    def problem(self, path: Path, text: str) -> None:
        self.problems.append(Problem(path, text))

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise BuildError(self.problems)


def build(scenario: Scenario, source: Mapping[str, Any], file: str) -> Story:
    builder = _Builder(scenario)
    owner, start = _owner_and_start(builder)
    apps = _apps(builder)
    world = World.blank(owner, apps, start)
    people = _people(builder)
    plot = Plot(scenario.id, world.store, SeedClock(start, world.tz), owner, people)
    _plant(builder, plot, apps)
    world.store.commit()
    reserved = _reserve(builder, plot, apps)
    builder.stop_if_wrong()
    paths = {
        label: file_record.path
        for label, (table, file_id) in plot.labels.items()
        if table == File.table and (file_record := world.store.get(File, file_id)) is not None
    }
    names = Names(plot.labels, plot.people, paths, owner, start, world.tz)
    events = [_scheduled(builder, index, part, apps, names, reserved) for index, part in enumerate(scenario.timeline)]
    _check_cycles(builder)
    end = None if scenario.end is None else _time(builder, ("end",), scenario.end, names)
    solution = bind_steps(scenario.solution, apps, names, builder.problems, ("solution",))
    builder.stop_if_wrong()
    return Story(
        scenario=scenario,
        source=source,
        file=file,
        start=start,
        end=end,
        tz=world.tz,
        blank=world,
        labels=plot.labels,
        people=plot.people,
        paths=paths,
        events=tuple(event for event in events if event is not None),
        solution=tuple(solution),
    )


def bind_steps(
    steps: Iterable[SolutionStep], apps: Mapping[str, App], names: Names, problems: list[Problem], path: Path
) -> list[BoundStep]:
    """Steps with their tools found and their arguments resolved; mistakes are added to `problems`."""
    bound = []
    labels = dict(names.labels)
    for index, step in enumerate(steps):
        if step.call is None:
            bound.append(BoundStep(step, None, {}))
            continue
        action = _find_action(step.call, apps, "tool")
        if isinstance(action, str):
            problems.append(Problem((*path, index), action))
            continue
        try:
            args = resolve(action, step.args, names._replace(labels=labels))
        except ArgumentError as error:
            problems.append(Problem((*path, index, step.call, *_tail(error)), str(error)))
            continue
        bound.append(BoundStep(step, action, args))
        if step.name is not None:
            labels[step.name] = ("", PENDING.format(step.name))
    return bound


def _owner_and_start(builder: _Builder) -> tuple[Owner, int]:
    part = builder.scenario.owner
    owner = Owner(
        name=part.name,
        email=part.email,
        phone=part.phone,
        home=part.home,
        time_zone=part.time_zone,
        about=part.about,
    )
    start = 0
    try:
        tz = when.zone(part.time_zone)
    except when.TimeError as error:
        builder.problem(("owner", "time_zone"), str(error))
        builder.stop_if_wrong()
        raise
    text = builder.scenario.start
    try:
        start = when.parse_author_time(text, 0, tz)
        if not any(character.isdigit() for character in text[:10]) or "-" not in text:
            builder.problem(("start",), f"'{text}' has no date; write 2026-03-05 08:22")
    except when.TimeError as error:
        builder.problem(("start",), str(error))
    builder.stop_if_wrong()
    return owner, start


def _apps(builder: _Builder) -> dict[str, App]:
    known = [name for name, app in all_apps().items() if not app.system]
    for index, name in enumerate(builder.scenario.apps):
        if name not in known:
            builder.problem(("apps", index), f"there is no app '{name}'{_close(name, known)}; apps are: {', '.join(known)}")
        if name in builder.scenario.apps[:index]:
            builder.problem(("apps", index), f"'{name}' is listed twice")
    builder.stop_if_wrong()
    return phone_with(tuple(builder.scenario.apps))


def _people(builder: _Builder) -> dict[str, Person]:
    plot_ids = Plot.person_ids(builder.scenario.id, len(builder.scenario.people))
    people: dict[str, Person] = {}
    for index, part in enumerate(builder.scenario.people):
        if part.label in people or part.label == "owner":
            builder.problem(("people", index, "label"), f"the label '{part.label}' is taken; give each person their own")
        people[part.label] = Person(
            label=part.label, name=part.name, email=part.email, phone=part.phone, user_id=plot_ids[index]
        )
    return people


def _plant(builder: _Builder, plot: Plot, apps: Mapping[str, App]) -> None:
    for app in apps.values():
        app.prepare(plot)
    sections: list[tuple[Path, str, list[dict[str, Any]]]] = [(("files",), "files", builder.scenario.files)]
    sections += [(("world", name), name, items) for name, items in builder.scenario.world.items()]
    for path, name, items in sections:
        app_or_none = apps.get(name)
        if items and (app_or_none is None or app_or_none.seed is None):
            known = ", ".join(other for other, app in apps.items() if app.seed is not None)
            builder.problem(path, f"'{name}' is not an app on this phone that can hold data; these can: {known}")
            continue
        for index, item in enumerate(items):
            assert app_or_none is not None
            _plant_one(builder, plot, app_or_none, (*path, index), item)


def _plant_one(builder: _Builder, plot: Plot, app: App, path: Path, item: dict[str, Any]) -> None:
    assert app.seed is not None
    try:
        seed = app.seed.model_validate(item, context=SeedClock(plot.start, plot.tz))
        app.plant(plot, seed)
    except ValidationError as error:
        for place, text in readable_errors(error):
            builder.problem((*path, *place), text)
    except SeedError as error:
        builder.problem((*path, error.field) if error.field else path, str(error))


def _reserve(builder: _Builder, plot: Plot, apps: Mapping[str, App]) -> dict[str, tuple[str, str]]:
    """Ids for the records that events will bring, and their labels."""
    reserved: dict[str, tuple[str, str]] = {}
    for index, part in enumerate(builder.scenario.timeline):
        app = apps.get(part.do.partition(".")[0])
        if part.label in reserved or part.label == "start":
            builder.problem(("timeline", index, "label"), f"the label '{part.label}' is taken; give each event its own")
        elif app is not None and app.records:
            cls = app.records[0]
            reserved[part.label] = (cls.table, plot.new_id(cls))
            try:
                plot.name(part.label, *reserved[part.label])
            except SeedError as error:
                builder.problem(("timeline", index, "label"), str(error))
    return reserved


def _scheduled(
    builder: _Builder,
    index: int,
    part: EventPart,
    apps: Mapping[str, App],
    names: Names,
    reserved: Mapping[str, tuple[str, str]],
) -> Scheduled | None:
    path: Path = ("timeline", index)
    action = _find_action(part.do, apps, "event")
    if isinstance(action, str):
        builder.problem((*path, "do"), action)
        return None
    try:
        args = resolve(action, part.args, names)
    except ArgumentError as error:
        builder.problem((*path, "with", *_tail(error)), str(error))
        return None
    at = _known_time(builder, path, part, names)
    until = None if part.until is None else _time(builder, (*path, "until"), part.until, names)
    senders = frozenset(str(value) for name, value in args.items() if name.startswith(("sender", "who_")))
    return Scheduled(part, action.app, action.name, args, reserved.get(part.label), senders, at, until)


def _known_time(builder: _Builder, path: Path, part: EventPart, names: Names) -> int | None:
    """The time of an event that does not wait for another; a wrong anchor is a problem."""
    if part.at is not None:
        at = _time(builder, (*path, "at"), part.at, names)
        if at is not None and at < names.start:
            builder.problem((*path, "at"), f"'{part.at}' lies before the start")
        return at
    if part.after is None:
        return None
    try:
        anchor, delay = when.parse_after(part.after)
    except when.TimeError as error:
        builder.problem((*path, "after"), str(error))
        return None
    labels = [event.label for event in builder.scenario.timeline]
    if anchor == "start":
        return names.start + delay
    if anchor not in labels:
        known = ", ".join(["start", *labels])
        builder.problem((*path, "after"), f"there is no event '{anchor}'{_close(anchor, labels)}; events are: {known}")
    return None


def _time(builder: _Builder, path: Path, text: str, names: Names) -> int | None:
    try:
        return when.parse_author_time(text, names.start, names.tz)
    except when.TimeError as error:
        builder.problem(path, str(error))
        return None


def _check_cycles(builder: _Builder) -> None:
    """Events that wait for each other would never come."""
    waits: dict[str, str] = {}
    for part in builder.scenario.timeline:
        if part.after is not None:
            try:
                waits[part.label] = when.parse_after(part.after).anchor
            except when.TimeError:
                continue
    for index, part in enumerate(builder.scenario.timeline):
        seen = [part.label]
        while seen[-1] in waits and waits[seen[-1]] not in seen:
            seen.append(waits[seen[-1]])
        if waits.get(seen[-1]) == part.label:
            chain = " -> ".join([*seen, part.label])
            builder.problem(("timeline", index, "after"), f"events wait for each other in a circle: {chain}")
            return


def _find_action(name: str, apps: Mapping[str, App], kind: str) -> Action | str:
    """The tool or event, or a sentence about what is wrong with its name."""
    app_name, _, short = name.partition(".")
    app = apps.get(app_name)
    if app is None:
        return f"'{name}' speaks of an app that is not on this phone: {', '.join(apps)}"
    known = app.tools if kind == "tool" else app.events
    if short not in known:
        return f"{app_name} has no {kind} '{short}'{_close(short, known)}; it has: {', '.join(known)}"
    return known[short]


def readable_errors(error: ValidationError) -> Iterable[tuple[Path, str]]:
    """Pydantic's findings as places and plain sentences."""
    for item in error.errors(include_url=False, include_context=False):
        place = tuple(part for part in item["loc"] if not str(part).startswith(("function-", "tagged-")))
        kind = item["type"]
        if kind == "extra_forbidden":
            yield place, f"there is no field '{place[-1]}' here"
        elif kind == "missing":
            yield place, f"the field '{place[-1]}' is missing"
        elif kind == "value_error":
            yield place, item["msg"].removeprefix("Value error, ")
        else:
            shown = repr(item["input"])
            shown = shown if len(shown) <= 60 else shown[:57] + "..."
            yield place, f"{item['msg'][:1].lower()}{item['msg'][1:]}, not {shown}"


def _tail(error: ArgumentError) -> Path:
    return (error.argument,) if error.argument else ()


def _close(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""
