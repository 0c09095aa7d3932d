"""Somebody from a panel on two devices: the code of the first opens the second, and a lead helps if it is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from playwright.sync_api import Browser, Page, expect

from annotation.models import Rater, Study
from annotation.people.invite_links import link_of, make_invitation
from tests.annotation.judged import judged_study
from tests.browser.tabs import tab
from tests.browser.test_joining import looks_well

pytestmark = pytest.mark.django_db(transaction=True)
# Two kinds of screen; the scan needs the policy off, which the other one keeps.
SCREENS: list[dict[str, Any]] = [
    {"width": 1440, "color_scheme": "light", "bypass_csp": True},
    {"width": 360, "color_scheme": "dark"},
]


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=re.compile(name))).to_be_visible()


def a_lead_of(study: Study) -> User:
    lead = User.objects.create_user("lead")
    lead.groups.add(Group.objects.get(name="researcher"))
    study.leads.add(lead)
    return lead


@pytest.mark.parametrize("screen", SCREENS)
def test_a_second_device_asks_for_the_code_that_the_first_one_shows(
    screen: dict[str, Any], site: str, browser: Browser
) -> None:
    made = judged_study(count=2, kinds=("offer",), panel_parameter="PID")
    link, is_scanned = f"{link_of(make_invitation(made), site)}?PID=5f3a", "bypass_csp" in screen
    # Wrong codes are refused with a status that browsers put into the console.
    with tab(browser, site, **screen) as first, tab(browser, site, refusal="403", **screen) as second:
        first.goto(link)
        first.get_by_role("button", name="I agree, start").click()
        heading(first, "what do you answer")
        for path in ("leave", "code", "answers"):
            first.goto(f"/annotate/{made.pk}/{path}/")
            expect(first.locator("#own-code")).to_be_visible()
            looks_well(first, is_scanned)
        code = first.locator("#own-code").inner_text()

        second.goto(link)
        heading(second, "Type your personal code")
        looks_well(second, is_scanned)
        second.get_by_role("textbox", name="Personal code").fill("7KQM-2WPX-9RTD-HB4N")
        second.keyboard.press("Enter")
        expect(second.get_by_role("alert")).to_contain_text("not your current personal code")
        looks_well(second, is_scanned)
        second.get_by_role("textbox", name="Personal code").fill(code.lower().replace("-", " "))
        second.get_by_role("button", name="Continue").click()
        heading(second, "what do you answer")

        first.get_by_role("link", name="Make a new code").click()
        first.get_by_role("button", name="Make a new code").click()
        expect(first.get_by_text("This is your new code.")).to_be_visible()
        assert first.locator("#own-code").inner_text() != code
        second.goto(f"/annotate/{made.pk}/withdraw/")
        heading(second, "This browser needs your personal code")
        looks_well(second, is_scanned)
        first.goto(f"/annotate/{made.pk}/withdraw/")
        first.get_by_role("button", name="Withdraw and delete my answers").click()
        heading(first, "You have withdrawn")
    assert Rater.objects.get().withdrawn_at is not None


@pytest.mark.all
@pytest.mark.parametrize("screen", SCREENS)
def test_a_lead_issues_a_code_to_somebody_who_lost_theirs(screen: dict[str, Any], site: str, browser: Browser) -> None:
    made = judged_study(count=2, kinds=("offer",), panel_parameter="PID")
    link, is_scanned = f"{link_of(make_invitation(made), site)}?PID=5f3a", "bypass_csp" in screen
    with tab(browser, site) as lost:
        lost.goto(link)
        lost.get_by_role("button", name="I agree, start").click()
        heading(lost, "what do you answer")
    somebody = Rater.objects.get()
    with tab(browser, site, a_lead_of(made), **screen) as page, tab(browser, site, **screen) as phone:
        page.goto(f"/studies/{made.pk}/people/{somebody.pk}/")
        looks_well(page, is_scanned)
        page.get_by_role("link", name="Issue a personal code").click()
        heading(page, f"Personal code for {somebody.pseudonym}")
        looks_well(page, is_scanned)
        page.get_by_role("button", name="Issue a new code").click()
        expect(page.get_by_text("You can’t see this code again later")).to_be_visible()
        looks_well(page, is_scanned)
        code = page.get_by_label(f"New personal code of {somebody.pseudonym}").input_value()
        phone.goto(link)
        phone.get_by_role("textbox", name="Personal code").fill(code)
        phone.keyboard.press("Enter")
        heading(phone, "Your personal code")
        expect(phone.locator("#own-code")).not_to_have_text(code)
        phone.get_by_role("link", name="Continue with the study").click()
        heading(phone, "what do you answer")
