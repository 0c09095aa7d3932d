"""Asking the site how it is."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit

_PATIENCE = 3.0


def health(url: str) -> tuple[int, dict[str, object]]:
    """The status and the words of the health page; 0 and nothing if nobody answers."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_PATIENCE)
    try:
        # By a name that is always allowed, whatever the machine is called.
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        connection.close()
