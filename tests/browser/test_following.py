"""A lead in a real browser: follows a study while people answer, sees what they differ about, takes data out and in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, expect

from annotation.labelling.answering import answer
from annotation.labelling.claiming import claim
from annotation.models import Batch, Rater, Study, StudyState
from annotation.studies.lifecycle import copy_study
from tests.annotation.answered import filled_study, holds
from tests.annotation.judged import judged_study
from tests.annotation.study_fixtures import rater
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def lead() -> User:
    return person("researcher")


def answers(who: Rater, said: str) -> None:
    """As somebody does it: whatever is handed out is answered at once."""
    held = claim(who).held[0]
    answer(who, held.item.code, {"decision": said}, "Which one is it?" if said == "gather_context" else "", 5)


def with_the_same_items(made: Study, lead: User) -> Study:
    other = copy_study(made, lead, "The same again")
    batch = Batch.objects.create(study=other, number=1, spec={}, strata=[])
    for item in made.items.order_by("number"):
        item.pk, item.study, item.batch, item.code, item.answered = None, other, batch, f"again-{item.number}", 0
        item.save(force_insert=True)
    Study.objects.filter(pk=other.pk).update(state=StudyState.OPEN)
    return other


@pytest.mark.all
def test_a_lead_follows_people_live_and_takes_the_answers_elsewhere(
    browser: Browser, site: str, lead: User, tmp_path: Path
) -> None:
    made = judged_study(4, ("offer",), per_item=2)
    made.leads.add(lead)
    one, other = rater(made, "Juniper"), rater(made, "Kestrel")
    with tab(browser, site, lead) as page:
        page.goto(f"/studies/{made.pk}/")
        expect(page.locator("#figures")).to_contain_text("0 of 8")
        expect(page.locator("#people tbody tr")).to_have_count(2)
        page.get_by_role("button", name="Export").click()
        for _ in range(4):
            answers(one, "accept")
        expect(page.locator("#figures")).to_contain_text("4 of 8")  # nobody reloads
        for said in ("accept", "reject", "gather_context"):
            answers(other, said)
        expect(page.locator("#figures")).to_contain_text("7 of 8")
        expect(page.locator("#people")).to_contain_text("item open")
        expect(page.locator("#disagreements tbody tr")).to_have_count(2)
        # While intervals are still computed the page shows the figures of before, and asks again three seconds later.
        expect(page.locator("#agreement")).to_contain_text("3 items", timeout=30_000)
        # What was open while the rest changed still is.
        with page.expect_download() as exported:
            page.get_by_role("link", name="JSONL").click()
        file = tmp_path / exported.value.suggested_filename
        exported.value.save_as(file)
        assert len(file.read_text().splitlines()) == 7
        page.keyboard.press("Escape")
        page.get_by_role("link", name="With the simulated user").click()
        expect(page).to_have_url(re.compile(r"\?with=simulated$"))
        page.get_by_role("link", name="Among people").click()
        expect(page.locator("#disagreements tbody tr")).to_have_count(2)
        page.locator("#disagreements tbody th a").first.click()
        expect(page.locator(".judges > li")).to_have_count(2)
        expect(page.locator("[data-phone-place] .phone, [data-phone-place] [data-phone]").first).to_be_visible()
        expect(page.locator("[data-step-word]")).to_contain_text("the step that you judge")
        # Keys are there once they are listed.
        expect(page.get_by_role("button", name="Keys")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-step-word]")).to_contain_text("an earlier step")
        page.get_by_role("link", name="Juniper").click()
        expect(page.locator(".answers tbody tr")).to_have_count(4)

        copy = with_the_same_items(made, lead)
        page.goto(f"/studies/{copy.pk}/import/")
        page.locator("#file").set_input_files(file)
        page.get_by_role("button", name="Import").click()
        expect(page.locator("#taken")).to_contain_text("7 answers added, 2 people new")
        page.get_by_role("link", name="See the study").click()
        expect(page.locator("#figures")).to_contain_text("7 of 8")
        expect(page.locator("#disagreements tbody tr")).to_have_count(2)


def test_links_are_made_copied_and_revoked(browser: Browser, site: str, lead: User) -> None:
    made = filled_study(people=2, count=2, gold=0)
    made.leads.add(lead)
    permissions = ["clipboard-read", "clipboard-write"]
    with tab(browser, site, lead, permissions=permissions) as page:
        page.goto(f"/studies/{made.pk}/")
        page.get_by_role("link", name="Invite").click()
        page.get_by_label("How many").fill("2")
        page.get_by_role("button", name="Make personal links").click()
        expect(page.locator(".links > li.new")).to_have_count(2)
        page.get_by_role("button", name="Copy", exact=True).first.click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.locator(".links input").first.input_value()
        assert copied.startswith(f"{site}/join/")
        page.get_by_role("button", name="Revoke").first.click()
        expect(page.locator(".links > li")).to_have_count(1)


@pytest.mark.all
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_small_screen_and_keeps_nobody_out(
    browser: Browser, site: str, lead: User, scheme: str
) -> None:
    made = filled_study(people=6, count=12, gold=3)
    made.leads.add(lead)
    made.items.filter(number__gt=9).update(model="global.anthropic.claude-sonnet-4-5-20250929-v1:0")
    first = made.raters.all()[0]
    item = made.items.exclude(assignments__rater=first).first()
    assert item is not None
    holds(first, item)
    pages = ("", "people/", f"people/{first.pk}/", "disagreements/", "items/1/", "invite/", "import/")
    with tab(browser, site, lead, width=360, color_scheme=scheme, bypass_csp=True) as page:
        for address in pages:
            page.goto(f"/studies/{made.pk}/{address}")
            assert not page.evaluate(WIDE), address
            assert not serious_faults(page), address
