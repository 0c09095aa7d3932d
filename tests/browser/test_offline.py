"""A run in one file: opened from disk, with the network off, it replays as the run page does."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from replay.jobs.importing import import_file
from replay.views.offline import html_of
from simulator.models import Episode
from tests.browser.tabs import tab
from tests.replay.files import own
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row() -> Episode:
    return import_file(own(), "dentist.jsonl", None).row


@pytest.fixture
def page(browser: Browser, row: Episode, tmp_path: Path) -> Iterator[Page]:
    """The file from disk; whatever it asks for or complains about is a failure."""
    file = tmp_path / "run.html"
    file.write_bytes(html_of(row))
    context = browser.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    asked: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: asked.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator("#run")).to_have_attribute("data-ready", "")
    yield page
    context.close()
    assert [one for one in asked if not one.startswith(("file:", "data:", "blob:"))] == []


def _seen(page: Page) -> tuple[str, str, str, str]:
    """What a step looks like: the phone with all that is drawn, the text on it, of the moment, and of the detail."""
    # Signs are in the file itself, or in a file of the site.
    drawn = re.sub(r' href="[^"#]*#(site-|phone-)?', ' href="#', page.locator("#phone").inner_html())
    places = ("#phone", "#story [aria-current=step]", "#detail .body")
    one, two, three = (" ".join(page.locator(place).inner_text().split()) for place in places)
    return drawn, one, two, three


@pytest.mark.all
def test_the_file_shows_the_same_screens_as_the_site(browser: Browser, site: str, page: Page, row: Episode) -> None:
    with tab(browser, site, person("viewer")) as online:
        online.goto(f"/runs/{row.pk}/0/")
        expect(online.locator("#run")).to_have_attribute("data-ready", "")
        for n in range(row.moment_count):
            for one in (page, online):
                expect(one.locator("#detail h2")).to_have_text(f"Step {n}")
                expect(one.locator("#phone [data-tapped]")).to_have_count(0)
            assert _seen(page) == _seen(online), f"step {n} looks otherwise"
            page.keyboard.press("ArrowRight")
            online.keyboard.press("ArrowRight")


def test_its_addresses_keys_and_tabs_work(page: Page) -> None:
    page.keyboard.press("End")
    last = page.locator("[data-step-last]").inner_text()
    expect(page.locator("#detail h2")).to_have_text(f"Step {last}")
    assert page.url.endswith(f"#{last}")
    page.locator("#story [data-n='2']").click()
    assert page.url.endswith("#2")
    page.go_back()
    expect(page.locator("#detail h2")).to_have_text(f"Step {last}")
    page.get_by_text("Raw", exact=True).click()
    expect(page.locator("#detail pre").last).to_contain_text('"n"')
    page.goto(f"{page.url.partition('#')[0]}#3")
    page.reload()
    expect(page.locator("#detail h2")).to_have_text("Step 3")
    page.get_by_label("First step").click()
    page.get_by_label("Latest step").click()
    assert page.url.endswith(f"#{last}")
    links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert links and all(link.startswith("#") for link in links)


def test_its_keys_find_what_decides_it(page: Page) -> None:
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#story [aria-current=step]")).to_contain_text("offer 1")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("[data-hint]")).to_have_text("No earlier offer, answer or error")


def test_the_file_is_small_and_the_same_every_time(row: Episode) -> None:
    file = html_of(row)
    assert file == html_of(row)
    assert len(file) < 500_000
    packed = file.partition(b'id="packed">')[2].partition(b"<")[0]
    assert b'"steps"' in gzip.decompress(b64decode(packed))
