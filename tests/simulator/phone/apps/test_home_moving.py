"""Moving between apps: opening, switching, going home and back, putting the phone down."""

from __future__ import annotations

import pytest

from simulator.phone.perform import user_actions
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal
from tests.simulator.phone.toy_app import Lamp


@pytest.fixture
def phone() -> SmallPhone:
    made = SmallPhone("lamp", "reminder", "email", "calendar")
    made.put(Lamp(id="l1", name="Hall"), Lamp(id="l2", name="Bath"))
    return made


def deep_in_lamps(phone: SmallPhone) -> None:
    phone.opens("Lamps")
    phone.taps("open_lamp", lamp_id="l1")
    phone.taps("deeper")


def test_an_opened_app_is_in_front_at_its_first_screen(phone: SmallPhone) -> None:
    assert phone.taps("open_app", app_name="Lamps") == "Lamp switch is open."
    assert phone.front == "lamp"
    assert phone.screens("lamp") == ["LampList"]


def test_opening_an_app_again_starts_it_anew(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    phone.opens("Lamps")
    assert phone.screens("lamp") == ["LampList"]
    assert "go_back" not in user_actions(phone.world)


def test_switching_keeps_the_place_in_the_app(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    phone.opens("Reminders")
    assert phone.taps("switch_app", app_name="Lamps") == "Lamp switch is in front."
    assert phone.screens("lamp") == ["LampList", "LampDetail", "LampDetail"]
    assert phone.front == "lamp"


def test_going_home_keeps_the_place_in_the_app(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    assert phone.taps("go_home") == "The home screen is shown."
    assert phone.front == "home"
    phone.taps("switch_app", app_name="Lamps")
    assert phone.screens("lamp") == ["LampList", "LampDetail", "LampDetail"]


def test_going_home_at_home_says_so_and_moves_nothing(phone: SmallPhone) -> None:
    before = phone.world.phone, phone.world.frames("home")
    assert phone.taps("go_home") == "This is the home screen already."
    assert (phone.world.phone, phone.world.frames("home")) == before


def test_going_home_from_the_notifications_shows_the_apps(phone: SmallPhone) -> None:
    phone.taps("open_notifications")
    assert phone.taps("go_home") == "The home screen is shown."
    assert phone.screens("home") == ["HomeScreen"]


def test_going_back_follows_the_stack_to_the_first_screen(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    phone.taps("go_back")
    assert phone.screens("lamp") == ["LampList", "LampDetail"]
    phone.taps("go_back")
    assert phone.screens("lamp") == ["LampList"]
    before = everything(phone.world)
    assert refusal(phone.tries("go_back")).startswith("not_available: 'go_back' cannot be tapped on this screen.")
    assert everything(phone.world) == before


def test_a_tap_may_lead_back_to_the_first_screen(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    phone.taps("to_all")
    assert phone.screens("lamp") == ["LampList"]


def test_going_back_from_the_notifications_shows_the_apps(phone: SmallPhone) -> None:
    phone.taps("open_notifications")
    phone.taps("go_back")
    assert phone.screens("home") == ["HomeScreen"]


def test_each_app_has_its_own_way_back(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    phone.opens("Reminders")
    assert "go_back" not in user_actions(phone.world)


def test_open_app_is_offered_on_the_home_screen_only(phone: SmallPhone) -> None:
    assert "open_app" in user_actions(phone.world)
    phone.taps("open_app", app_name="Lamps")
    assert "open_app" not in user_actions(phone.world)
    assert "Here you can: " in refusal(phone.tries("open_app", app_name="Reminders"))


@pytest.mark.parametrize("spelling", ["Emails", "emails", "EMAILS", "Email", "email", " Emails "])
def test_an_app_is_found_by_any_of_its_names_in_any_case(phone: SmallPhone, spelling: str) -> None:
    phone.taps("open_app", app_name=spelling)
    assert phone.front == "email"


@pytest.mark.parametrize("name", ["Camera", "", "   ", "Emails!", "e", "x" * 5000])
def test_an_unknown_app_is_answered_with_those_on_the_phone(phone: SmallPhone, name: str) -> None:
    for tap in ("open_app", "switch_app"):
        said = refusal(phone.tries(tap, app_name=name))
        assert said.startswith("unknown_app: There is no app '")
        assert said.endswith("Apps: Calendar, Emails, Reminders, Lamps.")


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("System", "Use go_home."),
        ("home", "Use go_home."),
        ("Assistant", "accept_proposal, reject_proposal"),
        ("PAREAgentUserInterface", "accept_proposal, reject_proposal"),
        ("Files", "Apps that open: Calendar, Emails, Reminders, Lamps."),
    ],
)
def test_what_is_no_app_to_open_is_answered_with_the_right_way(phone: SmallPhone, name: str, remedy: str) -> None:
    for tap in ("open_app", "switch_app"):
        said = refusal(phone.tries(tap, app_name=name))
        assert said.startswith("not_an_app: ")
        assert remedy in said


def test_a_phone_without_apps_says_that_there_are_none() -> None:
    assert refusal(SmallPhone().tries("open_app", app_name="Emails")).endswith("Apps: none.")


def test_switching_to_an_app_that_is_not_open_says_how_to_open_it(phone: SmallPhone) -> None:
    before = everything(phone.world)
    said = refusal(phone.tries("switch_app", app_name="Lamps"))
    assert said == "not_open: Lamp switch is not open yet. Go home and open it first."
    assert everything(phone.world) == before


def test_switching_to_the_app_in_front_says_so(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    assert phone.taps("switch_app", app_name="lamps") == "Lamp switch is in front already."
    assert len(phone.screens("lamp")) == 3


def test_apps_behind_the_one_in_front_are_kept_once_the_latest_last(phone: SmallPhone) -> None:
    for name in ("Lamps", "Reminders", "Emails"):
        phone.opens(name)
    phone.taps("switch_app", app_name="Lamps")
    behind = [phone.world.phone.background]
    phone.taps("go_home")
    behind.append(phone.world.phone.background)
    assert behind == [("reminder", "email"), ("reminder", "email", "lamp")]


def test_home_is_never_among_the_open_apps(phone: SmallPhone) -> None:
    phone.taps("open_app", app_name="Lamps")
    phone.taps("go_home")
    phone.taps("open_app", app_name="Reminders")
    assert phone.world.phone.background == ("lamp",)


def test_the_home_screen_shows_clock_date_and_apps(phone: SmallPhone) -> None:
    phone.opens("Lamps")
    phone.taps("go_home")
    view = phone.view
    assert (view.clock, view.date) == ("08:22", "Thursday 2026-03-05")
    assert [(icon.name, icon.open) for icon in view.apps] == [
        ("Calendar", False),
        ("Emails", False),
        ("Reminders", False),
        ("Lamps", True),
    ]


def test_every_icon_opens_its_app(phone: SmallPhone) -> None:
    for icon in phone.view.apps:
        for name in (icon.name, icon.title):
            phone.opens(name)
            assert phone.world.apps[phone.front].title == icon.title


def test_putting_the_phone_down_keeps_the_place_in_the_app(phone: SmallPhone) -> None:
    deep_in_lamps(phone)
    assert phone.taps("put_phone_down") == "The phone is down."
    assert phone.world.phone.down
    assert (phone.front, phone.view.down) == ("home", True)
    phone.taps("switch_app", app_name="Lamps")
    assert not phone.world.phone.down
    assert phone.screens("lamp") == ["LampList", "LampDetail", "LampDetail"]


def test_any_tap_picks_the_phone_up(phone: SmallPhone) -> None:
    phone.taps("put_phone_down")
    phone.taps("go_home")
    assert not phone.world.phone.down
    phone.taps("put_phone_down")
    phone.offers()
    phone.taps("accept_proposal")
    assert not phone.world.phone.down


def test_a_tap_that_fails_leaves_the_phone_where_it_lies(phone: SmallPhone) -> None:
    phone.taps("put_phone_down")
    assert phone.tries("open_app", app_name="Camera").error is not None
    assert phone.world.phone.down


def test_what_others_do_does_not_pick_the_phone_up(phone: SmallPhone) -> None:
    phone.taps("put_phone_down")
    phone.happens("lamp", "deliver_lamp", name="Desk")
    phone.offers()
    assert phone.world.phone.down


def test_putting_the_phone_down_twice_leaves_it_down(phone: SmallPhone) -> None:
    phone.taps("put_phone_down")
    phone.taps("put_phone_down")
    assert phone.world.phone.down


def test_putting_the_phone_down_closes_the_list_of_notifications(phone: SmallPhone) -> None:
    phone.taps("open_notifications")
    phone.taps("put_phone_down")
    assert phone.screens("home") == ["HomeScreen"]
