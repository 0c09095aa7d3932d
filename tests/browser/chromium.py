"""The browser of the tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

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
