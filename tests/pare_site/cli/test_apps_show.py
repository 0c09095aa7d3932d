"""`pare apps show`: what a scenario file may name of an app."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, Field

from pare_site.cli.app_markdown import markdown
from pare_site.cli.app_names import Value, names_of
from pare_site.cli.app_page import show_page
from pare_site.cli.main import main
from pare_site.cli.output import Console
from simulator.phone.actions import event, tool
from simulator.phone.app import App, Seed
from simulator.phone.call import Call
from simulator.phone.plot import SeedTime
from simulator.phone.registry import all_apps
from simulator.phone.roles import Code, Ref, When
from simulator.phone.screens import taps_of
from simulator.phone.store import Record
from simulator.scenario.library import Library
from simulator.scenario.lint.field_checks import field_types

APPS = [name for name, app in all_apps().items() if not app.system]
LONG_AGO = 1_000_000_000
Size = Literal["small", "large"]


class Plant(Record, frozen=True):
    table: ClassVar[str] = "garden.plant"
    name: str
    watered: int | None = None
    sown_at: int = 0
    size: Size = "small"
    pots: int = 1


class Bed(Record, frozen=True):
    table: ClassVar[str] = "garden.bed"
    place: str = ""


class LeafSeed(BaseModel):
    colour: str


class PlantSeed(Seed):
    """A plant, or with `bed` alone a place for some."""

    plant_name: str = Field(alias="called", description="What it is called.")
    watered: SeedTime | None = None
    size: Size = "small"
    leaves: list[LeafSeed] = []


class Garden(App):
    name = "garden"
    prefix = "Garden"
    title = "The garden"
    about = "Plants and their needs."
    records = (Plant, Bed)
    seed = PlantSeed

    @tool(write=True)
    def water(self, call: Call, plant_id: Annotated[str, Ref("Which.", "garden.plant")], litres: float = 1.5) -> str:
        """Give a plant water."""
        raise NotImplementedError

    @event()
    def sprout(
        self,
        call: Call,
        size: Annotated[Size, Code("small or large.")],
        at: Annotated[str | None, When("When it happens.")] = None,
    ) -> str:
        """Something comes up."""
        raise NotImplementedError


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["apps", "show", *args]) == 0
    return capsys.readouterr().out


def page(app: App, capsys: pytest.CaptureFixture[str]) -> list[str]:
    show_page(Console(), names_of(app))
    return capsys.readouterr().out.splitlines()


def as_data(capsys: pytest.CaptureFixture[str], name: str) -> dict[str, Any]:
    (app,) = json.loads(shown(capsys, name, "--json"))["apps"]
    assert isinstance(app, dict)
    return app


def test_an_unknown_app_gives_the_closest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "show", "shoping"]) == 2
    assert "did you mean 'shopping'" in capsys.readouterr().err


def test_text_for_programs_and_for_the_docs_at_once_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "show", "cab", "--json", "--markdown"]) == 2
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize("name", APPS)
def test_every_name_that_an_app_declares_is_on_its_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    app, words = all_apps()[name], set(shown(capsys, name).replace(":", " ").replace(",", " ").split())
    actions = [*app.tools, *app.events, *(tap for screen in app.screens for tap in taps_of(screen))]
    assert {f"{name}.{action}" for action in actions} <= words
    assert {record.table for record in app.records} <= words
    assert {field for record in app.records for field in field_types(record) if field != "id"} <= words
    assert app.seed is not None
    assert set(app.seed.model_json_schema()["properties"]) <= words


@pytest.mark.parametrize("name", APPS)
def test_the_same_stands_in_the_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    app, data = all_apps()[name], as_data(capsys, name)
    assert [call["name"] for call in data["calls"]] == [f"{name}.{tool}" for tool in app.tools]
    assert [call["write"] for call in data["calls"]] == [tool.write for tool in app.tools.values()]
    assert [event["name"] for event in data["events"]] == [f"{name}.{event}" for event in app.events]
    assert [kind["name"] for kind in data["records"]] == [record.table for record in app.records]
    assert [taps["screen"] for taps in data["taps"]] == [screen.__name__ for screen in app.screens if taps_of(screen)]


def test_all_shows_every_app(capsys: pytest.CaptureFixture[str]) -> None:
    assert [app["name"] for app in json.loads(shown(capsys, "all", "--json"))["apps"]] == list(all_apps())


def test_the_docs_leave_out_what_no_file_fills(capsys: pytest.CaptureFixture[str]) -> None:
    heads = [line for line in shown(capsys, "all", "--markdown").splitlines() if line.startswith("**")]
    assert [head.split("**")[1] for head in heads] == APPS


def test_the_system_shows_only_taps_and_calls(capsys: pytest.CaptureFixture[str]) -> None:
    home = as_data(capsys, "home")
    assert (home["records"], home["world"], home["events"]) == ([], None, [])
    assert "home.open_app" in {tap["name"] for taps in home["taps"] for tap in taps["actions"]}
    assert "Scenario files cannot refer to anything in this app" in shown(capsys, "assistant")


def test_the_first_kind_is_what_the_name_of_the_app_means(capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(Garden(), capsys)
    assert "  garden.plant, or garden alone" in lines
    assert "  garden.bed" in lines


def test_a_declared_field_of_a_record_shows_up_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(Garden(), capsys)
    assert "    name     text" in lines
    assert "    watered  time" in lines
    assert "    sown_at  time" in lines
    assert "    size     small or large" in lines
    assert "    pots     whole number" in lines
    assert not any(line.strip().startswith("id ") for line in lines)


def test_a_seed_is_shown_as_a_file_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(Garden(), capsys)
    assert "  A plant, or with `bed` alone a place for some." in lines
    assert "  called   text, required. What it is called." in lines
    assert "  watered  time, optional." in lines
    assert "  size     small or large, small by default." in lines
    below = lines[lines.index("  leaves   list of entries, optional.") + 1]
    assert below == "           colour  text, required."


def test_events_and_calls_are_shown_as_a_file_writes_them(capsys: pytest.CaptureFixture[str]) -> None:
    lines = page(Garden(), capsys)
    assert "  garden.sprout: {size, at}" in lines
    assert "    size  small or large, required." in lines
    assert "    at    time, optional. When it happens." in lines
    assert "  write  garden.water: {plant_id, litres}" in lines
    assert "           plant_id  label of garden.plant, required. Which." in lines
    assert "           litres    number, 1.5 by default." in lines


def test_the_docs_have_one_short_section_an_app() -> None:
    assert markdown([names_of(Garden())]) == (
        "**garden**: Plants and their needs.\n"
        "- world: **called**, watered, size (small, large), leaves (**colour**). "
        "A plant, or with `bed` alone a place for some.\n"
        "- goals: `garden` (name, watered, sown_at, size, pots), `garden.bed` (place)\n"
        "- events: `sprout` (**size**, at)\n"
    )


def test_just_the_numbers_that_are_times_are_called_so() -> None:
    kinds = {kind.name: kind for app in all_apps().values() for kind in names_of(app).records}
    seen = set()
    for story in Library.standard({}).stories():
        for table, kind in kinds.items():
            for record in story.blank.store.tables().get(table, {}).values():
                for field in kind.fields:
                    value = getattr(record, field.name)
                    if type(value) is int and value:
                        assert (field.type == "time") == (value > LONG_AGO), f"{table}.{field.name} is {value}"
                        seen.add(field.type)
    assert seen == {"time", "whole number"}


def test_inner_entries_have_their_fields_too() -> None:
    (messages,) = [value for value in _world("messaging") if value.name == "messages"]
    assert {"from", "at", "text"} <= {value.name for value in messages.fields}
    (attachment,) = [value for value in messages.fields if value.name == "attachment"]
    assert [value.name for value in attachment.fields] == ["name", "text"]


def _world(name: str) -> tuple[Value, ...]:
    world = names_of(all_apps()[name]).world
    assert world is not None
    return world.fields
