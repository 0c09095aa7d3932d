"""What holds for apartments whatever anybody types."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.apartment.screens import FilteredApartmentsPage
from simulator.phone.screens import taps_of
from tests.simulator.phone.apps.apartment_phone import ApartmentPhone, many
from tests.simulator.phone.apps.app_properties import arguments


@pytest.mark.parametrize(("first", "second"), [(0.0, -0.0), (1, 1.0)])
def test_equal_prices_make_equal_screens(first: float, second: float) -> None:
    phone = ApartmentPhone()
    phone.taps("open_search")
    phone.taps("search", min_price=first)
    before = phone.world.frames("apartment")
    phone.taps("search", min_price=second)
    after = phone.world.frames("apartment")
    assert msgspec.json.encode(after) == msgspec.json.encode(before)


def test_a_price_of_minus_nothing_is_kept_as_nothing() -> None:
    phone = ApartmentPhone()
    phone.world_does("update_apartment", apartment_id=phone.id("alder"), new_price=-0.0)
    assert str(phone.flat("alder").price) == "0.0"


@given(data=st.data())
def test_the_user_and_the_assistant_find_the_same(data: st.DataObject) -> None:
    phone = ApartmentPhone()
    phone.taps("open_search")
    filters = arguments(data, "apartment", phone, taps_of(type(phone.world.screen))["search"])
    by_tool, by_tap = phone.tries_tool("search_apartments", **filters), phone.tries("search", **filters)
    assert (by_tool.error is None) == (by_tap.error is None)
    if by_tap.error is None:
        assert [row.id for row in phone.shows(FilteredApartmentsPage).rows] == list(by_tool.result)


@given(count=st.integers(0, 32))
def test_pages_show_each_apartment_once(count: int) -> None:
    phone = ApartmentPhone(many(count))
    phone.taps("open_search")
    seen: list[str] = []
    while len(seen) < count:
        phone.taps("list_apartments", offset=len(seen))
        view = phone.shows(FilteredApartmentsPage)
        assert 0 < len(view.rows) <= view.limit
        seen += phone.labels(row.id for row in view.rows)
    assert seen == [str(number) for number in range(count)]
