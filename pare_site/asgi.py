"""The ASGI application: pages over HTTP, live runs over websockets."""

from __future__ import annotations

import os
from typing import Any, cast

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
django.setup(set_prefix=False)

# Imported after `django.setup`, because these modules import models.
from pare_site.request_body import PagesHandler  # noqa: E402
from simulator.consumers.play_consumer import PlayConsumer  # noqa: E402
from simulator.consumers.run_consumer import RunConsumer  # noqa: E402


async def nothing_here(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a websocket in the handshake. Without this route, an unknown address would be logged as an error."""
    await receive()
    await send({"type": "websocket.close"})


# The cookie middleware is enough: the consumer loads the session itself when it checks rights.
_routes = [
    re_path(r"^ws/runs/(?P<episode_id>[0-9]{1,18})/$", CookieMiddleware(RunConsumer.as_asgi())),
    re_path(r"^ws/play/(?P<episode_id>[0-9]{1,18})/$", CookieMiddleware(PlayConsumer.as_asgi())),
    re_path(r"", cast(Any, nothing_here)),
]
sockets = URLRouter(cast(Any, _routes))
pages = PagesHandler()
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
