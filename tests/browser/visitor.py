"""A person at a browser: signs in by a link, looks at the studio, and notices every complaint of the page."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tests.conftest import ROOT
from tests.pare_site.supervisor.real_site import RealSite, surroundings
from tests.waiting import until

PATIENCE = 60_000
_LINK = re.compile(r"http://\S+/enter/\S+/")
_ENDED = re.compile("Success|No success")
# What a browser says by itself while the server is away.
_SERVER_AWAY = re.compile(r"WebSocket connection to|ERR_CONNECTION_REFUSED|Failed to load resource|ERR_EMPTY_RESPONSE")


class Visitor:
    def __init__(self, browser: Browser, site: RealSite, link: str | None = None) -> None:
        self.site = site
        self.complaints: list[str] = []
        self.strays: list[str] = []
        """Requests that left the machine."""
        self.page: Page = browser.new_context(viewport={"width": 1440, "height": 1000}).new_page()
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._watch)
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(link or fresh_link(site))

    def start(self, scenario: str, pace: float) -> int:
        """Start a run from the page of its scenario; gives its number."""
        self.page.goto(f"{self.site.url}/scenarios/{scenario}/")
        self.page.get_by_text("Seed, noise and pace").click()
        self.page.get_by_label("Pace").first.select_option(str(pace))
        self.page.get_by_role("button", name="Start with these options").click()
        self.page.wait_for_url("**/runs/*/")
        return int(urlsplit(self.page.url).path.split("/")[2])

    def sees_step(self, number: int) -> None:
        """Wait until the page shows this step or a later one."""
        current = self.page.locator("#story > [aria-current='step']")
        until(
            lambda: current.count() and int(current.get_attribute("data-n") or 0) >= number, f"step {number} is shown"
        )

    def sees_the_end(self) -> None:
        expect(self.page.locator("#controls")).to_contain_text(_ENDED, timeout=PATIENCE)

    def is_told_the_end(self) -> bool:
        return _ENDED.search(self.page.locator("#controls").inner_text()) is not None

    def screen(self) -> str:
        """The kind of screen that is in front."""
        return self.page.locator("[data-phone]").first.get_attribute("data-screen") or ""

    def story(self) -> list[str]:
        return self.page.locator("#story > [data-n]").all_inner_texts()

    def phone(self) -> str:
        return self.page.locator("[data-phone]").inner_text()

    def leaves(self, server_was_away: bool = False) -> None:
        """Close the page; nothing may have gone wrong on it."""
        self.page.context.close()
        heard = [one for one in self.complaints if not (server_was_away and _SERVER_AWAY.search(one))]
        assert heard == [], heard
        assert self.strays == [], self.strays

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _watch(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.strays.append(request.url)


def fresh_link(site: RealSite) -> str:
    """What `pare sign-in` prints while the studio runs."""
    command = [sys.executable, "-m", "pare_site.cli.main", "sign-in"]
    said = subprocess.run(
        command, cwd=ROOT, env=surroundings(site.var), capture_output=True, text=True, check=True, timeout=120
    )
    found = _LINK.search(said.stdout)
    assert found is not None, said.stdout + said.stderr
    return found[0]


def stored(site: RealSite, run: int, field: str) -> str:
    """A field of a run's row as it stands in the database now."""
    with sqlite3.connect(f"file:{site.var / 'pare.sqlite3'}?mode=ro", uri=True) as database:
        (value,) = database.execute(f"SELECT {field} FROM simulator_episode WHERE id = ?", [run]).fetchone()
    database.close()
    return str(value)
