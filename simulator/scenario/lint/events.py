"""Events of the timeline that only the phone itself brings about."""

from __future__ import annotations

from simulator.scenario.lint.check import Check
from simulator.scenario.problems import listed


def check_events(check: Check) -> None:
    for index, event in enumerate(check.story.events):
        if check.apps[event.app].system:
            able = [name for name, app in check.apps.items() if app.events and not app.system]
            text = f"{event.app}.{event.name} comes by itself; use an event of one of these apps: {listed(able)}"
            check.say(("timeline", index, "do"), text)
