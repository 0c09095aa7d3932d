from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from simulator.phone.registry import all_apps
from simulator.scenario.scenario_json_schema import scenario_schema, schema_text
from simulator.scenario.yaml12 import load_yaml
from tests.simulator.scenario.samples import FERNS, LEASE, OLD_FERNS, edited, faults_of


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return scenario_schema()


@pytest.fixture(scope="module")
def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema)


def accepted(validator: Draft202012Validator, text: str) -> bool:
    return bool(validator.is_valid(load_yaml(text, "it.yaml").data))


def test_it_is_a_json_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    def references(value: Any) -> list[str]:
        if isinstance(value, Mapping):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [found for inner in value.values() for found in references(inner)]
        return [found for inner in value for found in references(inner)] if isinstance(value, list) else []

    named = {reference.removeprefix("#/$defs/") for reference in references(schema)}
    assert named <= schema["$defs"].keys()


@pytest.mark.parametrize("text", [FERNS, OLD_FERNS, LEASE])
def test_a_sound_file_passes(validator: Draft202012Validator, text: str) -> None:
    problems = [
        f"{error.json_path}: {error.message}" for error in validator.iter_errors(load_yaml(text, "it.yaml").data)
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{event: rings,", "{event: [rings],"),
        ("[{remind: reminder, about: ferns}]", "[{remind: [reminder], about: [ferns, odile]}]"),
        ("[{remind: reminder, about: ferns}]", "[{move: ferns}, {send: odile}]"),
        ("offers: {unneeded_at_most: 2}\n", ""),
        ("offers: {unneeded_at_most: 2}\n", "offers: {}\n"),
        ("{record: dentist, changed: [description]}", "{record: [dentist, ferns], changed: true}"),
        ("{record: dentist, changed: [description]}", "{records: {in: reminder}, made: true}"),
        ("where: {title: {mentions: [Ferns]}", "where: {text: {mentions: [Ferns]}"),
        ("{at: =early, within: 2h}", "12:00"),
        ("{at: =early, within: 2h}", "7"),
        ("{at: =early, within: 2h}", "true"),
        ("{at: =early, within: 2h}", "[1, a]"),
        ("exists: {in: reminder,", "exists: {in: reminder, count: 2,"),
        ("exists: {in: reminder,", "exists: {in: reminder.reminder, count: {min: 1, max: 2},"),
        ("report: It is noted.", "report: {steps: []}"),
        ("report: It is noted.", "offer#1: It is noted."),
        ("  - wait: rings", "  - {call: reminder.get_all_reminders, with: {}}"),
        ("  - wait: rings", "  - {reminder.get_all_reminders: {}, fails: true, as: x}"),
    ],
)
def test_short_forms_pass(validator: Draft202012Validator, old: str, new: str) -> None:
    assert accepted(validator, edited(FERNS, old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("evident_after: rings", "evident_after: [rings]"),
        ("{any: [ferns, plants], all_of_people: [odile]}", "[ferns, 5, {money: 3}]"),
        ("{any: [ferns, plants], all_of_people: [odile]}", "ferns"),
        ("{any: [ferns, plants], all_of_people: [odile]}", "5"),
        ("{any: [ferns, plants], all_of_people: [odile]}", "{together: [[ferns, 5], [odile, {amount: =waiting}]]}"),
    ],
)
def test_short_forms_of_older_files_pass(validator: Draft202012Validator, old: str, new: str) -> None:
    assert accepted(validator, edited(OLD_FERNS, old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{exactly: [odile, owner, someone@else.example]}", "odile"),
        ("{exactly: [odile, owner, someone@else.example]}", "[odile, owner]"),
        ("app: [email]", "app: email"),
        ("told: [sent]", "told: sent"),
        ("told: [sent]", "told: {any: [sent]}"),
        ("told: [sent]", "told: {mentions: {any: [sent]}}"),
        ("answer: {accept: Yes.}", "answer: [{accept: Yes.}]"),
    ],
)
def test_short_forms_of_messages_pass_as_they_load(validator: Draft202012Validator, old: str, new: str) -> None:
    text = edited(LEASE, old, new)
    assert faults_of(text) == []
    assert accepted(validator, text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Watering before the trip", "titel: Watering before the trip"),
        ("status: ready", "status: redy"),
        ("category: reminders-tasks", "category: reminders"),
        ("apps: [reminder]", "apps: [remindr]"),
        ("  reminder:\n", "  remindr:\n"),
        ("{title: Rent, due", "{titel: Rent, due"),
        ("repeat: month", "repeat: moth"),
        ("do: reminder.fall_due, with: {reminder_id: dentist}", "do: reminder.fall_do, with: {reminder_id: dentist}"),
        ("do: reminder.fall_due, with: {reminder_id: dentist}", "do: reminder.fall_due, with: {reminder: dentist}"),
        ("do: reminder.fall_due, with: {reminder_id: dentist}", "do: reminder.fall_due"),
        ("do: reminder.edit,", "do: reminder.edot,"),
        ("  - wait: rings", "  - wit: rings"),
        ("  - report: The ferns", "  - reprt: The ferns"),
        ("- reminder.get_all_reminders:\n", "- reminder.get_reminders:\n"),
        ("title: The ferns, description", "titel: The ferns, description"),
        ("report: It is noted.", "reprt: It is noted."),
        ("changed: {record: ferns, to: {due: {at: =early", "changed: {record: ferns, too: {due: {at: =early"),
        ("{at: =early, within: 2h}", "{att: =early}"),
        ("exists: {in: reminder,", "exists: {in: remindr,"),
        ("unneeded_at_most: 2", "unneeded_at_most: many"),
        ("{remind: reminder,", "{remynd: reminder,"),
        ("not_before: {event: rings, because:", "not_before: {event: rings, becuase:"),
    ],
)
def test_a_slip_fails(validator: Draft202012Validator, old: str, new: str) -> None:
    text = edited(FERNS, old, new)
    assert faults_of(text)
    assert not accepted(validator, text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at_most: 2", "at_most: many"),
        ("{any: [ferns, plants], all_of_people: [odile]}", "{together: [ferns, odile]}"),
    ],
)
def test_a_slip_in_an_older_file_fails(validator: Draft202012Validator, old: str, new: str) -> None:
    text = edited(OLD_FERNS, old, new)
    assert faults_of(text)
    assert not accepted(validator, text)


def test_every_app_is_completed(schema: dict[str, Any]) -> None:
    apps = {name: app for name, app in all_apps().items() if not app.system}
    assert schema["properties"]["apps"]["items"]["enum"] == list(apps)
    assert schema["properties"]["world"]["properties"].keys() == {name for name, app in apps.items() if app.seed}
    tools = {f"{name}.{tool}" for name, app in apps.items() for tool in app.tools}
    assert tools <= schema["$defs"]["SolutionStep"]["properties"].keys()
    events = [f"{name}.{event}" for name, app in apps.items() for event in app.events]
    assert schema["$defs"]["EventPart"]["properties"]["do"]["enum"] == events


def test_it_is_written_as_text(schema: dict[str, Any]) -> None:
    assert json.loads(schema_text()) == schema


def test_the_published_schema_is_up_to_date(root: Path) -> None:
    path = root / "docs" / "schemas" / "scenario.schema.json"
    published = path.read_text(encoding="utf-8") if path.is_file() else ""
    stale = published != schema_text()
    assert not stale, (
        "The apps or the schema have changed. Run `pare scenarios schema --write`, which rewrites docs/schemas."
    )
