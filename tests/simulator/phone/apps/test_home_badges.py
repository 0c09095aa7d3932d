"""Badges on the home screen: how many things wait in each app."""

from __future__ import annotations

from simulator.phone.apps.home import HomeView
from simulator.phone.perform import user_does
from simulator.phone.registry import all_apps
from simulator.phone.world import World
from tests.simulator.phone.small_phone import SmallPhone
from tests.simulator.showing.room import enter, rooms_of


def launcher(name: str = "launcher") -> World:
    return enter(next(room for room in rooms_of("home") if room.name == name))


def badges(world: World) -> dict[str, int]:
    view = world.screen.view(world)
    assert isinstance(view, HomeView)
    return {icon.title: icon.badge for icon in view.apps if icon.badge}


def does(world: World, name: str, **args: str) -> None:
    done = user_does(world, name, args, 1)
    assert done.error is None, done.error.message


def test_unread_mails_unread_chats_and_overdue_reminders_are_counted() -> None:
    assert badges(launcher()) == {"Email": 2, "Messages": 1, "Reminders": 1}


def test_what_arrives_is_counted_and_chats_count_once() -> None:
    assert badges(launcher("launcher with notifications")) == {"Email": 3, "Messages": 1, "Reminders": 2}


def test_what_was_looked_at_no_longer_waits() -> None:
    world = launcher()
    does(world, "open_app", app_name="Email")
    mail = world.screen.view(world).rows[0]  # type: ignore[attr-defined]
    does(world, "open_email_by_id", email_id=mail.id)
    does(world, "go_home")
    assert badges(world)["Email"] == 1


def test_a_reminder_that_comes_again_is_not_overdue() -> None:
    phone = SmallPhone("reminder")
    phone.plant("reminder", {"title": "Tablets", "due": "-50h", "repeat": "day"}, {"title": "Bins", "due": "-1h"})
    assert badges(phone.world) == {"Reminders": 1}


def test_apps_in_which_nothing_waits_have_no_badge() -> None:
    world = launcher()
    for name in ("calendar", "contacts", "note", "shopping", "cab", "apartment"):
        assert all_apps()[name].badge(world) == 0
