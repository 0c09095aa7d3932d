"""Stepping in a real browser: every key, dragging, playing, very long runs, and how fast it all follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from simulator.jobs.play_job import run_episode
from simulator.models import Episode
from tests.browser.chromium import until_true
from tests.browser.long_run import long_run
from tests.browser.tabs import tab
from tests.simulator.consumers.watched import Watched
from tests.simulator.jobs.background import started
from tests.simulator.talking import talkers
from tests.simulator.views.cast import PASSWORD, person, scenario

pytestmark = pytest.mark.django_db(transaction=True)
LAST = 29
AT = "() => Number(document.querySelector('[data-step-now]').textContent) === {}"
# Story, scrubber, detail and slider all show this step.
AGREE = """(n) => [
  document.querySelector("#story > [aria-current=step]")?.dataset.n,
  document.querySelector("#marks [aria-current=step]")?.dataset.n,
  document.querySelector("[role=slider]").getAttribute("aria-valuenow"),
  document.querySelector("#detail h2").textContent.replace("Step ", ""),
].every((shown) => shown === String(n))"""
SPEED = "() => document.querySelector('[name=speed]:checked').value === '{}'"
# Of each key: the step where it is pressed, and what is true then.
PRESSED = {
    "ArrowLeft": (5, AT.format(4)),
    "ArrowRight": (5, AT.format(6)),
    "Shift+ArrowLeft": (5, AT.format(3)),
    "Shift+ArrowRight": (1, AT.format(2)),
    "Home": (5, AT.format(0)),
    "End": (5, AT.format(LAST)),
    " ": (5, "() => 'playing' in document.getElementById('run').dataset"),
    "+": (5, SPEED.format(2)),
    "=": (5, SPEED.format(4)),
    "-": (5, SPEED.format(2)),
    "c": (5, "() => document.querySelector('[data-copy-link]').dataset.done"),
    "t": (5, "() => document.querySelectorAll('#story .thought:not([open])').length === 0"),
    "/": (5, "() => document.activeElement.type === 'search'"),
    "n": (5, "() => document.activeElement.type === 'search'"),
    "Shift+n": (5, "() => document.activeElement.type === 'search'"),
    "e": (5, "() => document.getElementById('toast').textContent.includes('failed')"),
    "Shift+e": (5, "() => document.getElementById('toast').textContent.includes('failed')"),
    "Escape": (5, "() => document.querySelector('[type=search]').value === ''"),
    "?": (5, "() => document.getElementById('keys').matches(':popover-open')"),
}
LEADS_AWAY = {"f": "5/fork/"}
# Other signs of keys on the list.
NOT_LISTED = {"="}
BEGIN_ANEW = """(n) => {
  document.activeElement.blur();
  document.getElementById("toast").hidden = true;
  document.getElementById("toast").querySelector("p").textContent = "";
  const run = document.getElementById("run");
  if ("playing" in run.dataset) run.querySelector("[data-play]").click();
  document.getElementById("run").dispatchEvent(new CustomEvent("pare:go", { detail: { n } }));
}"""
# After how many frames phone, story and detail all show the step that a key led to; what was tapped is not it.
COUNT_FRAMES = """() => {
  window.frames_needed = [];
  const phone = document.getElementById("phone");
  addEventListener("keydown", () => {
    const [before, wanted] = [phone.innerHTML, Number(document.querySelector("[data-step-now]").textContent) + 1];
    let frames = 0;
    requestAnimationFrame(function look() {
      frames += 1;
      const shown = document.querySelector("#story > .now")?.dataset.n === String(wanted)
        && document.querySelector("#marks [aria-current]")?.dataset.n === String(wanted)
        && document.querySelector("#detail h2").textContent === `Step ${wanted}`
        && phone.innerHTML !== before && !phone.querySelector("[data-phone] [data-tapped]");
      if (shown || frames > 60) window.frames_needed.push(frames);
      else requestAnimationFrame(look);
    });
  }, { capture: true });
}"""
NOTES = """() => {
  window.notes = [];
  const note = document.getElementById("passing");
  new MutationObserver(() => note.hidden || window.notes.push(note.textContent)).observe(note, { attributes: true });
}"""
# What is missing of a story comes when it is let through.
HOLD_BACK = """() => {
  const [really, open] = [window.fetch, new Promise((done) => { window.letThrough = done; })];
  window.fetch = async (address, options) => {
    if (address.includes("/story/")) await open;
    return really(address, options);
  };
}"""
NEXT_KEY = "(n) => JSON.parse(document.getElementById('track').textContent).keys.find(([key]) => key > n)[0]"
TOP_OF_STORY = """() => {
  const { left, top } = document.getElementById("story").getBoundingClientRect();
  const item = document.elementFromPoint(left + 120, top + 8).closest("#story > li");
  return [item.dataset.n, Math.round(item.getBoundingClientRect().top)];
}"""


class Stepper:
    """A tab on a run."""

    def __init__(self, page: Page, pk: int) -> None:
        self.page, self.base = page, f"/runs/{pk}/"

    def open(self, place: str = "") -> None:
        self.page.goto(self.base + place)
        expect(self.page.locator("#run")).to_have_attribute("data-ready", "")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def expect_step(self, n: int, address: str | None = None) -> None:
        until_true(self.page, AGREE, n)
        place = self.base + (f"{n}/" if address is None else address)
        expect(self.page).to_have_url(re.compile(re.escape(place) + "$"))

    def middle_of(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_for_slices(self) -> None:
        """Until the steps around are there."""
        self.page.wait_for_load_state("networkidle")


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with tab(browser, site, person("researcher"), permissions=["clipboard-read", "clipboard-write"]) as page:
        yield page


@pytest.fixture
def talked(redis_server: str) -> Episode:
    """A run of players that think aloud, with days in which nothing happens."""
    scenario("dentist")
    with talkers() as named:
        row = started("dentist", **named)
        run_episode(row.pk)
    row.refresh_from_db()
    assert row.moment_count == LAST + 1
    return row


def test_every_key_on_the_list_does_what_it_says(page: Page, talked: Episode) -> None:
    run = Stepper(page, talked.pk)
    run.open("5/")
    expect(page.locator("#keys kbd[data-key=f]")).to_have_count(1)
    listed = page.eval_on_selector_all("#keys kbd", "(keys) => keys.map((key) => key.dataset.key)")
    assert sorted(listed) == sorted({*PRESSED, *LEADS_AWAY} - {*NOT_LISTED}), (
        "a key that nobody presses here, or one that is gone"
    )
    for key, (step, is_done) in PRESSED.items():
        page.evaluate(BEGIN_ANEW, step)
        until_true(page, AT.format(step))
        run.press(key)
        until_true(page, is_done)
        if key == "?":
            run.press("ArrowRight")
            until_true(page, AT.format(step))
            run.press("?")
    for key, address in LEADS_AWAY.items():
        page.evaluate(BEGIN_ANEW, 5)
        run.press(key)
        expect(page).to_have_url(re.compile(re.escape(run.base + address) + "$"))


@pytest.mark.parametrize("tab_name", ["User saw", "Raw"])
def test_after_a_click_on_a_tab_the_arrows_step_on(page: Page, talked: Episode, tab_name: str) -> None:
    run = Stepper(page, talked.pk)
    run.open("1/")
    page.locator("#detail label", has_text=tab_name).click()
    run.press("ArrowRight")
    run.expect_step(2)


def test_all_follows_within_two_frames_where_steps_are_fetched_ahead(page: Page, talked: Episode) -> None:
    run = Stepper(page, talked.pk)
    run.open("1/")
    run.wait_for_slices()
    page.evaluate(COUNT_FRAMES)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for n in range(2, 7):
        run.press("ArrowRight")
        until_true(page, "(count) => window.frames_needed.length === count", n - 1)
    assert max(page.evaluate("window.frames_needed")) <= 2
    assert not [address for address in asked if "/parts/" in address]


def test_a_link_to_a_step_leads_a_fresh_browser_to_the_same_screen(
    page: Page, browser: Browser, site: str, talked: Episode
) -> None:
    """Whoever is sent the link signs in first, and is there."""
    run = Stepper(page, talked.pk)
    run.open("0/")
    run.press("/")
    page.keyboard.type("reminder")
    expect(page.locator("[data-hit-count]")).to_contain_text("hits")
    page.get_by_label("Silence", exact=True).uncheck()
    page.locator("#s9 .when").click()
    until_true(page, AGREE, 9)
    run.press("c")
    until_true(page, PRESSED["c"][1])
    link = page.evaluate("() => navigator.clipboard.readText()")
    with tab(browser, site) as fresh:
        fresh.goto(link)
        fresh.get_by_label("Name").fill("researcher")
        fresh.get_by_label("Password").fill(PASSWORD)
        fresh.get_by_role("button", name="Sign in").click()
        expect(fresh).to_have_url(link)
        expect(fresh.locator("#run")).to_have_attribute("data-ready", "")
        until_true(fresh, AGREE, 9)
        for place in ("#phone", "#story > [aria-current=step]", "#detail .body"):
            assert fresh.locator(place).inner_text() == page.locator(place).inner_text()
        expect(fresh.locator("[data-hit-count]")).to_have_text(page.locator("[data-hit-count]").inner_text())
        expect(fresh.get_by_label("Silence", exact=True)).not_to_be_checked()
        expect(fresh.locator("#story > [aria-current=step]")).to_be_in_viewport()


@pytest.mark.all
def test_the_strip_is_dragged_with_the_mouse_and_with_a_finger(browser: Browser, site: str, talked: Episode) -> None:
    with tab(browser, site, person("researcher"), has_touch=True) as page:
        run = Stepper(page, talked.pk)
        run.open("3/")
        run.wait_for_slices()
        page.mouse.move(*run.middle_of('#marks [data-n="4"]'))
        page.mouse.down()
        for n in (6, 9, 12):
            page.mouse.move(*run.middle_of(f'#marks [data-n="{n}"]'), steps=2)
            run.expect_step(n, address="3/")
        page.mouse.up()
        run.expect_step(12)
        expect(page.locator("[role=slider]")).to_have_attribute("aria-valuetext", re.compile("^Step 12: "))
        finger = page.context.new_cdp_session(page)
        for kind, numbers in (("touchStart", [12]), ("touchMove", [15]), ("touchMove", [20]), ("touchEnd", [])):
            places = [run.middle_of(f'#marks [data-n="{n}"]') for n in numbers]
            points = [{"x": x, "y": y} for x, y in places]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        run.expect_step(20)
        for n in (12, 3):
            page.go_back()
            run.expect_step(n)
        page.locator("[role=slider]").focus()
        run.press("ArrowRight")
        run.expect_step(4)


@pytest.mark.all
def test_it_plays_at_a_speed_that_is_remembered_and_shortens_idle_time(page: Page, talked: Episode) -> None:
    run = Stepper(page, talked.pk)
    run.open("0/")
    run.wait_for_slices()
    page.evaluate(NOTES)
    page.get_by_text("8×", exact=True).click()
    run.press(" ")
    until_true(page, "() => Number(document.querySelector('[data-step-now]').textContent) >= 10")
    run.press("ArrowLeft")
    expect(page.locator("#run")).not_to_have_attribute("data-playing", "")
    stopped = int(page.locator("[data-step-now]").inner_text())
    run.expect_step(stopped)
    run.press(" ")
    run.expect_step(LAST)
    expect(page.locator("#run")).not_to_have_attribute("data-playing", "")
    assert page.evaluate("window.notes")[0].startswith("1 d 3 h pass")
    assert len({*page.evaluate("window.notes")}) >= 3
    expect(page.locator("#marks .idle").first).to_have_text("1.1 d")
    page.go_back()
    run.expect_step(stopped)
    page.reload()
    expect(page.locator("[name=speed][value='8']")).to_be_checked()
    run.press(" ")
    expect(page.locator("#run")).to_have_attribute("data-playing", "")
    page.locator("[data-play]").click()
    expect(page.locator("#run")).not_to_have_attribute("data-playing", "")


@pytest.mark.all
def test_it_tells_of_idle_time_before_steps_that_a_filter_hides(page: Page, talked: Episode) -> None:
    run = Stepper(page, talked.pk)
    run.open("0/?actor=user")
    expect(page.locator("#filtered")).to_be_visible()
    run.wait_for_slices()
    page.evaluate(NOTES)
    page.get_by_text("8×", exact=True).click()
    run.press(" ")
    until_true(page, "() => window.notes.some((note) => note.startsWith('1 d 3 h pass'))")


@pytest.mark.all
def test_playing_a_live_run_goes_over_into_following_it(page: Page) -> None:
    live = Watched(moments=5)
    run = Stepper(page, live.pk)
    run.open("2/")
    run.press("+", "+", "+", " ")
    run.expect_step(4, address="")
    expect(page.locator("#run")).to_have_attribute("data-following", "")
    live.advance(2)
    run.expect_step(6, address="")
    run.press(" ")
    run.expect_step(6)
    live.advance(2)
    expect(page.locator("#follow")).to_contain_text("2 new")
    page.mouse.move(*run.middle_of('#marks [data-n="6"]'))
    page.mouse.down()
    page.mouse.move(*run.middle_of('#marks [data-n="1"]'), steps=3)
    live.advance(1)
    expect(page.locator("#follow")).to_contain_text("3 new")
    page.mouse.up()
    run.expect_step(1)
    run.press("End")
    run.expect_step(9, address="")


@pytest.mark.all
def test_all_of_a_story_comes_by_itself_and_moves_nothing(page: Page) -> None:
    row = long_run(210)
    last = row.moment_count - 1
    run = Stepper(page, row.pk)
    page.add_init_script(f"({HOLD_BACK})()")
    run.open("150/")
    run.expect_step(150)
    assert page.locator("#story > [data-n]").count() < last
    assert page.locator("#story > .gap").count() == 2
    before = page.evaluate(TOP_OF_STORY)
    page.evaluate("window.letThrough()")
    until_true(page, "() => !document.querySelector('#story > .gap')")
    numbers = page.eval_on_selector_all("#story > [data-n]", "(items) => items.map((item) => Number(item.dataset.n))")
    assert numbers == list(range(last + 1))
    n, top = page.evaluate(TOP_OF_STORY)
    assert n == before[0] and abs(top - before[1]) <= 2
    run.press("Shift+ArrowLeft")
    until_true(page, "() => Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) < 150")
    run.press("End", "Shift+ArrowRight")
    expect(page.get_by_text("No later offer, answer or error")).to_be_visible()


def test_the_head_of_a_step_is_one_line_on_a_phone_and_its_error_sign_is_red(page: Page) -> None:
    row = long_run(210)
    page.set_viewport_size({"width": 360, "height": 740})
    run = Stepper(page, row.pk)
    run.open("0/")
    run.press("e")
    expect(page.locator("#detail header .fail")).to_contain_text(re.compile("Assistant|User"))
    sign, note = (page.locator(f"#detail {place} .icon").first for place in ("header .fail", ".note.bad"))
    color = "(sign) => getComputedStyle(sign).color"
    assert sign.evaluate(color) == note.evaluate(color)
    link, title = (page.locator(f"#detail header {place}").bounding_box() for place in ("[data-copy-link]", "h2"))
    assert link is not None and title is not None
    assert link["y"] < title["y"] + title["height"] and link["x"] + link["width"] <= 360


@pytest.mark.all
def test_a_very_long_run_opens_anywhere_and_fills_its_gaps_where_one_looks(page: Page) -> None:
    row = long_run(1010)
    last = row.moment_count - 1
    run = Stepper(page, row.pk)
    run.open("500/")
    run.expect_step(500)
    expect(page.locator("#phone [data-phone]")).to_be_visible()
    expect(page.locator("#marks [aria-current]")).to_be_visible()
    run.wait_for_slices()
    gaps = page.locator("#story > .gap")
    expect(gaps).to_have_text([re.compile(r"^\s*Show steps 0 to [34]\d\d\s*$"), re.compile(rf"to {last}\s*$")])
    nearest = int(gaps.first.get_attribute("data-to") or 0)
    gaps.first.scroll_into_view_if_needed()
    expect(page.locator(f"#s{nearest - 100}")).to_have_count(1)
    assert int(gaps.first.get_attribute("data-to") or 0) <= nearest - 100

    # Into a gap: all but the story is there at once, and the story as soon as it can be.
    page.evaluate(HOLD_BACK)
    box = page.locator("#rail [data-bar]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 1, box["y"] + 8, steps=8)
    until_true(page, "() => document.querySelector('#detail h2').textContent === 'Step 1'")
    assert page.locator("#story > .gap.now").count() == 1
    page.mouse.up()
    page.evaluate("window.letThrough()")
    run.expect_step(1)
    page.go_back()
    run.expect_step(500)
    run.press("Shift+ArrowRight")
    run.expect_step(page.evaluate(NEXT_KEY, 500))
