"""The exchange with a model in a real browser: fetched on a click, for the step that is shown, and readable."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from simulator.jobs.leases import claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import moments_of
from simulator.models import Episode
from simulator.trace.exchange_parts import parts_used
from simulator.words.money import dollars
from tests.simulator.consumers.watched import session_of
from tests.simulator.jobs.background import started
from tests.simulator.talking import talkers
from tests.simulator.views.cast import person, scenario

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row(redis_server: str) -> Iterator[Episode]:
    scenario("dentist")
    with talkers() as named:
        row = started("dentist", **named)
        run_episode(row.pk)
        row.refresh_from_db()
        yield row


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(person("viewer")), "url": site}
    context.add_cookies([cookie])  # type: ignore[list-item]
    yield context.new_page()
    context.close()


def test_it_is_fetched_on_a_click_and_then_for_each_step(page: Page, site: str, row: Episode) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/exchange/" in request.url else None)
    first, second, *_ = [moment.n for moment in moments_of(row.pk) if parts_used(moment)]
    page.goto(f"{site}/runs/{row.pk}/{first}/")
    expect(page.locator("#run")).to_have_attribute("data-ready", "")
    assert asked == []
    page.get_by_text("Model exchange").click()
    talk = page.locator("#detail .talk")
    expect(talk).to_contain_text("acme/small-1")
    expect(talk.locator(".messages > li").first).to_contain_text("Instructions")
    page.locator(f"#story [data-n='{second}']").click()
    expect(page.locator(f"#detail [data-shown$='/{second}/exchange/'] .talk")).to_be_visible()
    assert [url.split("/runs/")[1] for url in asked] == [f"{row.pk}/{n}/exchange/" for n in (first, second)]


@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_sticks_out_however_long_the_lines_are(page: Page, site: str, row: Episode, width: int) -> None:
    step = next(moment.n for moment in moments_of(row.pk) if parts_used(moment))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/runs/{row.pk}/{step}/")
    page.get_by_text("Model exchange").click()
    talk = page.locator("#detail .talk")
    for summary in ("Instructions", "tools available", "Settings"):
        talk.locator("summary", has_text=summary).click()
    expect(talk).to_contain_text("Prompt set")
    assert talk.evaluate("talk => talk.scrollWidth <= talk.clientWidth")
    assert talk.evaluate("talk => talk.clientWidth < talk.closest('#detail').clientWidth")


@pytest.mark.parametrize("width", [1440, 360])
def test_what_it_said_stands_below_its_reasoning_in_full_width(page: Page, site: str, row: Episode, width: int) -> None:
    step = next(moment.n for moment in moments_of(row.pk) if parts_used(moment))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/runs/{row.pk}/{step}/")
    page.get_by_text("Model exchange").click()
    section = page.locator("#detail .talk > section").first
    reasoning, words = section.locator(".thought"), section.locator(".words")
    for _ in ("folded", "open"):
        expect(words).to_have_text("So be it.")
        room, said, above = section.bounding_box(), words.bounding_box(), reasoning.bounding_box()
        assert room and said and above
        assert said["width"] == above["width"] == room["width"]
        assert said["y"] >= above["y"] + above["height"]
        reasoning.locator("summary").click()


def test_what_models_used_is_told_while_a_run_goes_on(page: Page, site: str, redis_server: str) -> None:
    scenario("dentist")
    with talkers() as named:
        row = started("dentist", **named)
        lease = claim(row.pk, "test")
        assert lease is not None
        page.goto(f"{site}/runs/{row.pk}/")
        expect(page.locator("#run")).to_have_attribute("data-ready", "")
        expect(page.locator("[data-spent]")).to_be_hidden()
        runner = Runner(lease)
        while not row.tokens_in:
            assert runner.advance()
            row.refresh_from_db()
        told = f"Model usage {row.tokens_in + row.tokens_out:,} tokens, {dollars(row.cost or 0)}"
        expect(page.get_by_text("Model usage")).to_have_text(told)


def test_a_long_message_opens_in_its_own_box(page: Page, site: str, row: Episode) -> None:
    step = next(moment.n for moment in moments_of(row.pk) if parts_used(moment))
    page.goto(f"{site}/runs/{row.pk}/{step}/exchange/")
    told = page.locator(".messages > li").first
    expect(told.locator(".words")).to_be_hidden()
    told.locator("summary").click()
    expect(told.locator(".words")).to_contain_text("Rules of the house.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
