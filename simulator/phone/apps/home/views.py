"""What the launcher and the list of notifications show."""

from __future__ import annotations

import msgspec

from simulator.phone.screens import View


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
