"""A person who plays the user in a real browser: taps, keys, and the worker that goes on after each decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from simulator.phone.registry import all_apps
from tests.browser.tabs import tab
from tests.simulator.play.read_forms import entered
from tests.simulator.play.table import Player
from tests.waiting import until

WELCOMED = "localStorage.setItem('play-user-welcomed', '1')"
# Everything that can be chosen by number, with its action and arguments, as the page numbers it.
CHOICES = """() => [...document.querySelectorAll(
    "#phone [data-tap]:not(.ph-power, .ph-homebar), #phone :is([data-close], [data-look], [data-answer], [data-wake])")]
  .filter((one) => !one.closest("[inert], [hidden]") && one.getClientRects().length && one.ariaDisabled !== "true")
  .map((one) => [one.dataset.tap ?? "", one.dataset.args ?? "{}", "wake" in one.dataset])"""


class Hand:
    """Carries out decisions on the page for playing the user, by mouse or finger."""

    def __init__(self, page: Page, press: Callable[[Locator], None] = Locator.click) -> None:
        self.page, self.press = page, press

    @property
    def phone(self) -> Locator:
        return self.page.locator("#phone")

    def does(self, name: str, args: Mapping[str, Any]) -> None:
        """Tap the control on the phone or, if it has none for these arguments, fill in the form of the action."""
        if name == "put_phone_down":
            self.press(self.page.locator("[data-press=put_phone_down]:visible"))
            return
        if self.phone.locator("[data-wake]:visible").count():
            self.press(self.phone.locator("[data-wake]"))
        if self.phone.locator("[data-answer]:visible").count() and name.endswith("_proposal"):
            self.press(self.phone.locator("[data-answer]"))
        control = self._control(name, args)
        if control is None:
            self.fills_in(name, args)
            return
        if args.get("content"):
            place = ".ph-offer " if name.endswith("_proposal") else ""
            self.phone.locator(f"{place}[data-typed=content]:visible").first.fill(str(args["content"]))
        self.press(control)

    def fills_in(self, name: str, args: Mapping[str, Any]) -> None:
        """Fill in the form of an action in the list of all actions, and send it."""
        if not self.page.locator("#actions").is_visible():
            self.press(self.page.locator("[data-open-actions]:visible"))
        form = self.page.locator(f"#actions form[data-action={name}]")
        if form.locator("details:not([open])").count():
            self.press(form.locator("summary"))
        for argument, value in args.items():
            fill(form.locator(f"[data-field={argument}]"), value)
        self.press(form.locator("button:not([data-add])"))

    def _control(self, name: str, args: Mapping[str, Any]) -> Locator | None:
        found = self.phone.locator(f"[data-tap={name}]:visible")
        for number in range(found.count()):
            shown = json.loads(found.nth(number).get_attribute("data-args") or "{}")
            if fits(shown, args):
                return found.nth(number)
        return None


def fits(shown: Mapping[str, Any], args: Mapping[str, Any]) -> bool:
    """Whether a control has all arguments but the words that a person types."""
    rest = {key: value for key, value in args.items() if key != "content"}
    return shown.keys() == rest.keys() and all(titled(rest[key]) == str(value) for key, value in shown.items())


def titled(value: Any) -> str:
    """The title of an app, by which the home screen names it; other texts stay."""
    return next((app.title for app in all_apps().values() if app.prefix == value), str(value))


def fill(field: Locator, value: Any) -> None:
    match field.get_attribute("data-kind"):
        case "choice":
            field.locator("select").select_option(entered(value))
        case "parts":
            for part, text in dict(value).items():
                field.locator(f"[data-part={part}]").fill(str(text))
        case "day":
            field.locator("input").fill(str(value)[:10])
        case "time":
            field.locator("input").fill(str(value).replace(" ", "T")[:16])
        case _:
            field.locator("input, textarea").first.fill(entered(value))


class AtTheTable:
    """A tab on the page of a run, the person's hand, and the run behind it."""

    def __init__(self, page: Page, player: Player, press: Callable[[Locator], None] = Locator.click) -> None:
        self.page, self.player, self.hand = page, player, Hand(page, press)

    def open(self) -> None:
        self.page.goto(f"/play/{self.player.row.pk}/")
        self.is_ready()

    def is_ready(self) -> None:
        expect(self.page.locator("#play")).to_have_attribute("data-ready", "")
        expect(self.page.locator("#stage[data-yours]")).to_have_count(1)

    @property
    def row(self) -> Episode:
        self.player.row.refresh_from_db()
        return self.player.row

    def plays(self, name: str, args: Mapping[str, Any]) -> None:
        self.hand.does(name, args)
        self.goes_on()

    def goes_on(self) -> None:
        """Play the run on, as a worker does, after the person's decision has arrived."""
        pk = self.player.row.pk
        until(lambda: Episode.objects.get(pk=pk).state == State.QUEUED, "the decision has arrived")
        run_episode(pk)
        row = self.row
        if row.is_over:
            self.page.wait_for_url(f"**/play/{pk}/end/")
        else:
            expect(self.page.locator("#stage")).to_have_attribute("data-number", str(row.moment_count))
            expect(self.page.locator("#stage[data-yours]")).to_have_count(1)


@contextmanager
def at_the_table(
    browser: Browser, site: str, player: Player, press: Callable[[Locator], None] = Locator.click, **options: Any
) -> Iterator[AtTheTable]:
    with tab(browser, site, player.seat.player, **options) as page:
        page.add_init_script(WELCOMED)
        table = AtTheTable(page, player, press)
        table.open()
        yield table
