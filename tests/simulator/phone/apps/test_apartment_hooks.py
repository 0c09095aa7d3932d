"""What the rest of the project asks the apartment app."""

from __future__ import annotations

import pytest

from simulator.phone.app import Meddling
from simulator.phone.apps.apartment import Apartment, Apartments
from simulator.phone.apps.apartment.screens import ApartmentDetail, ApartmentHome
from simulator.phone.graph import state_graph
from simulator.phone.registry import phone_with
from simulator.phone.screens import taps_of
from simulator.phone.state import UserNotice
from tests.simulator.phone.apps.apartment_phone import FLATS, ApartmentPhone, many


@pytest.fixture
def phone() -> ApartmentPhone:
    return ApartmentPhone()


def test_the_app_is_found_and_needs_no_other() -> None:
    assert isinstance(phone_with(("apartment",))["apartment"], Apartments)
    assert list(phone_with(("apartment",))) == ["assistant", "home", "apartment"]


def test_the_record_is_the_apartment(phone: ApartmentPhone) -> None:
    assert phone.app.records == (Apartment,)
    assert (Apartment.table, Apartment.prefix) == ("apartment.apartment", "apt")


def test_an_apartment_lands_on_its_own_screen_above_the_list(phone: ApartmentPhone) -> None:
    expected = (ApartmentHome(), ApartmentDetail(apartment_id=phone.id("loft")))
    assert phone.app.landing(phone.world, phone.flat("loft")) == expected


def test_meddling_saves_and_removes_in_turn(phone: ApartmentPhone) -> None:
    assert list(phone.app.meddlings(phone.world, frozenset())) == [
        Meddling("save_apartment", {"apartment_id": phone.id("studio")}),
        Meddling("remove_saved_apartment", {"apartment_id": phone.id("alder")}),
        Meddling("save_apartment", {"apartment_id": phone.id("loft")}),
        Meddling("remove_saved_apartment", {"apartment_id": phone.id("row")}),
    ]


def test_every_meddling_works_and_changes_one_apartment(phone: ApartmentPhone) -> None:
    for meddling in phone.app.meddlings(phone.world, frozenset()):
        attempt = phone.tries_tool(meddling.tool, **meddling.args)
        assert [change.id for change in attempt.changes] == [meddling.args["apartment_id"]]


def test_meddling_spares_what_it_must(phone: ApartmentPhone) -> None:
    spared = frozenset((phone.id("studio"), phone.id("alder"), phone.id("row")))
    expected = [Meddling("save_apartment", {"apartment_id": phone.id("loft")})]
    assert list(phone.app.meddlings(phone.world, spared)) == expected
    assert list(phone.app.meddlings(phone.world, spared | {phone.id("loft")})) == []


def test_meddling_is_short_however_many_listings_there_are() -> None:
    phone = ApartmentPhone(many(40))
    assert len(list(phone.app.meddlings(phone.world, frozenset()))) == 2


def test_a_reader_learns_all_that_a_listing_says(phone: ApartmentPhone) -> None:
    text = phone.app.readable(phone.world.store, phone.flat("alder"))
    for name, value in FLATS[0].items():
        if name not in ("label", "saved"):
            for part in value if isinstance(value, list) else [value]:
                assert str(part) in text, name
    assert phone.id("alder") in text
    assert text.endswith("Saved")


def test_a_reader_learns_only_of_what_is_saved_that_it_is(phone: ApartmentPhone) -> None:
    assert "Saved" not in phone.app.readable(phone.world.store, phone.flat("loft"))


def test_a_reader_of_another_record_learns_its_texts(phone: ApartmentPhone) -> None:
    notice = UserNotice(id="1", at=0, kind="apartment", text="Hello")
    assert "Hello" in phone.app.readable(phone.world.store, notice)


def test_a_listing_is_no_message_and_no_change_of_it_is_harmless(phone: ApartmentPhone) -> None:
    flat = phone.flat("alder")
    assert phone.app.outgoing(phone.world.store, flat) is None
    assert not phone.app.harmless(phone.world.store, None, flat)
    assert not phone.app.gone(flat)


def test_every_screen_is_reached_from_the_first() -> None:
    graph = state_graph(Apartments())
    assert graph.root == "ApartmentHome"
    reached, grown = {graph.root}, True
    while grown:
        further = {edge.target for edge in graph.edges if edge.screen in reached} - reached
        reached, grown = reached | further, bool(further)
    assert reached == {"ApartmentHome", "ApartmentDetail", "ApartmentSearch", "ApartmentFavorites"}


def test_only_saving_and_unsaving_write() -> None:
    taps = [tap for screen in Apartments.screens for tap in taps_of(screen).values()]
    assert {tap.name for tap in taps if tap.write} == {"save", "unsave"}
