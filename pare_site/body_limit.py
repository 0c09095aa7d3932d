"""A limit on what is sent to the site: Django alone would put a body of any size on the disk before it looks at it."""

from __future__ import annotations

from typing import Any

from simulator.views.errors import TOO_LARGE

_NOTHING = {"type": "http.request", "body": b"", "more_body": False}


class BodyLimit:
    """What is too large is read, so that the browser waits for the answer, and thrown away; the request is marked."""

    def __init__(self, app: Any, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        taken = 0
        announced = _announced(scope)

        async def limited() -> Any:
            nonlocal taken
            message = await receive()
            if message["type"] != "http.request":
                return message
            taken += len(message.get("body", b""))
            if max(taken, announced) <= self._most:
                return message
            scope[TOO_LARGE] = True
            while message["type"] == "http.request" and message.get("more_body"):
                message = await receive()
            return _NOTHING if message["type"] == "http.request" else message

        await self._app(scope, limited, send)


def _announced(scope: Any) -> int:
    """What the request says of its own size; 0 if it says nothing."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return int(said) if said.isdigit() else 0
