"""Playing the user in a real browser: by mouse, by touch on a narrow screen, and by keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from simulator.models import EnteredDecision, State
from simulator.models.episode import Episode
from tests.browser.at_the_table import CHOICES, WELCOMED, AtTheTable, at_the_table, fits
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab
from tests.simulator.play.table import decisions_of, sat_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]
SCROLLS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
LARGE_ENOUGH = """() => {
  const { left, top, width, bottom } = document.querySelector(".ph-screen").getBoundingClientRect();
  return [left, width, innerWidth, Math.round(bottom), innerHeight];
}"""


def is_success(row: Episode) -> bool:
    row.refresh_from_db()
    assert row.state == State.FINISHED
    return bool(row.result and row.result["outcome"]["success"])


def reaches_the_offer(table: AtTheTable) -> None:
    """Go on until the assistant's card lies over the phone."""
    for _ in range(8):
        if table.page.locator("[data-offer]:visible").count():
            return
        table.plays("put_phone_down", {})
    raise AssertionError("the assistant made no offer")


@pytest.mark.all
def test_taps_alone_lead_to_success(browser: Browser, site: str) -> None:
    player = sat_down("late_train")
    with at_the_table(browser, site, player) as table:
        for moment in decisions_of("late_train", "user"):
            args = {**moment.args, "content": "Thank you."} if moment.name == "reply" else moment.args
            table.plays(moment.name, args)
        assert is_success(table.row)


def test_keys_alone_lead_to_success(browser: Browser, site: str) -> None:
    player = sat_down("dentist")
    with at_the_table(browser, site, player) as table:
        for moment in decisions_of("dentist", "user"):
            by_keys(table.page, moment.name, moment.args)
            table.goes_on()
        assert is_success(table.row)


def by_keys(page: Page, name: str, args: Mapping[str, Any]) -> None:
    keys = page.keyboard
    if name == "put_phone_down":
        keys.press("p")
    elif name == "accept_proposal":
        keys.press("w")
        keys.type(str(args["content"]))
        keys.press("Escape")
        keys.press("a")
    else:
        choices = page.evaluate(CHOICES)
        if any(wakes for _, _, wakes in choices):
            choose(page, next(n for n, (_, _, wakes) in enumerate(choices, 1) if wakes))
            keys.press("Enter")
            choices = page.evaluate(CHOICES)
        fitting = [n for n, (tap, shown, _) in enumerate(choices, 1) if tap == name and fits(json.loads(shown), args)]
        choose(page, fitting[0])
    keys.press("Enter")


def choose(page: Page, number: int) -> None:
    for digit in str(number):
        page.keyboard.press(digit)


@pytest.mark.all
def test_fingers_on_a_narrow_screen_lead_to_success(browser: Browser, site: str) -> None:
    player = sat_down("dentist")
    options = {"width": 360, "has_touch": True, "is_mobile": True}
    with at_the_table(browser, site, player, press=Locator.tap, **options) as table:
        page = table.page
        left, width, inner, bottom, height = page.evaluate(LARGE_ENOUGH)
        assert (left, width, bottom) == (0, inner, height), "the phone fills the screen"
        page.get_by_role("button", name="Leila").tap()
        expect(page.get_by_text("What is on your mind")).to_be_visible()
        expect(page.get_by_role("heading", name="So far")).to_be_visible()
        assert not page.evaluate(SCROLLS)
        page.get_by_role("button", name="Phone", exact=True).tap()
        for moment in decisions_of("dentist", "user"):
            table.plays(moment.name, moment.args)
        assert is_success(table.row)


def test_a_reload_and_a_second_tab_show_the_same_and_decide_once(browser: Browser, site: str) -> None:
    player = sat_down("late_train")
    with at_the_table(browser, site, player, refusal="Failed to load resource") as table:
        table.plays("open_app", {"app_name": "Emails"})
        second = table.page.context.new_page()
        second.add_init_script(WELCOMED)
        second.goto(f"/play/{player.row.pk}/")
        expect(second.locator("#phone")).to_contain_text("Inbox")
        # The second tab hears of taps in the first one.
        table.plays("switch_folder", {"folder_name": "SENT"})
        expect(second.locator("#stage")).to_have_attribute("data-number", str(table.row.moment_count))
        # A tab that has heard of nothing decides for a step that is over.
        second.evaluate("document.getElementById('stage').dataset.number = '1'")
        second.locator("#phone [data-tap=start_compose]").click()
        expect(second.locator("#phone [data-toast]")).to_contain_text("moved on")
        assert table.row.state == State.WAITING
        assert not EnteredDecision.objects.filter(episode=table.row, name="start_compose").exists()
        expect(second.locator("#stage[data-yours]")).to_have_count(1)
        told = table.page.locator(".diary").inner_text()
        table.page.reload()
        table.is_ready()
        assert table.page.locator(".diary").inner_text() == told
        expect(table.page.locator("#phone [data-screen=MailboxView]")).to_have_count(1)


@pytest.mark.all
def test_the_card_can_be_put_aside_without_a_turn(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train")) as table:
        reaches_the_offer(table)
        page, before = table.page, table.row.moment_count
        page.get_by_role("button", name="Look first").click()
        expect(page.get_by_role("heading", name="You are looking first")).to_be_visible()
        expect(page.locator("[data-aside]")).to_contain_text("Offer waits until 09:00")
        page.reload()
        table.is_ready()
        expect(page.locator("[data-aside]")).to_be_visible()
        page.keyboard.press("a")
        expect(page.locator("[data-tap=accept_proposal]:visible")).to_be_focused()
        assert table.row.moment_count == before


def test_a_text_is_typed_on_the_screen(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train")) as table:
        page = table.page
        table.plays("open_app", {"app_name": "Emails"})
        page.get_by_placeholder("Search this folder").fill("agenda")
        page.keyboard.press("Enter")
        table.goes_on()
        expect(page.locator("#phone")).to_contain_text("1 found for “agenda”")
        table.plays("start_compose", {})
        page.locator("#phone [data-typed=subject]").fill("Late")
        # A tap elsewhere would lose the text, so the first one only says so.
        page.locator("#phone [data-tap=send_composed_email]").click()
        expect(page.locator("#phone [data-toast]")).to_contain_text("“Subject” is not entered yet")
        page.locator("#phone [data-typed=subject]").click()
        page.locator("#phone .ph-enter:visible button").click()
        table.goes_on()
        expect(page.locator("#phone [data-typed=subject]")).to_have_value("Late")
        table.plays("send_composed_email", {})
        expect(page.locator("#phone .ph-toast")).to_contain_text("Not done: Send composed email")
        expect(page.locator(".diary")).to_contain_text("You tried to send")


@pytest.mark.all
def test_a_new_notification_lies_over_the_screen_until_it_is_put_away(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train", assistant="silent")) as table:
        banner = table.page.locator("#phone .ph-rang [data-close=banner]")
        for _ in range(4):
            if banner.count():
                break
            table.plays("open_app", {"app_name": "Emails"})
            if not banner.count():
                table.plays("go_home", {})
        expect(banner).to_contain_text("Your train is late")
        before = table.row.moment_count
        banner.click()
        expect(banner).to_have_count(0)
        assert table.row.moment_count == before


@pytest.mark.all
def test_a_slip_in_a_form_is_marked_and_costs_no_turn(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train"), refusal="422") as table:
        table.plays("open_app", {"app_name": "Emails"})
        page, before = table.page, table.row.moment_count
        table.hand.fills_in("open_email_by_index", {"index": "two"})
        expect(page.locator("form[data-action=open_email_by_index]")).to_contain_text("Enter a whole number.")
        table.hand.fills_in("open_email_by_index", {"index": ""})
        expect(page.locator("form[data-action=open_email_by_index]")).to_contain_text("Fill in this field.")
        assert table.row.moment_count == before


@pytest.mark.all
def test_three_sentences_welcome_a_person_once(browser: Browser, site: str) -> None:
    player = sat_down("late_train")
    with tab(browser, site, player.seat.player) as page:
        page.goto(f"/play/{player.row.pk}/")
        expect(page.locator("#welcome p")).to_have_count(3)
        page.get_by_role("button", name="Start").click()
        page.reload()
        expect(page.locator("#play")).to_have_attribute("data-ready", "")
        expect(page.locator("#welcome")).to_be_hidden()


@pytest.mark.all
def test_while_others_act_the_phone_is_still_and_tells_nothing_about_them(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train")) as table:
        page = table.page
        table.hand.does("open_app", {"app_name": "Emails"})
        expect(page.locator("#meanwhile")).to_contain_text("Time goes on. Your turn comes next.")
        expect(page.locator("#phone")).to_have_attribute("inert", "")
        table.goes_on()
        links = page.locator("main a, header a").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
        assert not [link for link in links if "scenario" in link or "/runs/" in link]


@pytest.mark.all
def test_the_page_has_no_serious_fault(browser: Browser, site: str) -> None:
    with at_the_table(browser, site, sat_down("late_train"), bypass_csp=True) as table:
        page = table.page
        faults = {"home": serious_faults(page)}
        page.keyboard.press("x")
        faults["actions"] = serious_faults(page)
        page.keyboard.press("Escape")
        table.plays("open_app", {"app_name": "Emails"})
        table.plays("start_compose", {})
        faults["compose"] = serious_faults(page)
        reaches_the_offer(table)
        faults["offer"] = serious_faults(page)
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 360, "height": 740})
        faults["offer, dark and narrow"] = serious_faults(page)
        page.locator("[data-show-side]").click()
        faults["who you are, dark and narrow"] = serious_faults(page)
        assert {place: found for place, found in faults.items() if found} == {}
