"""Judging in a real browser: by keys alone, on a phone, by two people at once, without a connection, read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from annotation.models import Answer, Assignment, Item, Rater, Study
from annotation.studies.item_preparation import prepare
from tests.annotation.judged import judged_study
from tests.annotation.study_fixtures import rater
from tests.browser.tabs import tab

pytestmark = pytest.mark.django_db(transaction=True)
BOUNCE = 300
"""Milliseconds after which a key is taken for one that was meant."""
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def of() -> Study:
    made = judged_study(12, lease_seconds=600)
    prepare(made.pk)
    return made


@pytest.fixture
def person(of: Study) -> Rater:
    return rater(of)


@pytest.fixture
def page(browser: Browser, site: str, person: Rater) -> Iterator[Page]:
    with tab(browser, site, person.user) as page:
        page.goto(f"/annotate/{person.study_id}/")
        yield page
        page.wait_for_load_state("networkidle")


def code(page: Page) -> str:
    return page.locator("#ask [name=code]").input_value()


def kind(page: Page) -> str:
    return Item.objects.get(code=code(page)).kind


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("All answers saved")


def press(page: Page, key: str) -> str:
    """A key, after the item was looked at; gives the item that was answered."""
    page.wait_for_timeout(BOUNCE)
    answered = code(page)
    page.keyboard.press(key)
    return answered


def answer(page: Page, number: int) -> str:
    """Any answer by keys: letters and digits by turns, and now and then one that needs a reason."""
    silent = kind(page) == "silence"
    if number % 5 == 3:
        answered = press(page, "y" if silent else "m")
        expect(page.locator("#why")).to_be_focused()
        page.keyboard.type("Which of them?")
        page.keyboard.press("Control+Enter")
    else:
        answered = press(page, ("n", "3", "1", "c")[number % 4] if silent else ("a", "2", "r", "1")[number % 4])
    expect(page.locator("#ask [name=code]")).not_to_have_value(answered)
    return answered


def said(person: Rater, item: str) -> list[str]:
    """Values of all revisions."""
    rows = Answer.objects.filter(rater=person, item__code=item).order_by("revision")
    return list(rows.values_list("value", flat=True))


def test_ten_items_by_keys_alone_with_undo_edit_and_reload(page: Page, person: Rater) -> None:
    done = [answer(page, number) for number in range(10)]
    saved(page)
    expect(page.locator("[data-place]")).to_have_text("11 of 12")
    assert len(set(done)) == 10
    assert Answer.objects.filter(rater=person, is_latest=True).count() == 10
    assert all(row.seconds > 0.2 for row in Answer.objects.all())
    assert set(Answer.objects.exclude(reason="").values_list("reason", flat=True)) == {"Which of them?"}
    expect(page.locator(".answers-list li")).to_have_count(10)

    # Undo, and another answer instead.
    held = code(page)
    page.keyboard.press("u")
    expect(page.locator("#ask [name=code]")).to_have_value(done[-1])
    expect(page.locator(".choice[aria-pressed=true]")).to_have_count(1)
    first = said(person, done[-1])[0]
    press(page, "1")
    expect(page.locator("#ask [name=code]")).to_have_value(held)
    saved(page)
    assert said(person, done[-1])[:2] == [first, ""] and len(said(person, done[-1])) == 3

    # The steps that led there.
    steps = int(page.locator("[data-steps]").get_attribute("data-steps") or 0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-step-word]")).to_contain_text(f"{steps - 1} of {steps}")
    expect(page.locator(".happened .now")).not_to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-step-word]")).to_contain_text("the step that you judge")
    seen = page.locator("[data-phone-place]").inner_text()
    line = page.locator(".happened li[data-frame]:visible").first
    line.click()
    expect(line).to_have_class(re.compile(r"\bnow\b"))
    expect(page.locator("[data-phone-place]")).not_to_have_js_property("innerText", seen)

    # Reload in the middle of an item.
    page.keyboard.press("w")
    page.keyboard.type("Half a thou")
    expect(page.locator("[data-kept]")).to_contain_text("and on the server")
    page.reload()
    expect(page.locator("#why")).to_have_value("Half a thou")
    assert code(page) == held
    assert Assignment.objects.get(rater=person, item__code=held).draft["reason"] == "Half a thou"

    # One of the last ten is changed.
    old = said(person, done[4])
    page.locator(f"[data-code='{done[4]}'] a").click()
    expect(page.locator("main")).to_contain_text("You are changing answer 5.")
    page.locator(".choice:not([aria-pressed=true]):not([data-reason])").first.click()
    page.wait_for_url(re.compile(r"/annotate/\d+/$"))
    assert said(person, done[4])[:-1] == old and said(person, done[4])[-1] != old[-1]
    assert code(page) == held


def test_two_people_at_once_on_a_phone_and_at_a_desk(browser: Browser, site: str, page: Page, of: Study) -> None:
    other = rater(of, "Maple", seed=99)
    with tab(browser, site, other.user, width=360, has_touch=True) as small:
        small.goto(f"/annotate/{of.pk}/")
        mine, theirs = [], []
        for _ in range(4):
            mine.append(answer(page, 0))
            small.wait_for_timeout(BOUNCE)
            theirs.append(code(small))
            choice = small.locator(".question.active .choice:not([data-reason])").first
            box = choice.bounding_box()
            assert box is not None and box["height"] >= 44 and box["y"] + box["height"] <= 900
            choice.tap()
            expect(small.locator("#ask [name=code]")).not_to_have_value(theirs[-1])
        assert not small.evaluate(WIDE) and not page.evaluate(WIDE)
        expect(small.locator("#undo")).to_be_visible()
        small.get_by_role("button", name="Undo").tap()
        expect(small.locator("#ask [name=code]")).to_have_value(theirs[-1])
        saved(small)
        small.wait_for_load_state("networkidle")
    saved(page)
    assert mine != theirs
    assert Answer.objects.filter(rater=other, is_latest=True).exclude(value="").count() == 3


def test_without_a_connection_nothing_is_lost(browser: Browser, site: str, person: Rater) -> None:
    with tab(browser, site, person.user, refusal="Failed to load resource") as page:
        page.goto(f"/annotate/{person.study_id}/")
        page.route("**/answer/", lambda route: route.abort())
        first = answer(page, 0)
        expect(page.locator("#saved")).to_have_text("Not sent yet, retrying")
        second = press(page, "1")
        expect(page.locator(".judge")).to_have_class(re.compile("waiting"))
        assert not Answer.objects.exists()
        page.unroute("**/answer/")
        page.reload()
        expect(page.locator(".answers-list li")).to_have_count(2)
        saved(page)
        assert set(Answer.objects.values_list("item__code", flat=True)) == {first, second}
        assert code(page) not in (first, second)
        page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.all)])
def test_a_scan_for_barriers_finds_nothing_serious(browser: Browser, site: str, person: Rater, scheme: str) -> None:
    # The scanner writes styles into the page, which the page's own policy would refuse.
    options: dict[str, Any] = {"color_scheme": scheme, "bypass_csp": True}
    for width in (1440, 360):
        with tab(browser, site, person.user, width=width, **options) as page:
            page.goto(f"/annotate/{person.study_id}/")
            answer(page, 0)
            saved(page)
            expect(page.locator("#undo")).to_be_visible()
            found = Axe().run(page, options={"preload": False}).response["violations"]
            serious = [one for one in found if one["impact"] in ("serious", "critical")]
            told = [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in serious]
            assert not told, told
            page.wait_for_load_state("networkidle")
