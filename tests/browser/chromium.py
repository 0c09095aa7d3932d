"""The browser of the tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox inside containers; no calls home at start.
_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"]


def chromium_path() -> str:
    found = next(filter(None, (os.environ.get("CHROMIUM"), *map(shutil.which, _NAMES))), None)
    if found is None:
        raise RuntimeError("No Chromium was found. Run `make setup`, or set CHROMIUM to its path.")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def until_true(page: Page, expression: str, given: Any = None, patience: float = 30.0) -> None:
    """Asks again and again: Playwright's own waiting evaluates a string in the page, which its policy forbids."""
    end = time.monotonic() + patience
    while not page.evaluate(expression, given):
        assert time.monotonic() < end, f"it did not become true: {expression}"
        page.wait_for_timeout(20)
