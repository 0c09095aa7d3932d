"""From a link to the first item that counts, as somebody does it who has never seen this: with the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import Answer, Item, Rater, Role, Study, StudyText, TextKind
from annotation.people.invite_links import link_of, make_invitation
from tests.annotation.judged import judged_study
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def a_study_with_practice() -> Study:
    made = judged_study(count=6, kinds=("offer",), title="Offers in daily life")
    StudyText.objects.filter(study=made, kind=TextKind.GUIDELINES).update(text="Be *kind*.\n\n" * 40)
    for item in Item.objects.filter(study=made).order_by("number")[:2]:
        item.role, item.right_answers, item.explanation = Role.PRACTICE, {"decision": "reject"}, "It *solves nothing*."
        item.save()
    return made


def looks_well(page: Page, is_scanned: bool = True) -> None:
    """Fits the screen, and nothing serious is in the way of anybody."""
    assert not page.evaluate(WIDE), page.url
    assert not (is_scanned and serious_faults(page)), serious_faults(page)


class Newcomer:
    """Somebody at a browser, who looks at every page that comes."""

    def __init__(self, page: Page, is_scanned: bool) -> None:
        self.page, self.is_scanned = page, is_scanned

    def sees(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1, name=re.compile(heading))).to_be_visible()
        looks_well(self.page, self.is_scanned)

    def practises(self, key: str, told: str, enter: str = "Enter") -> None:
        self.sees("what do you answer")
        # There are keys once the page has its script.
        expect(self.page.locator(".keys-button")).not_to_have_attribute("hidden", "")
        self.page.keyboard.press(key)
        self.sees(told)
        self.page.keyboard.press(enter)


# The scan needs the policy off, which the other screen keeps.
@pytest.mark.all
@pytest.mark.parametrize(("width", "is_scanned"), [(1440, True), (360, False)])
def test_from_the_link_through_practice_to_the_first_item(
    width: int, is_scanned: bool, site: str, browser: Browser
) -> None:
    made = a_study_with_practice()
    scheme = "dark" if width == 360 else "light"
    with tab(browser, site, width=width, color_scheme=scheme, bypass_csp=is_scanned) as page:
        one = Newcomer(page, is_scanned)
        page.goto(link_of(make_invitation(made, "Sorrel"), site))
        expect(page.get_by_text("You will be known as Sorrel")).to_be_attached()
        one.sees("Offers in daily life")
        agree = page.get_by_role("button", name="I agree, start")
        expect(agree).to_be_in_viewport()
        agree.focus()
        page.keyboard.press("Enter")
        one.practises("a", "Not quite: the right answer is Reject")
        one.practises("2", "Right: Reject", "Space")
        one.sees("1 of 2 right, 2 are needed")
        page.keyboard.press("Space")
        one.practises("r", "Right: Reject")
        one.practises("r", "Right: Reject")
        one.sees("2 of 2 right: you are ready")
        page.keyboard.press("Enter")
        expect(page.get_by_text("1 of 4", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.keyboard.press("a")
        expect(page.get_by_text("2 of 4", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        for path, heading in (
            ("answers/", "My answers"),
            ("withdraw/", "Withdraw"),
            ("consent/", "Information"),
            ("../", "My"),
        ):
            page.goto(f"/annotate/{made.pk}/{path}")
            one.sees(heading)
    assert Answer.objects.filter(attempt=0).values_list("value", flat=True).get() == "accept"
    assert Rater.objects.get().practice_attempt == 2


def test_somebody_leaves_comes_back_on_a_phone_and_finishes(site: str, browser: Browser) -> None:
    made = a_study_with_practice()
    Item.objects.filter(role=Role.PRACTICE).update(role=Role.DROPPED)
    Study.objects.update(per_person=1, completion_code="C0DE", return_url="https://panel.example/done")
    with tab(browser, site) as page:
        page.goto(link_of(make_invitation(made), site))
        page.get_by_role("button", name="I agree, start").click()
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_role("heading", name="All answers are saved")).to_be_visible()
        link = page.locator("#link").inner_text()
    name = Rater.objects.get().pseudonym
    with tab(browser, site, width=360, color_scheme="dark", bypass_csp=True) as page:
        page.goto(link)
        expect(page.get_by_role("heading", name=f"Welcome back, {name}")).to_be_visible()
        looks_well(page)
        page.get_by_role("button", name=f"Continue as {name}").click()
        page.wait_for_load_state("networkidle")
        page.locator("button.choice", has_text="Accept").click()
        expect(page.get_by_role("heading", name="Done. Thank you!")).to_be_visible()
        looks_well(page)
        expect(page.locator("#code")).to_have_text("C0DE")
        back = page.get_by_role("link", name="Go back to the panel")
        expect(back).to_have_attribute("href", "https://panel.example/done?cc=C0DE")
    assert Rater.objects.count() == 1
