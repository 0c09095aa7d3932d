"""Playing in a real browser: one click from Home, a second person by a link, and the end of the run on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from simulator.config import EpisodeConfig
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import start_play
from simulator.models import Episode, Seat, Side, State
from tests.browser.tabs import tab
from tests.simulator.jobs.background import started, version_of
from tests.simulator.views.cast import person, scenario

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]


def test_one_click_on_home_leads_to_the_page_on_which_one_plays(browser: Browser, site: str) -> None:
    scenario("late_train")
    with tab(browser, site, person("researcher")) as page:
        page.goto("/")
        page.get_by_role("button", name="Play it yourself").click()
        page.wait_for_url(re.compile(r"/play/\d+/$"))
        row = Episode.objects.get()
        run_episode(row.pk)
        row.refresh_from_db()
        assert (row.state, row.awaits, row.assistant_player) == (State.WAITING, "user", "oracle")
        page.reload()
        expect(page.locator("#main")).to_be_visible()


def test_the_form_finds_a_scenario_and_the_second_person_joins_by_the_link(browser: Browser, site: str) -> None:
    scenario("late_train")
    scenario("dentist")
    with tab(browser, site, person("researcher")) as page:
        page.goto("/play/start/")
        page.get_by_label("Find a scenario").fill("train")
        expect(page.locator(".scenarios .pick:visible")).to_have_count(1)
        page.keyboard.press("Enter")
        page.get_by_text("The assistant", exact=True).click()
        expect(page.get_by_label("Assistant", exact=True)).to_be_hidden()
        page.get_by_label("User", exact=True).select_option("human")
        expect(page.get_by_text("You get a link to send.")).to_be_visible()
        page.get_by_role("button", name="Start playing").click()
        page.wait_for_url(re.compile(r"/play/\d+/$"))
    row = Episode.objects.get()
    assert row.version.scenario.slug == "late_train" and row.seats.count() == 2
    free = start_play(
        version_of("dentist"), EpisodeConfig(user="human", assistant="human"), Side.ASSISTANT, person("admin")
    )
    with tab(browser, site, width=390) as guest:
        guest.goto(f"/play/join/{free.token}/")
        expect(guest.get_by_role("heading", name="Play the user")).to_be_visible()
        guest.get_by_role("button", name="Play as a guest").click()
        guest.wait_for_url(f"**/play/{free.row.pk}/")
    assert Seat.objects.get(episode=free.row, side=Side.USER).player is not None


def test_the_end_of_a_run_fits_a_small_phone_and_takes_a_remark(browser: Browser, site: str) -> None:
    scenario("late_train")
    row = started("late_train")
    run_episode(row.pk)
    row.refresh_from_db()
    row.config["user"] = row.user_player = "human"
    row.save()
    player = person("nobody")
    Seat.objects.create(episode=row, side=Side.USER, player=player)
    with tab(browser, site, player, width=360) as page:
        page.goto(f"/play/{row.pk}/end/")
        expect(page.get_by_role("heading", level=1)).to_have_text("The run has ended: success")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.get_by_text("Story", exact=True).click()
        page.get_by_label("What felt wrong, in a few words").fill("The train was never mentioned.")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_text("Your answer is stored. You can change it.")).to_be_visible()
