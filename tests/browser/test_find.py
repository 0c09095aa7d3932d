"""Find and filter in a real browser: hits on strip and story, keys, what is hidden, and the address that keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, Page, expect

from simulator.jobs.play_job import run_episode
from simulator.models import Episode
from tests.browser.chromium import until_true
from tests.browser.long_run import long_run
from tests.browser.tabs import tab
from tests.simulator.consumers.watched import Watched
from tests.simulator.jobs.background import started
from tests.simulator.talking import talkers
from tests.simulator.views.cast import person, scenario

pytestmark = pytest.mark.django_db(transaction=True)
SHOWN = """() => Array.from(document.querySelectorAll("#story > [data-n]"))
  .filter((item) => item.checkVisibility()).map((item) => Number(item.dataset.n))"""
BREAKS = """(kind) => Array.from(document.querySelectorAll(`#story > .${kind}:not([data-n])`))
  .filter((item) => item.checkVisibility()).map((item) => item.textContent.trim())"""
PAINTED = "() => Array.from(CSS.highlights.get('found') ?? []).map((range) => range.toString().toLowerCase())"
PAINTED_IN = """(place) => Array.from(CSS.highlights.get("found") ?? [])
  .some((range) => document.querySelector(place).contains(range.startContainer))"""
SILENCE = [2, 4, 13, 15]


class Finder:
    """A tab on a run, and what one does there to find something."""

    def __init__(self, page: Page, pk: int) -> None:
        self.page, self.pk = page, pk
        self.box = page.get_by_role("searchbox", name="Find in this run")
        self.count = page.locator("[data-hit-count]")
        self.line = page.locator("#filtered")

    def open(self, place: str = "") -> None:
        self.page.goto(f"/runs/{self.pk}/{place}")
        expect(self.page.locator("#run")).to_have_attribute("data-finds", "")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def expect_step(self, n: int) -> None:
        expect(self.page.locator("#story > [aria-current=step]")).to_have_attribute("data-n", str(n))
        expect(self.page.locator("#detail h2")).to_have_text(f"Step {n}")

    def hits(self, where: str = "#story > .hit") -> list[int]:
        return [int(one.get_attribute("data-n") or -1) for one in self.page.locator(where).all()]

    def untick(self, *labels: str) -> None:
        for label in labels:
            self.page.get_by_label(label, exact=True).uncheck()

    def expect_search(self, search: str) -> None:
        until_true(self.page, "(wanted) => location.search === wanted", search)


@pytest.fixture(autouse=True)
def _a_busy_machine_takes_its_time() -> Iterator[None]:
    expect.set_options(timeout=20_000)
    yield
    expect.set_options(timeout=5_000)


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with tab(browser, site, person("researcher")) as page:
        yield page


@pytest.fixture
def run(page: Page) -> Finder:
    watched = Watched()
    watched.finish()
    return Finder(page, watched.pk)


@pytest.fixture
def talked(redis_server: str) -> Episode:
    """A run of players that think aloud."""
    scenario("dentist")
    with talkers() as named:
        row = started("dentist", **named)
        run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_a_search_marks_its_hits_and_enter_and_n_go_through_them(run: Finder) -> None:
    run.open("3/")
    run.press("/")
    expect(run.box).to_be_focused()
    run.page.keyboard.type("ngozi")
    expect(run.count).to_have_text("1 of 7")
    assert run.hits() == run.hits("#marks a.hit") == [3, 6, 7, 8, 9, 10, 12]
    run.press("Enter")
    run.expect_step(6)
    expect(run.count).to_have_text("2 of 7")
    run.press("Shift+Enter")
    run.expect_step(3)
    expect(run.box).to_be_focused()
    run.press("Escape")
    expect(run.box).not_to_be_focused()
    run.press("n", "n")
    run.expect_step(7)
    run.press("Shift+N")
    run.expect_step(6)
    run.press("Home")
    expect(run.count).to_have_text("7 hits")
    run.press("Shift+N")
    run.expect_step(12)
    run.press("n")
    run.expect_step(3)


def test_escape_leaves_the_box_and_escape_again_clears_the_search(run: Finder) -> None:
    run.open("3/?q=lagos")
    expect(run.count).to_contain_text("hits")
    run.press("/", "Escape")
    expect(run.box).not_to_be_focused()
    expect(run.box).to_have_value("lagos")
    run.press("Escape")
    expect(run.box).to_have_value("")
    expect(run.count).to_be_empty()
    assert run.hits() == []
    run.expect_search("")


def test_letters_in_the_box_are_no_keys_and_without_a_search_n_opens_it(run: Finder) -> None:
    run.open("3/")
    run.press("n")
    expect(run.box).to_be_focused()
    run.page.keyboard.type("phone enne / t")
    run.expect_step(3)
    expect(run.box).to_have_value("phone enne / t")
    expect(run.count).to_have_text("no hits")


def test_found_words_stand_out_in_the_story_and_in_the_detail(run: Finder) -> None:
    run.open('9/?q="ngozi eze" lagos')
    expect(run.count).to_contain_text("of")
    painted = run.page.evaluate(PAINTED)
    assert {*painted} == {"ngozi eze", "lagos"}
    run.press("n")
    run.expect_step(12)
    until_true(run.page, "() => document.querySelector('#detail').textContent.includes('Step 12')")
    until_true(run.page, PAINTED_IN, "#detail")
    run.press("Escape")
    until_true(run.page, "() => !CSS.highlights.has('found')")


def test_a_hit_that_the_story_does_not_show_says_where_it_is(run: Finder) -> None:
    run.open("9/?q=emails__reply_to_email")
    moment = run.page.locator("#s9 > .moment")
    expect(moment).to_have_attribute("data-found", "found in the call")
    assert moment.evaluate("(moment) => getComputedStyle(moment, '::after').content") == '"found in the call"'


def test_boxes_hide_kinds_pale_their_marks_and_arrows_step_over_them(run: Finder) -> None:
    run.open("3/")
    run.untick("Silence")
    expect(run.line).to_contain_text("13 of 17 steps shown.")
    assert run.page.evaluate(SHOWN) == [n for n in range(17) if n not in SILENCE]
    assert run.hits("#marks a.out") == SILENCE
    run.press("ArrowRight")
    run.expect_step(5)
    run.press("ArrowLeft", "ArrowLeft")
    run.expect_step(1)
    run.page.get_by_label("Silence", exact=True).check()
    expect(run.line).to_be_hidden()
    run.press("ArrowRight")
    run.expect_step(2)


def test_turns_and_pauses_go_with_their_moments(run: Finder) -> None:
    run.open("16/?actor=world")
    expect(run.line).to_contain_text("4 of 17")
    turns, all_turns = run.page.evaluate(BREAKS, "turn"), run.page.locator("#story > .turn:not([data-n])").count()
    assert [turn.split(",")[0] for turn in turns] == ["Turn 3", "Turn 5", "Turn 6"] and all_turns == 6
    run.page.locator("#filtered").get_by_role("button", name="Show all").click()
    expect(run.line).to_be_hidden()
    assert len(run.page.evaluate(BREAKS, "turn")) == 6
    idle = run.page.evaluate(BREAKS, "idle")
    run.open("0/?hide=event,tap,silence,run")
    expect(run.line).to_be_visible()
    assert len(run.page.evaluate(BREAKS, "idle")) < len(idle)


def test_the_current_step_stays_in_sight_although_it_is_hidden(run: Finder) -> None:
    run.open("4/?hide=silence")
    expect(run.line).to_be_visible()
    assert [n for n in run.page.evaluate(SHOWN) if n in SILENCE] == [4]
    run.press("ArrowRight")
    run.expect_step(5)
    assert not {*SILENCE}.intersection(run.page.evaluate(SHOWN))


def test_a_filter_that_hides_everything_says_so_and_can_be_cleared(run: Finder) -> None:
    run.open("3/?app=calendar&q=ngozi")
    expect(run.line).to_contain_text("The filter hides all 17 steps.")
    expect(run.count).to_have_text("no hits, 7 hidden")
    run.press("ArrowRight", "ArrowLeft")
    run.expect_step(3)
    run.line.get_by_role("button", name="Show all").click()
    expect(run.line).to_be_hidden()
    expect(run.count).to_have_text("1 of 7")
    run.expect_search("?q=ngozi")
    assert len(run.page.evaluate(SHOWN)) == 17


def test_actors_and_apps_are_picked_in_the_sheet_which_counts_them(run: Finder) -> None:
    run.open("3/")
    run.page.get_by_role("button", name="Filter").click()
    sheet = run.page.locator("#filter")
    expect(sheet.get_by_label("Email 5")).to_be_visible()
    expect(sheet.get_by_label("Taps 5")).to_be_checked()
    expect(sheet.locator("[value=unread]")).to_be_hidden()
    expect(sheet).to_contain_text("No steps failed.")
    sheet.get_by_label("Email 5").check()
    sheet.get_by_label("User").check()
    expect(run.line).to_contain_text("2 of 17")
    run.expect_search("?actor=user&app=email")
    assert run.page.evaluate(SHOWN) == [1, 3]
    run.press("Escape")
    expect(sheet).to_be_hidden()
    run.press("ArrowLeft")
    run.expect_step(1)


def test_the_address_keeps_the_question_while_stepping_on_reload_and_in_the_copied_link(run: Finder) -> None:
    run.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    run.open("3/?hide=silence")
    run.press("/")
    run.page.keyboard.type("ngozi")
    expect(run.count).to_have_text("1 of 7")
    run.press("Escape", "n", "ArrowRight", "ArrowRight")
    run.expect_step(8)
    expect(run.page).to_have_url(re.compile(r"/8/\?q=ngozi&hide=silence$"))
    run.press("c")
    until_true(run.page, "() => document.querySelector('[data-copy-link]').dataset.done")
    assert run.page.evaluate("() => navigator.clipboard.readText()").endswith("/8/?q=ngozi&hide=silence")
    run.page.reload()
    expect(run.box).to_have_value("ngozi")
    expect(run.count).to_have_text("4 of 7")
    expect(run.page.get_by_label("Silence", exact=True)).not_to_be_checked()
    assert not {*SILENCE}.intersection(run.page.evaluate(SHOWN))


def test_back_restores_the_question_that_was_asked_there(run: Finder) -> None:
    run.open("3/?q=lagos")
    expect(run.count).to_contain_text("hits")
    run.press("n")
    run.expect_step(6)
    run.untick("Noise", "Silence")
    run.press("/")
    run.page.keyboard.type("offer")
    expect(run.count).to_have_text(re.compile(r"^\d+ hits$"))
    run.page.go_back()
    run.expect_step(3)
    expect(run.box).to_have_value("lagos")
    expect(run.line).to_be_hidden()
    expect(run.page.get_by_label("Silence", exact=True)).to_be_checked()
    run.page.go_forward()
    run.expect_step(6)
    expect(run.box).to_have_value("offer")
    expect(run.line).to_be_visible()


def test_what_no_box_stands_for_in_an_address_is_left_out(run: Finder) -> None:
    run.open("3/?hide=nonsense,silence&actor=nobody&other=1")
    expect(run.line).to_contain_text("13 of 17")
    run.untick("Reads")
    run.expect_search("?other=1&hide=read,silence")


def test_e_says_so_if_nothing_failed(run: Finder) -> None:
    run.open("3/")
    run.press("e")
    expect(run.page.locator("#toast")).to_contain_text("No step of this run has failed.")
    run.expect_step(3)


def test_keys_are_on_the_list(run: Finder) -> None:
    run.open("3/")
    run.press("?")
    for says in (
        "find in this run",
        "next hit",
        "previous hit",
        "next error",
        "previous error",
        "leave the search box",
    ):
        expect(run.page.locator("#keys")).to_contain_text(says)


def test_hits_come_with_the_moments_of_a_run_that_goes_on(page: Page) -> None:
    live = Watched(moments=4)
    run = Finder(page, live.pk)
    run.open("?q=ngozi&hide=silence")
    expect(run.count).to_have_text("1 of 1")
    live.advance(6)
    expect(run.count).to_contain_text("of 5")
    assert run.hits() == [3, 6, 7, 8, 9]
    until_true(page, "() => document.querySelector('#s4').matches('.out')")
    live.finish()
    expect(run.count).to_have_text("7 hits")
    expect(run.line).to_contain_text("13 of 17")


def test_thoughts_are_found_and_opened_for_those_who_may_read_them(page: Page, talked: Episode) -> None:
    run = Finder(page, talked.pk)
    run.open("0/?q=weigh")
    expect(run.count).to_contain_text("hits")
    run.press("n")
    first = run.hits()[0]
    expect(page.locator(f"#s{first} .thought")).to_have_attribute("open", "")
    expect(page.locator(f"#s{first} > .moment")).to_have_attribute("data-found", "found in the thought")


def test_the_public_finds_no_thoughts(browser: Browser, site: str, talked: Episode, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    with tab(browser, site) as page:
        run = Finder(page, talked.pk)
        run.open("0/?q=weigh")
        expect(run.count).to_have_text("no hits")
        run.open("0/?q=reminder")
        expect(run.count).to_contain_text("hits")


@pytest.mark.all
def test_in_a_long_run_hits_are_on_the_track_and_in_what_is_not_loaded(page: Page) -> None:
    row = long_run(330)
    run = Finder(page, row.pk)
    run.open("0/?q=parcel")
    expect(run.count).to_contain_text("hits")
    expect(page.locator("#rail .hits")).to_have_attribute("d", re.compile("M"))
    run.press("Shift+N")
    last = int(re.sub(r"\D", "", page.locator("[data-step-now]").inner_text()))
    assert last > 250
    run.expect_step(last)
    expect(page.locator(f"#s{last}")).to_have_class(re.compile("hit"))
    run.press("e")
    # The hit may be an error too, so its class says nothing before the key has moved on.
    expect(page.locator("[data-step-now]")).not_to_have_text(str(last))
    expect(page.locator("#story > [aria-current=step]")).to_have_class(re.compile("fail"))
    first = run.page.locator("[data-step-now]").inner_text()
    run.press("e")
    expect(page.locator("[data-step-now]")).not_to_have_text(first)
    run.press("Shift+E")
    expect(page.locator("[data-step-now]")).to_have_text(first)


@pytest.mark.all
def test_a_server_that_is_away_is_told_of_and_nothing_is_lost(browser: Browser, site: str) -> None:
    watched = Watched()
    watched.finish()
    with tab(browser, site, person("researcher"), refusal="Failed to load resource") as page:
        run = Finder(page, watched.pk)
        run.open("3/")
        page.route("**/find/**", lambda route: route.abort())
        run.press("/")
        page.keyboard.type("ngozi")
        expect(page.locator("#toast")).to_contain_text("the server does not answer")
        expect(run.box).to_have_value("ngozi")
        page.unroute("**/find/**")
        run.press("Enter")
        expect(run.count).to_contain_text("7")


@pytest.mark.parametrize("width", [1440, 1024, 360])
def test_nothing_sticks_out_sideways(page: Page, width: int) -> None:
    live = Watched(moments=12)
    page.set_viewport_size({"width": width, "height": 800})
    run = Finder(page, live.pk)
    run.open("3/?q=ngozi&hide=silence,tap")
    expect(run.line).to_be_visible()
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("#filter")).to_contain_text("Email")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#filter").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800
