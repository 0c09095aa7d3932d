"""Browser tabs that notice every complaint: errors in the console, broken scripts, requests to other machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page

from tests.simulator.consumers.watched import session_of


@contextmanager
def tab(
    browser: Browser, site: str, user: User | None = None, width: int = 1440, refusal: str = "", **options: Any
) -> Iterator[Page]:
    """A tab of this person; it fails the test if the page complains of anything but the refusal that is named."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": 900}, base_url=site, **options)
    if user is not None:
        session = session_of(user)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(site) else complaints.append(asked.url))
    try:
        yield page
    finally:
        context.close()
    unexpected = [text for text in complaints if not refusal or refusal not in text]
    assert not unexpected, "\n".join(unexpected)
