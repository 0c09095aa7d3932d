"""A person who plays the user in a real browser: taps, keys, and the worker that goes on after each decision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from tests.browser.tabs import tab
from tests.simulator.play.table import Player
from tests.waiting import until

READY = "() => document.getElementById('play')?.dataset.ready === ''"
WELCOMED = "localStorage.setItem('play-user-welcomed', '1')"


class AtTheTable:
    """A tab on the page of a run, and the run behind it."""

    def __init__(self, page: Page, player: Player) -> None:
        self.page, self.player = page, player

    def open(self) -> None:
        self.page.goto(f"/play/{self.player.row.pk}/")
        self.is_ready()

    def is_ready(self) -> None:
        expect(self.page.locator("#play")).to_have_attribute("data-ready", "")
        expect(self.page.locator("#stage[data-yours]")).to_have_count(1)

    @property
    def phone(self) -> Locator:
        return self.page.locator("#phone")

    @property
    def row(self) -> Episode:
        self.player.row.refresh_from_db()
        return self.player.row

    def goes_on(self) -> None:
        """Play the run on, as a worker does, after the person's decision has arrived."""
        pk = self.player.row.pk
        until(lambda: Episode.objects.get(pk=pk).state == State.QUEUED, "the decision has arrived")
        run_episode(pk)
        row = self.row
        if not row.is_over:
            expect(self.page.locator("#stage")).to_have_attribute("data-number", str(row.moment_count))
            expect(self.page.locator("#stage[data-yours]")).to_have_count(1)


@contextmanager
def at_the_table(browser: Browser, site: str, player: Player, **options: Any) -> Iterator[AtTheTable]:
    with tab(browser, site, player.seat.player, **options) as page:
        page.add_init_script(WELCOMED)
        table = AtTheTable(page, player)
        table.open()
        yield table
