"""The run page in a real browser: keys, addresses, the ring around what is tapped, and following a live run."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from simulator.jobs import control
from simulator.models import Episode, State
from tests.browser.chromium import until_true
from tests.simulator.consumers.watched import Watched, session_of
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
PLACES = """() => [".run-player", "#control-step", ".run-head .facts"].map((selector) => {
  const { x, y } = document.querySelector(selector).getBoundingClientRect();
  return [x, y];
})"""
LEFTS = """() => {
  const times = Array.from(document.querySelectorAll("#story .when time"));
  return [...new Set(times.map((time) => Math.round(time.getBoundingClientRect().x)))];
}"""
SMALL_BUTTONS = """() => Array.from(document.querySelectorAll(".run-player .row > .group > .btn, .next-speed, #follow"))
  .filter((button) => button.checkVisibility()).map((button) => button.getBoundingClientRect())
  .filter(({ width, height }) => width < 36 || height < 36).length"""
NOT_STEPS = re.compile(r"/(parts|slice)/")
# What fades stays until it is told to end.
FREEZE = """() => {
  const really = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = really.apply(this, how);
    one.pause();
    return one;
  };
}"""
RINGS = """() => {
  window.rings = [];
  new MutationObserver(() => {
    const ringed = document.querySelector("#phone [data-tapped]");
    if (ringed) window.rings.push(ringed.dataset.tap);
  }).observe(document.getElementById("phone"), { childList: true, subtree: true });
}"""


class RunPage:
    """A browser tab on a run."""

    def __init__(self, page: Page, site: str, run: Watched) -> None:
        self.page = page
        self.base = f"{site}/runs/{run.pk}/"

    def open(self, place: str = "") -> None:
        self.page.goto(self.base + place)
        expect(self.page.locator("#run")).to_have_attribute("data-ready", "")

    def expect_step(self, n: int, address: str | None = None) -> None:
        """Story, scrubber, detail and address agree on the current step."""
        expect(self.page.locator("#story [aria-current=step]")).to_have_attribute("data-n", str(n))
        expect(self.page.locator("#marks [aria-current=step]")).to_have_attribute("data-n", str(n))
        expect(self.page.locator("#detail h2")).to_have_text(f"Step {n}")
        expect(self.page.locator("[data-step-now]")).to_have_text(str(n))
        expect(self.page).to_have_url(self.base + (f"{n}/" if address is None else address))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def phone(self) -> str:
        return self.page.locator("#phone").inner_html()


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    session = session_of(person("researcher"))
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    page = context.new_page()
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(site) else complaints.append(request.url))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def finished() -> Watched:
    run = Watched()
    run.finish()
    return run


def last_of(run: Watched) -> int:
    run.row.refresh_from_db()
    return run.row.moment_count - 1


def test_arrows_step_and_the_address_follows(page: Page, site: str, finished: Watched) -> None:
    run = RunPage(page, site, finished)
    last = last_of(finished)
    run.open()
    run.expect_step(last, address="")
    run.press("ArrowLeft")
    run.expect_step(last - 1)
    run.press("ArrowLeft", "ArrowLeft", "ArrowRight")
    run.expect_step(last - 2)
    run.press("Home")
    run.expect_step(0)
    run.press("ArrowLeft")
    run.expect_step(0)
    run.press("End")
    run.expect_step(last)
    run.press("ArrowRight")
    run.expect_step(last)


def test_back_returns_to_where_one_jumped_from(page: Page, site: str, finished: Watched) -> None:
    run = RunPage(page, site, finished)
    run.open("2/")
    page.locator("#s6 .when").click()
    run.expect_step(6)
    page.locator('#marks [data-n="4"]').click()
    run.expect_step(4)
    page.go_back()
    run.expect_step(6)
    page.go_back()
    run.expect_step(2)
    page.go_forward()
    run.expect_step(6)


def test_a_link_to_a_step_shows_that_step_as_stepping_there_does(page: Page, site: str, finished: Watched) -> None:
    run = RunPage(page, site, finished)
    run.open("5/")
    run.expect_step(5)
    direct = run.phone()
    run.open("9/")
    page.locator("#s5 .when").click()
    run.expect_step(5)
    expect(page.locator("#phone [data-phone]")).to_have_count(1)
    until_true(page, "(html) => document.getElementById('phone').innerHTML.trim() === html", direct.strip())


def test_who_steps_by_hand_sees_the_new_screen_at_once_and_what_was_tapped_over_it(
    page: Page, site: str, finished: Watched
) -> None:
    run = RunPage(page, site, finished)
    run.open("0/")
    tapped = page.locator("#phone [data-tap=open_app]", has_text="Email").bounding_box()
    page.wait_for_load_state("networkidle")
    page.evaluate(FREEZE)
    run.press("ArrowRight")
    assert page.locator("#phone > [data-phone]").get_attribute("data-app") == "email"
    ringed = page.locator("#phone > .tapped [data-tapped]").bounding_box()
    assert tapped is not None and ringed is not None
    assert all(abs(ringed[side] - tapped[side]) < 2 for side in ("x", "y", "width", "height"))
    page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator("#phone > .tapped")).to_have_count(0)
    run.press("ArrowLeft")
    expect(page.locator("#phone [data-phone]")).to_have_attribute("data-app", "home")
    expect(page.locator("#phone > .tapped")).to_have_count(0)


def test_what_is_tapped_is_ringed_before_the_screen_changes_when_it_plays(
    page: Page, site: str, finished: Watched
) -> None:
    run = RunPage(page, site, finished)
    run.open("0/")
    page.evaluate(RINGS)
    run.press(" ")
    until_true(page, "window.rings.length > 0")
    run.press(" ")
    assert page.evaluate("window.rings[0]") == "open_app"
    expect(page.locator("#phone [data-tapped]")).to_have_count(0)
    expect(page.locator("#phone [data-phone]")).to_have_attribute("data-app", "email")
    run.press("Home")
    run.expect_step(0)
    expect(page.locator("#phone [data-phone]")).to_have_attribute("data-app", "home")
    assert len(page.evaluate("window.rings")) == 1, "going back rings nothing"


def test_keys_rest_while_one_types_and_the_list_shows_what_works(page: Page, site: str) -> None:
    live = Watched(moments=6)
    control.pause(live.row)
    run = RunPage(page, site, live)
    run.open("3/")
    page.locator(".pace select").focus()
    run.press("ArrowLeft")
    run.expect_step(3)
    page.locator("h1").click()
    run.press("?")
    sheet = page.locator("#keys")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("previous step")
    run.press("ArrowLeft")
    run.expect_step(3)
    run.press("?")
    expect(sheet).to_be_hidden()
    run.press("ArrowLeft")
    run.expect_step(2)


def test_a_tab_stays_open_while_one_steps_on(page: Page, site: str, finished: Watched) -> None:
    run = RunPage(page, site, finished)
    run.open("4/")
    page.get_by_text("Raw", exact=True).click()
    expect(page.locator("#detail pre")).to_contain_text('"n": 4')
    run.press("ArrowRight")
    run.expect_step(5)
    expect(page.locator("#detail pre")).to_be_visible()
    expect(page.locator("#detail pre")).to_contain_text('"n": 5')


def test_the_link_to_a_step_is_copied_by_a_key(page: Page, site: str, finished: Watched) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    run = RunPage(page, site, finished)
    run.open("4/")
    run.press("c")
    until_true(page, "document.querySelector('[data-copy-link]').dataset.done")
    assert page.evaluate("navigator.clipboard.readText()") == f"{run.base}4/"


def test_a_live_run_is_followed_to_its_outcome(page: Page, site: str) -> None:
    live = Watched(moments=1)
    run = RunPage(page, site, live)
    run.open()
    page.evaluate(RINGS)
    live.advance(3)
    run.expect_step(3, address="")
    assert page.evaluate("window.rings")[0] == "open_app"
    live.finish()
    run.expect_step(last_of(live), address="")
    expect(page.locator("#outcome")).to_contain_text("Yes")
    expect(page.locator("#outcome")).not_to_contain_text("so far")
    expect(page.locator("#controls .chip")).to_have_text("Success")
    expect(page.locator("#controls form")).to_have_count(0)
    assert page.locator("#story > [data-n]").count() == last_of(live) + 1
    followed = page.locator("#story").inner_html()
    run.open(f"{last_of(live)}/")
    assert page.locator("#story").inner_html() == followed


def test_stepping_back_stops_following_and_end_goes_on_with_it(page: Page, site: str) -> None:
    live = Watched(moments=5)
    run = RunPage(page, site, live)
    run.open()
    run.press("ArrowLeft", "ArrowLeft")
    run.expect_step(2)
    live.advance(2)
    expect(page.locator("#follow")).to_contain_text("Follow live, 2 new")
    run.expect_step(2)
    run.press("End")
    run.expect_step(6, address="")
    expect(page.locator("#follow")).to_be_hidden()
    live.advance(1)
    run.expect_step(7, address="")


def test_a_second_viewer_who_joins_late_sees_the_same(page: Page, site: str) -> None:
    live = Watched(moments=2)
    first = RunPage(page, site, live)
    first.open()
    live.advance(6)
    first.expect_step(7, address="")
    late = RunPage(page.context.new_page(), site, live)
    late.open()
    late.expect_step(7, address="")
    assert late.page.locator("#story").inner_html() == page.locator("#story").inner_html()
    until_true(page, "(html) => document.getElementById('phone').innerHTML.trim() === html", late.phone().strip())


def test_controls_work_from_the_page(page: Page, site: str) -> None:
    live = Watched(moments=3)
    run = RunPage(page, site, live)
    run.open()
    page.get_by_role("button", name="Pause run").click()
    expect(page.locator("#controls")).to_contain_text("Pausing")
    live.row.refresh_from_db()
    assert live.row.wish == "pause"
    with page.expect_response("**/pace/"):
        page.locator(".pace select").select_option("2.0")
    live.row.refresh_from_db()
    assert live.row.pace == 2.0


@pytest.mark.all
def test_nothing_moves_when_a_run_is_paused(page: Page, site: str) -> None:
    live = Watched(moments=3)
    run = RunPage(page, site, live)
    run.open()
    before = page.evaluate(PLACES)
    Episode.objects.filter(pk=live.pk).update(state=State.PAUSED)
    expect(page.locator("#controls .chip")).to_have_text("Paused")
    expect(page.locator("#control-go")).to_have_text("Resume")
    assert page.evaluate(PLACES) == before


def test_the_first_moment_ends_the_waiting(page: Page, site: str) -> None:
    live = Watched()
    run = RunPage(page, site, live)
    run.open()
    expect(page.locator("#detail")).to_contain_text("Waiting for a worker")
    page.route(NOT_STEPS, lambda route: None)
    live.advance(1)
    expect(page.locator("#story > [data-n]")).to_have_count(1)
    expect(page.locator("#detail")).to_have_text("Step 0")


def test_times_stay_in_their_column_when_a_step_is_current(page: Page, site: str, finished: Watched) -> None:
    run = RunPage(page, site, finished)
    run.open("4/")
    assert len(page.evaluate(LEFTS)) == 1
    run.press("End")
    run.expect_step(last_of(finished))
    assert len(page.evaluate(LEFTS)) == 1


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 800), (768, 1000), (360, 740)])
def test_the_page_never_scrolls_sideways(page: Page, site: str, finished: Watched, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    RunPage(page, site, finished).open("4/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#phone [data-phone]").bounding_box()
    assert box is not None and box["width"] > 260
    assert width > 800 or page.evaluate(SMALL_BUTTONS) == 0


def test_without_javascript_links_step(browser: Browser, page: Page, site: str, finished: Watched) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    plain = context.new_page()
    plain.goto(f"{site}/runs/{finished.pk}/3/")
    plain.locator('[data-go="on"]').click()
    expect(plain).to_have_url(re.compile(r"/4/$"))
    expect(plain.locator("#detail h2")).to_have_text("Step 4")
    expect(plain.locator("#phone [data-phone]")).to_have_count(1)
    context.close()


def test_a_step_that_cannot_be_loaded_leaves_the_page_as_it_is(page: Page, site: str, complaints: list[str]) -> None:
    done = Watched()
    done.finish()
    run = RunPage(page, site, done)
    page.route(NOT_STEPS, lambda route: route.abort())
    run.open()
    run.press("Home")
    expect(page.locator("#toast")).to_contain_text("Step 0 could not be loaded")
    expect(page.locator("#phone")).to_have_attribute("data-stale", "")
    page.unroute(NOT_STEPS)
    run.press("ArrowRight")
    run.expect_step(1)
    expect(page.locator("#phone")).not_to_have_attribute("data-stale", "")
    assert {*complaints} == {"Failed to load resource: net::ERR_FAILED"}
    complaints.clear()
