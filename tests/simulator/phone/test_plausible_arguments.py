"""Plausible arguments: what roles and types ask for, from what is on the phone."""

from __future__ import annotations

import random
from typing import Annotated, Any, Literal

import pytest

from simulator.phone import when
from simulator.phone.actions import Action, Mark
from simulator.phone.apps.contacts.actions import checked
from simulator.phone.apps.contacts.records import EDITABLE
from simulator.phone.apps.files import new_file
from simulator.phone.call import Call
from simulator.phone.people import Owner
from simulator.phone.perform import environment_does, user_actions, user_does
from simulator.phone.plausible_arguments import FITTING, FOLDERS, SENTENCES, WORDS, plausible
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.roles import Address, Amount, Code, Fields, FilePath, PersonName, Plain, Ref, Text, When
from simulator.phone.world import World

NOW = 1_772_695_320
OWNER = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Europe/Luxembourg")
EVERY_APP = tuple(name for name, app in all_apps().items() if not app.system)


def world(*apps: str) -> World:
    return World.blank(OWNER, phone_with(apps or ("calendar", "files")), NOW)


def with_event(phone: World, **args: Any) -> str:
    done = environment_does(phone, "calendar", "add_calendar_event_by_attendee", {"who_add": "Bo Ek", **args}, 1)
    assert done.error is None
    return str(done.result)


def guesses(kind: Any, phone: World, default: Any = ..., name: str = "it", count: int = 200) -> list[Any]:
    """What is given for one argument of this kind, call after call; `...` where it is left out or cannot be made."""

    def method(self: Any, call: Call, it: Any) -> None: ...

    method.__annotations__ = {"call": Call, "it": kind}
    if default is not ...:
        method.__defaults__ = (default,)
    action = Action("calendar", "toy", "Calendar__toy", Mark("user", False), method)
    if name != "it":
        renamed = action.params["it"]._replace(name=name)
        action.params.clear()
        action.params[name] = renamed
    rng = random.Random(3)
    made = [plausible(action, phone, rng) for _ in range(count)]
    return [... if args is None else args.get(name, ...) for args in made]


def test_an_id_is_one_that_exists_in_the_table() -> None:
    phone = world()
    ids = {with_event(phone), with_event(phone)}
    assert set(guesses(Annotated[str, Ref("", "calendar.event")], phone)) == ids


@pytest.mark.parametrize("table", ["calendar.event", "nowhere.thing", ""])
def test_without_a_record_there_are_no_arguments(table: str) -> None:
    assert set(guesses(Annotated[str, Ref("", table)], world())) == {...}


def test_an_optional_id_is_left_out_where_none_exists() -> None:
    phone = world()
    made = guesses(Annotated[str, Ref("", "calendar.event")] | None, phone, default=None)
    assert set(made) == {..., None}


def test_an_address_is_the_owners_or_one_found_on_the_phone() -> None:
    phone = world()
    assert set(guesses(Annotated[str, Address()], phone)) == {OWNER.email}
    with_event(phone, attendees=["cy@roth.example"], location="mail bo@ek.example first")
    assert set(guesses(Annotated[str, Address()], phone)) == {OWNER.email, "cy@roth.example"}


def test_a_time_is_local_near_now_and_on_five_minutes() -> None:
    phone = world()
    for text in guesses(Annotated[str, When()], phone):
        at = when.parse_local(text, phone.tz)
        assert abs(at - NOW) <= 14 * when.DAY
        assert at % (5 * when.MINUTE) == 0


def test_a_second_time_in_one_call_comes_after_the_first() -> None:
    phone = world()
    action = all_apps()["calendar"].tools["get_calendar_events_from_to"]
    rng = random.Random(1)
    for _ in range(200):
        args = plausible(action, phone, rng)
        assert args is not None
        assert args["start_datetime"] < args["end_datetime"]


@pytest.mark.parametrize(("kind", "lowest", "highest"), [(int, 1, 5), (float, 1, 50)])
def test_an_amount_is_small_and_positive(kind: type, lowest: float, highest: float) -> None:
    made = guesses(Annotated[kind, Amount()], world())
    assert {type(value) for value in made} == {kind}
    assert lowest <= min(made) <= max(made) <= highest
    assert len(set(made)) > 1


def test_a_plain_number_counts_from_nought_to_three() -> None:
    assert set(guesses(Annotated[int, Plain()], world())) == {0, 1, 2, 3}


def test_a_literal_is_one_of_its_values() -> None:
    assert set(guesses(Annotated[Literal["day", "week"], Code()], world())) == {"day", "week"}


def test_a_code_is_a_word_or_one_in_use_in_the_field_of_that_name() -> None:
    phone = world()
    assert set(guesses(Annotated[str, Code()], phone, name="tag")) == set(WORDS)
    with_event(phone, tag="choir")
    assert set(guesses(Annotated[str, Code()], phone, name="tag")) == {*WORDS, "choir"}


def test_a_folder_is_a_usual_one() -> None:
    assert set(guesses(Annotated[str, Code()], world(), name="folder_name")) == set(FOLDERS)


@pytest.mark.parametrize("name", ["phone", "gender", "status"])
def test_a_field_of_a_known_name_gets_what_fits_it(name: str) -> None:
    made = guesses(Annotated[dict[str, Any], Fields("", (name, name))], world())
    assert {value for fields in made for value in fields.values()} == set(FITTING[name])


@pytest.mark.parametrize("name", EDITABLE)
def test_every_field_of_a_contact_can_be_changed_by_a_guess(name: str) -> None:
    for fields in guesses(Annotated[dict[str, Any], Fields("", (name, name))], world("contacts", "calendar")):
        assert checked(fields)[name] not in (None, "")


def test_a_name_is_the_owners_or_of_someone_on_the_phone() -> None:
    phone = world()
    assert set(guesses(Annotated[str, PersonName()], phone)) == {"Ada Lind"}
    with_event(phone, attendees=["Cy Roth"])
    assert set(guesses(Annotated[str, PersonName()], phone)) == {"Ada Lind", "Bo Ek", "Cy Roth"}


def test_a_path_is_that_of_a_file_on_the_phone() -> None:
    phone = world()
    kind = Annotated[str, FilePath()]
    assert set(guesses(kind, phone)) == {...}
    assert set(guesses(kind, world("calendar"))) == {...}
    assert set(guesses(list[kind] | None, phone, default=None)) == {..., None}
    phone.store.put(new_file("file_1", "lease.pdf", "Documents/lease.pdf", "text"))
    phone.store.put(new_file("file_2", "hangs.pdf", "", "text"))
    assert set(guesses(kind, phone)) == {"Documents/lease.pdf"}


def test_texts_are_sentences_and_plain_texts_are_words() -> None:
    assert set(guesses(Annotated[str, Text()], world())) == set(SENTENCES)
    assert set(guesses(str, world())) == set(WORDS)


def test_a_yes_or_no_is_either() -> None:
    assert set(guesses(bool, world())) == {True, False}


def test_a_list_has_one_to_three_items() -> None:
    made = guesses(list[Annotated[str, PersonName()]], world())
    assert {len(names) for names in made} == {1, 2, 3}
    assert all(name == "Ada Lind" for names in made for name in names)


def test_a_list_of_what_does_not_exist_cannot_be_made() -> None:
    assert set(guesses(list[Annotated[str, Ref("", "calendar.event")]], world())) == {...}


def test_a_mapping_has_an_entry() -> None:
    assert all(isinstance(made, dict) and len(made) == 1 for made in guesses(dict[str, float], world()))


def test_an_argument_with_a_default_is_sometimes_left_out() -> None:
    made = guesses(int, world(), default=0)
    assert 40 < made.count(...) < 120


def test_the_home_screen_gets_apps_and_notifications_that_are_there() -> None:
    phone = world()
    rng = random.Random(2)
    actions = user_actions(phone)
    assert plausible(actions["open_app"], phone, rng) == {"app_name": "Calendar"}
    user_does(phone, "open_notifications", {}, 1)
    open_notification = user_actions(phone)["open_notification"]
    assert plausible(open_notification, phone, rng) is None
    with_event(phone)
    assert plausible(open_notification, phone, rng) == {"notification_id": "1"}


def test_the_same_seed_gives_the_same_arguments() -> None:
    def all_guesses(seed: int) -> list[Any]:
        phone = world()
        with_event(phone)
        rng = random.Random(seed)
        actions = [*all_apps()["calendar"].tools.values(), *all_apps()["calendar"].events.values()] * 5
        return [plausible(action, phone, rng) for action in actions]

    assert all_guesses(7) == all_guesses(7)
    assert all_guesses(7) != all_guesses(8)


def test_guessing_changes_nothing() -> None:
    phone = world(*EVERY_APP)
    before = phone.state_hash()
    rng = random.Random(5)
    for app in phone.apps.values():
        for action in [*app.tools.values(), *app.events.values(), *app.everywhere.values()]:
            plausible(action, phone, rng)
    assert phone.state_hash() == before


@pytest.mark.parametrize("app", list(all_apps().values()), ids=lambda app: app.name)
def test_every_guess_fits_the_signature_of_its_action(app: Any) -> None:
    phone = world(*EVERY_APP)
    rng = random.Random(app.name)
    for action in [*app.tools.values(), *app.events.values(), *app.everywhere.values()]:
        for _ in range(20):
            args = plausible(action, phone, rng)
            if args is not None:
                action.validate(args)
