"""Checks the user's path through the phone, the needs, and the answers to offers."""

from __future__ import annotations

from functools import cache

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.screens import taps_of
from simulator.scenario.argument_resolution import ArgumentError, resolve
from simulator.scenario.lint.field_checks import check_mentions
from simulator.scenario.lint.scenario_check import START, ScenarioCheck
from simulator.scenario.problems import Path, close_to, listed, not_on_phone
from simulator.scenario.schema import Need, PathStep


@cache
def user_actions(app: App) -> dict[str, list[Action]]:
    """Return the user's actions in an app by name; several screens may have an action of the same name."""
    found: dict[str, list[Action]] = {}
    for screen in app.screens:
        for name, action in taps_of(screen).items():
            found.setdefault(name, []).append(action)
    return found


def check_path(check: ScenarioCheck) -> None:
    for index, step in enumerate(check.scenario.user.path):
        path: Path = ("user", "path", index)
        if step.see is not None:
            check.place((*path, "see"), step.see)
        if step.on is not None:
            check.record((*path, "on"), step.on)
        if step.after is not None:
            check.event((*path, "after"), step.after)
        if step.do is not None:
            _check_do(check, path, step, step.do)


def _check_do(check: ScenarioCheck, path: Path, step: PathStep, do: str) -> None:
    app_name, _, name = do.partition(".")
    app = check.apps.get(app_name)
    if app is None:
        check.say((*path, "do"), not_on_phone(do, check.apps))
        return
    known = user_actions(app)
    if name not in known:
        text = f"{app_name} has no user action '{name}'{close_to(name, known)}; it has: {listed(known, name)}"
        check.say((*path, "do"), text)
        return
    # Several screens may have an action of this name with other arguments; one that fits is enough.
    errors = []
    for action in known[name]:
        try:
            resolve(action, step.args, check.story.names)
        except ArgumentError as error:
            errors.append(error)
    if len(errors) == len(known[name]):
        argument = (errors[0].argument,) if errors[0].argument else ()
        check.say((*path, "with", *argument), str(errors[0]))


def check_needs(check: ScenarioCheck) -> None:
    for index, need in enumerate(check.scenario.needs):
        path: Path = ("needs", index)
        for place, label in enumerate(need.evident_after):
            if label != START:
                check.event((*path, "evident_after", place), label)
        if need.too_late_after is not None:
            check.moment((*path, "too_late_after"), need.too_late_after)
        if need.not_before is not None:
            for place, label in enumerate(need.not_before.event):
                check.event((*path, "not_before", "event", place), label)
        if need.welcome is not None:
            check_mentions(check, (*path, "welcome", "mentions"), need.welcome.mentions)
        _check_acts(check, path, need)
        _check_answers(check, path, need)


def _check_acts(check: ScenarioCheck, path: Path, need: Need) -> None:
    known = {*check.story.labels, *check.story.people, *check.scenario.apps}
    for index, act in enumerate(need.acts):
        for label in (*act.targets, *act.about):
            if label not in known:
                text = f"there is no record, person or app '{label}'{close_to(label, known)}; use a label of the file"
                check.say((*path, "acts", index), text)


def _check_answers(check: ScenarioCheck, path: Path, need: Need) -> None:
    for index, answer in enumerate(need.answer):
        place: Path = (*path, "answer", index)
        if answer.look is not None:
            check.place((*place, "look"), answer.look)
        if answer.before is not None:
            check.moment((*place, "before"), answer.before)
