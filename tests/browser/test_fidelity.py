"""The fidelity page in a real browser: it computes a report, follows the job, and fits at both widths."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from benchmark.jobs.fidelity_job import compute
from benchmark.models import Fidelity
from tests.benchmark.fidelity.generated_people import Habits, population
from tests.benchmark.fidelity.stored_people import store
from tests.browser.tabs import tab
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
SCENARIOS = ("email_notification", "offer_turned_down_then_wanted")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.all
@pytest.mark.parametrize("width", [1440, 360])
def test_report_is_computed_and_fits(browser: Browser, site: str, redis_server: str, width: int) -> None:
    store(population(SCENARIOS, 10, Habits(), assistants=("oracle", "eager")))
    with tab(browser, site, person("researcher"), width) as page:
        page.goto("/sweeps/")
        page.get_by_role("link", name="Simulated users and people").click()
        page.get_by_role("button", name="Compute").click()
        expect(page.get_by_text("Comparing 0 of 40 runs of people.")).to_be_visible()
        compute(Fidelity.objects.get().pk)
        # The page asks every two seconds how far the job is, and shows the report without a reload.
        expect(page.get_by_role("heading", name="Findings")).to_be_visible()
        expect(page.get_by_role("button", name="Compute again")).to_be_visible()
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
            _picture(page.screenshot(full_page=True), f"fidelity_{width}_{scheme}.png")
        page.get_by_text("2 scenarios").click()
        expect(page.get_by_role("rowheader", name="email_notification")).to_be_visible()


def _picture(content: bytes, name: str) -> None:
    """Keep a picture for people who work on the page, in the folder that PARE_PICTURES names."""
    folder = os.environ.get("PARE_PICTURES")
    if folder:
        Path(folder, name).write_bytes(content)
