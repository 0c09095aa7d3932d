"""The state graph that follows from an app's declarations."""

from __future__ import annotations

import json
import re
from typing import ClassVar

import pytest

from simulator.phone.actions import POP, ROOT, push, replace, root, root_push, tap
from simulator.phone.app import App
from simulator.phone.call import Call, Look
from simulator.phone.graph import Edge, screens_below, state_graph, to_json, to_mermaid, unreachable
from simulator.phone.registry import all_apps
from simulator.phone.screens import Screen, Step, View, back, stay

WITH_SCREENS = [app for app in all_apps().values() if app.screens]
ARROW = re.compile(r"    (\[\*\]|\w+) --> (\w+)(?:: [\w ,()]+)?")


class _Shown(Screen, frozen=True):
    app: ClassVar[str] = "toy"
    prefix: ClassVar[str] = "Toy"

    def view(self, look: Look) -> View:
        return View(title="")


class Shelf(_Shown, frozen=True):
    @tap()
    def look_around(self, call: Call) -> Step:
        return stay("")

    @tap(push("Box"))
    def open_box(self, call: Call) -> Step:
        return stay("")

    @tap(push("Form"))
    def new_box(self, call: Call) -> Step:
        return stay("")


class Box(_Shown, frozen=True):
    @tap(push("Lid"))
    def lift(self, call: Call) -> Step:
        return stay("")

    @tap(POP, write=True)
    def throw_away(self, call: Call) -> Step:
        return back("")


class Form(_Shown, frozen=True):
    @tap(replace("Box"), write=True)
    def save(self, call: Call) -> Step:
        return stay("")

    @tap(POP)
    def drop_it(self, call: Call) -> Step:
        return back("")


class Lid(_Shown, frozen=True):
    @tap(ROOT)
    def put_all_back(self, call: Call) -> Step:
        return stay("")

    @tap(root("Box"))
    def keep_only_the_box(self, call: Call) -> Step:
        return stay("")

    @tap(root_push("Label"), write=True)
    def seal(self, call: Call) -> Step:
        return stay("")


class Label(_Shown, frozen=True):
    pass


class Attic(_Shown, frozen=True):
    @tap(replace("Lid"))
    def climb_down(self, call: Call) -> Step:
        return stay("")

    @tap(POP)
    def leave(self, call: Call) -> Step:
        return back("")


class Toy(App):
    name = "toy"
    prefix = "Toy"
    title = "Toy"
    screens = (Shelf, Box, Form, Lid, Attic, Label)


class Torn(App):
    name = "torn"
    prefix = "Torn"
    title = "Torn"
    screens = (Shelf, Lid, Label)


def edges_of(screen: str, action: str) -> list[Edge]:
    return [edge for edge in state_graph(Toy()).edges if (edge.screen, edge.action) == (screen, action)]


def test_the_screens_stand_in_order_with_the_root_first() -> None:
    graph = state_graph(Toy())
    assert (graph.app, graph.root, graph.screens) == ("toy", "Shelf", ("Shelf", "Box", "Form", "Lid", "Attic", "Label"))


@pytest.mark.parametrize(
    "edge",
    [
        Edge("Shelf", "look_around", "stay", "Shelf"),
        Edge("Shelf", "open_box", "push", "Box"),
        Edge("Form", "save", "replace", "Box"),
        Edge("Box", "throw_away", "pop", "Shelf"),
        Edge("Lid", "put_all_back", "root", "Shelf"),
        Edge("Lid", "keep_only_the_box", "root", "Box"),
        Edge("Lid", "seal", "root_push", "Label"),
        Edge("Label", "go_back", "pop", "Shelf"),
        Edge("Lid", "go_back", "pop", "Box"),
    ],
)
def test_each_move_leads_where_it_says(edge: Edge) -> None:
    assert edges_of(edge.screen, edge.action) == [edge]


def test_a_screen_lies_on_those_that_push_it_and_on_what_lay_under_those_it_replaces() -> None:
    assert screens_below(Toy()) == {
        "Shelf": (),
        "Box": ("Shelf",),
        "Form": ("Shelf",),
        "Lid": ("Box",),
        "Attic": (),
        "Label": ("Shelf",),
    }


def test_going_back_is_not_offered_where_nothing_lies_below() -> None:
    assert edges_of("Shelf", "go_back") == []


def test_a_pop_with_nothing_below_stays() -> None:
    assert edges_of("Attic", "leave") == [Edge("Attic", "leave", "pop", "Attic")]


def test_the_systems_taps_that_stay_are_left_out() -> None:
    assert not {"go_home", "switch_app", "accept_proposal"} & {edge.action for edge in state_graph(Toy()).edges}


def test_a_lead_to_no_screen_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="Toy__open_box leads to 'Box', which is not a screen of Torn"):
        state_graph(Torn())


def test_an_app_without_screens_has_no_graph() -> None:
    with pytest.raises(ValueError, match="'assistant' has no screens"):
        state_graph(all_apps()["assistant"])


def test_an_unreachable_screen_is_found() -> None:
    assert unreachable(Toy()) == ["Attic"]


@pytest.mark.parametrize("app", WITH_SCREENS, ids=lambda app: app.name)
def test_every_screen_of_every_app_can_be_reached(app: App) -> None:
    assert unreachable(app) == []


def test_back_from_an_ordered_ride_leads_home_and_not_to_its_quotation() -> None:
    below = screens_below(all_apps()["cab"])["CabRideDetail"]
    assert set(below) == {"CabHome", "CabHistory"}


@pytest.mark.parametrize("app", WITH_SCREENS, ids=lambda app: app.name)
def test_the_json_form_tells_the_whole_graph(app: App) -> None:
    graph = state_graph(app)
    told = json.loads(json.dumps(to_json(graph)))
    assert (told["app"], told["root"], told["screens"]) == (graph.app, graph.root, list(graph.screens))
    assert [Edge(**edge) for edge in told["edges"]] == list(graph.edges)


@pytest.mark.parametrize("app", WITH_SCREENS, ids=lambda app: app.name)
def test_the_drawing_has_every_screen_and_an_arrow_for_every_step(app: App) -> None:
    graph = state_graph(app)
    first, *lines = to_mermaid(graph).splitlines()
    assert first == "stateDiagram-v2"
    count = len(graph.screens)
    assert [line.strip() for line in lines[:count]] == list(graph.screens)
    arrows = [ARROW.fullmatch(line) for line in lines[count:]]
    assert all(arrows), lines[count:]
    drawn = [(arrow[1], arrow[2]) for arrow in arrows if arrow]
    assert drawn[0] == ("[*]", graph.root)
    assert len(drawn) == len(set(drawn))
    assert set(drawn[1:]) == {(edge.screen, edge.target) for edge in graph.edges}


def test_taps_between_the_same_screens_share_an_arrow() -> None:
    assert "    Form --> Shelf: drop_it (back), go_back (back)\n" in to_mermaid(state_graph(Toy()))


def test_the_drawing_is_always_the_same() -> None:
    assert to_mermaid(state_graph(Toy())) == to_mermaid(state_graph(Toy()))
