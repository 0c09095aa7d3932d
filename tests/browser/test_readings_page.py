"""The page of readings and the figures of a run in a real browser, at both widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from simulator.config import EpisodeConfig
from simulator.jobs.finished_run import opened, texts_of
from simulator.jobs.play_job import run_episode
from simulator.jobs.reader_outcomes import store_outcome
from simulator.jobs.start_run import start_episode
from simulator.jobs.verdict_rows import store_lines
from simulator.models import Episode, State
from simulator.reading.claims import text_hash
from simulator.reading.reading_lines import ReadingLine
from tests.browser.tabs import tab
from tests.simulator.jobs.judge_worker import shelved
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Donaudampfschifffahrtsgesellschaftskapitän" * 6


@pytest.fixture
def run(redis_server: str) -> Episode:
    """A run that a judge with a long reason calls undecided."""
    row = start_episode(shelved("email_research_note_compilation"), EpisodeConfig(), hold=True)
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED)
    run_episode(row.pk)
    row = Episode.objects.get(pk=row.pk)
    lines = [
        ReadingLine(claim.key, text_hash(text.text), "unclear", "model", "judge", text.moment, reason=LONG)
        for text in texts_of(row)
        for claim in text.claims
    ]
    store_lines(row, lines)
    store_outcome(row, opened(row), "model", "judge")
    return row


def _is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("width", [1440, 360])
def test_readings_fit_and_lead_from_the_run_to_the_words(browser: Browser, site: str, run: Episode, width: int) -> None:
    with tab(browser, site, person("researcher"), width) as page:
        page.goto(f"/runs/{run.pk}/")
        figures = page.locator(".run-figures")
        expect(figures).to_contain_text("Offer precision 1 of 1")
        expect(figures).to_contain_text("User scripted, reader rules")
        expect(figures).to_contain_text("model:judge undecided")
        expect(page.locator("#decision-points .tag")).to_have_text("needed")
        assert not _is_wide(page)
        figures.get_by_role("link", name="Show the readings").click()
        outcomes = page.locator(".reader-outcomes > li")
        expect(outcomes).to_have_count(3)
        expect(outcomes.nth(0)).to_contain_text("recorded")
        expect(outcomes.nth(2)).to_contain_text("undecided")
        expect(page.locator(".text-card")).to_have_count(3)
        expect(page.locator(".text-card mark").first).to_be_visible()
        expect(page.locator(".text-card").first).to_contain_text("act: note")
        assert not _is_wide(page)
        page.get_by_role("button", name="Judge again").click()
        # The browser itself asks for a model.
        expect(page.get_by_label("Judge", exact=True)).to_be_focused()
