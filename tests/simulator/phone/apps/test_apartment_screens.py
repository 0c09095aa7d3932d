"""What the user sees and taps among apartments."""

from __future__ import annotations

import msgspec
import pytest

from simulator.phone.apps.apartment import Apartment
from simulator.phone.apps.apartment.screens import (
    ApartmentPage,
    ApartmentRow,
    ApartmentSearch,
    ApartmentsPage,
    FilterChip,
    FilteredApartmentsPage,
)
from simulator.phone.screens import GoneView, taps_of
from tests.simulator.phone.apps.apartment_phone import BY_NAME, NEW_FLAT, ApartmentPhone, many
from tests.simulator.phone.apps.app_phone import refused_for
from tests.simulator.phone.apps.test_apartment_tools import FILTERS


@pytest.fixture
def phone() -> ApartmentPhone:
    return ApartmentPhone()


def rows(phone: ApartmentPhone) -> tuple[str, ...]:
    """Labels of the rows on the list in front."""
    return phone.labels(row.id for row in phone.shows(ApartmentsPage).rows)


def test_the_app_opens_with_all_apartments_by_name(phone: ApartmentPhone) -> None:
    view = phone.shows(ApartmentsPage)
    assert phone.screen_name == "ApartmentHome"
    assert (view.title, view.total, view.offset, view.limit, view.saved) == ("Apartments", 4, 0, 10, 2)
    assert rows(phone) == BY_NAME


def test_a_row_shows_what_one_compares(phone: ApartmentPhone) -> None:
    assert phone.shows(ApartmentsPage).rows[0] == ApartmentRow(
        id=phone.id("alder"),
        name="Alder Court 4B",
        location="Fen Road 6, Fenside",
        price=1380.0,
        bedrooms=2,
        bathrooms=1,
        zip_code="40213",
        square_footage=730,
        property_type="Apartment",
        pet_policy="Cats allowed",
        saved=True,
    )


def test_a_phone_without_listings_shows_an_empty_list() -> None:
    phone = ApartmentPhone(flats=())
    assert phone.shows(ApartmentsPage).rows == ()
    assert phone.taps("list_apartments") == "There are no apartments here."


def test_a_new_listing_is_on_the_list_at_once(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **NEW_FLAT)
    assert apartment_id in [row.id for row in phone.shows(ApartmentsPage).rows]


def test_a_long_list_is_paged_in_place() -> None:
    phone = ApartmentPhone(many(25))
    assert rows(phone) == tuple(map(str, range(10)))
    assert phone.taps("list_apartments", offset=20) == "Apartments 21 to 25 of 25 are shown."
    assert rows(phone) == tuple(map(str, range(20, 25)))
    assert phone.shows(ApartmentsPage).total == 25
    assert len(phone.stack) == 1


@pytest.mark.parametrize(("offset", "word"), [(-1, "first page"), (4, "4 apartments"), (10**15, "4 apartments")])
@pytest.mark.parametrize("opened", ["", "open_search"])
def test_a_page_that_is_not_there_is_refused(phone: ApartmentPhone, opened: str, offset: int, word: str) -> None:
    if opened:
        phone.taps(opened)
    refused_for(phone.tries("list_apartments", offset=offset), "bad_argument", "offset", word)


def test_the_last_page_is_shown_when_listings_have_gone() -> None:
    phone = ApartmentPhone(many(21))
    phone.taps("list_apartments", offset=20)
    phone.drop(Apartment, "20")
    assert phone.shows(ApartmentsPage).offset == 10
    assert rows(phone) == tuple(map(str, range(10, 20)))


def test_a_list_that_has_become_empty_shows_nothing() -> None:
    phone = ApartmentPhone(many(1))
    phone.drop(Apartment, "0")
    view = phone.shows(ApartmentsPage)
    assert (view.rows, view.total, view.offset) == ((), 0, 0)


@pytest.mark.parametrize("opened", ["", "open_search", "open_favorites"])
def test_an_apartment_opens_from_every_list_and_back_returns_there(phone: ApartmentPhone, opened: str) -> None:
    if opened:
        phone.taps(opened)
    before = phone.screen_name
    assert phone.taps("view_apartment", apartment_id=phone.id("alder")) == "'Alder Court 4B' is open."
    assert phone.shows(ApartmentPage).id == phone.id("alder")
    phone.taps("go_back")
    assert phone.screen_name == before


@pytest.mark.parametrize("opened", ["", "open_search", "open_favorites"])
def test_an_unknown_apartment_opens_nothing(phone: ApartmentPhone, opened: str) -> None:
    if opened:
        phone.taps(opened)
    before, depth = phone.screen_name, len(phone.stack)
    attempt = phone.tries("view_apartment", apartment_id="apt_none")
    refused_for(attempt, "unknown_record", "apt_none", "Pick one from the list.")
    assert (phone.screen_name, len(phone.stack)) == (before, depth)


def test_the_detail_shows_everything(phone: ApartmentPhone) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("alder"))
    view = msgspec.structs.asdict(phone.shows(ApartmentPage))
    assert view.pop("title") == "Alder Court 4B"
    assert view == msgspec.structs.asdict(phone.flat("alder"))


def test_the_detail_follows_a_new_price(phone: ApartmentPhone) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("alder"))
    phone.world_does("update_apartment", apartment_id=phone.id("alder"), new_price=1250)
    assert phone.shows(ApartmentPage).price == 1250


def test_an_apartment_is_saved_from_its_screen(phone: ApartmentPhone) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("loft"))
    assert phone.taps("save") == "'the Old Mill, loft 2' is saved."
    assert phone.shows(ApartmentPage).saved
    assert phone.flat("loft").saved
    assert phone.screen_name == "ApartmentDetail"
    assert len(phone.stack) == 2


def test_saving_twice_changes_nothing_and_says_so(phone: ApartmentPhone) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("alder"))
    attempt = phone.tries("save")
    assert attempt.result == "'Alder Court 4B' is saved already."
    assert [change for change in attempt.changes if change.table == "apartment.apartment"] == []


def test_a_saved_apartment_is_taken_off_on_its_screen(phone: ApartmentPhone) -> None:
    phone.taps("open_favorites")
    phone.taps("view_apartment", apartment_id=phone.id("alder"))
    assert phone.taps("unsave") == "'Alder Court 4B' is no longer saved."
    assert not phone.shows(ApartmentPage).saved
    phone.taps("go_back")
    assert rows(phone) == ("row",)


def test_what_is_not_saved_cannot_be_taken_off(phone: ApartmentPhone) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("loft"))
    refused_for(phone.tries("unsave"), "not_saved", "the Old Mill, loft 2")


@pytest.mark.parametrize("action", ["save", "unsave"])
def test_a_listing_deleted_meanwhile_shows_that_it_is_gone(phone: ApartmentPhone, action: str) -> None:
    phone.taps("view_apartment", apartment_id=phone.id("alder"))
    phone.world_does("delete_apartment", apartment_id=phone.id("alder"))
    assert phone.shows(GoneView).text == "This apartment is no longer listed."
    refused_for(phone.tries(action), "unknown_record", "go back")
    phone.taps("go_back")
    assert "alder" not in rows(phone)


def test_the_search_starts_with_everything_and_no_filters(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    view = phone.shows(FilteredApartmentsPage)
    assert (view.title, view.total, view.of, view.saved, view.filters) == ("Search", 4, 4, 2, ())


def test_a_search_shows_what_fits_in_place(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    result = phone.taps("search", location="fenside", number_of_bedrooms=2, max_price=1400)
    assert result == "1 of 4 apartments fits."
    view = phone.shows(FilteredApartmentsPage)
    assert rows(phone) == ("alder",)
    assert (view.total, view.of) == (1, 4)
    assert len(phone.stack) == 2


def test_a_new_search_forgets_the_one_before(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps("search", location="fenside", max_price=1400)
    assert phone.taps("search", number_of_bathrooms=1) == "3 of 4 apartments fit."
    assert [chip.field for chip in phone.shows(FilteredApartmentsPage).filters] == ["number_of_bathrooms"]
    phone.taps("go_back")
    assert phone.screen_name == "ApartmentHome"


def test_cleared_filters_show_everything_again(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps("search", name="court")
    assert phone.taps("clear_filters") == "The filters are cleared."
    assert phone.world.screen == ApartmentSearch()
    assert rows(phone) == BY_NAME


def test_empty_filters_leave_no_mark_on_the_screen(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps("search", name="", location=" ", amenities=[""], zip_code=None, floor_level="\u0301")
    assert phone.world.screen == ApartmentSearch()


def test_found_apartments_are_paged_with_their_filters_kept() -> None:
    phone = ApartmentPhone([*many(15), {"label": "x", "name": "House", "location": "Y", "price": 1, "bedrooms": 1}])
    phone.taps("open_search")
    phone.taps("search", name="flat")
    assert phone.taps("list_apartments", offset=10) == "Apartments 11 to 15 of 15 are shown."
    assert rows(phone) == tuple(map(str, range(10, 15)))
    assert len(phone.stack) == 2
    phone.taps("search", name="flat 0")
    assert phone.shows(FilteredApartmentsPage).offset == 0


def test_every_filter_that_is_set_is_shown_in_words(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps(
        "search",
        name="a",
        location="fenside",
        zip_code="40213",
        min_price=1000,
        max_price=1500.5,
        number_of_bedrooms=2,
        number_of_bathrooms=1,
        property_type="apartment",
        square_footage=0,
        furnished_status="unfurnished",
        floor_level="4th",
        pet_policy="cats allowed",
        lease_term="12 months",
        amenities=["lift", "Balcony"],
    )
    assert rows(phone) == ("alder",)
    assert phone.shows(FilteredApartmentsPage).filters == (
        FilterChip("name", "a", "named 'a'"),
        FilterChip("location", "fenside", "in 'fenside'"),
        FilterChip("zip_code", "40213", "zip code 40213"),
        FilterChip("property_type", "apartment", "apartment"),
        FilterChip("furnished_status", "unfurnished", "unfurnished"),
        FilterChip("floor_level", "4th", "floor 4th"),
        FilterChip("pet_policy", "cats allowed", "cats allowed"),
        FilterChip("lease_term", "12 months", "12 months"),
        FilterChip("min_price", "1000", "from 1000"),
        FilterChip("max_price", "1500.50", "up to 1500.50"),
        FilterChip("number_of_bedrooms", "2", "2 bedrooms"),
        FilterChip("number_of_bathrooms", "1", "1 bathroom"),
        FilterChip("square_footage", "0", "at least 0 square feet"),
        FilterChip("amenities", "lift", "with lift"),
        FilterChip("amenities", "Balcony", "with Balcony"),
    )


def test_prices_the_wrong_way_round_leave_the_screen_as_it_was(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps("search", name="court")
    before = phone.world.screen
    refused_for(phone.tries("search", min_price=2, max_price=1), "bad_argument", "lower price as min_price")
    assert phone.world.screen == before


def test_the_favorites_are_the_saved_apartments(phone: ApartmentPhone) -> None:
    assert phone.taps("open_favorites") == "2 saved apartments."
    view = phone.shows(ApartmentsPage)
    assert (view.title, view.total, view.saved) == ("Saved", 2, 2)
    assert rows(phone) == ("alder", "row")


def test_a_search_can_keep_to_the_saved_apartments(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    assert phone.taps("search", saved_only=True) == "2 of 4 apartments fit."
    assert rows(phone) == ("alder", "row")
    assert phone.shows(FilteredApartmentsPage).filters == (FilterChip("saved_only", "true", "saved"),)
    assert phone.taps("search", saved_only=True, number_of_bedrooms=2) == "1 of 4 apartments fits."
    assert rows(phone) == ("alder",)


def test_what_is_no_longer_saved_leaves_a_search_of_the_saved_ones(phone: ApartmentPhone) -> None:
    phone.taps("open_search")
    phone.taps("search", saved_only=True)
    phone.tool("remove_saved_apartment", apartment_id=phone.id("alder"))
    assert rows(phone) == ("row",)


def test_many_favorites_are_paged() -> None:
    phone = ApartmentPhone(many(12, saved=True))
    phone.taps("open_favorites")
    phone.taps("list_apartments", offset=10)
    assert rows(phone) == ("10", "11")
    assert len(phone.stack) == 2


def test_a_deleted_favorite_is_gone_from_the_favorites(phone: ApartmentPhone) -> None:
    phone.taps("open_favorites")
    phone.world_does("delete_apartment", apartment_id=phone.id("alder"))
    assert rows(phone) == ("row",)


def test_what_the_assistant_saves_is_among_the_favorites(phone: ApartmentPhone) -> None:
    phone.taps("open_favorites")
    phone.tool("save_apartment", apartment_id=phone.id("loft"))
    assert rows(phone) == ("alder", "loft", "row")


def test_the_user_filters_by_the_same_things_as_the_assistant() -> None:
    assert taps_of(ApartmentSearch)["search"].usage == f"{FILTERS}, saved_only=False"
