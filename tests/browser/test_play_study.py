"""A play study in a real browser: a lead builds it, a person joins by a link, plays, and gets the completion code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import Study
from annotation.people.invite_links import link_of, make_invitation
from simulator.jobs.entered_decisions import decide
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, Seat, State
from simulator.views.play_return import return_link
from tests.annotation.play_studies.played_studies import PRACTICE, SCENARIOS, play_study
from tests.benchmark.jobs.planned import shelve
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab
from tests.simulator.play.table import decisions_of
from tests.simulator.views.cast import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.all]
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def lead(browser: Browser, site: str) -> Iterator[Page]:
    shelve(*SCENARIOS, PRACTICE)
    with tab(browser, site, person("researcher"), refusal="422", bypass_csp=True) as page:
        yield page
        page.wait_for_load_state("networkidle")


def test_a_lead_builds_a_study_and_a_person_plays_it_and_gets_the_code(lead: Page, browser: Browser, site: str) -> None:
    link = build(lead)
    with tab(browser, site, bypass_csp=True) as page:
        takes_part(page, link, looks_well)
    sees_progress(lead)


def test_a_person_plays_on_a_small_dark_screen(browser: Browser, site: str) -> None:
    made = play_study(
        per_person=1, scenarios=["late_train", "short_night"], completion_code="C0DE", shows_leaderboard=True
    )
    with tab(browser, site, width=360, color_scheme="dark") as page:
        takes_part(page, link_of(make_invitation(made), site), fits)


def takes_part(page: Page, link: str, looked_at: Callable[[Page], None]) -> None:
    page.goto(link)
    looked_at(page)
    page.get_by_role("button", name="I agree, start").click()
    expect(page.get_by_role("heading", name="Start with a practice run")).to_be_visible()
    looked_at(page)
    plays(page, "Play the practice run")
    expect(page.get_by_text("0 of 1 run finished")).to_be_visible()
    plays(page, "Play the next scenario")
    expect(page.get_by_role("heading", name="Done. Thank you!")).to_be_visible()
    expect(page.locator("#code")).to_have_text("C0DE")
    looked_at(page)
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.locator("tr.own")).to_contain_text("you")
    looked_at(page)


def build(page: Page) -> str:
    """Make and open a study, and return the link to it."""
    page.goto("/studies/")
    page.get_by_role("link", name="New play study").first.click()
    page.get_by_label("Title").fill("Play the owner of a phone")
    expect(page.get_by_label("User", exact=True)).to_be_hidden()
    page.get_by_text("A list", exact=True).click()
    expect(page.get_by_label("Split", exact=True)).to_be_hidden()
    page.get_by_label("The late train").check()
    page.get_by_label("The short night").check()
    page.get_by_label("Practice", exact=True).select_option(PRACTICE)
    page.get_by_label("Show a leaderboard").check()
    page.get_by_label("Completion code").fill("C0DE")
    looks_well(page)
    page.get_by_role("button", name="Save as draft").click()
    expect(page.locator(".note.bad")).to_contain_text("there are only 2 scenarios")
    expect(page.get_by_label("The late train")).to_be_checked()
    page.get_by_label("Runs per person").fill("1")
    page.get_by_role("button", name="Save as draft").click()
    page.get_by_role("button", name="Open the study").click()
    expect(page.locator(".head .chip")).to_have_text("Open")
    looks_well(page)
    page.get_by_role("link", name="Invite", exact=True).first.click()
    page.get_by_role("button", name="Make an open link").click()
    return page.locator(".address input").first.input_value()


def plays(page: Page, button: str) -> None:
    """Start the run, play it as the scripted user would, and go back to the study."""
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/play/*/")
    pk = int(urlsplit(page.url).path.split("/")[2])
    row = Episode.objects.select_related("version__scenario").get(pk=pk)
    seat = Seat.objects.get(episode=row)
    run_episode(pk)
    for moment in decisions_of(row.version.scenario.slug, "user"):
        row.refresh_from_db()
        decide(seat, row.moment_count, moment.name, moment.args)
        run_episode(pk)
    row.refresh_from_db()
    assert (row.state, row.is_withheld) == (State.FINISHED, True)
    back = return_link(Seat.objects.get(pk=seat.pk))
    assert back is not None
    # The page follows the run to its end by itself; going elsewhere before that would be undone.
    page.wait_for_url("**/play/*/end/")
    page.goto(back.url)


def sees_progress(page: Page) -> None:
    made = Study.objects.get()
    page.goto(made.get_absolute_url())
    expect(page.locator(".totals")).to_contain_text("1 of 10")
    expect(page.locator("#people")).to_contain_text("1 of 1")
    looks_well(page)
    page.locator("#people tbody a").click()
    expect(page.get_by_role("link", name="Practice")).to_be_visible()
    looks_well(page)


def fits(page: Page) -> None:
    assert not page.evaluate(WIDE), page.url


def looks_well(page: Page) -> None:
    fits(page)
    assert serious_faults(page) == [], page.url
