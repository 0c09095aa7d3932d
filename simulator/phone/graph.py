"""The state graph of an app: its screens, and the taps, each with the screens to which it can lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from simulator.phone.actions import Action, Lead, Move
from simulator.phone.app import App
from simulator.phone.registry import all_apps
from simulator.phone.screens import Screen, taps_of


class Edge(NamedTuple):
    """One possible result of a tap on `screen`; `target` equals `screen` if the tap stays on its screen."""

    screen: str
    action: str
    move: Move
    target: str


class Graph(NamedTuple):
    """All screens of an app, beginning with the one that opens first, and all taps on them."""

    app: str
    screens: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def root(self) -> str:
        return self.screens[0]


def state_graph(app: App) -> Graph:
    """Return the graph of an app. Raise ValueError if the app has no screens, or a tap leads to an unknown screen."""
    if not app.screens:
        raise ValueError(f"The app '{app.name}' has no screens, so it has no state graph. Choose an app with screens.")
    below = screens_below(app)
    edges: dict[Edge, None] = {}
    for screen in app.screens:
        name = screen.__name__
        for action in taps_of(screen).values():
            edges.update(dict.fromkeys(_edges(app, name, action, below[name] or (name,))))
        for action in _everywhere(app):
            edges.update(dict.fromkeys(_edges(app, name, action, below[name])))
    return Graph(app.name, tuple(app.screen_types), tuple(edges))


def screens_below(app: App) -> dict[str, tuple[str, ...]]:
    """Return, for the name of each screen, the screens that can be directly below the screen on the back stack.

    Going back from a screen leads to one of the screens below it. Raise ValueError if a tap leads to a screen that the
    app does not declare.
    """
    below: dict[str, dict[str, None]] = {name: {} for name in app.screen_types}
    leads = [lead for screen in app.screens for lead in _leads(app, screen)]
    for name, lead in leads:
        if lead.move == "push":
            below[lead.screen][name] = None
        elif lead.move == "root_push":
            below[lead.screen][app.screens[0].__name__] = None
    # A replacing screen may itself be replaced, so the loop repeats until nothing is added.
    grown = True
    while grown:
        before = sum(map(len, below.values()))
        for name, lead in leads:
            if lead.move == "replace":
                # The new screen has the same screens below it as the screen that it replaces.
                below[lead.screen].update(below[name])
        grown = sum(map(len, below.values())) > before
    return {name: tuple(found) for name, found in below.items()}


def unreachable(app: App) -> list[str]:
    """Return the declared screens that taps from the first screen never lead to."""
    graph = state_graph(app)
    reached, waiting = {graph.root}, [graph.root]
    while waiting:
        screen = waiting.pop()
        found = {edge.target for edge in graph.edges if edge.screen == screen} - reached
        reached |= found
        waiting.extend(found)
    return [screen for screen in graph.screens if screen not in reached]


def to_json(graph: Graph) -> dict[str, Any]:
    return {
        "app": graph.app,
        "root": graph.root,
        "screens": list(graph.screens),
        "edges": [edge._asdict() for edge in graph.edges],
    }


def to_mermaid(graph: Graph) -> str:
    """Return a Mermaid state diagram; all taps from one screen to another share an arrow."""
    arrows: dict[tuple[str, str], dict[str, None]] = {}
    for edge in graph.edges:
        label = f"{edge.action} (back)" if edge.move == "pop" else edge.action
        arrows.setdefault((edge.screen, edge.target), {})[label] = None
    lines = ["stateDiagram-v2"]
    lines += [f"    {screen}" for screen in graph.screens]
    lines.append(f"    [*] --> {graph.root}")
    lines += [f"    {start} --> {end}: {', '.join(labels)}" for (start, end), labels in arrows.items()]
    return "\n".join(lines) + "\n"


def _leads(app: App, screen: type[Screen]) -> Iterable[tuple[str, Lead]]:
    for action in (*taps_of(screen).values(), *app.everywhere.values()):
        for lead in action.mark.leads:
            if lead.screen and lead.screen not in app.screen_types:
                raise ValueError(
                    f"{action.full_name} leads to '{lead.screen}', which is not a screen of {app.title}. "
                    f"Screens: {', '.join(app.screen_types)}."
                )
            yield screen.__name__, lead


def _everywhere(app: App) -> list[Action]:
    """Return the app's taps for all screens, and the taps of system apps that change the screen, such as going back."""
    moving = [
        action
        for other in all_apps().values()
        if other.system and other.name != app.name
        for action in other.everywhere.values()
        if any(lead.move != "stay" for lead in action.mark.leads)
    ]
    return [*app.everywhere.values(), *moving]


def _edges(app: App, screen: str, action: Action, below: tuple[str, ...]) -> Iterable[Edge]:
    for lead in action.mark.leads:
        if lead.move == "pop":
            yield from (Edge(screen, action.name, "pop", target) for target in below)
        elif lead.move == "root":
            yield Edge(screen, action.name, "root", lead.screen or app.screens[0].__name__)
        else:
            yield Edge(screen, action.name, lead.move, lead.screen or screen)
