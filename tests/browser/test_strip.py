"""The strip of moments follows what happens without a reload: a run that begins, and a screen that changes width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.long_run import long_run
from tests.browser.tabs import tab
from tests.simulator.consumers.watched import Watched
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
HEIGHT = "() => document.getElementById('scrubber').getBoundingClientRect().height"
NUMBERS = "() => Array.from(document.querySelectorAll('#marks [data-n]'), (mark) => Number(mark.dataset.n))"


def open_waiting(page: Page, run: Watched) -> None:
    """Open the page of a run without moments."""
    page.goto(f"/runs/{run.pk}/")
    expect(page.locator("#run")).to_have_attribute("data-ready", "")
    expect(page.locator("#detail")).to_contain_text("Waiting for a worker")
    expect(page.locator("#marks [data-n]")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 360])
def test_a_run_watched_from_its_start_fills_the_strip(browser: Browser, site: str, width: int) -> None:
    live = Watched()
    with tab(browser, site, person("researcher"), width=width) as page:
        open_waiting(page, live)
        for n in range(4):
            live.advance()
            expect(page.locator("#marks [aria-current=step]")).to_have_attribute("data-n", str(n))
            assert page.evaluate(NUMBERS) == list(range(n + 1))
        last = live.finish() - 1
        expect(page.locator("#marks [aria-current=step]")).to_have_attribute("data-n", str(last))
        expect(page.locator(f'#marks [data-n="{last}"]')).to_be_in_viewport(ratio=1)
        followed = page.evaluate(NUMBERS)
        page.goto(f"/runs/{live.pk}/")
        expect(page.locator("#run")).to_have_attribute("data-ready", "")
        assert page.evaluate(NUMBERS) == followed


@pytest.mark.parametrize("width", [1440, 360])
def test_the_scrubber_keeps_its_height_when_the_first_mark_comes(browser: Browser, site: str, width: int) -> None:
    live = Watched()
    with tab(browser, site, person("researcher"), width=width) as page:
        open_waiting(page, live)
        before = page.evaluate(HEIGHT)
        live.advance()
        expect(page.locator("#marks [data-n]")).to_have_count(1)
        assert page.evaluate(HEIGHT) == before


def test_turning_the_screen_shows_the_track_only_where_the_run_does_not_fit(browser: Browser, site: str) -> None:
    run = long_run(40)
    with tab(browser, site, person("researcher"), width=360) as page:
        page.goto(f"/runs/{run.pk}/")
        expect(page.locator("#run")).to_have_attribute("data-ready", "")
        expect(page.locator("#rail")).to_be_visible()
        page.set_viewport_size({"width": 1440, "height": 900})
        expect(page.locator("#marks [data-n]")).to_have_count(run.moment_count)
        expect(page.locator("#rail")).to_be_hidden()
        page.set_viewport_size({"width": 360, "height": 900})
        expect(page.locator("#rail")).to_be_visible()
