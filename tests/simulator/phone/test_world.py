"""A phone in a world: blank, copied, hashed, and what is due next."""

from __future__ import annotations

import random

import msgspec
from msgspec.structs import replace

from simulator.phone.actions import Action
from simulator.phone.people import Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_actions, user_does
from simulator.phone.plausible_arguments import plausible
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.state import HOME
from simulator.phone.store import Patch, patch_of
from simulator.phone.world import World
from tests.simulator.phone.small_phone import NOW, OWNER, SmallPhone, everything
from tests.simulator.phone.toy_app import Lamp


def test_a_blank_phone_shows_its_home_screen() -> None:
    world = SmallPhone("lamp").world
    assert world.phone.active == HOME
    assert world.phone.background == ()
    assert not world.phone.down
    assert world.screen.view(world).title == "Home"


def test_a_blank_phone_has_the_root_of_every_app_on_its_stack() -> None:
    world = SmallPhone("lamp", "reminder").world
    assert [frame.screen for frame in world.frames("lamp")] == ["LampList"]
    assert [frame.screen for frame in world.frames("reminder")] == ["ReminderList"]


def test_building_the_same_phone_twice_gives_the_same_state() -> None:
    assert SmallPhone("lamp").world.state_hash() == SmallPhone("lamp").world.state_hash()


def test_a_blank_phone_is_settled_and_cannot_be_rolled_back() -> None:
    world = SmallPhone("lamp").world
    before = everything(world)
    world.store.rollback()
    assert everything(world) == before


def test_the_clock_does_not_count_in_the_state() -> None:
    world = SmallPhone("lamp").world
    before = world.state_hash()
    world.now += 1000
    assert world.state_hash() == before


def test_what_is_on_the_screen_counts_in_the_state() -> None:
    phone = SmallPhone("lamp")
    phone.put(Lamp(id="1", name="Hall"), Lamp(id="2", name="Bath"))
    phone.opens("lamp")
    twin = SmallPhone("lamp")
    twin.world = phone.world.copy()
    phone.taps("show_only", names=["Hall"])
    twin.taps("show_only", names=["Bath"])
    assert phone.world.state_hash() != twin.world.state_hash()


def test_counters_of_ids_do_not_count_in_the_state() -> None:
    phone = SmallPhone("lamp", rules=Rules(standing_consent=True))
    phone.calls("Lamps__add_lamp", name="Hall")
    before = phone.world.state_hash()
    store = phone.world.store
    counter = store.tables()["meta.counter"]["lamp.lamp.assistant"]
    store.put(replace(counter, count=99))
    assert phone.world.state_hash() == before


def test_a_copy_goes_its_own_way() -> None:
    phone = SmallPhone("lamp")
    twin = SmallPhone("lamp")
    twin.world = phone.world.copy()
    twin.opens("lamp")
    twin.world.now += 5
    assert phone.front == "home"
    assert phone.world.now == NOW


def test_nothing_is_due_on_a_blank_phone() -> None:
    assert SmallPhone("lamp", "reminder").world.next_alarm() is None


def test_the_earliest_alarm_of_any_app_is_due_next() -> None:
    phone = SmallPhone("lamp", "reminder").plant("reminder", {"title": "Bread", "due": "09:00"})
    phone.put(Lamp(id="1", name="Hall", on=True, off_at=NOW + 60))
    due = phone.world.next_alarm()
    assert due is not None
    assert (due.app, due.alarm.event, due.alarm.args) == ("lamp", "switch_off", {"lamp_id": "1"})
    phone.passes_to("2026-03-05 08:30")
    due = phone.world.next_alarm()
    assert due is not None and due.app == "reminder"


def test_alarms_at_the_same_time_go_by_the_order_of_apps() -> None:
    phone = SmallPhone("lamp", "reminder").plant("reminder", {"title": "Bread", "due": "+60s"})
    phone.put(Lamp(id="1", name="Hall", on=True, off_at=NOW + 60))
    due = phone.world.next_alarm()
    assert due is not None
    assert due.app == next(name for name in phone.world.apps if name in ("lamp", "reminder"))


def test_times_are_shown_as_the_owner_s_clock_shows_them() -> None:
    apps = phone_with(())
    tokyo = World.blank(replace(OWNER, time_zone="Asia/Tokyo"), apps, NOW)
    assert SmallPhone().world.show(NOW) == "2026-03-05 08:22:00"
    assert tokyo.show(NOW) == "2026-03-05 16:22:00"
    assert tokyo.parse_time("2026-03-05 16:22", "at") == NOW


def perform(world: World, action: Action, args: dict[str, object], moment: int) -> Done:
    if action.mark.side == "user":
        return user_does(world, action.full_name, args, moment)
    if action.mark.side == "assistant":
        return assistant_does(world, action.full_name, args, moment)
    return environment_does(world, action.app, action.name, args, moment)


def test_a_phone_rebuilt_from_patches_is_the_same_and_goes_on_alike() -> None:
    """Over a walk through all apps: each step is done on the live phone and on one that only ever read patches."""
    live = SmallPhone("lamp", *all_apps(), rules=Rules(standing_consent=True)).world
    retold, rng = live.copy(), random.Random("retold")
    spoiled = {"look_and_write", "stay_after_all", "leave_after_all", "list_and_write"}
    for moment in range(1500):
        live.now = retold.now = live.now + 10
        app = rng.choice(list(live.apps.values()))
        choices = [*user_actions(live).values(), *app.tools.values(), *app.events.values()]
        action = rng.choice([one for one in choices if one.name not in spoiled])
        args = plausible(action, live, rng) or {}
        twin = retold.copy()
        done, again = perform(live, action, args, moment), perform(twin, action, args, moment)
        written = msgspec.json.encode([patch_of(change) for change in done.changes])
        assert written == msgspec.json.encode([patch_of(change) for change in again.changes])
        retold.store.apply(msgspec.json.decode(written, type=list[Patch]))
        assert retold.state_hash() == live.state_hash() == twin.state_hash()
    assert everything(retold) == everything(live)
