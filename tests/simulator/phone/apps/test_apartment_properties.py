"""What holds for apartments whatever anybody types."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.apartment import Apartments
from simulator.phone.apps.apartment.views import FilteredApartmentsPage
from simulator.phone.perform import Done
from simulator.phone.screens import taps_of
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.apartment_phone import FLATS, NEW_FLAT, ApartmentPhone, many

APP = Apartments()
NUMBERS = st.sampled_from([0, -0.0, 0.0, 1, 1.0, 2, 1380, 1380.0, 1e308, 2**64 - 1]) | st.floats() | st.integers()
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=10) | st.sampled_from(["fenside", "Apartment", "Lift"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def arguments(data: st.DataObject, phone: ApartmentPhone, action: Action) -> dict[str, Any]:
    """Anything JSON can say, with what is right among it so that some calls work."""
    given = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*action.params, "extra"), VALUES)))
    given |= {name: NEW_FLAT[name] for name in NEW_FLAT if name in action.params and data.draw(st.booleans())}
    if "apartment_id" in action.params and data.draw(st.booleans()):
        given["apartment_id"] = phone.id(data.draw(st.sampled_from([str(flat["label"]) for flat in FLATS])))
    return given


def check(phone: ApartmentPhone, before: str, attempt: Done) -> None:
    if attempt.error is not None:
        assert phone.world.state_hash() == before
    assert msgspec.json.encode([attempt.result, attempt.args, phone.world.screen.view(phone.world)])


@pytest.mark.parametrize("name", sorted(APP.tools))
@settings(max_examples=40)
@given(data=st.data())
def test_a_tool_answers_or_refuses_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = ApartmentPhone()
    before = phone.world.state_hash()
    check(phone, before, phone.try_tool(name, **arguments(data, phone, APP.tools[name])))
    if not APP.tools[name].write:
        assert phone.world.state_hash() == before


@pytest.mark.parametrize("name", sorted(APP.events))
@settings(max_examples=40)
@given(data=st.data())
def test_an_event_happens_or_fails_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = ApartmentPhone()
    before, told = phone.world.state_hash(), phone.told()
    attempt = phone.try_event(name, **arguments(data, phone, APP.events[name]))
    check(phone, before, attempt)
    news = 0 if attempt.error is not None else 1
    assert phone.told() == (told[0] + news, told[1] + news)


@given(data=st.data())
def test_whatever_is_tapped_can_be_retold(data: st.DataObject) -> None:
    phone = ApartmentPhone()
    phone.user(data.draw(st.sampled_from(["open_search", "open_favorites", "list_apartments"])))
    twin = phone.world.copy()
    for _ in range(data.draw(st.integers(1, 6))):
        actions = taps_of(type(phone.world.screen))
        name = data.draw(st.sampled_from([*sorted(actions), "go_back"]))
        args = arguments(data, phone, actions[name]) if name in actions else {}
        before = phone.world.state_hash()
        attempt = phone.try_user(name, **args)
        check(phone, before, attempt)
        retold = msgspec.json.encode([patch_of(change) for change in attempt.changes])
        twin.store.apply(msgspec.json.decode(retold, type=list[Patch]))
        assert twin.state_hash() == phone.world.state_hash()
        assert twin.screen == phone.world.screen


@pytest.mark.parametrize(("first", "second"), [(0.0, -0.0), (1, 1.0)])
def test_equal_prices_make_equal_screens(first: float, second: float) -> None:
    phone = ApartmentPhone()
    phone.user("open_search")
    phone.user("search", min_price=first)
    before = phone.world.frames("apartment")
    phone.user("search", min_price=second)
    after = phone.world.frames("apartment")
    assert msgspec.json.encode(after) == msgspec.json.encode(before)


def test_a_price_of_minus_nothing_is_kept_as_nothing() -> None:
    phone = ApartmentPhone()
    phone.event("update_apartment", apartment_id=phone.id("alder"), new_price=-0.0)
    assert str(phone.flat("alder").price) == "0.0"


@given(data=st.data())
def test_the_user_and_the_assistant_find_the_same(data: st.DataObject) -> None:
    phone = ApartmentPhone()
    phone.user("open_search")
    filters = arguments(data, phone, taps_of(type(phone.world.screen))["search"])
    by_tool, by_tap = phone.try_tool("search_apartments", **filters), phone.try_user("search", **filters)
    assert (by_tool.error is None) == (by_tap.error is None)
    if by_tap.error is None:
        assert [row.id for row in phone.view(FilteredApartmentsPage).rows] == list(by_tool.result)


@given(count=st.integers(0, 32))
def test_pages_show_each_apartment_once(count: int) -> None:
    phone = ApartmentPhone(many(count))
    phone.user("open_search")
    seen: list[str] = []
    while len(seen) < count:
        phone.user("list_apartments", offset=len(seen))
        view = phone.view(FilteredApartmentsPage)
        assert 0 < len(view.rows) <= view.limit
        seen += phone.labels(row.id for row in view.rows)
    assert seen == [str(number) for number in range(count)]
