"""Times: within reach of the story, and in an order that can come true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from simulator.phone import when
from simulator.phone.actions import Action
from simulator.phone.plot import SeedTime
from simulator.phone.roles import When
from simulator.scenario.lint.check import FAR, Check
from simulator.scenario.problems import Path
from simulator.scenario.story import Scheduled

# What tells a time in an app's seed from other numbers.
_MARK = get_args(SeedTime)[1]


def check_times(check: Check) -> None:
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


def _check_event(check: Check, path: Path, event: Scheduled) -> None:
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
            text = f"this would come at {show(event.at)}, but {key} is {show(limit)}; it would never come"
            check.say((*path, "until") if key == "until" else path, text)


def _check_arguments(check: Check, path: Path, action: Action, args: Mapping[str, Any]) -> None:
    for name, value in args.items():
        if isinstance(action.params[name].role, When):
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    check.time((*path, name), text)


def _seed_times(check: Check) -> Iterator[tuple[Path, str]]:
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
    """The texts in a value that its type says are times."""
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
