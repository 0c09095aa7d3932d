"""Studies in a real browser: built, sampled, prepared and opened by their lead."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import Item, Role, Study
from annotation.plan.plan_reading import plan_from
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import draw_batch
from annotation.studies.item_roles import set_role
from annotation.studies.lifecycle import make_study, open_study
from simulator.jobs.play_job import drain
from tests.annotation.pools import REACTIONS, offering
from tests.annotation.study_fixtures import study
from tests.benchmark.jobs.planned import STORIES, begun, shelve
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    shelve(*STORIES)
    with tab(browser, site, person("researcher"), refusal="422") as page:
        yield page
        page.wait_for_load_state("networkidle")


@pytest.mark.all
def test_a_lead_builds_samples_marks_and_opens_a_study(page: Page) -> None:
    begun(seeds=(0, 1, 2), baselines=("oracle", "eager"))
    drain("batch")
    page.goto("/studies/")
    page.get_by_role("link", name="New study").click()
    build(page)
    sample(page)
    mark(page)
    page.get_by_role("button", name="Open the study").click()
    expect(page.locator(".head .chip")).to_have_text("Open")
    made = Study.objects.get()
    roles = [item.role for item in Item.objects.filter(study=made)]
    assert (roles.count(Role.PRACTICE), roles.count(Role.GOLD)) == (1, 1)
    assert [question["key"] for question in made.questions] == ["decision", "timing"]
    page.goto(f"/studies/{made.pk}/edit/")
    expect(page.get_by_label("Was this the right time to ask?")).to_be_disabled()
    page.get_by_role("button", name="Close the study").click()
    page.get_by_role("button", name="Close it").click()
    expect(page.locator(".head .chip")).to_have_text("Closed")


def build(page: Page) -> None:
    page.get_by_role("button", name="Save as draft").click()
    expect(page.locator("#err_title")).to_contain_text("Write a title")
    page.get_by_label("Title").fill("Offers in daily life")
    seen = page.locator("#seen-as")
    expect(seen.get_by_text("More info")).to_be_visible()
    expect(seen.get_by_text("Too early")).to_be_hidden()
    page.get_by_label("Was this the right time to ask?").check()
    expect(seen.get_by_role("listitem").filter(has_text="Too early")).to_have_text(re.compile(r"Too early\s*E\s*2"))
    page.get_by_label("Guidelines, in Markdown").fill("# My rules\n\n1. **Read** first")
    expect(page.locator("#read_guidelines h3")).to_have_text("My rules")
    page.get_by_role("button", name="Save as draft").click()
    expect(page.locator(".note.success")).to_contain_text("saved as a draft")


def sample(page: Page) -> None:
    page.get_by_text("A sweep", exact=True).click()
    expect(page.get_by_label("Sweep", exact=True)).to_be_visible()
    page.get_by_label("Items", exact=True).fill("5")
    expect(page.locator("#draw")).to_have_text("Draw 5 items")
    page.get_by_text("Both", exact=True).click()
    expect(page.locator("#preview")).to_contain_text("The study has no question about silences")
    expect(page.locator("#draw")).to_be_disabled()
    page.get_by_text("Offers", exact=True).click()
    expect(page.locator("#draw")).to_be_enabled()
    page.get_by_label("Items", exact=True).fill("0")
    expect(page.locator("#err_size")).not_to_be_empty()
    page.get_by_label("Items", exact=True).fill("60")
    expect(page.locator("#preview")).to_contain_text("eager looked for more: 10 missing")
    page.locator("#draw").click()
    expect(page.locator(".note.success")).to_contain_text("Batch 1")


def mark(page: Page) -> None:
    """One for practice as the simulated user answered, another as gold, both of runs that went well."""
    expect(page.locator("#checklist")).to_contain_text("there are no practice items")
    page.get_by_label("Outcome").select_option("success")
    expect(page.locator("table.items .chip, table.items .tag.bad")).to_have_count(0)
    first, second = (page.locator("table.items tbody tr").nth(place).get_attribute("id") or "" for place in (0, 1))
    page.locator(f"#{first}").get_by_role("link", name="Mark item").click()
    form = page.locator(".mark-form")
    form.get_by_text("Practice", exact=True).click()
    form.get_by_role("button", name="Use the simulated user’s answer:").click()
    form.get_by_role("button", name="Save").click()
    expect(form).to_contain_text("Explain why this answer is right")
    form.get_by_label("Explanation").fill("It is what she was about to do herself.")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(f"#{first}")).to_contain_text("Practice")
    expect(page).to_have_url(re.compile(r"outcome=success"))
    page.locator(f"#{second} input[type=checkbox]").check()
    page.get_by_role("button", name="Gold", exact=True).click()
    expect(page.locator(f"#{second} .tag.warn")).to_have_text("Gold")


@pytest.mark.all
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_building_is_wider_than_a_small_screen_or_keeps_anybody_out(
    browser: Browser, site: str, scheme: str
) -> None:
    for assistant in ("oracle", "a-model-with-a-name-that-does-not-end-where-one-would-expect-it-to"):
        offering(assistant, *REACTIONS, silences=2)
    user = person("researcher")
    draft = make_study(plan_from({"title": "A" * 60, "questions": ["decision", "missed"]}), user)
    draw_batch(draft, SampleSpec(size=8, kinds="both"), user)
    practice = Item.objects.filter(kind="offer").first()
    assert practice is not None
    set_role(practice, Role.PRACTICE, {"decision": "accept"}, "Because.")
    opened = make_study(plan_from({"title": "Open", "pass_mark": 0}), user)
    draw_batch(opened, SampleSpec(size=3), user)
    open_study(opened)
    parts = ("edit/", "sample/", "items/", f"items/?mark={practice.number}")
    addresses = ["/studies/", "/studies/new/", *(f"/studies/{draft.pk}/{part}" for part in parts)]
    with tab(browser, site, user, width=360, color_scheme=scheme, bypass_csp=True) as page:
        for address in (*addresses, f"/studies/{opened.pk}/edit/"):
            page.goto(address)
            assert not page.evaluate(WIDE), address
            # What differs in the dark are colours, and these two pages have them all.
            if scheme == "light" or address in addresses[-3::2]:
                assert serious_faults(page) == [], address


def test_the_list_is_paged_in_place(page: Page) -> None:
    for number in range(21):
        study(title=f"Study {number}")
    page.goto("/studies/")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#list tbody tr")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Main")).to_have_count(1)
