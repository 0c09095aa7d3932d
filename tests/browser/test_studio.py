"""The whole studio as people use it: real processes, a real browser, and things that break while somebody watches."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from simulator.config import EpisodeConfig
from simulator.episode.recording import record
from simulator.scenario.library import Library
from tests.browser.visitor import Visitor, stored
from tests.conftest import ROOT
from tests.pare_site.supervisor.real_site import RealSite, real_site
from tests.waiting import until

LIVELY = "email_notification"
STEPS_OF_LIVELY = 17
STEP_OF_THE_OFFER = 7
PICTURE = ROOT / "docs" / "pictures" / "run.png"
PICTURE_OF_JUDGING = PICTURE.with_name("annotate.png")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with real_site(tmp_path_factory.mktemp("var")) as site:
        yield site.ready()


@pytest.fixture(scope="module")
def undisturbed() -> str:
    """Content hash of the lively run when nothing happens to it."""
    return record(Library.standard().get(LIVELY), EpisodeConfig()).content_hash


@pytest.fixture
def visitor(browser: Browser, studio: RealSite) -> Visitor:
    return Visitor(browser, studio)


def test_the_printed_link_leads_to_a_run_that_starts_as_one_arrives(browser: Browser, studio: RealSite) -> None:
    guest = Visitor(browser, studio, studio.link)
    guest.page.wait_for_url("**/runs/*/")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Demo")
    guest.sees_step(3)
    guest.leaves()


def test_a_started_run_is_seen_on_the_phone_through_to_its_outcome(visitor: Visitor, undisturbed: str) -> None:
    run = visitor.start(LIVELY, pace=1)
    seen: set[str] = set()

    def over() -> bool:
        seen.add(visitor.screen())
        return visitor.is_told_the_end()

    until(over, "the run comes to its end")
    expect(visitor.page.locator("#outcome")).to_contain_text("All 2 goals are met.")
    assert {"HomeScreen", "EmailDetail"} <= seen
    assert stored(visitor.site, run, "content_hash") == undisturbed
    visitor.leaves()


@pytest.mark.all
def test_the_picture_in_the_readme_is_there_and_can_be_taken_again(visitor: Visitor) -> None:
    visitor.start(LIVELY, pace=0)
    visitor.sees_the_end()
    visitor.page.goto(f"{visitor.page.url.rstrip('/')}/{STEP_OF_THE_OFFER}/")
    expect(visitor.page.locator(".ph-sheet")).to_be_visible()
    visitor.page.set_viewport_size({"width": 1360, "height": 860})
    if os.environ.get("PARE_WRITE_PICTURES"):
        visitor.page.screenshot(path=PICTURE)
    assert PICTURE.stat().st_size > 0
    visitor.leaves()


def test_the_other_printed_link_leads_into_a_study_that_can_be_answered_at_once(
    browser: Browser, studio: RealSite
) -> None:
    link = re.search(r"http://\S+/join/\S+/", studio.said)
    assert link is not None
    guest = Visitor(browser, studio, link[0])
    guest.page.get_by_role("button", name="I agree, start").click()
    for answer in ("reject", "accept", "accept"):
        guest.page.locator(f"button.choice[value={answer}]").click()
        guest.page.locator(".told button").click()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("2 of 3 right: you are ready")
    guest.page.get_by_role("button", name="Start").click()
    expect(guest.page.locator("main")).to_contain_text("1 of 30")
    guest.page.set_viewport_size({"width": 1440, "height": 940})
    if os.environ.get("PARE_WRITE_PICTURES"):
        guest.page.screenshot(path=PICTURE_OF_JUDGING)
    assert PICTURE_OF_JUDGING.stat().st_size > 0
    # What is pressed the instant an item appears was meant for the one before.
    guest.page.wait_for_timeout(500)
    guest.page.locator("button.choice[value=accept]").click()
    expect(guest.page.locator("main")).to_contain_text("2 of 30")
    guest.leaves()


@pytest.mark.all
def test_a_second_viewer_who_joins_late_sees_the_same(visitor: Visitor, browser: Browser, studio: RealSite) -> None:
    run = visitor.start(LIVELY, pace=2)
    visitor.sees_step(5)
    late = Visitor(browser, studio)
    late.page.goto(f"{studio.url}/runs/{run}/")
    for viewer in (visitor, late):
        viewer.sees_the_end()
        viewer.sees_step(STEPS_OF_LIVELY - 1)
    assert visitor.story() == late.story()
    assert visitor.phone() == late.phone()
    late.leaves()
    visitor.leaves()


@pytest.mark.all
def test_a_run_whose_worker_is_killed_completes_with_the_same_content(visitor: Visitor, undisturbed: str) -> None:
    run = visitor.start(LIVELY, pace=2)
    visitor.sees_step(4)
    os.kill(visitor.site.processes()["pare live"], signal.SIGKILL)
    visitor.sees_the_end()
    assert stored(visitor.site, run, "content_hash") == undisturbed
    assert int(stored(visitor.site, run, "attempt")) > 1
    visitor.leaves()


@pytest.mark.all
@pytest.mark.parametrize("part", ["pare web", "valkey-server"])
def test_a_viewer_loses_nothing_when_a_part_of_the_studio_is_restarted(
    visitor: Visitor, undisturbed: str, part: str
) -> None:
    run = visitor.start(LIVELY, pace=2)
    visitor.sees_step(4)
    os.kill(visitor.site.processes()[part], signal.SIGKILL)
    visitor.sees_the_end()
    assert len(visitor.story()) == STEPS_OF_LIVELY
    assert stored(visitor.site, run, "content_hash") == undisturbed
    until(visitor.site.is_well, "all parts are back")
    visitor.leaves(server_was_away=True)


def test_a_run_can_be_paused_stepped_resumed_and_stopped(visitor: Visitor) -> None:
    run = visitor.start(LIVELY, pace=1)
    visitor.sees_step(1)
    visitor.page.get_by_role("button", name="Pause run").click()
    expect(visitor.page.locator("#controls")).to_contain_text("Paused")
    until(lambda: stored(visitor.site, run, "state") == "paused", "the run is paused")
    count = int(stored(visitor.site, run, "moment_count"))

    visitor.page.get_by_role("button", name="Step", exact=True).click()
    until(lambda: int(stored(visitor.site, run, "moment_count")) == count + 1, "one more moment is there")
    until(lambda: stored(visitor.site, run, "state") == "paused", "the run is paused again")
    visitor.sees_step(count)

    expect(visitor.page.get_by_role("button", name="Resume")).to_be_visible()
    visitor.page.get_by_role("button", name="Resume").click()
    visitor.sees_step(count + 2)
    visitor.page.on("dialog", lambda dialog: dialog.accept())
    visitor.page.get_by_role("button", name="Stop").click()
    expect(visitor.page.locator("#controls")).to_contain_text("Stopped")
    until(lambda: stored(visitor.site, run, "state") == "stopped", "the run is stopped")
    visitor.leaves()
