"""How a foreign run opens an app and lets user, assistant and world act on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.replay.foreign.foreign_run import ForeignRun


def opened(run: ForeignRun, app: str) -> tuple[Callable[..., None], Callable[..., None], Callable[..., str]]:
    """How the user, the assistant and the world act on this app."""
    run.turns()
    run.user("System", "open_app", result=f"Opened {app} App.", app_name=app)

    def user(function: str, result: Any = None, inside: Any = None, **args: Any) -> None:
        run.turns()
        run.user(app, function, result=result, inside=inside, **args)

    def agent(function: str, result: Any = None, **args: Any) -> None:
        run.agent(app, function, result=result, mode="execute", **args)

    def world(function: str, result: Any = None, **args: Any) -> str:
        return run.env(app, function, result=result, **args)

    return user, agent, world
