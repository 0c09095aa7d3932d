"""Checks that weekdays fit their dates, times are near the story, and a ready scenario has all its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from simulator.phone import when
from simulator.phone.actions import Action
from simulator.phone.plot import SeedTime
from simulator.phone.roles import When
from simulator.scenario.argument_resolution import USERS
from simulator.scenario.base import TO_DO
from simulator.scenario.lint.scenario_check import FAR, ScenarioCheck
from simulator.scenario.problems import Path
from simulator.scenario.story import Scheduled
from simulator.scenario.weekdays import weekday_clashes

_DIGIT = re.compile(r"[0-9]")


def check_weekdays(check: ScenarioCheck) -> None:
    start = datetime.fromtimestamp(check.story.start, check.story.tz).date()
    for path, text in texts_in(check.story.source, ()):
        # Texts without digits are skipped: they contain no date, and searching for dates is slow.
        if _DIGIT.search(text):
            for clash in weekday_clashes(text, start):
                check.say(path, clash)


def texts_in(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts_in(inner, (*path, index))


# The annotation that marks a time in an app's seed model.
_MARK = get_args(SeedTime)[1]


def check_times(check: ScenarioCheck) -> None:
    if check.scenario.end is not None:
        check.time(("end",), check.scenario.end)
    for path, text in _seed_times(check):
        check.time(path, text)
    for index, event in enumerate(check.story.events):
        _check_event(check, ("timeline", index), event)
        action = check.apps[event.app].events[event.name]
        _check_arguments(check, ("timeline", index, "with"), action, event.part.args)
    for index, step in enumerate(check.story.solution):
        if step.action is not None:
            _check_arguments(check, ("solution", index, "with"), step.action, step.part.args)


def _check_event(check: ScenarioCheck, path: Path, event: Scheduled) -> None:
    part, show = event.part, check.story.blank.show
    for key, text in (("at", part.at), ("until", part.until)):
        if text is not None:
            check.time((*path, key), text)
    delays = (("after", when.parse_after(part.after).delay if part.after else 0),)
    for key, delay in (*delays, ("delay", when.parse_duration(part.delay) if part.delay else 0)):
        if delay > FAR:
            check.say((*path, key), f"this waits for more than {FAR // when.DAY} days; write a shorter time")
    for key, limit in (("until", event.until), ("end", check.story.end)):
        if event.at is not None and limit is not None and event.at > limit:
            text = f"this is due at {show(event.at)}, after {key} ({show(limit)}), so it never happens; change a time"
            check.say((*path, "until") if key == "until" else path, text)


def _check_arguments(check: ScenarioCheck, path: Path, action: Action, args: Mapping[str, Any]) -> None:
    for name, value in args.items():
        if isinstance(action.params[name].role, When):
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    check.time((*path, name), text)


def _seed_times(check: ScenarioCheck) -> Iterator[tuple[Path, str]]:
    for name, items in check.scenario.world.items():
        seed = check.apps[name].seed
        for index, item in enumerate(items):
            assert seed is not None
            yield from _times_in_model(seed, item, ("world", name, index))


def _times_in_model(model: type[BaseModel], item: Any, path: Path) -> Iterator[tuple[Path, str]]:
    for name, field in model.model_fields.items():
        key = field.alias if field.alias in item else name
        if key is not None and key in item:
            marked = _MARK in field.metadata
            yield from _times_in(Annotated[int, _MARK] if marked else field.annotation, item[key], (*path, key))


def _times_in(annotation: Any, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield path and text of each time in a value; the annotation says which texts are times."""
    if get_origin(annotation) is Annotated and _MARK in get_args(annotation):
        if isinstance(value, str):
            yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _times_in(annotation, item, (*path, index))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if isinstance(value, dict):
            yield from _times_in_model(annotation, value, path)
    else:
        for inner in get_args(annotation):
            yield from _times_in(inner, value, path)


FEWEST_RECORDS = 8


def check_readiness(check: ScenarioCheck) -> None:
    scenario = check.scenario
    if scenario.status != "ready":
        return
    for path, text in texts_in(check.story.source, ()):
        if TO_DO in text:
            check.say(path, f"this still says {TO_DO}; replace it with your own text, or delete this part")
    if not scenario.about.strip():
        check.say(("about",), "a ready scenario says what it is about; write two or three sentences")
    if not scenario.difficulty.because.strip():
        check.say(("difficulty", "because"), "a ready scenario explains its difficulty; write a few words")
    records = _records(check)
    if records < FEWEST_RECORDS:
        text = f"only {records} records are on the phone at the start; a ready scenario has at least {FEWEST_RECORDS}"
        check.say(("world",), f"{text}, because a real phone holds more than the story needs")
    if not scenario.silent:
        _check_help(check)


def _check_help(check: ScenarioCheck) -> None:
    scenario = check.scenario
    for index, need in enumerate(scenario.needs):
        if need.welcome is not None:
            text = "a ready scenario describes the help in say and acts; write say and acts instead of welcome"
            check.say(("needs", index, "welcome"), text)
    if not scenario.solution:
        check.say(("solution",), "a ready scenario has a worked solution; write its steps, starting with an offer")
    if not scenario.alternatives:
        check.say(("alternatives",), "a ready scenario shows another good way; add at least one alternative")
    if not scenario.goals and any(answer.reject is None for need in scenario.needs for answer in need.answer):
        check.say(("goals",), "the user accepts help, but nothing says what is true afterwards; add a goal")


def _records(check: ScenarioCheck) -> int:
    """Return the number of records on the phone.

    Users of the messaging app and records whose type has no id prefix do not count.
    """
    tables = check.story.blank.store.tables()
    types = [cls for app in check.apps.values() if not app.system for cls in app.records]
    return sum(len(tables[cls.table]) for cls in types if cls.prefix and cls.table != USERS)
