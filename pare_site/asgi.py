"""The web server's entry: pages over HTTP, live runs over websockets."""

from __future__ import annotations

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path

from pare_site.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
pages = get_asgi_application()

# It needs the models, which are there only after the line above.
from simulator.consumers.run import RunConsumer  # noqa: E402


async def nothing_here(scope: Any, receive: Any, send: Any) -> None:
    """Refused in the handshake: without this route an unknown address would be an error in the log."""
    await receive()
    await send({"type": "websocket.close"})


# Cookies only: the session is read where the rights are. Channels' own middleware would look at it for every message.
_routes = [
    re_path(r"^ws/runs/(?P<episode_id>[0-9]{1,18})/$", CookieMiddleware(RunConsumer.as_asgi())),
    re_path(r"", cast(Any, nothing_here)),
]
sockets = URLRouter(cast(Any, _routes))
application = ProtocolTypeRouter({"http": BodyLimit(pages, settings.MOST_UPLOAD), "websocket": sockets})
