"""What the note app tells the rest of the phone and the judge."""

from __future__ import annotations

import pytest

from simulator.agents.taps import arrived, next_tap, place_of
from simulator.phone.apps.files import File
from simulator.phone.apps.note import Folder, Note, Notes
from simulator.phone.apps.note.screens import NoteDetail, NoteList
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from tests.simulator.phone.apps.app_phone import done
from tests.simulator.phone.apps.note_phone import NOTES, NotePhone

APP = Notes()


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone()


def test_the_app_is_found_and_brings_the_files() -> None:
    assert isinstance(all_apps()["note"], Notes)
    assert "files" in phone_with(("note",))


def test_a_note_opens_on_the_list_of_its_folder(phone: NotePhone) -> None:
    screens = APP.landing(phone.world, phone.note("bread"))
    assert screens == (NoteList(folder="Recipes"), NoteDetail(note_id=phone.id("bread")))


def test_a_folder_opens_as_its_list(phone: NotePhone) -> None:
    assert APP.landing(phone.world, Folder(id="folder_x", name="Recipes")) == (NoteList(folder="Recipes"),)


@pytest.mark.parametrize(
    "taps",
    [
        (),
        (("list_folders", {}),),
        (("switch_folder", {"folder_name": "Personal"}), ("list_folders", {})),
        (("list_folders", {}), ("open", {"folder": "Work"}), ("new_note", {})),
        (("search", {"keyword": "nothing"}),),
    ],
)
def test_a_player_finds_the_way_to_a_note_from_anywhere(
    phone: NotePhone, taps: tuple[tuple[str, dict[str, str]], ...]
) -> None:
    phone.open_app()
    for name, args in taps:
        phone.taps(name, **args)
    place = place_of(phone.world, phone.note("bread"))
    assert place is not None
    for _ in range(5):
        if not arrived(phone.world, place):
            tap = next_tap(phone.world, place)
            assert tap is not None
            phone.taps(tap.name, **tap.args)
    assert phone.screen(NoteDetail).note_id == phone.id("bread")


def test_no_note_leaves_the_phone_and_none_counts_as_gone(phone: NotePhone) -> None:
    assert APP.outgoing(phone.world.store, phone.note("bread")) is None
    assert not APP.gone(phone.note("bread"))


def test_the_time_of_a_change_means_nothing_by_itself() -> None:
    assert Note.along == ("updated_at",)


def test_a_new_folder_is_a_change_of_its_own() -> None:
    assert Folder not in APP.incidental


def test_meddling_touches_no_spared_record_and_works(phone: NotePhone) -> None:
    spared = frozenset(phone.id(label) for label in ("keys", "gift"))
    meddlings = list(APP.meddlings(phone.world, spared))
    assert [meddling.tool for meddling in meddlings] == ["delete_note", "move_note", "create_note"]
    for meddling in meddlings:
        assert not spared.intersection(map(str, meddling.args.values()))
        attempt = NotePhone().tries_tool(meddling.tool, **meddling.args)
        done(attempt)
        assert [change.table for change in attempt.changes if change.table.startswith("note.")] == ["note.note"]


def test_meddling_moves_a_note_of_work_elsewhere() -> None:
    phone = NotePhone(({"label": "it", "title": "It", "in": "Work", "at": "-1d"},))
    move = next(one for one in APP.meddlings(phone.world, frozenset()) if one.tool == "move_note")
    done(phone.tries_tool(move.tool, **move.args))
    assert phone.note("it").folder == "Personal"


def test_where_everything_is_spared_one_can_still_write_something_unasked(phone: NotePhone) -> None:
    spared = frozenset(phone.id(str(note["label"])) for note in NOTES)
    assert [meddling.tool for meddling in APP.meddlings(phone.world, spared)] == ["create_note"]


def test_a_reader_learns_title_folder_text_and_what_is_attached(phone: NotePhone) -> None:
    text = APP.readable(phone.world.store, phone.note("gift"))
    for part in ("Gift ideas", "Personal", "kettle", "shelf.jpg", "a shelf with cups", "First the walls."):
        assert part in text
    assert "Rent" not in text


def test_a_reader_learns_the_name_of_a_folder_and_the_text_of_a_file(phone: NotePhone) -> None:
    assert APP.readable(phone.world.store, Folder(id="folder_x", name="Attic")) == "Attic"
    lease = phone.world.store.get(File, phone.id("lease"))
    assert lease is not None
    assert "Rent is 900." in APP.readable(phone.world.store, lease)


def test_every_lead_names_a_screen_of_the_app() -> None:
    leads = {lead.screen for screen in APP.screens for tap in taps_of(screen).values() for lead in tap.mark.leads}
    assert leads - {""} == {screen.__name__ for screen in APP.screens}
