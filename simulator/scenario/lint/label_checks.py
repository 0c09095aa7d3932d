"""Checks that labels are well formed and unique, and that people have names and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from simulator.phone.registry import all_apps
from simulator.scenario.lint.scenario_check import OWNER, START, ScenarioCheck, is_label
from simulator.scenario.problems import Path

_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")


def check_labels(check: ScenarioCheck) -> None:
    taken = {OWNER, START, *all_apps()}
    for path, label in _labels(check):
        if not is_label(label):
            text = "write lowercase letters, digits and _, starting with a letter, such as late_train"
            check.say(path, f"'{label}' is not a label; {text}")
        elif label in taken:
            check.say(path, f"'{label}' is a reserved word; choose a different label")
    for name in check.scenario.derived:
        if name in check.story.labels:
            check.say(("derived", name), f"'{name}' is also the label of a record; choose a different name")
    _check_needs(check)
    _check_people(check)


def _check_people(check: ScenarioCheck) -> None:
    # A person without a name or with half an address could be neither written to nor recognised in a text.
    owner = check.scenario.owner
    people: list[tuple[Path, str, str]] = [(("owner",), owner.name, owner.email)]
    people += [(("people", index), person.name, person.email) for index, person in enumerate(check.scenario.people)]
    for path, name, email in people:
        if not name.strip():
            check.say((*path, "name"), "this name is empty; write a name such as Odile Marchand")
        # Only the owner must have an address.
        if (email or path == ("owner",)) and not _ADDRESS.fullmatch(email):
            check.say((*path, "email"), f"'{email}' is not an e-mail address; write it like name@place.example")


def _labels(check: ScenarioCheck) -> Iterator[tuple[Path, str]]:
    source = check.story.source
    yield from _labels_in(source.get("world"), ("world",))
    yield from _labels_in(source.get("files"), ("files",))
    for index, person in enumerate(check.scenario.people):
        yield ("people", index, "label"), person.label
    for index, event in enumerate(check.scenario.timeline):
        yield ("timeline", index, "label"), event.label
    for name in check.scenario.derived:
        yield ("derived", name), name


def _labels_in(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield path and text of every `label:` in a value, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "label" and isinstance(inner, str):
                yield (*path, key), inner
            else:
                yield from _labels_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _labels_in(inner, (*path, index))


def _check_needs(check: ScenarioCheck) -> None:
    for index, label in enumerate(check.needs):
        path: Path = ("needs", index, "label")
        if label in check.needs[:index]:
            check.say(path, f"the label '{label}' is used twice; give each need its own label")
        elif label == "any":
            check.say(path, "'any' stands for any need; choose a different label")
