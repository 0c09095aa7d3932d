"""Judging in a real browser when something comes between: a pointer, a slow line, a session that ended, a new text."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from annotation.models import Answer, Assignment, Rater, StudyText, TextKind
from annotation.questions import DECISION, TIMING
from annotation.studies.item_preparation import prepare
from tests.annotation.judged import judged_study
from tests.annotation.study_fixtures import rater
from tests.browser.tabs import tab
from tests.browser.test_annotate import BOUNCE, code, press, pytestmark, said, saved

__all__ = ["pytestmark"]


@pytest.mark.all
def test_nothing_that_comes_between_takes_an_answer_away(browser: Browser, site: str) -> None:
    of = judged_study(8, kinds=("offer",))
    prepare(of.pk)
    person = rater(of)
    with tab(browser, site, person.user, refusal="Failed to load resource") as page:
        page.goto(f"/annotate/{of.pk}/")
        _press_with_the_pointer_after_writing(page, person)
        _undo_what_is_on_its_way(page, person)
        _read_aloud(page)
        _agree_again(page, person)
        _go_on_after_the_session_ended(page, person)
        _see_the_offer_on_a_low_screen(page)


def _press_with_the_pointer_after_writing(page: Page, person: Rater) -> None:
    """The box for reasons is left by pressing the button; the button stays under the pointer."""
    page.locator("#why").click()
    page.keyboard.type("Which of them?")
    page.wait_for_timeout(BOUNCE)
    answered = code(page)
    page.locator(".choice[value=gather_context]").click(position={"x": 20, "y": 4})
    expect(page.locator("#ask [name=code]")).not_to_have_value(answered)
    saved(page)
    assert said(person, answered) == ["gather_context"]


def _undo_what_is_on_its_way(page: Page, person: Rater) -> None:
    slow: list[Route] = []
    page.route("**/answer/", lambda route: slow.append(route))
    answered = press(page, "a")
    expect(page.locator("#saved")).to_have_text("Saving")
    page.keyboard.press("u")
    page.wait_for_timeout(BOUNCE)
    slow[0].continue_()
    expect(page.locator("#ask [name=code]")).to_have_value(answered)
    page.unroute("**/answer/")
    press(page, "r")
    expect(page.locator("#ask [name=code]")).not_to_have_value(answered)
    saved(page)
    assert said(person, answered) == ["accept", "", "reject"]


def _read_aloud(page: Page) -> None:
    """The phone is a picture: its words are read, but no buttons that do nothing."""
    phone = page.get_by_role("region", name="Picture of the phone of")
    expect(phone).to_be_visible()
    assert page.get_by_role("button", name="Accept").count() == 1
    assert phone.get_by_role("button").count() == phone.get_by_role("textbox").count() == 0
    # Whoever tries to write there goes on by keys.
    page.locator("[data-phone-place] textarea").first.click(force=True)
    assert page.locator("#annotate :focus-visible:is(textarea, input)").count() == 0
    # It looks as if it could be pressed.
    asked = code(page)
    page.locator("[data-tap=accept_proposal]").click(force=True)
    expect(page.locator("#toast")).to_contain_text("The phone is only a picture.")
    assert code(page) == asked


def _agree_again(page: Page, person: Rater) -> None:
    StudyText.objects.create(study=person.study, kind=TextKind.CONSENT, version=2, text="# Changed")
    page.keyboard.press("w")
    page.keyboard.type("What I wrote")
    page.keyboard.press("Escape")
    refused = press(page, "a")
    page.get_by_role("button", name="agree").click()
    expect(page.locator("#ask [name=code]")).to_have_value(refused)
    expect(page.locator("#why")).to_have_value("What I wrote")
    assert not said(person, refused)


def _go_on_after_the_session_ended(page: Page, person: Rater) -> None:
    kept = page.context.cookies()
    page.context.clear_cookies()
    answered = press(page, "a")
    expect(page.locator("#saved")).to_have_text("Not sent")
    expect(page.locator("#problem")).to_contain_text("You are signed out.")
    page.context.add_cookies(kept)  # type: ignore[arg-type]
    page.reload()
    expect(page.locator(f".answers-list [data-code='{answered}']")).to_be_visible()
    saved(page)
    assert Answer.objects.get(rater=person, item__code=answered).reason == "What I wrote"
    page.wait_for_load_state("networkidle")


def _see_the_offer_on_a_low_screen(page: Page) -> None:
    """The answers are always in sight there; so is the offer, or at least how it begins."""
    page.set_viewport_size({"width": 360, "height": 420})
    peek, offer = page.locator(".peek"), page.locator("#offer")
    expect(peek).to_be_in_viewport()
    expect(peek).to_have_text(offer.inner_text())
    peek.click()
    expect(offer).to_be_in_viewport()
    expect(peek).to_be_hidden()


def test_a_key_that_bounces_answers_one_question(browser: Browser, site: str) -> None:
    of = judged_study(2, kinds=("offer",), asks=(DECISION, TIMING))
    person = rater(of)
    with tab(browser, site, person.user) as page:
        page.goto(f"/annotate/{of.pk}/")
        first = press(page, "1")
        page.keyboard.press("1")
        expect(page.locator(".question.active")).to_have_attribute("data-key", "timing")
        press(page, "2")
        expect(page.locator("#ask [name=code]")).not_to_have_value(first)
        saved(page)
        assert set(said(person, first)) == {"accept", "early"}
        page.wait_for_load_state("networkidle")


def test_only_whoever_has_lost_the_item_on_the_page_is_told(browser: Browser, site: str) -> None:
    of = judged_study(2, kinds=("offer",), per_item=1, lease_seconds=600)
    person, other = rater(of), rater(of, "Plover")
    with tab(browser, site, person.user, refusal="Failed to load resource") as page:
        page.clock.install()
        page.goto(f"/annotate/{of.pk}/")
        shown = code(page)
        rows = Assignment.objects.filter(rater=person)
        for row, is_told in ((rows.exclude(item__code=shown).get(), False), (rows.get(item__code=shown), True)):
            past = timezone.now() - timedelta(seconds=1)
            Assignment.objects.filter(pk=row.pk).update(lease_until=past)
            taken = {"place": 1, "claimed_at": past, "lease_until": past + timedelta(hours=1)}
            Assignment.objects.create(item=row.item, rater=other, **taken)
            page.keyboard.press("Shift")
            with page.expect_response("**/beat/"):
                page.clock.fast_forward(201_000)
            page.wait_for_load_state("networkidle")
            expect(page.locator("#toast")).to_be_visible(visible=is_told)
