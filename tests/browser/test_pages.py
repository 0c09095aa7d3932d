"""The pages around runs in a real browser: at both widths, in both themes, by keyboard, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, Page, expect

from simulator.models import Episode, State
from tests.browser.tabs import tab
from tests.simulator.views.cast import PASSWORD, person, run, scenario

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = (
    "/",
    "/runs/",
    "/runs/?state=failed&q=x",
    "/runs/start/",
    "/models/",
    "/scenarios/",
    "/scenarios/?q=x",
    "/scenarios/late_train/",
)
STAFF_PAGES = (
    "/admin/",
    "/admin/simulator/episode/",
    "/admin/simulator/scenario/",
    "/admin/simulator/moment/",
    "/admin/auth/user/add/",
    "/admin/queues/",
    "/admin/queues/queues/0/",
    "/admin/queues/workers/0/",
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LONG = "An extraordinarily long title of a scenario, with Donaudampfschifffahrtsgesellschaftskapitän in it"
ADDRESS = "http://agents.laboratory.example:8765/" + "a-path-that-goes-on-and-on".replace("-", "") * 9


@pytest.fixture
def researcher(redis_server: str) -> User:
    return person("researcher")


@pytest.fixture
def page(browser: Browser, site: str, researcher: User) -> Iterator[Page]:
    with tab(browser, site, researcher) as page:
        yield page


def _furnish() -> None:
    """Runs in every state, with texts that are hard to place."""
    told = scenario(title=LONG, tags=["a-tag-that-goes-on-and-on-and-on", "short"])
    texts = {"summary": f"The user opens {LONG}.", "reason": f"{LONG} {LONG}", "note": "Demo"}
    for state in State:
        run(state, version=told.current, user_player=ADDRESS, assistant_player=ADDRESS, **texts)


def _is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("width", [1440, 360])
def test_every_page_opens_without_a_complaint_and_fits(
    browser: Browser, site: str, researcher: User, width: int
) -> None:
    with tab(browser, site, researcher, width) as page:
        for path in PAGES[:-1]:
            page.goto(path)
            expect(page.locator("h1")).to_be_visible()
        _furnish()
        for path in PAGES:
            page.goto(path)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                expect(page.locator("h1")).to_be_visible()
                assert not _is_wide(page), path


@pytest.mark.all
def test_pages_of_the_administration_open_without_a_complaint(browser: Browser, site: str, redis_server: str) -> None:
    _furnish()
    with tab(browser, site, person("administrator")) as page:
        for path in STAFF_PAGES:
            response = page.goto(path)
            assert response is not None and response.ok, path
            page.wait_for_load_state("networkidle")


def test_lists_of_the_administration_need_no_scrolling(browser: Browser, site: str, redis_server: str) -> None:
    _furnish()
    with tab(browser, site, person("administrator")) as page:
        for name in ("episode", "scenario", "scenarioversion", "moment"):
            page.goto(f"/admin/simulator/{name}/")
            assert page.evaluate(
                "Array.from(document.querySelectorAll('.results'), (it) => it.scrollWidth - it.clientWidth)"
            ) in ([0], [])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_chosen_groups_have_a_heading_that_can_be_read(
    browser: Browser, site: str, redis_server: str, scheme: Literal["light", "dark"]
) -> None:
    admin = person("administrator")
    with tab(browser, site, admin, color_scheme=scheme) as page:
        page.goto(f"/admin/auth/user/{admin.pk}/change/")
        style = page.locator(".selector-chosen-title").first.evaluate(
            "(it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]"
        )
        inks, grounds = ([int(part) for part in re.findall(r"\d+", colour)[:3]] for colour in style)
        assert abs(sum(inks) - sum(grounds)) > 400, style


def test_text_has_hyphens_of_their_own_width(page: Page) -> None:
    for path in ("/", "/runs/"):
        page.goto(path)
        assert page.locator("h1").evaluate("(it) => getComputedStyle(it).fontVariantNumeric") == "normal"


def test_signing_in_leads_on_and_out_again(browser: Browser, site: str, researcher: User) -> None:
    with tab(browser, site, width=360) as page:
        page.goto("/scenarios/")
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        page.keyboard.type("researcher")
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{site}/scenarios/")
        page.get_by_role("button", name="Sign out").click()
        expect(page).to_have_url(f"{site}/sign-in/")


def test_the_theme_is_kept_from_page_to_page(page: Page) -> None:
    page.goto("/")
    root, switch = page.locator("html"), page.locator("[data-theme-switch]")
    expect(root).to_have_attribute("data-theme", "auto")
    switch.click()
    expect(root).to_have_attribute("data-theme", "light")
    switch.click()
    page.goto("/runs/")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(switch).to_have_attribute("aria-label", "Theme: dark. Change")


def test_keys_do_what_the_list_of_keys_says(page: Page) -> None:
    scenario()
    page.goto("/")
    expect(page.locator("kbd[data-badge=n]")).to_have_text("N")
    page.keyboard.press("n")
    expect(page.locator("#id_scenario")).to_be_focused()
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("n/?")
    expect(page.locator("#find")).to_have_value("n/?")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys dd")).to_have_text(["start a run", "find a run", "show or hide this list"])
    page.keyboard.press("n")
    expect(page.locator("#id_scenario")).not_to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_the_first_key_skips_to_the_content(page: Page) -> None:
    page.goto("/runs/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))


def test_a_run_starts_in_two_clicks_from_anywhere(page: Page, site: str) -> None:
    scenario()
    page.goto("/runs/")
    page.get_by_role("link", name="Scenarios", exact=True).click()
    page.get_by_role("button", name="Run").click()
    page.wait_for_url(re.compile(r"/runs/\d+/$"))
    assert Episode.objects.get().assistant_player == "oracle"


def test_a_run_starts_by_keyboard_alone(page: Page) -> None:
    scenario()
    page.goto("/")
    page.keyboard.press("n")
    page.keyboard.press("Tab")
    page.keyboard.type("eager")
    page.get_by_role("button", name="Start and watch").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/runs/\d+/$"))
    assert Episode.objects.get().assistant_player == "eager"


def test_the_start_page_follows_by_itself(page: Page) -> None:
    going = run(State.RUNNING, summary="The user opens Messages.")
    page.goto("/")
    page.locator("#find").fill("half typed")
    Episode.objects.update(summary="The assistant makes offer 1.")
    expect(page.locator(f"#run-{going.pk}")).to_contain_text("makes offer 1.")
    run(State.FINISHED)
    Episode.objects.filter(pk=going.pk).update(state=State.STOPPED)
    expect(page.locator("#now")).to_contain_text("No runs are under way.")
    expect(page.locator("#recent tbody tr")).to_have_count(2)
    expect(page.locator("#find")).to_have_value("half typed")


def test_when_the_sign_in_has_ended_the_page_says_so(page: Page, site: str) -> None:
    page.goto("/")
    Session.objects.all().delete()
    expect(page).to_have_url(f"{site}/sign-in/?next=/")


def test_the_list_of_runs_is_filtered_in_place_and_the_way_back_works(page: Page, site: str) -> None:
    run(pk=1, seed=5)
    run(State.FAILED, pk=2, seed=7, reason="Provider: no answer.")
    page.goto("/runs/")
    rows = page.locator("#list tbody tr")
    expect(rows).to_have_count(2)
    page.get_by_role("link", name="Seed").click()
    expect(page).to_have_url(f"{site}/runs/?sort=-seed")
    page.locator("#id_q").fill("provider")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(f"{site}/runs/?q=provider&sort=-seed")
    expect(page.locator("#id_q")).to_be_focused()
    page.go_back()
    expect(rows).to_have_count(2)
    page.go_forward()
    expect(rows).to_have_count(1)
    expect(page.locator("#id_q")).to_have_value("provider")


def test_lists_work_without_scripts(browser: Browser, site: str, researcher: User) -> None:
    scenario("dentist")
    run(pk=1)
    run(State.FAILED, pk=2)
    with tab(browser, site, researcher, java_script_enabled=False) as page:
        page.goto("/runs/")
        page.locator("#id_state").select_option("failed")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#list tbody tr")).to_have_count(1)
        page.goto("/scenarios/")
        page.locator("#id_q").fill("dentist")
        page.keyboard.press("Enter")
        expect(page.locator(".card")).to_have_count(1)


def test_splits_and_boxes_filter_scenarios_in_place(
    page: Page, site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "travel.txt").write_text("# Scenarios on the way.\nlate_train\nempty_day\n", encoding="utf-8")
    monkeypatch.setenv("PARE_BENCHMARK_SPLITS_DIR", str(tmp_path))
    scenario("late_train")
    scenario("dentist")
    scenario("empty_day", wants_silence=True)
    page.goto("/scenarios/")
    expect(page.locator(".card")).to_have_count(3)
    page.get_by_label("Split", exact=True).select_option("travel")
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator("#list")).to_contain_text("travel: Scenarios on the way.")
    page.get_by_label("Silence is right").check()
    expect(page.locator(".card")).to_have_count(1)
    expect(page).to_have_url(f"{site}/scenarios/?split=travel&silent=on")
    page.locator(".card h2 a").click()
    page.get_by_role("link", name="travel").click()
    expect(page).to_have_url(f"{site}/scenarios/?split=travel")
    expect(page.locator(".card")).to_have_count(2)


def test_scenarios_are_filtered_in_place(page: Page, site: str) -> None:
    scenario("late_train", tags=["rail"])
    scenario("dentist")
    page.goto("/scenarios/")
    expect(page.locator(".card")).to_have_count(2)
    page.locator("#id_tag").select_option("rail")
    expect(page.locator(".card")).to_have_count(1)
    expect(page).to_have_url(f"{site}/scenarios/?tag=rail")


def test_a_mistake_in_the_form_keeps_what_was_chosen(browser: Browser, site: str, researcher: User) -> None:
    scenario()
    with tab(browser, site, researcher, refusal="422") as page:
        page.goto("/")
        page.get_by_label("Assistant").select_option("silent")
        page.get_by_text("Seed, noise and pace").click()
        page.get_by_label("Noise per minute").fill("700")
        page.locator("#start").evaluate("form => form.noValidate = true")
        page.get_by_role("button", name="Start and watch").click()
        expect(page.get_by_text("Enter a number from 0 to 600.")).to_be_visible()
        expect(page.get_by_label("Noise per minute")).to_have_value("700")
        expect(page.get_by_label("Assistant")).to_have_value("silent")


def test_a_refusal_in_place_is_told_in_the_words_of_the_server(browser: Browser, site: str, researcher: User) -> None:
    run()
    with tab(browser, site, researcher, refusal="403") as page:
        page.goto("/runs/")
        researcher.groups.clear()
        page.get_by_role("link", name="Seed").click()
        expect(page.locator("#toast")).to_contain_text("You are not allowed to do this.")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#toast")).to_be_hidden()


def test_a_key_is_shown_only_where_it_does_something(browser: Browser, site: str, redis_server: str) -> None:
    with tab(browser, site, person("viewer")) as page:
        page.goto("/")
        page.keyboard.press("?")
        expect(page.locator("#keys dd")).to_have_text(["find a run", "show or hide this list"])
        expect(page.locator("kbd[data-badge=n]")).to_be_hidden()
