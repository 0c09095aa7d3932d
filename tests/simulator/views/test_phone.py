"""The phone as HTML: every screen renders, offers what can be done there and nothing else, and shows taps."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import msgspec
import pytest

from simulator.phone.actions import Action
from simulator.phone.people import Rules
from simulator.phone.perform import environment_does, user_actions, user_does
from simulator.phone.plausible_arguments import plausible
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from simulator.rendering.phone_html import render_phone
from simulator.scenario.library import Library
from simulator.scenario.story import Story
from simulator.showing.phone_picture import PhonePicture, picture_of
from simulator.showing.tap_highlight import UserTap
from tests.markup import one_line
from tests.simulator.showing.room import Room, enter, picture_in, rooms
from tests.simulator.views.offered import left_out
from tests.simulator.views.phone_html import PhoneHtml

ROOMS = rooms()
TAPS = 60
each_room = pytest.mark.parametrize("room", ROOMS, ids=[f"{room.app}-{room.name}" for room in ROOMS])


def rendered(picture: PhonePicture, tapped: UserTap | None = None) -> PhoneHtml:
    return PhoneHtml(render_phone(picture, tapped))


@cache
def shot_by_name(app: str, name: str) -> PhonePicture:
    return picture_in(next(room for room in ROOMS if (room.app, room.name) == (app, name)))


def picked_up(picture: PhonePicture) -> PhonePicture:
    return msgspec.structs.replace(picture, locked=False)


@each_room
def test_a_room_renders_well_formed_and_without_empty_pieces(room: Room) -> None:
    page = rendered(picture_in(room), room.tapped)
    assert page.problems == []
    # Pieces of a sentence may well end so, but a value that is not there is shown alone or after its name.
    assert [piece for piece in page.pieces if re.search(r"(^|[:,(“] ?)(None|True|False)\s*$", piece.strip())] == []
    assert not re.search(r"\{\{|\{%", page.text)
    assert not {"style", "onclick", "id"} & page.attributes, "an id would be there twice where two phones are compared"


@each_room
def test_a_room_offers_what_can_be_done_there_and_nothing_else(room: Room) -> None:
    world, picture = enter(room), picture_in(room)
    page = rendered(picked_up(picture))
    assert page.actions - picture.actions == set(), "shown, but cannot be tapped"
    assert left_out(world, page.actions) == [], "can be tapped, but has no control"


@each_room
def test_a_tap_rings_one_control(room: Room) -> None:
    page = rendered(picture_in(room), room.tapped)
    assert page.rings == (room.tapped is not None)
    assert not page.unseen


def test_every_screen_has_a_room_and_every_tap_a_control_in_one() -> None:
    seen: dict[str, set[str]] = {}
    for room in ROOMS:
        picture = picture_in(room)
        shown = rendered(picked_up(picture)).actions
        seen.setdefault(f"{picture.app}.{picture.screen}", set()).update(shown)
    screens = {f"{app.name}.{screen.__name__}": screen for app in all_apps().values() for screen in app.screens}
    assert sorted(screens.keys() - seen.keys()) == [], "screens that no rooms/<app>.yaml leads to"
    lacking = {name: set(taps_of(screen)) - seen[name] for name, screen in screens.items()}
    assert {name: taps for name, taps in lacking.items() if taps} == {}, "taps that no room shows a control for"


def test_markup_in_a_mail_stays_text() -> None:
    picture = shot_by_name("email", "HTML in a mail")
    html = render_phone(picture)
    assert "<script" not in html
    assert "<b>Not" not in html
    assert "<script>alert(1)</script> & more" in PhoneHtml(html).text
    named = msgspec.structs.replace(picture, owner='"><script>x</script>')
    assert "<script" not in render_phone(named)
    tapped = UserTap("reply", {"content": "</textarea><script>x</script>", "attachment_paths": ["<img src=x>"]})
    assert not re.search("<script|<img", render_phone(picture, tapped))


def test_what_was_typed_stands_in_its_field() -> None:
    html = one_line(render_phone(shot_by_name("email", "inbox"), UserTap("search_emails", {"query": "kiln & clay"})))
    assert 'data-typed="query" value="kiln &amp; clay"' in html


def test_words_without_a_field_are_told_beside_the_control() -> None:
    page = rendered(shot_by_name("email", "quick reply"), UserTap("move", {"destination_folder": "TRASH"}))
    assert page.rings == 1
    assert "TRASH" in page.text


def test_a_tap_on_what_the_screen_does_not_show_is_told_in_words() -> None:
    page = rendered(shot_by_name("email", "inbox"), UserTap("open_email_by_id", {"email_id": "mail_elsewhere"}))
    assert page.unseen
    assert page.rings == 0
    assert "Open email by id" in page.text
    assert "mail_elsewhere" in page.text


def test_an_app_is_found_by_any_of_its_names() -> None:
    picture = shot_by_name("home", "launcher")
    for name in ("Email", "emails", "EMAIL"):
        ringed = [one for one in rendered(picture, UserTap("open_app", {"app_name": name})).controls if one.tapped]
        assert [one.args for one in ringed] == [{"app_name": "Email"}]


def test_controls_are_passed_over_by_the_keyboard() -> None:
    html = render_phone(shot_by_name("email", "new mail"))
    for tag in re.findall(r"<(?:button|input|textarea)[^>]*>", html):
        assert 'tabindex="-1"' in tag, tag


def test_an_offer_covers_the_screen_until_something_else_is_tapped() -> None:
    picture = shot_by_name("assistant", "an offer")
    assert '<div class="ph-under" inert>' in render_phone(picture)
    aside = render_phone(picture, UserTap("go_back", {}))
    assert "inert" not in aside
    assert 'data-card="aside"' in aside


def test_the_card_says_how_an_offer_went_and_shows_real_calls_only() -> None:
    def text(name: str) -> str:
        return rendered(shot_by_name("assistant", name)).text

    assert "You rejected the offer" in text("rejected")
    assert "you did not answer" in text("expired")
    assert "You accepted at 17:36" in text("accepted")
    assert "Edit calendar event" not in text("accepted")
    assert "Edit calendar event" in text("in progress")
    assert "and the group knows that you are coming" in text("done")
    assert "the limit of calls was reached" in text("abandoned")


def test_a_phone_that_lies_down_is_picked_up_by_a_tap() -> None:
    picture = shot_by_name("home", "phone down")
    assert "open_app" not in rendered(picture).actions
    assert "Kestrel Lettings" in rendered(picture).text
    assert rendered(picture, UserTap("open_app", {"app_name": "Email"})).rings == 1


def test_a_refused_tap_says_what_did_not_happen_and_why() -> None:
    text = rendered(shot_by_name("reminder", "saving without a time")).text
    assert "Not done: Save" in text
    assert "The reminder has no time." in text


class Walk:
    """Somebody who taps at random through the phone of a scenario."""

    def __init__(self, story: Story) -> None:
        self.world: World = story.fresh(Rules())
        self.rng = random.Random(f"rendered {story.id}")
        self.number = 0

    def tap(self) -> UserTap | None:
        self.world.now += 30
        due = self.world.next_alarm()
        if due is not None and due.alarm.at <= self.world.now:
            environment_does(self.world, due.app, due.alarm.event, due.alarm.args, self.number)
        here = list(taps_of(type(self.world.screen)).values())
        anything: list[Action] = list(user_actions(self.world).values())
        action = self.rng.choice(here if here and self.rng.random() < 0.8 else anything)
        args: dict[str, Any] | None = plausible(action, self.world, self.rng)
        if args is None:
            return None
        self.number += 1
        user_does(self.world, action.full_name, args, self.number)
        return UserTap(action.name, args)


@pytest.mark.parametrize("story", Library().stories(), ids=lambda story: story.id)
def test_wherever_random_taps_lead_the_screen_shows_all_that_can_be_done(story: Story) -> None:
    walk = Walk(story)
    for _ in range(TAPS):
        picture = picture_of(walk.world)
        tapped = walk.tap()
        if tapped is not None:
            ringed = rendered(picture, tapped)
            assert ringed.problems == []
            assert ringed.rings == (not ringed.unseen)
        page = rendered(picked_up(picture_of(walk.world)))
        assert left_out(walk.world, page.actions) == [], f"on {type(walk.world.screen).__name__}"
        assert page.actions <= user_actions(walk.world).keys()
