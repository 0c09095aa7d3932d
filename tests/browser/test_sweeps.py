"""Sweeps in a real browser: launched from the form, followed while workers play them, read, compared, refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmark.models import Sweep
from simulator.jobs.play_job import drain
from simulator.scenario.library import Library
from tests.benchmark.jobs.planned import STORIES, begun, shelve
from tests.benchmark.views.filled import filled_sweep
from tests.browser.tabs import tab
from tests.browser.visitor import Visitor
from tests.pare_site.cli.sweeping import Bench, without_the_clock
from tests.pare_site.supervisor.real_site import RealSite, real_site
from tests.simulator.views.cast import person

NEW = "/admin/sweeps/new/"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
PATIENCE = 240_000
in_this_process = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with real_site(tmp_path_factory.mktemp("var")) as site:
        yield site.ready()


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    shelve(*STORIES)
    with tab(browser, site, person("researcher")) as page:
        yield page
        page.wait_for_load_state("networkidle")


def start(page: Page) -> None:
    page.get_by_label("I have checked the number of runs and the cost").check()
    page.locator("#start").click()
    page.wait_for_url(re.compile(r"/sweeps/\d+/$"))


def follow_to_the_end(page: Page) -> None:
    """Without touching the page: it asks by itself."""
    expect(page.locator("#controls .chip")).to_have_text("Finished", timeout=PATIENCE)


def share_of(page: Page, configuration: str) -> str:
    heads = [text.split("\n")[0] for text in page.locator(".matrix thead th.cfg").all_inner_texts()]
    return page.locator(".matrix tfoot td.cell").nth(heads.index(configuration)).inner_text().split("\n")[0]


def test_a_small_sweep_is_launched_followed_and_read(browser: Browser, studio: RealSite) -> None:
    visitor = Visitor(browser, studio)
    page = visitor.page
    page.goto(f"{studio.url}/sweeps/")
    page.get_by_role("link", name="New sweep").first.click()
    page.get_by_label("Name").fill("Two scenarios")
    page.get_by_text("List", exact=True).click()
    page.get_by_label("Scenario ids").fill("email_notification, errands_already_run")
    page.get_by_label("Seeds").fill("0, 1, 2")
    expect(page.locator("#start")).to_have_text("Start 30 runs")
    start(page)
    follow_to_the_end(page)
    expect(page.locator(".matrix tbody i.q, .matrix tbody i.r")).to_have_count(0)
    expect(page.locator(".matrix tbody i")).to_have_count(30)
    assert share_of(page, "oracle") == "100 %"
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_text("30 of 30 runs counted")).to_be_visible()
    number = page.url.partition("/sweeps/")[2].partition("/")[0]
    page.goto(f"{studio.url}{NEW}?from={number}")
    expect(page.locator("#start")).to_have_text("Start: all runs come from the cache")
    visitor.leaves()


@pytest.mark.all
def test_all_scenarios_give_the_same_from_the_page_and_from_the_command_line(
    browser: Browser, studio: RealSite, tmp_path: Path
) -> None:
    scenarios = len(Library().ids())
    runs = scenarios * 5 * 2
    grouped = f"{runs:,}".replace(",", " ")
    visitor = Visitor(browser, studio)
    page = visitor.page
    page.goto(studio.url + NEW)
    page.get_by_label("Seeds").fill("0, 7")
    expect(page.locator(".sum")).to_contain_text(f"{grouped} runs")
    start(page)
    follow_to_the_end(page)
    expect(page.locator("#progress")).to_contain_text(f"{grouped} of {grouped}")
    expect(page.locator(".matrix tbody tr")).to_have_count(scenarios)
    assert share_of(page, "oracle") == "100 %"
    assert all(int(share_of(page, name).rstrip("%")) < 50 for name in ("silent", "eager", "random", "parrot"))
    here = page.request.get(f"{page.url}export/json/").json()
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_text(f"{runs} of {grouped} runs counted")).to_be_visible()
    visitor.leaves()
    bench = Bench(tmp_path)
    baselines = "oracle,silent,eager,random,parrot"
    assert bench.benchmark("sweep", "--split", "all", "--baselines", baselines, "--seeds", "0,7").returncode == 0
    assert len(here) == runs and without_the_clock(here) == without_the_clock(bench.rows())


@in_this_process
def test_problems_stand_at_their_fields_and_go_when_mended(page: Page) -> None:
    page.goto(NEW)
    expect(page.locator("#start")).to_be_enabled()
    page.get_by_label("Cost, US dollars").fill("0")
    page.get_by_label("Observe, pair 1").fill("gpt-55")
    expect(page.locator("#err_max_cost")).to_contain_text("pays for nothing")
    expect(page.locator("#err_observe_model")).to_contain_text("There is no model or player")
    expect(page.get_by_label("Cost, US dollars")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#start")).to_be_disabled()
    page.locator(".problems").get_by_role("link", name="Max cost").click()
    expect(page.get_by_label("Cost, US dollars")).to_be_focused()
    page.get_by_label("Cost, US dollars").fill("5")
    page.get_by_label("Observe, pair 1").fill("")
    expect(page.locator("#start")).to_be_enabled()
    expect(page.locator("#err_max_cost")).to_be_empty()
    assert not Sweep.objects.exists()


@in_this_process
def test_pairs_come_and_go(page: Page) -> None:
    page.goto(NEW)
    page.get_by_label("Observe, pair 1").fill("oracle")
    page.get_by_role("button", name="Add a pair").click()
    page.get_by_label("Observe, pair 2").fill("silent")
    page.get_by_label("eager").uncheck()
    page.get_by_label("random").uncheck()
    page.get_by_label("parrot").uncheck()
    expect(page.locator(".sum")).to_contain_text("2 configurations")
    page.get_by_role("button", name="Remove pair 2").click()
    page.get_by_label("silent").first.uncheck()
    page.get_by_label("oracle").first.uncheck()
    expect(page.locator(".sum")).to_contain_text("1 configuration ")


@in_this_process
def test_what_was_ticked_holds_only_for_the_numbers_that_were_seen(page: Page) -> None:
    page.goto(NEW)
    page.get_by_label("I have checked the number of runs and the cost").check()
    page.get_by_label("Seeds").fill("0, 1")
    expect(page.locator("#start")).to_have_text("Start 20 runs")
    expect(page.get_by_label("I have checked the number of runs and the cost")).not_to_be_checked()


@in_this_process
def test_the_form_works_without_scripts(browser: Browser, site: str) -> None:
    shelve(*STORIES)
    with tab(browser, site, person("researcher"), java_script_enabled=False) as page:
        page.goto(NEW)
        page.locator("[name=seeds]").fill("0, 1")
        page.get_by_role("button", name="Update").click()
        expect(page.locator("#start")).to_have_text("Start 20 runs")
        page.get_by_role("button", name="Add a pair").click()
        start(page)
        expect(page.locator(".matrix tbody i.q")).to_have_count(20)
        page.locator(".matrix .cell a").first.click()
        expect(page.locator("#cell")).to_contain_text("Queued")
    assert Sweep.objects.count() == 1


@in_this_process
def test_marks_sums_and_the_open_cell_follow_without_a_reload(page: Page) -> None:
    sweep = begun(seeds=(0, 1))
    page.goto(f"/sweeps/{sweep.pk}/")
    page.get_by_role("button", name="Export").click()
    page.keyboard.press("Escape")
    page.locator(".matrix tbody .cell a").first.click()
    expect(page.locator("#cell")).to_contain_text("Queued")
    expect(page).to_have_url(re.compile(r"\?cell=\d+-0$"))
    page.locator("#matrix h2").click()
    drain("batch")
    follow_to_the_end(page)
    expect(page.locator(".matrix tbody i.q")).to_have_count(0)
    assert share_of(page, "oracle") == "100 %"
    expect(page.locator(".matrix tbody .cell a").first).to_have_attribute("aria-label", re.compile("success, success$"))
    expect(page.locator("#cell .chip").first).to_have_text("Success")
    page.keyboard.press("Escape")
    expect(page.locator("#cell")).to_be_hidden()
    expect(page).to_have_url(re.compile(rf"/sweeps/{sweep.pk}/$"))


@in_this_process
def test_two_cells_are_picked_and_compared(page: Page) -> None:
    sweep = begun(seeds=(0, 1))
    drain("batch")
    page.goto(f"/sweeps/{sweep.pk}/")
    cells = page.locator(".matrix tbody tr").nth(1).locator(".cell a")
    cells.nth(0).click()
    expect(page.locator("#cell .group")).to_have_count(0)
    cells.nth(1).click(modifiers=["Shift"])
    expect(page.locator("#cell .group")).to_have_count(2)
    expect(page.locator(".picked")).to_have_count(2)
    page.locator("#cell input[type=checkbox]").nth(1).check()
    page.locator("#cell input[type=checkbox]").nth(3).check()
    page.get_by_role("button", name="Compare two").click()
    expect(page).to_have_url(re.compile(r"/compare/\d+/\d+/"))


@in_this_process
def test_a_second_cell_is_shown_even_if_the_first_is_still_loading(page: Page) -> None:
    sweep = begun(seeds=(0, 1))
    drain("batch")
    held: list[Route] = []
    page.route(re.compile(r"\?cell=[\d-]+$"), lambda route: held.append(route))
    page.goto(f"/sweeps/{sweep.pk}/")
    cells = page.locator(".matrix tbody tr").nth(1).locator(".cell a")
    with page.expect_request(re.compile(r"\?cell=[\d-]+$")):
        cells.nth(0).click()
    cells.nth(1).click(modifiers=["Shift"])
    held[0].continue_()
    expect(page.locator("#cell .group")).to_have_count(2)


@in_this_process
def test_filters_change_the_matrix_and_the_address(page: Page) -> None:
    sweep = filled_sweep(8)
    page.goto(f"/sweeps/{sweep.pk}/")
    expect(page.locator(".matrix tbody tr")).to_have_count(8)
    page.get_by_label("Tag").select_option("odd")
    expect(page.locator(".matrix tbody tr")).to_have_count(4)
    expect(page).to_have_url(re.compile(r"\?tag=odd$"))
    page.get_by_label("Models only").check()
    expect(page.locator(".matrix thead th.cfg")).to_have_count(4)
    page.reload()
    expect(page.locator(".matrix tbody tr")).to_have_count(4)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".matrix tbody tr")).to_have_count(8)


@pytest.mark.all
@in_this_process
def test_a_sweep_is_cancelled_only_after_a_second_press(page: Page) -> None:
    sweep = begun()
    page.goto(f"/sweeps/{sweep.pk}/")
    page.get_by_role("button", name="Cancel the rest").click()
    expect(page.locator("#cancel")).to_contain_text("Finished runs and their report are kept")
    page.wait_for_timeout(4500)  # what updates itself meanwhile does not close it
    page.get_by_role("button", name="Cancel the remaining runs").click()
    expect(page.locator("#controls .chip")).to_have_text("Cancelled")
    expect(page.locator(".matrix tbody i.x")).to_have_count(4)


@in_this_process
@pytest.mark.parametrize("who", ["viewer", "nobody"])
def test_those_without_the_right_are_refused_with_the_remedy(browser: Browser, site: str, who: str) -> None:
    sweep = begun()
    with tab(browser, site, person(who), refusal="403") as page:
        page.goto(NEW)
        expect(page.get_by_role("heading", level=1)).to_have_text("You are not allowed to do this")
        expect(page.locator("main")).to_contain_text("group “researcher”")
        page.goto(f"/sweeps/{sweep.pk}/")
        if who == "viewer":
            expect(page.get_by_role("button", name="Pause")).to_have_count(0)
            expect(page.get_by_role("button", name="Cancel the rest")).to_have_count(0)
            expect(page.get_by_role("link", name="Report so far")).to_be_visible()
        else:
            expect(page.locator("main")).to_contain_text("group “viewer”")


@in_this_process
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_small_screen(browser: Browser, site: str, scheme: str) -> None:
    shelve(*STORIES)
    user = person("researcher")
    sweep = filled_sweep(6, trouble=0.2, done=0.9, state="paused", why="The limit of $18.00 is reached. Raise it.")
    cell = sweep.cells.first()
    assert cell is not None
    addresses = ("/sweeps/", NEW, f"/sweeps/{sweep.pk}/", f"/sweeps/{sweep.pk}/?cell={cell.version_id}-0")
    with tab(browser, site, user, width=360, color_scheme=scheme) as page:
        for address in (*addresses, f"/sweeps/{sweep.pk}/report/"):
            page.goto(address)
            assert not page.evaluate(WIDE), address
