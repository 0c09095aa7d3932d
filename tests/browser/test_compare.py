"""Two runs side by side in a real browser: both phones step together, and every way there and back works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from replay import compare_window
from simulator.jobs.play_job import run_episode
from simulator.models import Episode
from tests.browser.tabs import tab
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import person, scenario

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def played(**options: Any) -> Episode:
    row = started("late_train", **options)
    run_episode(row.pk)
    return row


@pytest.fixture
def pair(redis_server: str) -> tuple[Episode, Episode]:
    """They part in turn 5 at step 11."""
    scenario("late_train")
    return played(), played(assistant="eager")


@pytest.fixture
def page(browser: Browser, site: str, pair: tuple[Episode, Episode]) -> Iterator[Page]:
    with tab(browser, site, person("viewer")) as page:
        yield page
        page.wait_for_load_state("networkidle")


def open_at(page: Page, pair: tuple[Episode, Episode], query: str = "") -> None:
    page.goto(f"/compare/{pair[0].pk}/{pair[1].pk}/{query}")
    expect(page.locator("#compare")).to_have_attribute("data-ready", "")
    page.wait_for_load_state("networkidle")


def expect_place(page: Page, turn: int, left: int, right: int, query: str) -> None:
    """The row, the number, both links and the address agree."""
    row = page.locator("#rows [aria-current=step]")
    expect(row).to_have_count(1)
    expect(row).to_have_attribute("data-turn", str(turn))
    expect(page.locator("[data-turn-now]")).to_have_text(str(turn))
    expect(page.locator("[data-open=left]")).to_have_attribute("href", re.compile(rf"/{left}/$"))
    expect(page.locator("[data-open=right]")).to_have_attribute("href", re.compile(rf"/{right}/$"))
    expect(page).to_have_url(re.compile(rf"/compare/\d+/\d+/{re.escape(query)}$"))


def screens(page: Page) -> list[str]:
    return [page.locator(f"[data-phone-of={side}]").inner_text() for side in ("left", "right")]


def test_both_phones_step_together_and_the_address_follows(page: Page, pair: tuple[Episode, Episode]) -> None:
    open_at(page, pair)
    expect_place(page, 5, 11, 11, "")
    parted = screens(page)
    assert parted[0] != parted[1]
    page.keyboard.press("ArrowLeft")
    expect_place(page, 4, 8, 8, "?turn=4")
    expect(page.locator("[data-phone-of=left]")).not_to_contain_text("The assistant suggests")
    page.keyboard.press("ArrowUp")
    expect_place(page, 4, 7, 7, "?turn=4&step=1")
    page.keyboard.press("ArrowDown")
    expect_place(page, 4, 8, 8, "?turn=4&step=2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_place(page, 6, 13, 13, "?turn=6")
    page.keyboard.press("d")
    expect_place(page, 5, 11, 11, "?turn=5&step=3")
    page.go_back()
    expect_place(page, 6, 13, 13, "?turn=6")
    page.go_forward()
    expect_place(page, 5, 11, 11, "?turn=5&step=3")
    for side, text in zip(("left", "right"), parted, strict=True):
        expect(page.locator(f"[data-phone-of={side}]")).to_have_text(re.compile(re.escape(text.split("\n")[-2])))


def test_every_key_of_the_list_does_what_it_says(page: Page, pair: tuple[Episode, Episode]) -> None:
    open_at(page, pair)
    page.keyboard.press("?")
    expect(page.locator("#keys kbd")).to_have_text(["←", "→", "↑", "↓", "Home", "End", "D", "S", "F", "?"])
    page.keyboard.press("?")
    page.keyboard.press("Home")
    expect_place(page, 0, 0, 0, "?turn=0")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"\?turn=19$"))
    page.keyboard.press("f")
    expect(page.locator("#rows .folded")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"fold=1$"))
    page.keyboard.press("Home")
    expect(page.locator("#rows .folded[aria-current=step]")).to_have_count(1)
    page.keyboard.press("s")
    expect(page.locator("h1")).to_have_text(f"Run {pair[1].pk} and run {pair[0].pk}")
    expect(page.locator("#rows .folded[aria-current=step]")).to_have_count(1)


def test_a_click_on_a_moment_goes_there_and_its_number_opens_the_run(page: Page, pair: tuple[Episode, Episode]) -> None:
    open_at(page, pair)
    row = page.locator("#rows tr[data-turn='2'][data-step='2']")
    row.locator(".go").last.click()
    expect_place(page, 2, 4, 4, "?turn=2&step=2")
    page.go_back()
    expect_place(page, 5, 11, 11, "")
    row.locator(".open").last.click()
    expect(page).to_have_url(re.compile(rf"/runs/{pair[1].pk}/4/$"))


@pytest.mark.all
def test_more_turns_come_as_one_goes_on(
    page: Page, pair: tuple[Episode, Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_window.window_around, "__defaults__", (8,))
    open_at(page, pair)
    rows = page.locator("#rows tr[data-turn]")
    assert rows.count() <= 8
    for turn in range(6, 12):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-turn-now]")).to_have_text(str(turn))
    assert rows.count() <= 8
    page.get_by_text("Show earlier: turn").click()
    expect(page.locator("#rows [aria-current=step]")).to_have_count(1)
    page.keyboard.press("Home")
    expect_place(page, 0, 0, 0, "?turn=0")


def test_two_are_ticked_on_the_scenarios_page(page: Page, pair: tuple[Episode, Episode]) -> None:
    page.goto("/scenarios/late_train/")
    for row in pair:
        page.get_by_label(f"Compare run {row.pk}").check()
    page.get_by_role("button", name="Compare two").click()
    expect(page.locator("h1")).to_have_text(f"Run {pair[1].pk} and run {pair[0].pk}")


@pytest.mark.parametrize("width", [1440, 1000, 360])
def test_it_fits(browser: Browser, site: str, pair: tuple[Episode, Episode], width: int) -> None:
    with tab(browser, site, person("viewer"), width) as page:
        for address in (f"/compare/{pair[0].pk}/{pair[1].pk}/", f"/runs/{pair[0].pk}/compare/"):
            page.goto(address)
            expect(page.locator("h1")).to_be_visible()
            assert not page.evaluate(WIDE), address
            page.wait_for_load_state("networkidle")
