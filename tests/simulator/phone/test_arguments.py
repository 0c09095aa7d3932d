"""Argument structs: declared once, flat for every caller, one value for the method."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from simulator.phone.actions import Action, tool
from simulator.phone.app import App
from simulator.phone.arguments import Arguments, Only
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.roles import Amount, Code, Ref, Text


class PlantChanges(Arguments, frozen=True, kw_only=True):
    name: Annotated[str | None, Text("What it is called.")] = None
    place: Annotated[str, Code("Where it stands.")] = "window"
    height: Annotated[int | None, Amount("In centimetres.")] = None


class PlantFields(PlantChanges, frozen=True, kw_only=True):
    name: Annotated[str, Text("What it is called.")]
    dry: bool = False


class Plants(App):
    name = "plants"
    prefix = "Plants"

    @tool(write=True)
    def add(self, call: Call, plant: PlantFields) -> PlantFields:
        """Add a plant."""
        return plant

    @tool(write=True)
    def change(self, call: Call, plant_id: Annotated[str, Ref("Id.", "plants.plant")], to: PlantChanges) -> Any:
        """Change a plant."""
        return plant_id, to

    @tool(write=True)
    def move(self, call: Call, plant: Annotated[PlantFields, Only("place", "name")], by: int = 1) -> PlantFields:
        """Move a plant."""
        return plant

    @tool(write=True)
    def confuse(self, call: Call, plant: PlantFields, name: str) -> None:
        """Name an argument twice."""


def action(name: str) -> Action:
    return Plants().tools[name]


def done(name: str, args: dict[str, Any]) -> Any:
    return action(name).method(Plants(), None, **action(name).validate(args).call)


def test_callers_see_the_fields_of_a_struct_as_arguments_of_the_action() -> None:
    assert action("add").usage == "name, place='window', height=None, dry=False"
    assert action("add").schema["required"] == ["name"]
    assert action("add").schema["properties"]["height"]["description"] == "In centimetres."
    assert isinstance(action("add").params["place"].role, Code)


def test_the_method_gets_them_as_one_value_and_the_moment_keeps_what_was_given() -> None:
    assert done("add", {"name": "Fern", "height": 30}) == PlantFields(name="Fern", height=30)
    assert action("add").validate({"height": 30, "name": "Fern"}).given == {"name": "Fern", "height": 30}
    with pytest.raises(ActionError, match="needs the argument 'name'"):
        action("add").validate({})


def test_a_subclass_adds_fields_and_changes_defaults_in_place() -> None:
    assert action("change").usage == "plant_id, name=None, place='window', height=None"
    assert done("change", {"plant_id": "p", "place": "door"}) == ("p", PlantChanges(place="door"))


def test_only_some_fields_stand_in_the_order_in_which_they_are_named() -> None:
    assert action("move").usage == "place='window', name, by=1"
    assert done("move", {"name": "Fern"}) == PlantFields(name="Fern")
    with pytest.raises(ActionError, match="has no argument 'height'"):
        action("move").validate({"name": "Fern", "height": 3})


def test_an_argument_that_is_there_twice_is_refused() -> None:
    with pytest.raises(TypeError, match="two arguments called 'name'"):
        action("confuse").params  # noqa: B018
