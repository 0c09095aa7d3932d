"""The web server's entry: pages over HTTP, live runs over websockets."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
application = ProtocolTypeRouter({"http": get_asgi_application()})
