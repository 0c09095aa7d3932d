"""Builds a story from a scenario: fills the phone, resolves every name in the file, and reports mistakes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from simulator.phone import when
from simulator.phone.actions import NOTHING
from simulator.phone.app import App
from simulator.phone.apps.files import File
from simulator.phone.errors import ActionError
from simulator.phone.people import Owner, Person
from simulator.phone.plot import Plot, SeedClock, SeedError
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.store import Record
from simulator.phone.world import World
from simulator.scenario.argument_resolution import Names
from simulator.scenario.binding import START, bind_events, bind_steps, read_time
from simulator.scenario.problems import Path, ScenarioProblem, close_to, listed
from simulator.scenario.schema import OwnerPart, PersonPart, Scenario
from simulator.scenario.story import Story
from simulator.scenario.validation_messages import explain

__all__ = ["BuildError", "Path", "ScenarioProblem", "bind_steps", "build"]

OWNER = "owner"
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class BuildError(Exception):
    """A scenario can't be built, for example because of an unknown app. `problems` lists what to fix."""

    def __init__(self, problems: list[ScenarioProblem]) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.text for problem in problems))


class _Section(NamedTuple):
    """One list of items in the file, with its path and the app to which the items belong."""

    path: Path
    app: str
    items: list[dict[str, Any]]


def build(scenario: Scenario, source: Mapping[str, Any], file: str) -> Story:
    """Return the story of a scenario. Raise BuildError with all problems of the first stage that finds any.

    The stages are: owner and start; apps; people, records and labels; events, solution and the time in `end`.
    """
    owner, start = _owner_and_start(scenario)
    apps = _apps(scenario)
    problems: list[ScenarioProblem] = []
    world = World.blank(owner, apps, start)
    people = _people(scenario.id, scenario.people, problems)
    plot = Plot(scenario.id, world.store, SeedClock(start, world.tz), owner, people)
    _plant(scenario, plot, apps, problems)
    world.store.commit()
    reserved = _reserve(scenario, plot, apps, problems)
    # Stop here if labels are wrong: events and solution refer to them, and each reference would be one more problem.
    _stop_if_wrong(problems)
    paths = _file_paths(plot)
    names = Names(plot.labels, plot.people, paths, owner, start, world.tz)
    events = bind_events(scenario.timeline, apps, names, reserved, problems)
    solution = bind_steps(scenario.solution, apps, names, problems, ("solution",))
    end = None if scenario.end is None else read_time(scenario.end, names, problems, ("end",))
    _stop_if_wrong(problems)
    # The phone is hashed once here, so that its copies, on which runs are played, need not hash all of it again.
    world.state_hash()
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
        events=tuple(events),
        solution=tuple(solution),
    )


def _stop_if_wrong(problems: list[ScenarioProblem]) -> None:
    if problems:
        raise BuildError(problems)


def _owner_and_start(scenario: Scenario) -> tuple[Owner, int]:
    try:
        # All other times depend on time zone and start, so a wrong time zone or start is reported alone.
        tz = when.zone(scenario.owner.time_zone)
    except when.TimeError as error:
        raise BuildError([ScenarioProblem((OWNER, "time_zone"), str(error))]) from None
    try:
        start = when.parse_author_time(scenario.start, 0, tz)
    except when.TimeError as error:
        raise BuildError([ScenarioProblem((START,), str(error))]) from None
    if not _DATE.search(scenario.start):
        raise BuildError([ScenarioProblem((START,), f"'{scenario.start}' has no date; write 2026-03-05 08:22")])
    return _owner(scenario.owner), start


def _owner(part: OwnerPart) -> Owner:
    return Owner(
        name=part.name,
        email=part.email,
        phone=part.phone,
        home=part.home,
        time_zone=part.time_zone,
        about=part.about,
    )


def _apps(scenario: Scenario) -> dict[str, App]:
    known = [name for name, app in all_apps().items() if not app.system]
    problems = []
    for index, name in enumerate(scenario.apps):
        if name not in known:
            text = f"there is no app '{name}'{close_to(name, known)}; apps are: {listed(known)}"
            problems.append(ScenarioProblem(("apps", index), text))
        elif name in scenario.apps[:index]:
            problems.append(ScenarioProblem(("apps", index), f"'{name}' is listed twice; delete one of the two"))
    _stop_if_wrong(problems)
    return phone_with(tuple(scenario.apps))


def _people(scenario: str, parts: list[PersonPart], problems: list[ScenarioProblem]) -> dict[str, Person]:
    ids = Plot.person_ids(scenario, len(parts))
    people: dict[str, Person] = {}
    for index, part in enumerate(parts):
        if part.label in people or part.label == OWNER:
            text = f"the label '{part.label}' is taken; give each person their own label"
            problems.append(ScenarioProblem(("people", index, "label"), text))
        people[part.label] = Person(
            label=part.label,
            name=part.name,
            email=part.email,
            phone=part.phone,
            user_id=ids[index],
            also=tuple(part.also),
        )
    return people


def _plant(scenario: Scenario, plot: Plot, apps: Mapping[str, App], problems: list[ScenarioProblem]) -> None:
    for app in apps.values():
        app.prepare(plot)
    sections = [_Section(("world", name), name, items) for name, items in scenario.world.items()]
    if scenario.files:
        # Files first: mails and messages may attach them by label.
        sections.insert(0, _Section(("files",), "files", scenario.files))
    holders = [name for name, app in apps.items() if app.seed is not None]
    for path, name, items in sections:
        if name not in holders:
            text = f"'{name}' is not an app on this phone that can hold data{close_to(name, holders)}"
            problems.append(ScenarioProblem(path, f"{text}; these can: {listed(holders)}"))
            continue
        for index, item in enumerate(items):
            _plant_one(plot, apps[name], (*path, index), item, problems)


def _plant_one(plot: Plot, app: App, path: Path, item: dict[str, Any], problems: list[ScenarioProblem]) -> None:
    assert app.seed is not None
    try:
        seed = app.seed.model_validate(item, context=SeedClock(plot.start, plot.tz))
        app.plant(plot, seed)
    except ValidationError as error:
        problems.extend(ScenarioProblem((*path, *place), text) for place, text in explain(error, app.seed, item))
    except SeedError as error:
        problems.append(ScenarioProblem((*path, error.field) if error.field else path, str(error)))
    except ActionError as error:
        problems.append(ScenarioProblem(path, str(error)))


def _reserve(
    scenario: Scenario, plot: Plot, apps: Mapping[str, App], problems: list[ScenarioProblem]
) -> dict[str, tuple[str, str]]:
    """Reserve an id for each record that an event will create; return the record's table and id by the event's label.

    The event's label also becomes the label of the record.
    """
    reserved: dict[str, tuple[str, str]] = {}
    seen = {START}
    for index, part in enumerate(scenario.timeline):
        path: Path = ("timeline", index, "label")
        app = apps.get(part.do.partition(".")[0])
        if part.label in seen:
            problems.append(ScenarioProblem(path, f"the label '{part.label}' is taken; give each event its own label"))
        elif part.label in plot.labels or part.label in plot.people:
            text = f"the label '{part.label}' is used twice; give each item its own label"
            problems.append(ScenarioProblem(path, text))
        elif app is not None and (cls := _brought_by(app, part.do.partition(".")[2])) is not None:
            # The id is fixed before the run, so that goals and the solution can name a record that does not exist yet.
            reserved[part.label] = (cls.table, plot.new_id(cls))
            plot.name(part.label, *reserved[part.label])
        seen.add(part.label)
    return reserved


def _brought_by(app: App, event: str) -> type[Record] | None:
    """Return the type of record that an event creates; None if it creates none."""
    action = app.events.get(event)
    made = "" if action is None else action.mark.makes
    if made == NOTHING or not app.records:
        return None
    # An event that does not say what it makes creates one of the app's main records.
    return next((cls for cls in app.records if cls.table == made), app.records[0])


def _file_paths(plot: Plot) -> dict[str, str]:
    """Return the path of each labelled file, by label."""
    paths = {}
    for label, (table, file_id) in plot.labels.items():
        file = plot.store.get(File, file_id) if table == File.table else None
        if file is not None:
            paths[label] = file.path
    return paths
