"""Asks a running site for its health page."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit

_PATIENCE = 3.0


def health(url: str) -> tuple[int, dict[str, object]]:
    """Return the HTTP status and the content of the health page; 0 and an empty dict if the site does not answer."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE)
    try:
        # ALLOWED_HOSTS always contains localhost, but it may lack the name of the machine.
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        connection.close()
