"""A person plays the assistant in a real browser: forms, offers, reports, reloads, keys, and a look at the phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from simulator.config import EpisodeConfig
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import start_play
from simulator.models import Episode, Side, State
from tests.browser.at_the_table import WELCOMED
from tests.browser.scanning import serious_faults
from tests.browser.tabs import tab
from tests.browser.visitor import Visitor, stored
from tests.pare_site.supervisor.real_site import real_site
from tests.simulator.jobs.background import version_of
from tests.simulator.play.table import Player, sat_down
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
OFFER = "Your train arrives at 10:40, so you are late for the review with Bo. Shall I tell Bo and move it to 11:00?"
VAN = (
    "Bwalya and Mapalo are stuck at Mukuyu Filling Station with the boards, and the donors sit down at Longacres Lodge"
    " at three. Shall I send a van there that takes them straight to the lodge, and mail Bwalya the time?"
)
VAN_MAIL = (
    "Bwalya, don't worry. A van will be at Mukuyu at one o'clock and will bring you, Mapalo and the boards straight to"
    " Longacres Lodge. It is paid for. Have the boards ready. Mutinta"
)


class Helm:
    """The page of a person who plays the assistant."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def has_turn(self) -> None:
        expect(self.page.locator("[data-part=strip][data-mine]")).to_have_count(1)
        expect(self.page.locator("#silent")).to_be_enabled()

    def opens(self, tool: str) -> None:
        """Find a tool by its name and open its form, if it is not open yet."""
        self.page.locator("#find-tool").fill(tool.partition("__")[2])
        button = self.page.locator(f'[data-tool="{tool}"] .tool-name')
        if button.get_attribute("aria-expanded") != "true":
            button.click()

    def field(self, tool: str, name: str) -> Any:
        return self.page.locator(f'[data-tool="{tool}"] [name="arg.{name}"]')

    def fills(self, tool: str, **texts: str) -> None:
        self.opens(tool)
        for name, text in texts.items():
            field = self.field(tool, name)
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(text)
            else:
                field.fill(text)

    def calls(self, tool: str, **texts: str) -> None:
        self.fills(tool, **texts)
        self.page.locator(f'[data-tool="{tool}"] [data-call]').click()

    def says(self, text: str) -> None:
        self.page.locator("#say-text").fill(text)
        self.page.locator("#say [data-call]").click()

    @property
    def newest(self) -> Any:
        return self.page.locator(".result").first

    @property
    def feed(self) -> Any:
        return self.page.locator(".feed")


def goes_on(pk: int) -> Episode:
    """Play the run on, as a worker does, after somebody's decision has arrived."""
    until(lambda: Episode.objects.get(pk=pk).state == State.QUEUED, "the decision has arrived")
    run_episode(pk)
    return Episode.objects.get(pk=pk)


@contextmanager
def at_the_helm(browser: Browser, site: str, player: Player, **options: Any) -> Iterator[Helm]:
    with tab(browser, site, player.seat.player, **options) as page:
        page.goto(f"/play/{player.row.pk}/")
        helm = Helm(page)
        helm.has_turn()
        yield helm


def stays_silent(helm: Helm, pk: int, is_enough: Callable[[], bool]) -> None:
    """Stay silent turn by turn until it is enough."""
    for _ in range(20):
        if is_enough():
            return
        helm.has_turn()
        helm.page.locator("#silent").click()
        number = goes_on(pk).moment_count
        expect(helm.page.locator(f"[data-part=strip][data-number='{number}'][data-mine]")).to_have_count(1)
    raise AssertionError("it never came")


def test_keys_alone_find_a_tool_call_it_and_make_an_offer(browser: Browser, site: str) -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    with at_the_helm(browser, site, player) as helm:
        keyboard, pk = helm.page.keyboard, player.row.pk
        keyboard.press("/")
        keyboard.type("get due")
        keyboard.press("Enter")
        expect(helm.page.locator("[data-tool='Reminders__get_due_reminders'] [data-call]")).to_be_focused()
        keyboard.press("Enter")
        goes_on(pk)
        expect(helm.newest).to_contain_text("get_due_reminders")
        helm.has_turn()
        keyboard.press("?")
        expect(helm.page.locator("#keys")).to_contain_text("make the offer or send the report")
        keyboard.press("?")
        keyboard.press("j")
        expect(helm.newest.locator("pre")).to_be_visible()
        keyboard.press("s")
        goes_on(pk)
        expect(helm.feed).to_contain_text("You stayed silent")
        helm.has_turn()
        stays_silent(helm, pk, lambda: "10:40" in helm.feed.inner_text())
        helm.page.locator("#say-text").focus()
        keyboard.type(OFFER)
        expect(helm.page.locator("[data-preview]")).to_have_text(OFFER)
        keyboard.press("Control+Enter")
        goes_on(pk)
        expect(helm.page.locator(".stages [aria-current]")).to_contain_text("Answer")
        expect(helm.page.locator("#say-text")).to_have_value("")
        stays_silent(helm, pk, lambda: helm.page.locator("[data-unlocked]").count() > 0)
        expect(helm.page.get_by_text("Yes, please tell Bo.").first).to_be_visible()


def test_drafts_survive_news_and_a_reload_and_a_slip_costs_no_call(browser: Browser, site: str) -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    refused = "the server responded with a status of 422"
    with at_the_helm(browser, site, player, refusal=refused) as helm:
        pk, page = player.row.pk, helm.page
        send, read = "Messages__send_message", "Emails__get_email_by_id"
        helm.fills(send, content="My train is late.")
        expect(page.locator(f"[data-tool='{send}'] [data-call]")).to_be_disabled()  # it writes, and nobody has said yes
        page.locator("#say-text").fill(OFFER)
        helm.calls(read, email_id="mail_none")
        goes_on(pk)
        expect(helm.newest).to_contain_text("There is no email with the id")
        helm.has_turn()
        expect(page.locator("#say-text")).to_have_value(OFFER)
        helm.calls("Emails__list_emails")
        goes_on(pk)
        expect(helm.newest).to_contain_text("Agenda")
        helm.has_turn()
        helm.opens(read)
        page.locator(".result .id[data-use='mail']").first.click()
        expect(helm.field(read, "email_id")).to_have_value(re.compile("^mail_(?!none)"))
        page.reload()
        helm.has_turn()
        expect(page.locator("#say-text")).to_have_value(OFFER)
        expect(helm.field(read, "email_id")).to_have_value(re.compile("^mail_(?!none)"))
        expect(helm.field(send, "content")).to_have_value("My train is late.")
        before = Episode.objects.get(pk=pk).moment_count
        page.get_by_label("Wake me after").fill("soon")
        page.locator("#silent").click()
        expect(page.locator("#say [data-problem]")).to_contain_text("Enter the minutes")
        helm.calls("Emails__get_email_by_index", idx="first")
        expect(page.get_by_text("Enter a whole number.")).to_be_visible()
        assert Episode.objects.get(pk=pk).moment_count == before


# The scan needs the policy off.
@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(1440, "light", marks=pytest.mark.all), (360, "dark")], ids=["wide", "narrow"]
)
def test_nothing_serious_is_in_the_way_and_looking_ends_the_blind_run(
    width: int, scheme: str, browser: Browser, site: str
) -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    with tab(browser, site, player.seat.player, width=width, color_scheme=scheme, bypass_csp=True) as page:
        page.goto(f"/play/{player.row.pk}/")
        helm = Helm(page)
        expect(page.locator("[data-part=strip][data-mine]")).to_have_count(1)
        # A wide page shows everything at once.
        for pane in ("told", "tools", "say") if width < 880 else ("tools",):
            if width < 880:
                page.locator(f"[data-show={pane}]").click()
            if pane == "tools":
                helm.calls("Emails__list_emails")
                goes_on(player.row.pk)
                expect(helm.newest).to_contain_text("Agenda")
            assert not page.evaluate(WIDE), pane
            assert not serious_faults(page), serious_faults(page)
        switch = page.get_by_role("switch", name="Show what the user sees")
        expect(switch).to_have_accessible_description(re.compile("no longer counts"))
        assert player.seat.is_blind and page.locator("[data-phone]").count() == 0
        switch.click()
        if width < 880:
            page.locator("[data-show=say]").click()
        expect(page.locator("[data-phone]")).to_be_visible()
        expect(page.get_by_text("not blind since step")).to_be_visible()
        assert not page.evaluate(WIDE) and not player.seat.is_blind
        assert not serious_faults(page), serious_faults(page)


@pytest.mark.all
def test_two_people_play_both_sides_of_a_run_to_success(browser: Browser, site: str) -> None:
    starter = User.objects.create_user("starter")
    config = EpisodeConfig(user="human", assistant="human")
    row, token = start_play(version_of("late_train"), config, Side.ASSISTANT, starter)
    run_episode(row.pk)
    with tab(browser, site, starter) as mine, tab(browser, site) as theirs:
        theirs.add_init_script(WELCOMED)
        mine.goto(f"/play/{row.pk}/")
        expect(mine.get_by_text("Nobody plays the user yet")).to_be_visible()
        theirs.goto(f"/play/join/{token}/")
        theirs.locator("main form button").first.click()
        theirs.wait_for_url(f"**/play/{row.pk}/")
        expect(theirs.locator("#play")).to_have_attribute("data-ready", "")
        expect(mine.get_by_text("Nobody plays the user yet")).to_have_count(0, timeout=15_000)
        helm = Helm(mine)
        seen = plays_both(helm, theirs, row.pk)
        assert seen == ["person", "review", "offer", "accept", "message", "event", "report"]
        for page in (mine, theirs):
            page.wait_for_url(f"**/play/{row.pk}/end/")
    row.refresh_from_db()
    assert (row.state, row.success) == (State.FINISHED, True)


def plays_both(helm: Helm, phone: Page, pk: int) -> list[str]:
    """Let whoever has the turn act until the run is over. Returns the decisive actions."""
    seen: list[str] = []
    for _ in range(80):
        row = Episode.objects.get(pk=pk)
        if row.is_over:
            return seen
        if row.awaits == Side.USER:
            expect(phone.locator("#stage[data-yours]")).to_have_attribute("data-number", str(row.moment_count))
            if seen[-1:] == ["offer"]:
                phone.get_by_role("button", name="Accept").click()
                seen.append("accept")
            else:
                phone.locator(".under [data-press=put_phone_down]").click()
        else:
            expect(helm.page.locator(f"[data-part=strip][data-number='{row.moment_count}'][data-mine]")).to_have_count(
                1
            )
            helps(helm, seen)
        goes_on(pk)
    raise AssertionError("the run did not end")


def helps(helm: Helm, seen: list[str]) -> None:
    """Make the next decision of the assistant in the story of the late train."""
    match seen:
        case [] if "10:40" in helm.feed.inner_text():
            helm.calls("Messages__lookup_user_id", user_name="Bo Berg")
            seen.append("person")
        case ["person"]:
            helm.calls("Calendar__search_events", query="Review")
            seen.append("review")
        case ["person", "review"]:
            helm.says(OFFER)
            seen.append("offer")
        case ["person", "review", "offer", "accept"]:
            late = "My train is late, I arrive at 10:40. Can we meet at 11?"
            helm.calls("Messages__send_message", user_id=known_id(helm, "user"), content=late)
            seen.append("message")
        case ["person", "review", "offer", "accept", "message"]:
            times = {"start_datetime": "2026-03-05 11:00:00", "end_datetime": "2026-03-05 12:00:00"}
            helm.calls("Calendar__edit_calendar_event", event_id=known_id(helm, "cal"), **times)
            seen.append("event")
        case ["person", "review", "offer", "accept", "message", "event"]:
            helm.says("Bo knows, and the review is at 11:00.")
            seen.append("report")
        case _:
            helm.page.locator("#silent").click()


@pytest.mark.all
def test_forms_alone_lead_to_success_on_the_real_site(browser: Browser, tmp_path: Path) -> None:
    with real_site(tmp_path / "var") as site:
        site.ready()
        visitor = Visitor(browser, site)
        page = visitor.page
        pk = started(page, site.url, "colleague_ride_emergency_assist")
        helm = Helm(page)
        helm.has_turn()
        until(lambda: silent_until(helm, "fan belt is gone"), "the mail has come", every=0.3)
        helm.says(VAN)
        expect(page.locator("[data-part=strip][data-unlocked][data-mine]")).to_have_count(1)
        order, mail = "Cab__order_ride", "Emails__send_email"
        helm.calls(
            order,
            start_location="Mukuyu Filling Station, Kafue Road",
            end_location="Longacres Lodge, 8 Haile Selassie Avenue",
            service_type="Van",
            ride_time="2026-03-19 13:00:00",
        )
        expect(helm.newest).to_contain_text("order_ride")
        helm.has_turn()
        helm.opens(mail)
        helm.field(mail, "recipients").focus()
        helm.feed.locator(".id", has_text="bwalya").first.click()
        helm.calls(mail, subject="Van at one", content=VAN_MAIL)
        expect(helm.newest).to_contain_text("send_email")
        helm.has_turn()
        helm.says(
            "I have ordered a van for 13:00 from Mukuyu to Longacres Lodge and written to Bwalya that it is coming."
        )
        until(lambda: "/end/" in page.url or silent_until(helm, "never"), "the run is over", every=0.3)
        page.wait_for_url(f"**/play/{pk}/end/")
        visitor.leaves()
        assert stored(site, pk, "success") == "1"


def silent_until(helm: Helm, words: str) -> bool:
    """Stay silent if it is the person's turn and the words have not been told."""
    if helm.feed.count() and words in helm.feed.inner_text():
        return True
    button = helm.page.locator("#silent:enabled")
    if button.count():
        button.click()
    return False


def started(page: Page, url: str, scenario: str) -> int:
    """Start a run as its assistant by the form; gives its number."""
    page.goto(f"{url}/play/start/?scenario={scenario}&side=assistant")
    page.get_by_role("button", name=re.compile("^(Start|Play)")).last.click()
    page.wait_for_url("**/play/*/")
    return int(page.url.rstrip("/").rpartition("/")[2])


def known_id(helm: Helm, kind: str) -> str:
    """Return an id of this kind that the page shows; the first one that is not the owner's own."""
    found = helm.page.locator(f".id[data-use='{kind}']").all_text_contents()
    return next(text for text in found if text != "user_me")
