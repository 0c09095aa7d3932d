"""Home: the launcher, the notifications, moving between apps, putting the phone down, and the assistant's clock."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from simulator.phone import when
from simulator.phone.actions import POP, Action, event, push, tap, tool
from simulator.phone.app import Alarm, App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen, Step, View, back, go, stay
from simulator.phone.state import HOME, Notice, Phone, Stack, UserNotice
from simulator.phone.store import Record

AppName = Annotated[str, Plain("Name of the app as the home screen shows it.")]
_SHOWN_NOTICES = 20


class WakeUp(Record, frozen=True):
    """The assistant asked to be told when nothing has happened until then."""

    table: ClassVar[str] = "meta.wake_up"

    at: int
    asked_at: int


class AppIcon(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    title: str
    open: bool = False


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
        app = _find_app(call, app_name)
        _bring_forward(call, app.name)
        call.put(Stack(id=app.name, frames=(app.root(call).frame(),)))
        return stay(f"{app.title} is open.")

    @tap(push("NotificationsScreen"))
    def open_notifications(self, call: Call) -> Step:
        """See the notifications."""
        return go(NotificationsScreen(), "The notifications are shown.")

    def view(self, look: Look) -> View:
        phone = look.phone
        icons = tuple(
            AppIcon(app.prefix, app.title, app.name in phone.background)
            for app in look.apps.values()
            if app.screens and not app.system
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

    @tap()
    def open_notification(
        self, call: Call, notification_id: Annotated[str, Plain("Number of the notification in the list.")]
    ) -> Step:
        """Open what a notification is about."""
        notice = call.find(UserNotice, notification_id, "notification", "Pick a number from the list.")
        app, screens = _landing(call, notice)
        _bring_forward(call, app.name)
        call.put(Stack(id=app.name, frames=tuple(screen.frame() for screen in screens)))
        return stay(f"{app.title} shows it.")

    def view(self, look: Look) -> View:
        latest = look.inbox("user")[-_SHOWN_NOTICES:]
        rows = tuple(
            NoticeRow(notice.id, look.show(notice.at), notice.app, notice.title, notice.text, notice.about is not None)
            for notice in reversed(latest)
        )
        return NotificationsView(title="Notifications", rows=rows)


class Home(App):
    name = HOME
    prefix = "System"
    title = "Home"
    about = "The launcher and the clock."
    system = True
    records = (WakeUp,)
    screens = (HomeScreen, NotificationsScreen)

    @tap()
    def go_home(self, call: Call) -> Step:
        """Go to the home screen; the app keeps its place."""
        if call.phone.active == HOME and len(call.frames(HOME)) == 1:
            return stay("This is the home screen already.")
        _bring_forward(call, HOME)
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        return stay("The home screen is shown.")

    @tap()
    def switch_app(self, call: Call, app_name: AppName) -> Step:
        """Switch to an app that is open; it shows what it last showed."""
        app = _find_app(call, app_name)
        phone = call.phone
        if app.name == phone.active:
            return stay(f"{app.title} is in front already.")
        if app.name not in phone.background:
            raise ActionError("not_open", f"{app.title} is not open yet.", "Go home and open it first.")
        _bring_forward(call, app.name)
        return stay(f"{app.title} is in front.")

    @tap(POP)
    def go_back(self, call: Call) -> Step:
        """Go back to the screen before this one."""
        return back("Back on the screen before.")

    @tap()
    def put_phone_down(self, call: Call) -> Step:
        """Put the phone down until something happens."""
        _bring_forward(call, HOME)
        call.put(msgspec.structs.replace(call.phone, down=True))
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        return stay("The phone is down.")

    @tool(write=False)
    def get_current_time(self, call: Call) -> dict[str, Any]:
        """The date, the time of day and the weekday, local to the owner."""
        return {
            "current_timestamp": float(call.now),
            "current_datetime": call.show(call.now),
            "current_weekday": when.weekday(call.now, call.tz),
        }

    @tool(write=False)
    def wait_for_notification(
        self,
        call: Call,
        timeout: Annotated[int, Plain("Seconds after which to be told that nothing came.")] = 0,
    ) -> str:
        """End this turn and wait until something happens."""
        if timeout < 0:
            raise ActionError("bad_argument", "timeout is negative.", "Give 0 or a number of seconds.")
        if timeout:
            call.put(WakeUp(id="wake_up", at=call.now + timeout, asked_at=call.now))
        return "Waiting."

    @event()
    def time_out(self, call: Call) -> str:
        """Tell the assistant that its wait is over."""
        wake_up = call.find(WakeUp, "wake_up", "wait", "")
        call.drop(wake_up)
        waited = call.now - wake_up.asked_at
        call.tell("assistant", "timeout", app=HOME, text=f"The wait of {waited} seconds is over.")
        return "The wait is over."

    def offered(self, look: Look, action: Action) -> bool:
        return action.name != "go_back" or len(look.frames(look.phone.active)) > 1

    def next_alarm(self, look: Look) -> Alarm | None:
        wake_up = look.store.get(WakeUp, "wake_up")
        return None if wake_up is None else Alarm(wake_up.at, "time_out", {}, wakes=False)


def _find_app(look: Look, app_name: str) -> App:
    wanted = app_name.casefold()
    launchable = [app for app in look.apps.values() if app.screens and not app.system]
    for app in launchable:
        if wanted in (app.prefix.casefold(), app.title.casefold(), app.name):
            return app
    names = ", ".join(app.prefix for app in launchable)
    raise ActionError("unknown_app", f"There is no app '{app_name}' on this phone.", f"Apps: {names}.")


def _bring_forward(call: Call, app: str) -> None:
    """Make an app the one in front; the one that was in front waits behind it."""
    phone: Phone = call.phone
    if phone.active == app:
        return
    waiting = tuple(name for name in (*phone.background, phone.active) if name not in (app, HOME))
    call.put(msgspec.structs.replace(phone, active=app, background=waiting))


def _landing(look: Look, notice: Notice) -> tuple[App, tuple[Screen, ...]]:
    app = look.apps.get(notice.app)
    if app is None or not app.screens or app.system or notice.about is None:
        raise ActionError("nothing_to_open", "This notification opens nothing.", "Open the app itself.")
    table, record_id = notice.about
    record = look.store.get(look.store.type_of(table), record_id)
    if record is None:
        return app, (app.root(look),)
    return app, app.landing(look, record)
