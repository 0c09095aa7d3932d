"""Screens, frames and the moves on the back stack."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.app import App
from simulator.phone.registry import all_apps
from simulator.phone.screens import Screen, Step, View, back, go, go_from_root, moved, stay, swap, taps_of, to_root
from simulator.phone.state import Frame
from tests.simulator.phone.small_phone import SmallPhone
from tests.simulator.phone.toy_app import LampDetail, LampList, Lamps

ROOT = LampList().frame()
ONE = LampDetail(lamp_id="1")
TWO = LampDetail(lamp_id="2")


def test_a_pushed_screen_lies_on_top() -> None:
    assert moved((ROOT,), go(ONE, "")) == (ROOT, ONE.frame())


def test_a_swapped_screen_takes_the_place_of_the_top_one() -> None:
    assert moved((ROOT, ONE.frame()), swap(TWO, "")) == (ROOT, TWO.frame())
    assert moved((ROOT,), swap(TWO, "")) == (TWO.frame(),)


def test_going_back_shows_what_lay_below() -> None:
    assert moved((ROOT, ONE.frame()), back("")) == (ROOT,)


def test_going_back_on_the_first_screen_stays_there() -> None:
    assert moved((ROOT,), back("")) == (ROOT,)


def test_going_to_the_root_leaves_only_the_first_screen() -> None:
    assert moved((ROOT, ONE.frame(), TWO.frame()), to_root("")) == (ROOT,)


def test_another_screen_can_take_the_place_of_the_first_one() -> None:
    assert moved((ROOT, ONE.frame()), to_root("", TWO)) == (TWO.frame(),)


def test_a_screen_opened_from_the_root_lies_right_on_the_first_one() -> None:
    assert moved((ROOT, ONE.frame(), ONE.frame()), go_from_root(TWO, "")) == (ROOT, TWO.frame())
    assert moved((ROOT,), go_from_root(TWO, "")) == (ROOT, TWO.frame())


def test_staying_moves_nothing() -> None:
    assert moved((ROOT, ONE.frame()), stay("")) == (ROOT, ONE.frame())


steps = st.lists(
    st.sampled_from(
        [go(ONE, ""), swap(TWO, ""), back(""), to_root(""), to_root("", ONE), go_from_root(TWO, ""), stay("")]
    ),
    max_size=20,
)


@given(steps)
def test_a_back_stack_is_never_empty(taken: list[Step]) -> None:
    frames: tuple[Frame, ...] = (ROOT,)
    for step in taken:
        frames = moved(frames, step)
        assert frames


def test_a_frame_leaves_out_what_is_so_by_default() -> None:
    assert LampList().frame() == Frame("LampList", {})
    assert TWO.frame() == Frame("LampDetail", {"lamp_id": "2"})


def test_a_screen_comes_back_from_its_frame() -> None:
    screen = LampList(only=("Hall", "Bath"))
    assert Lamps().screen_at(screen.frame()) == screen


def test_a_frame_equals_itself_after_it_was_written_and_read() -> None:
    """Otherwise a rebuilt phone would see a change where a live one sees none."""
    frame = LampList(only=("Hall", "Bath")).frame()
    assert msgspec.json.decode(msgspec.json.encode(frame), type=Frame) == frame


def test_a_tap_that_leads_to_the_same_screen_changes_nothing_on_a_live_or_a_rebuilt_phone() -> None:
    phone = SmallPhone("lamp")
    phone.opens("Lamps")
    phone.taps("show_only", names=["Hall"])
    stack = phone.world.store.tables()["phone.stack"]["lamp"]
    phone.put(msgspec.json.decode(msgspec.json.encode(stack), type=type(stack)))
    done = phone.tries("show_only", names=["Hall"])
    assert [change.table for change in done.changes] == ["phone.inbox_assistant"]


def test_a_screen_without_a_view_says_so() -> None:
    class Blind(Screen, frozen=True):
        app: ClassVar[str] = "blind"

    with pytest.raises(NotImplementedError):
        Blind().view(SmallPhone().world)


def test_a_view_carries_the_name_of_its_kind() -> None:
    phone = SmallPhone("lamp")
    phone.opens("lamp")
    view: View = phone.view
    assert msgspec.to_builtins(view)["type"] == "LampsView"


SHOWING = [app for app in all_apps().values() if app.screens]


@pytest.mark.parametrize("app", SHOWING, ids=lambda app: app.name)
def test_every_screen_belongs_to_its_app(app: App) -> None:
    for screen in app.screens:
        assert (screen.app, screen.prefix) == (app.name, app.prefix)
        assert {action.app for action in taps_of(screen).values()} <= {app.name}


@pytest.mark.parametrize("app", SHOWING, ids=lambda app: app.name)
def test_the_first_screen_of_every_app_can_be_seen_on_an_empty_phone(app: App) -> None:
    phone = SmallPhone(*(() if app.system else (app.name,)))
    if not app.system:
        phone.opens(app.name)
    assert phone.view.title
    assert msgspec.json.encode(phone.view)
