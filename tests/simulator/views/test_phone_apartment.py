"""Apartments on the phone: rents, pictures, the saved mark, and filters as chips and as a form."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from simulator.phone.apps.apartment.screens import FILTER_LABELS, HOUSES, STREET, ApartmentPage, ApartmentSearch, house
from simulator.phone.screens import taps_of
from simulator.rendering.phone_html import render_phone
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import UserTap
from tests.markup import one_line
from tests.simulator.showing.room import picture_in, rooms_of
from tests.simulator.views.phone_html import PhoneHtml

ICONS = Path(__file__).resolve().parents[3] / "static" / "phone" / "icons.svg"
ROOMS = {room.name: room for room in rooms_of("apartment")}


def picture(name: str) -> PhonePicture:
    return picture_in(ROOMS[name])


def html(name: str, tapped: UserTap | None = None) -> str:
    return one_line(render_phone(picture(name), tapped))


def text(name: str, tapped: UserTap | None = None) -> str:
    return PhoneHtml(html(name, tapped)).text


def with_view(name: str, **fields: Any) -> str:
    first = picture(name)
    changed = msgspec.structs.replace(first, view=msgspec.structs.replace(first.view, **fields))
    return one_line(render_phone(changed))


def test_rents_are_whole_unless_they_have_cents_and_have_no_currency() -> None:
    shown = text("apartments")
    assert "1380 a month" in shown
    assert "1105.50 a month" in shown
    assert not set("€$£") & set(shown)


def test_the_heart_marks_what_is_saved_and_the_badge_counts_it() -> None:
    shown = html("apartments")
    assert shown.count(">saved<") == 2
    assert '<span class="ph-badge">3</span>' in shown
    assert "ph-badge" not in with_view("apartments", saved=0)


def test_the_form_has_a_field_for_every_argument_of_the_search() -> None:
    assert FILTER_LABELS.keys() == taps_of(ApartmentSearch)["search"].params.keys()


def test_what_is_typed_into_the_form_stands_in_its_fields() -> None:
    shown = html("typing filters", ROOMS["typing filters"].tapped)
    assert 'data-typed="max_price" placeholder="any" value="1500"' in shown
    assert 'data-typed="amenities" placeholder="any" value="Lift, Balcony"' in shown
    assert 'data-typed="saved_only" placeholder="any" value=""' in shown
    assert "data-unseen" not in shown
    assert "ph-said" not in shown, "the form says all of it"


def test_a_search_by_name_alone_needs_no_form() -> None:
    shown = html("search", UserTap("search", {"name": "yard"}))
    assert "ph-filters" not in shown
    assert 'value="yard"' in shown


def test_a_new_search_leaves_out_the_filters_of_the_old_one() -> None:
    shown = html("search results", UserTap("search", {"max_price": 900.5}))
    assert 'data-typed="max_price" placeholder="any" value="900.50"' in shown
    assert 'data-typed="location" placeholder="any" value=""' in shown


def test_every_filter_that_is_set_is_a_chip() -> None:
    found = picture("search results with every filter").view.filters  # type: ignore[attr-defined]
    assert len(found) == 13
    assert html("search results with every filter").count("ph-chip--on") == 13
    assert "4 of 13 apartments" in text("search results")


def test_no_hits_say_what_to_do() -> None:
    assert "No apartments match" in text("no search results")
    assert "clear_filters" in PhoneHtml(html("no search results")).actions


def test_an_apartment_is_saved_or_taken_off_by_the_same_heart() -> None:
    saved, other = PhoneHtml(html("apartment, saved")), PhoneHtml(html("apartment"))
    assert {"save", "unsave"} <= saved.actions
    assert "unsave" not in other.actions
    assert "aria-pressed" in saved.attributes


def test_what_a_listing_does_not_say_is_not_shown() -> None:
    shown = text("apartment, few details")
    assert not any(word in shown for word in ("square feet", "Furnished", "Pets", "Lease", "Type", "Floor"))
    assert "1bedroom" in shown.replace(" ", "")


def test_long_names_are_whole_on_the_screen_of_the_flat() -> None:
    assert "the orangery and a share of the old orchard" in text("apartment, many details")


@pytest.mark.parametrize("odd", [None, 7, 2.5, True, ["a"], {"b": 1}, "", "  ", "<i>"])
def test_taps_with_arguments_of_any_kind_are_shown(odd: Any) -> None:
    for name, action, args in (
        ("search", "search", {"location": odd, "amenities": odd, "min_price": odd, "saved_only": odd}),
        ("search", "search", {"name": odd}),
        ("search", "list_apartments", {"offset": odd}),
        ("apartments", "view_apartment", {"apartment_id": odd}),
    ):
        found = PhoneHtml(html(name, UserTap(action, args)))
        assert found.problems == []
        assert found.rings == (not found.unseen)


def test_a_flat_is_drawn_by_its_type_or_by_its_id() -> None:
    assert house("apt_1", "Cabin") == "h-cabin"
    assert house("apt_1", " loft ") == "h-mill"
    assert house("apt_1", "") == house("apt_1", "Apartment")
    assert len({house(f"apt_{number}", "") for number in range(30)}) == 3
    page = ApartmentPage(title="Flat", id="apt_1", name="Flat", location="Here", price=1, bedrooms=1, bathrooms=1)
    assert len({*page.neighbours}) == 2


def test_every_house_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', ICONS.read_text(encoding="utf-8")))
    assert {*STREET, *HOUSES.values()} <= drawn
