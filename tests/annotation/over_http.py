"""A simulated annotator before a browser: opens the page, answers over HTTP as the page's script does, tries again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

_TOKEN = "a" * 32
_PATIENCE = 60.0


class Way(NamedTuple):
    """How somebody comes to the site; made where its database is at hand, and sent to where it is not."""

    study: int
    rater: int
    cookie: str


class Annotator:
    def __init__(self, address: str, way: Way) -> None:
        at = urlsplit(address)
        self._host, self._port = at.hostname or "", at.port
        self._way = way
        self._line: HTTPConnection | None = None
        self.have: list[str] = []
        """Codes of the items in hand."""
        self.empty: str | None = None

    def open(self) -> None:
        """Loads the page."""
        status, body = self._ask("GET", f"/annotate/{self._way.study}/", "")
        assert status == 200, body[:400]
        code = body.partition('name="code" value="')[2].partition('"')[0]
        self.have, self.empty = ([code], None) if code else ([], "held")

    def answer(self, value: str, reason: str = "") -> bool:
        """Whether it was taken; if so the next items are in hand."""
        code = self.have[0]
        fields = {"code": code, "q_decision": value, "reason": reason, "seconds": "1.5", "have": self.have}
        status, body = self._ask("POST", f"/annotate/{self._way.study}/answer/", urlencode(fields, doseq=True))
        assert status in (200, 409), body[:400]
        if status == 409:
            self.open()
            return False
        found: dict[str, Any] = json.loads(body)
        self.have, self.empty = [item["code"] for item in found["items"]], found["empty"]
        return True

    def patiently(self, ask: Callable[[], Any]) -> Any:
        """As long as nobody is there, the same once more."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return ask()
            except (OSError, HTTPException):
                self.close()
                assert time.monotonic() < end, "the site does not come back"
                time.sleep(0.05)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ask(self, method: str, path: str, body: str) -> tuple[int, str]:
        if self._line is None:
            self._line = HTTPConnection(self._host, self._port, timeout=_PATIENCE)
        headers = {"Cookie": self._way.cookie, "X-CSRFToken": _TOKEN, "Accept": "application/json"}
        if method == "GET":
            headers["Accept"] = "text/html"
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request(method, path, body or None, headers)
        response = self._line.getresponse()
        return response.status, response.read().decode()


def way_of(rater: Any) -> Way:
    """Signed in, with a token against forgery that any page would have given."""
    from django.conf import settings

    from tests.annotation.study_fixtures import browser_of

    session = browser_of(rater).cookies[settings.SESSION_COOKIE_NAME].value
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={_TOKEN}"
    return Way(rater.study_id, rater.pk, cookie)
