"""The screens of the launcher: what they show, then the screens with their taps."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from simulator.phone import when
from simulator.phone.actions import push, tap
from simulator.phone.apps.home.actions import AppName, NotificationId, bring_forward, find_app, opens, show
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import Screen, Step, View, go, stay
from simulator.phone.state import HOME, UserNotice

_SHOWN_NOTICES = 20


class AppIcon(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    title: str
    open: bool = False
    badge: int = 0
    """How many things wait in the app."""


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
            # Files has no screens, and the launcher and the card are not opened like apps.
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

    @tap(marks=True)
    def open_notification(self, call: Call, notification_id: NotificationId) -> Step:
        """Open what a notification is about."""
        notice = call.find(UserNotice, notification_id, "notification", "Pick a number from the list.")
        # `opens` knows that there is a record; the second test says so to the type checker.
        if not opens(call, notice) or notice.about is None:
            raise ActionError("nothing_to_open", "This notification opens nothing.", "Read it in the list.")
        app = call.apps[notice.app]
        table, record_id = notice.about
        record = call.store.get(call.store.type_of(table), record_id)
        bring_forward(call, app.name)
        # Opening the app is the best that can be done: what the notification was about is gone.
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
            # The phone keeps them oldest first; a list of notifications begins with the newest.
            for notice in reversed(latest)
        )
        return NotificationsView(title="Notifications", rows=rows)
