"""Playing the user in the whole studio, whose worker and web server are killed and start again in between."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from simulator.config import EpisodeConfig
from simulator.episode.recording import record
from simulator.scenario.library import Library
from simulator.trace.moments import Acted
from tests.browser.at_the_table import WELCOMED, Hand
from tests.browser.visitor import PATIENCE, Visitor, stored
from tests.pare_site.supervisor.real_site import real_site
from tests.waiting import until

SCENARIO = "email_notification"
# What is killed before and right after which decision.
BEFORE = {1: "pare web"}
AFTER = {2: "pare live"}


@pytest.mark.all
def test_a_run_is_played_to_success_although_worker_and_server_are_killed(browser: Browser, tmp_path: Path) -> None:
    decisions = [
        moment
        for moment in record(Library.standard().get(SCENARIO), EpisodeConfig()).episode.moments
        if isinstance(moment, Acted) and moment.actor == "user"
    ]
    with real_site(tmp_path) as site:
        visitor = Visitor(browser, site.ready())
        run = seated(visitor)
        page, hand = visitor.page, Hand(visitor.page)
        for number, moment in enumerate(decisions):
            expect(page.locator("#stage[data-yours]")).to_have_count(1, timeout=PATIENCE)
            if number in BEFORE:
                os.kill(site.processes()[BEFORE[number]], signal.SIGKILL)
                until(site.is_well, "all parts are back")
            before = int(page.locator("#stage").get_attribute("data-number") or 0)
            hand.does(moment.name, moment.args)
            if number in AFTER:
                os.kill(site.processes()[AFTER[number]], signal.SIGKILL)
            if number + 1 < len(decisions):
                expect(page.locator(f"#stage[data-number='{before}']")).to_have_count(0, timeout=PATIENCE)
        page.wait_for_url(f"**/play/{run}/end/")
        assert stored(site, run, "success") == "1"
        visitor.leaves(server_was_away=True)


def seated(visitor: Visitor) -> int:
    """Start a run in which the visitor plays the user; return its number."""
    page = visitor.page
    page.add_init_script(WELCOMED)
    page.goto(f"{visitor.site.url}/")
    token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers'))['x-csrftoken']")
    headers = {"x-csrftoken": token, "referer": visitor.site.url}
    answer = page.request.post(f"{visitor.site.url}/play/start/", form={"scenario": SCENARIO}, headers=headers)
    assert answer.ok, answer.text()
    page.goto(answer.url)
    return int(answer.url.rstrip("/").rpartition("/")[2])
