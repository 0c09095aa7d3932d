"""The app that a person means by a name, a title or a prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pare_site.cli.exits import Trouble

if TYPE_CHECKING:
    from simulator.phone.app import App


def find_app(name: str) -> App:
    from simulator.phone.registry import all_apps
    from simulator.scenario.problems import close_to

    apps = all_apps()
    wanted = name.casefold()
    for app in apps.values():
        if wanted in (app.name, app.title.casefold(), app.prefix.casefold()):
            return app
    raise Trouble(f"There is no app '{name}'{close_to(wanted, apps)}. Apps: {', '.join(apps)}.")
