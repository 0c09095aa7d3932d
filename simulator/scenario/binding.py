"""Binds events of the timeline and steps of a solution to actions of the phone and their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from simulator.phone import when
from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.scenario.argument_resolution import PENDING, ArgumentError, Names, resolve
from simulator.scenario.problems import Path, ScenarioProblem, close_to, listed, not_on_phone
from simulator.scenario.schema import EventPart, SolutionStep
from simulator.scenario.story import BoundStep, Scheduled

START = "start"


def bind_steps(
    steps: Iterable[SolutionStep], apps: Mapping[str, App], names: Names, problems: list[ScenarioProblem], path: Path
) -> list[BoundStep]:
    """Return the steps with their tools and arguments. Leave wrong steps out and add their mistakes to `problems`."""
    bound = []
    labels = dict(names.labels)
    for index, step in enumerate(steps):
        if step.call is None:
            bound.append(BoundStep(step, None, {}))
            continue
        action = find_action(step.call, apps, "tool")
        if isinstance(action, str):
            problems.append(ScenarioProblem((*path, index), action))
        else:
            try:
                bound.append(BoundStep(step, action, resolve(action, step.args, names._replace(labels=labels))))
            except ArgumentError as error:
                problems.append(ScenarioProblem((*path, index, "with", *_tail(error)), str(error)))
        if step.name is not None:
            # Added even after a mistake in this step, so that later steps that use the name cause no further problems.
            labels[step.name] = ("", PENDING.format(step.name))
    return bound


def bind_events(
    timeline: Sequence[EventPart],
    apps: Mapping[str, App],
    names: Names,
    reserved: Mapping[str, tuple[str, str]],
    problems: list[ScenarioProblem],
) -> list[Scheduled]:
    """Return the events with their actions, arguments and fixed times. Add mistakes to `problems`.

    An event with an unknown action or wrong arguments is left out.
    """
    labels = [part.label for part in timeline]
    found = []
    for index, part in enumerate(timeline):
        binder = _EventBinder(("timeline", index), part, names, problems)
        action = find_action(part.do, apps, "event")
        if isinstance(action, str):
            problems.append(ScenarioProblem((*binder.path, "do"), action))
            continue
        event = binder.bound(action, reserved.get(part.label), labels)
        if event is not None:
            found.append(event)
    problems.extend(_circles(timeline))
    return found


def find_action(name: str, apps: Mapping[str, App], kind: Literal["tool", "event"]) -> Action | str:
    """Return the tool or event with this name; if there is none, return a text that says what is wrong."""
    app_name, _, short = name.partition(".")
    app = apps.get(app_name)
    if app is None:
        return not_on_phone(name, apps)
    known = app.tools if kind == "tool" else app.events
    if short not in known:
        return f"{app_name} has no {kind} '{short}'{close_to(short, known)}; it has: {listed(known, short)}"
    return known[short]


def read_time(text: str, names: Names, problems: list[ScenarioProblem], path: Path) -> int | None:
    try:
        return when.parse_author_time(text, names.start, names.tz)
    except when.TimeError as error:
        problems.append(ScenarioProblem(path, str(error)))
        return None


class _EventBinder:
    """Binds one event of the timeline to its action, and adds mistakes in the event to `problems`."""

    def __init__(self, path: Path, part: EventPart, names: Names, problems: list[ScenarioProblem]) -> None:
        self.path = path
        self.part = part
        self.names = names
        self.problems = problems

    def bound(self, action: Action, reserved: tuple[str, str] | None, labels: list[str]) -> Scheduled | None:
        # Times before arguments, so that one load reports the mistakes in both.
        at = self._known_time(labels)
        until = self._time("until", self.part.until)
        self._check_delay()
        try:
            args = resolve(action, self.part.args, self.names)
        except ArgumentError as error:
            self._problem(str(error), "with", *_tail(error))
            return None
        # Arguments whose names start with `sender` or `who_` name the person who causes an event. The assistant may
        # send that person a short confirmation.
        senders = frozenset(str(value) for name, value in args.items() if name.startswith(("sender", "who_")))
        return Scheduled(self.part, action.app, action.name, args, reserved, senders, at, until)

    def _known_time(self, labels: list[str]) -> int | None:
        """Return the fixed time of an event; None if it waits for a condition or for another event.

        Report a time before the start, and an `after` that names no event.
        """
        at = self._time("at", self.part.at)
        if at is not None and at < self.names.start:
            self._problem(f"'{self.part.at}' is before the start; put earlier records into world", "at")
        if self.part.after is None:
            return at
        try:
            anchor, delay = when.parse_after(self.part.after)
        except when.TimeError as error:
            self._problem(str(error), "after")
            return None
        if anchor == START:
            return self.names.start + delay
        if anchor not in labels:
            known = [START, *labels]
            text = f"there is no event '{anchor}'{close_to(anchor, known)}; events are: {listed(known, anchor)}"
            self._problem(text, "after")
        return None

    def _time(self, field: str, text: str | None) -> int | None:
        return None if text is None else read_time(text, self.names, self.problems, (*self.path, field))

    def _check_delay(self) -> None:
        try:
            when.parse_duration(self.part.delay if self.part.delay is not None else "0s")
        except when.TimeError as error:
            self._problem(str(error), "delay")

    def _problem(self, text: str, *place: str) -> None:
        self.problems.append(ScenarioProblem((*self.path, *place), text))


def _circles(timeline: Sequence[EventPart]) -> Iterable[ScenarioProblem]:
    """Yield one problem if events wait for each other in a circle, so that none of them could happen."""
    waits: dict[str, str] = {}
    for part in timeline:
        if part.after is not None:
            try:
                waits[part.label] = when.parse_after(part.after).anchor
            except when.TimeError:
                continue
    for index, part in enumerate(timeline):
        seen = [part.label]
        while seen[-1] in waits and waits[seen[-1]] not in seen:
            seen.append(waits[seen[-1]])
        if waits.get(seen[-1]) == part.label:
            # One report is enough: every other event of the circle would report the same circle.
            chain = " -> ".join([*seen, part.label])
            yield ScenarioProblem(
                ("timeline", index, "after"),
                f"events wait for each other in a circle: {chain}; change the `after` of one of these events",
            )
            return


def _tail(error: ArgumentError) -> tuple[str, ...]:
    return (error.argument,) if error.argument else ()
