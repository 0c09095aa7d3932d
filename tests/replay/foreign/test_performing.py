"""What was done on another phone is done on ours: whole or not at all, and without a gate that was passed there."""

from __future__ import annotations

from typing import Any

import pytest

from replay.foreign.ids import Ids
from replay.foreign.performing import Shown, abandon, by_tool, call_tool, speak, tap
from replay.foreign.states import scenario_of
from simulator.phone.actions import Action
from simulator.phone.apps.note.records import Note
from simulator.phone.people import Rules
from simulator.phone.screens import taps_of
from simulator.phone.state import Proposal, Stack
from simulator.phone.world import World
from simulator.trace.moments import patches_of
from tests.replay.foreign.foreign_states import START, all_apps, fid

BUILT = scenario_of(all_apps(), "performing", START)
GLAZES, INVOICE = (BUILT.ids[Note.table, fid(f"note {name}")] for name in ("glazes", "invoice"))


@pytest.fixture
def world() -> World:
    return BUILT.story.fresh(Rules())


def _tap(world: World, screen: str, name: str) -> Action:
    return taps_of(world.apps["note"].screen_types[screen])[name]


def _open_notes(world: World) -> Shown:
    shown = Shown()
    done = tap(world, taps_of(type(world.screen))["open_app"], {"app_name": "Notes"}, 1, shown)
    assert done.done.error is None
    shown.note(world)
    return shown


def test_the_assistant_writes_without_an_offer(world: World) -> None:
    tool = world.apps["note"].tools["delete_note"]
    assert call_tool(world, tool, {"note_id": GLAZES}, 1).error is None
    assert not world.rules.standing_consent


def test_a_tap_on_a_screen_below_takes_the_phone_there(world: World) -> None:
    shown = _open_notes(world)
    assert not tap(world, _tap(world, "NoteList", "open"), {"note_id": GLAZES}, 2, shown).fitted
    found = tap(world, _tap(world, "NoteList", "search"), {"keyword": "Bread"}, 3, shown)
    assert found.fitted
    assert found.done.error is None
    assert len(world.frames("note")) == 1


def test_a_moved_phone_is_one_change_from_what_it_was(world: World) -> None:
    shown = _open_notes(world)
    tap(world, _tap(world, "NoteList", "open"), {"note_id": GLAZES}, 2, shown)
    before = world.copy()
    done = tap(world, _tap(world, "NoteList", "search"), {"keyword": "Bread"}, 3, shown).done
    assert [change.table for change in done.changes].count(Stack.table) == 1
    before.store.apply(patches_of(done.changes))
    assert before.state_hash() == world.state_hash()


def test_a_record_in_another_folder_is_opened_on_top(world: World) -> None:
    shown = _open_notes(world)
    opened = tap(world, _tap(world, "NoteList", "open"), {"note_id": INVOICE}, 2, shown)
    assert opened.fitted
    assert [frame.screen for frame in world.frames("note")] == ["NoteList", "NoteDetail"]


def test_an_earlier_screen_is_found_again_with_what_lay_below_it(world: World) -> None:
    shown = _open_notes(world)
    for screen, name, args in (
        ("NoteList", "open", {"note_id": GLAZES}),
        ("NoteDetail", "edit", {}),
        ("EditNote", "update", {"title": "Glazes", "content": "Ash"}),
    ):
        tap(world, _tap(world, screen, name), args, 2, shown)
        shown.note(world)
    again = tap(world, _tap(world, "EditNote", "update"), {"title": "Glazes", "content": "Ash, shino"}, 3, shown)
    assert again.fitted
    assert [frame.screen for frame in world.frames("note")] == ["NoteList", "NoteDetail"]
    note = world.store.get(Note, GLAZES)
    assert note is not None
    assert note.content == "Ash, shino"


@pytest.mark.parametrize("args", [{"note_id": "note_none"}, {}, {"note_id": 7}])
def test_what_cannot_be_done_leaves_nothing(world: World, args: dict[str, Any]) -> None:
    shown, before = _open_notes(world), world.state_hash()
    tapped = tap(world, _tap(world, "NoteList", "open"), args, 2, shown)
    assert tapped.done.error is not None
    assert by_tool(world, "user", world.apps["note"].tools["delete_note"], args, 3).error is not None
    assert world.state_hash() == before


def test_a_tap_of_an_app_that_is_not_in_front_does_nothing(world: World) -> None:
    assert tap(world, _tap(world, "NoteList", "open"), {"note_id": GLAZES}, 1, Shown()).done.error is not None
    assert world.phone.active == "home"


def test_what_is_said_while_watching_is_an_offer_and_ends_what_was_left(world: World) -> None:
    speak(world, "Shall I?", 1, reports=False)
    world.store.put(Proposal(id="proposal_1", text="Shall I?", made_at=0, made_in=1, expires_at=9, state="accepted"))
    done = speak(world, "Or this?", 2, reports=False)
    assert done.error is None
    assert [one.state for one in world.store.all(Proposal).values()] == ["abandoned", "pending"]


def test_what_is_said_while_carrying_out_closes_the_offer(world: World) -> None:
    world.store.put(Proposal(id="proposal_1", text="Shall I?", made_at=0, made_in=1, expires_at=9, state="accepted"))
    speak(world, "Done.", 2, reports=True)
    assert [one.state for one in world.store.all(Proposal).values()] == ["done"]


def test_leaving_nothing_is_nothing(world: World) -> None:
    wait = world.apps["assistant"].tools["wait"]
    assert by_tool(world, "assistant", wait, {}, 1, abandon).changes == []


def test_defaults_and_what_is_not_known_here_are_not_given(world: World) -> None:
    ids = Ids({(Note.table, "abc"): "note_1"})
    tools = world.apps["note"].tools
    listing = {"folder": "Inbox", "offset": 0, "limit": 5, "colour": "red"}
    assert ids.arguments(tools["list_notes"], listing, 1) == {"folder": "Inbox", "limit": 5}
    change = {"note_id": "abc", "title": None, "content": "x"}
    assert ids.arguments(tools["update_note"], change, 1) == {"note_id": "note_1", "content": "x"}


def test_ids_of_a_call_that_is_not_known_are_found_wherever_they_are() -> None:
    ids = Ids({(Note.table, "abc"): "note_1"})
    assert ids.anything({"x": "abc", "y": ["abc", 2], "z": None}) == {"x": "note_1", "y": ["note_1", 2]}


@pytest.mark.parametrize("result", [None, "", "two words", "x" * 300])
def test_only_an_id_is_taken_for_one(world: World, result: str | None) -> None:
    ids = Ids({})
    tool = world.apps["note"].tools["create_note"]
    done = call_tool(world, tool, {"title": "New", "content": "x"}, 1)
    ids.link(world.apps["note"], result, done.changes)
    assert ids.anything({"id": result or "-"}) == {"id": result or "-"}


def test_what_a_call_made_is_known_by_the_id_it_gave(world: World) -> None:
    ids = Ids({})
    done = call_tool(world, world.apps["note"].tools["create_note"], {"title": "New", "content": "x"}, 1)
    ids.link(world.apps["note"], "their_id", done.changes)
    made = next(change.id for change in done.changes if change.table == Note.table)
    assert ids.anything({"id": "their_id"}) == {"id": made}
