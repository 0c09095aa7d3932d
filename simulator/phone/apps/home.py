"""Home: the launcher, the notifications, taps that work in every app, and the assistant's clock and waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from pydantic import Field

from simulator.phone import when
from simulator.phone.actions import POP, Action, event, push, tap, tool
from simulator.phone.app import Alarm, App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen, Step, View, back, go, stay
from simulator.phone.state import HOME, AssistantNotice, Notice, Phone, Stack, UserNotice
from simulator.phone.store import Record
from simulator.phone.words import Phrases, Words

AppName = Annotated[str, Plain("Name of the app as the home screen shows it.")]
# Models write the number without quotes, but ids are texts.
NotificationId = Annotated[str, Plain("Number of the notification in the list."), Field(coerce_numbers_to_str=True)]
# Remedies in the error for apps that can't be opened, by app.
_OTHER_WAYS = {
    HOME: "Use go_home.",
    "assistant": "Its offers are answered from anywhere: accept_proposal, reject_proposal.",
}
# The id of the assistant's only wait: a new wait replaces the previous one.
_WAKE_UP = "wake_up"
_SHOWN_NOTICES = 20


class WakeUp(Record, frozen=True):
    """The assistant's wait with a timeout: a notice at the time `at` ends it, unless another notice ends it earlier."""

    table: ClassVar[str] = "meta.wake_up"

    at: int
    asked_at: int
    told: int = 0
    """Number of notices in the assistant's inbox when the wait began; the next notice ends the wait."""


def find_app(look: Look, app_name: str) -> App:
    """Return an app by its prefix, title or name. Raise ActionError if there is no such app, or if it has no icon."""
    wanted = app_name.strip().casefold()
    launchable = [app for app in look.apps.values() if app.launchable]
    names = ", ".join(app.prefix for app in launchable) or "none"
    for app in look.apps.values():
        if wanted not in (app.prefix.casefold(), app.title.casefold(), app.name):
            continue
        if app in launchable:
            return app
        remedy = _OTHER_WAYS.get(app.name, f"Apps that open: {names}.")
        raise ActionError("not_an_app", f"{app.title} is not opened like an app.", remedy)
    raise ActionError("unknown_app", f"There is no app '{app_name}' on this phone.", f"Apps: {names}.")


def show(call: Call, app: App, screens: tuple[Screen, ...]) -> None:
    """Replace the back stack of an app with these screens, the visible screen last."""
    call.put(Stack(id=app.name, frames=tuple(screen.frame() for screen in screens)))


def bring_forward(call: Call, app: str) -> None:
    """Bring an app to the front; the app that was in front moves to the background, unless it is the launcher."""
    phone: Phone = call.phone
    if phone.active == app:
        return
    # The launcher is never kept in the background, because going home always opens it.
    waiting = tuple(name for name in (*phone.background, phone.active) if name not in (app, HOME))
    call.put(msgspec.structs.replace(phone, active=app, background=waiting))


def opens(look: Look, notice: Notice) -> bool:
    """Return whether a tap on a notification opens an app: it must be about a record of an app that can be opened."""
    app = look.apps.get(notice.app)
    return notice.about is not None and app is not None and app.launchable


class AppIcon(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    title: str
    open: bool = False
    badge: int = 0
    """Number on the icon, such as the number of unread mails."""


class HomeView(View, frozen=True):
    clock: str
    date: str
    apps: tuple[AppIcon, ...]
    notifications: int
    down: bool = False


class NoticeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    at: str
    app: str
    title: str
    text: str
    opens: bool = False


class NotificationsView(View, frozen=True):
    rows: tuple[NoticeRow, ...]


class HomeScreen(Screen, frozen=True):
    app: ClassVar[str] = HOME
    prefix: ClassVar[str] = "System"

    @tap()
    def open_app(self, call: Call, app_name: AppName) -> Step:
        """Open an app at its first screen."""
        app = find_app(call, app_name)
        bring_forward(call, app.name)
        show(call, app, (app.root(call),))
        return stay(f"{app.title} is open.")

    @tap(push("NotificationsScreen"))
    def open_notifications(self, call: Call) -> Step:
        """See the notifications."""
        return go(NotificationsScreen(), "The notifications are shown.")

    def view(self, look: Look) -> View:
        phone = look.phone
        icons = tuple(
            AppIcon(app.prefix, app.title, app.name in phone.background, app.badge(look))
            for app in look.apps.values()
            if app.launchable
        )
        return HomeView(
            title="Home",
            clock=when.show_clock(look.now, look.tz),
            date=f"{when.weekday(look.now, look.tz)} {when.show_day(look.now, look.tz)}",
            apps=icons,
            notifications=len(look.store.all(UserNotice)),
            down=phone.down,
        )


class NotificationsScreen(Screen, frozen=True):
    app: ClassVar[str] = HOME
    prefix: ClassVar[str] = "System"

    @tap(marks=True)
    def open_notification(self, call: Call, notification_id: NotificationId) -> Step:
        """Open what a notification is about."""
        notice = call.find(UserNotice, notification_id, "notification", "Pick a number from the list.")
        # `opens` already checks that `about` is set; the second test is for the type checker.
        if not opens(call, notice) or notice.about is None:
            raise ActionError("nothing_to_open", "This notification opens nothing.", "Read it in the list.")
        app = call.apps[notice.app]
        table, record_id = notice.about
        record = call.store.get(call.store.type_of(table), record_id)
        bring_forward(call, app.name)
        # If the record has been deleted, the app opens at its first screen.
        if record is None:
            show(call, app, (app.root(call),))
            return stay(f"That is no longer there. {app.title} is open.")
        app.looked_at(call, record)
        show(call, app, app.landing(call, record))
        return stay(f"{app.title} shows it.")

    def view(self, look: Look) -> View:
        latest = look.latest("user", _SHOWN_NOTICES)
        rows = tuple(
            NoticeRow(notice.id, look.show(notice.at), notice.app, notice.title, notice.text, opens(look, notice))
            # The phone stores notices oldest first; a list of notifications begins with the newest.
            for notice in reversed(latest)
        )
        return NotificationsView(title="Notifications", rows=rows)


_DEEDS: Mapping[str, Phrases] = {
    "open_app": ("open {app_name}", "open an app"),
    "switch_app": ("switch to {app_name}", "switch to another app"),
    "open_notifications": "open the notifications",
    "open_notification": ("open the notification {notification_id!q}", "open a notification"),
    "go_home": "go to the home screen",
    "go_back": ("go back to {screen}", "go back"),
    "put_phone_down": "put the phone down",
    "get_current_time": "look at the clock",
    "wait_for_notification": "wait for something to happen[, at most {timeout:duration}]",
}
_NEWS: Mapping[str, Phrases] = {
    "time_out": "The assistant's wait is over",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    labels={
        "AppIcon.badge": "news",
        "HomeView.down": "the phone lies down",
        "NoticeRow.opens": "can be opened",
        "NotificationsView.rows": "notifications, newest first",
    },
)


class Home(App):
    name = HOME
    prefix = "System"
    title = "Home"
    about = "The launcher and the clock."
    system = True
    words = WORDS
    records = (WakeUp,)
    screens = (HomeScreen, NotificationsScreen)

    @tap()
    def go_home(self, call: Call) -> Step:
        """Go to the home screen; the app stays open at its current screen."""
        if call.phone.active == HOME and len(call.frames(HOME)) == 1:
            return stay("This is the home screen already.")
        bring_forward(call, HOME)
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        return stay("The home screen is shown.")

    @tap()
    def switch_app(self, call: Call, app_name: AppName) -> Step:
        """Switch to an open app, at the screen it last showed."""
        app = find_app(call, app_name)
        phone = call.phone
        if app.name == phone.active:
            return stay(f"{app.title} is in front already.")
        if app.name not in phone.background:
            raise ActionError("not_open", f"{app.title} is not open yet.", "Go home and open it first.")
        bring_forward(call, app.name)
        return stay(f"{app.title} is in front.")

    @tap(POP)
    def go_back(self, call: Call) -> Step:
        """Go back to the screen before this one."""
        return back("Back on the screen before.")

    @tap()
    def put_phone_down(self, call: Call) -> Step:
        """Put the phone down until something happens."""
        # The owner sees the home screen on picking the phone up again; the apps stay open in the background.
        bring_forward(call, HOME)
        call.put(msgspec.structs.replace(call.phone, down=True))
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        wake_up = call.store.get(WakeUp, _WAKE_UP)
        # Time jumps forward before the assistant's next turn, so notices that the assistant has not been shown yet must
        # not end its wait.
        if wake_up is not None and call.seen("assistant") <= wake_up.told:
            # Plus one, because this tap also adds a notice for the assistant.
            told = len(call.store.all(AssistantNotice)) + 1
            call.put(msgspec.structs.replace(wake_up, told=told))
        return stay("The phone is down.")

    @tool(write=False)
    def get_current_time(self, call: Call) -> dict[str, Any]:
        """Return the owner's local date, time of day and weekday."""
        return {
            "current_timestamp": float(call.now),
            "current_datetime": call.show(call.now),
            "current_weekday": when.weekday(call.now, call.tz),
        }

    @tool(write=False)
    def wait_for_notification(
        self,
        call: Call,
        timeout: Annotated[int, Plain("Seconds after which you are told that nothing has happened.")] = 0,
    ) -> str:
        """End this turn and wait until something happens."""
        if not 0 <= timeout <= when.LONGEST_DURATION:
            remedy = f"Give a number of seconds from 0 (no limit) to {when.LONGEST_DURATION}."
            raise ActionError("bad_argument", f"timeout cannot be {timeout}.", remedy)
        before = call.store.get(WakeUp, _WAKE_UP)
        if timeout:
            told = len(call.store.all(AssistantNotice))
            call.put(WakeUp(id=_WAKE_UP, at=call.now + timeout, asked_at=call.now, told=told))
        elif before is not None:
            call.drop(before)
        return "Waiting."

    # wakes=False: only the assistant gets a notice, so the user's wait with the phone down continues; the engine still
    # gives the assistant its turn.
    @event(wakes=False)
    def time_out(self, call: Call) -> str:
        """Tell the assistant that its wait is over."""
        wake_up = _awaited(call)
        if wake_up is None:
            raise ActionError("not_waiting", "The assistant is not waiting.", "Only a wait with a timeout can end.")
        call.drop(wake_up)
        waited = call.now - wake_up.asked_at
        call.tell("assistant", "timeout", app=HOME, text=f"The wait of {waited} seconds is over.")
        return "The wait is over."

    def offered(self, look: Look, action: Action) -> bool:
        # The first screen of an app has no screen below it.
        return action.name != "go_back" or len(look.frames(look.phone.active)) > 1

    def next_alarm(self, look: Look) -> Alarm | None:
        wake_up = _awaited(look)
        return None if wake_up is None else Alarm(wake_up.at, "time_out", {})


def _awaited(look: Look) -> WakeUp | None:
    """Return the assistant's wait, or None if the assistant is not waiting or a notice has ended the wait."""
    wake_up = look.store.get(WakeUp, _WAKE_UP)
    return wake_up if wake_up is not None and len(look.store.all(AssistantNotice)) <= wake_up.told else None
