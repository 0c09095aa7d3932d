"""Blame in a real browser: it comes when a run ends, is overruled and restored in place; a failed run goes on."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from simulator.jobs import control
from simulator.jobs.leases import claim
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from tests.simulator.consumers.watched import session_of
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(browser: Browser, site: str) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    session = session_of(person("researcher"))
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return context.new_page()


def open_run(page: Page, site: str, row: Episode) -> None:
    page.goto(f"{site}/runs/{row.pk}/")
    expect(page.locator("#run")).to_have_attribute("data-ready", "")


def test_whoever_watches_a_run_sees_the_blame_when_it_ends(page: Page, site: str) -> None:
    row = started("dentist", hold=True, assistant="silent")
    open_run(page, site, row)
    expect(page.locator("#blame")).to_be_hidden()
    control.resume(row)
    run_episode(row.pk)
    expect(page.locator("#blame")).to_contain_text("Blame: Assistant")
    page.locator("#blame a").click()
    expect(page.locator("#story [aria-current=step]")).to_have_attribute("data-n", "0")


def test_it_is_overruled_and_restored_in_place(page: Page, site: str) -> None:
    row = started("dentist", assistant="silent")
    run_episode(row.pk)
    open_run(page, site, row)
    blame = page.locator("#blame")
    blame.get_by_text("Overrule").first.click()
    blame.get_by_label("Blame instead").select_option("scenario")
    blame.get_by_label("Reason").fill("   ")
    blame.get_by_role("button", name="Overrule").click()
    expect(blame).to_contain_text("Enter a reason.")
    expect(blame.get_by_label("Blame instead")).to_have_value("scenario")
    blame.get_by_label("Reason").fill("Nobody could know that.")
    blame.get_by_role("button", name="Overrule").click()
    expect(blame).to_contain_text("Blame: Scenario")
    expect(blame).to_contain_text("researcher changed the blame just now: “Nobody could know that.”")
    blame.get_by_role("button", name="Undo").click()
    expect(blame).to_contain_text("Blame: Assistant")
    expect(page).to_have_url(f"{site}/runs/{row.pk}/")


def test_a_failed_run_is_resumed_and_followed_again(page: Page, site: str) -> None:
    row = started("dentist", hold=True)
    control.step(row, 4)
    run_episode(row.pk)
    Episode.objects.filter(pk=row.pk).update(
        state=State.FAILED, failure="provider", reason="The model test-1 does not answer."
    )
    open_run(page, site, row)
    expect(page.locator("#outcome")).to_contain_text("The model test-1 does not answer.")
    expect(page.locator("#blame")).to_contain_text("Blame: Provider")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#controls .chip")).to_have_text("Queued")
    run_episode(row.pk)
    expect(page.locator("#controls .chip")).to_have_text("Success")
    expect(page.locator("#blame")).to_be_hidden()
    assert claim(row.pk, "nobody") is None
