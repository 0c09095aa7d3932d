"""Forking in a real browser: by key from a step, through the form, to a run that plays on and knows its family."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from tests.browser.tabs import tab
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def parent() -> Episode:
    row = started("late_train", assistant="silent")
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#run")).to_have_attribute("data-ready", "")


def test_the_key_leads_to_the_form_and_the_fork_plays_on(browser: Browser, site: str, parent: Episode) -> None:
    with tab(browser, site, person("researcher")) as page:
        opened(page, f"/runs/{parent.pk}/8/")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#detail h2")).to_have_text("Step 9")
        expect(page.locator("[data-fork]")).to_have_attribute("href", f"/runs/{parent.pk}/9/fork/")
        page.keyboard.press("f")
        page.wait_for_url(f"**/runs/{parent.pk}/9/fork/")
        expect(page.get_by_text("Steps 0 to 9 are kept unchanged.")).to_be_visible()
        expect(page.get_by_label("Assistant", exact=True)).to_have_value("silent")
        page.get_by_label("Assistant", exact=True).select_option("oracle")
        page.get_by_label("Pace").select_option("0")
        page.get_by_role("button", name="Fork and watch").click()
        page.wait_for_url(re.compile(r"/runs/\d+/$"))
        fork = Episode.objects.get(parent=parent)
        expect(page.locator("#run")).to_have_attribute("data-ready", "")
        expect(page.locator(".run-head")).to_contain_text(f"Forked from run {parent.pk}, step 9")
        expect(page.locator("#decision-points")).to_contain_text("4 silences")
        run_episode(fork.pk)
        expect(page.locator("#controls")).to_contain_text("Success")
        expect(page.locator("#decision-points")).to_contain_text("Offer 1 accepted")
        expect(page.locator(".tree b")).to_have_text(f"{fork.pk}, this run")
        expect(page.locator(".tree")).to_contain_text("from step 9: assistant oracle")
        page.locator(".tree a", has_text=re.compile(rf"^{parent.pk}$")).click()
        page.wait_for_url(f"**/runs/{parent.pk}/")
        expect(page.locator(".tree b")).to_have_text(f"{parent.pk}, this run")
        page.locator(".tree").get_by_role("link", name="step 9").click()
        expect(page.locator("#detail h2")).to_have_text("Step 9")


def test_who_may_not_start_runs_sees_no_way_to_fork(browser: Browser, site: str, parent: Episode) -> None:
    with tab(browser, site, person("viewer")) as page:
        opened(page, f"/runs/{parent.pk}/9/")
        expect(page.locator("[data-fork]")).to_be_hidden()
        page.keyboard.press("f")
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        expect(page.locator("#keys")).not_to_contain_text("fork")
        expect(page).to_have_url(f"{site}/runs/{parent.pk}/9/")


def test_decisions_come_while_the_run_goes_on_and_silences_stay_open(browser: Browser, site: str) -> None:
    run = started("late_train", hold=True)
    with tab(browser, site, person("researcher")) as page:
        opened(page, f"/runs/{run.pk}/")
        expect(page.locator("#decision-points")).to_contain_text("No decision points yet")
        _steps(run, 3)
        silences = page.locator(".silences")
        expect(silences).to_contain_text("1 silence")
        silences.locator("summary").click()
        expect(silences.get_by_role("link", name="Silence at step 2")).to_be_visible()
        _steps(run, 12)
        expect(page.locator("#decision-points")).to_contain_text("Offer 1 waits for an answer")
        expect(silences.get_by_role("link", name="Silence at step 2")).to_be_visible()
        page.get_by_role("link", name="Offer at step 11").click()
        expect(page.locator("#detail h2")).to_have_text("Step 11")
    assert run.state != State.FAILED


def _steps(run: Episode, count: int) -> None:
    run.refresh_from_db()
    control.step(run, count)
    run_episode(run.pk)
