"""What models are offered and shown: the schema of every action, and every screen of the golden traces in words.

`python -m tests.golden.surface` stores them again. Do that only in a change that is meant to alter what models read,
and say in the commit why it may: published names, and figures of runs that were played before, hang on these texts.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulator.agents.llm.screen_text import actions_text, screen_lines
from simulator.config import EpisodeConfig
from simulator.episode.rebuild import story_of
from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.perform import user_actions
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.trace.fold import apply_moment
from simulator.trace.trace_reader import parse_trace
from tests.golden.traces import FIRST, goldens_of, scenario_ids, stored

FOLDER = Path(__file__).parent
SCHEMAS = FOLDER / "action_schemas.json"
SCREENS = FOLDER / "screen_texts.json.xz"


def schemas() -> dict[str, Any]:
    """Return what every action takes, by app, side (or screen) and name."""
    return {
        f"{app.name}.{side}.{name}": {"about": action.about, "usage": action.usage, "schema": list_of(action.schema)}
        for app in all_apps().values()
        for side, name, action in actions_in(app)
    }


def actions_in(app: App) -> Iterator[tuple[str, str, Action]]:
    sides = {"tool": app.tools, "event": app.events, "everywhere": app.everywhere}
    sides |= {screen.__name__: taps_of(screen) for screen in app.screens}
    for side, actions in sides.items():
        yield from ((side, name, action) for name, action in actions.items())


def list_of(value: Any) -> Any:
    """Return objects as lists of pairs: models read arguments in their order, which equal dicts do not tell."""
    if isinstance(value, dict):
        return [[name, list_of(inner)] for name, inner in value.items()]
    return [list_of(inner) for inner in value] if isinstance(value, list) else value


def screen_texts(scenario: str) -> list[str]:
    """Return every screen that comes up in the golden traces of a scenario as a model reads it, each once."""
    found: dict[str, None] = {}
    for golden in goldens_of(FIRST, scenario):
        trace = parse_trace(stored(FIRST)[golden.file], golden.file)
        # The trace's own scenario: the library's file may have changed since.
        world = story_of(trace).fresh(EpisodeConfig().rules)
        for moment in trace.moments:
            apply_moment(world, moment)
            found[f"{screen_lines(world.screen.view(world))}\n\n{actions_text(user_actions(world))}"] = None
    return list(found)


def stored_screen_texts() -> dict[str, list[str]]:
    texts: dict[str, list[str]] = json.loads(lzma.decompress(SCREENS.read_bytes()))
    return texts


def _store() -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(told, ensure_ascii=False)}" for name, told in schemas().items()]
    SCHEMAS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    texts = {scenario: screen_texts(scenario) for scenario in scenario_ids()}
    SCREENS.write_bytes(lzma.compress(json.dumps(texts, ensure_ascii=False).encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    _store()
