"""Notes as HTML: text set in paragraphs and points, folders with their tools, pins, files."""

from __future__ import annotations

from simulator.phone.apps.note.views import TextBlock, text_blocks
from simulator.showing.tap_highlight import UserTap
from tests.simulator.views.phone_html import PhoneHtml
from tests.simulator.views.rooms_by_name import html_of_room


def test_a_text_is_set_in_paragraphs_and_points() -> None:
    assert text_blocks("One\ntwo\n\n- a\n  * b\nend\n\n\n") == [
        TextBlock(False, ["One", "two"]),
        TextBlock(True, ["a", "b"]),
        TextBlock(False, ["end"]),
    ]
    assert text_blocks(" \n") == []
    assert text_blocks("-dash\n--") == [TextBlock(False, ["-dash", "--"])]


def test_points_of_a_note_are_a_list() -> None:
    html = html_of_room("note", "note")
    assert html.count('<ul class="ph-ticks">') == 1
    assert "Gooseneck kettle, 0.9 l, matt." in html
    assert "- Gooseneck" not in html


def test_a_note_is_unpinned_or_pinned_as_it_is() -> None:
    assert "Unpin" in PhoneHtml(html_of_room("note", "note")).text
    text = PhoneHtml(html_of_room("note", "short note")).text
    assert "Unpin" not in text
    assert "Pin" in text


def test_only_own_folders_can_be_renamed_or_deleted() -> None:
    controls = PhoneHtml(html_of_room("note", "folders")).controls
    renamed = [one.args["folder"] for one in controls if one.name == "rename_folder"]
    deleted = [one.args["folder_name"] for one in controls if one.name == "delete_folder"]
    assert renamed == deleted
    assert renamed[:2] == ["Glazes", "Plot 27"]
    assert not {"Inbox", "Personal", "Work"} & set(renamed)
    assert {one.args["folder"] for one in controls if one.name == "open"} > set(renamed)


def test_a_new_name_stands_on_the_folder_that_gets_it() -> None:
    html = html_of_room("note", "folders", UserTap("rename_folder", {"folder": "Glazes", "new_folder": "<Celadon>"}))
    assert "&lt;Celadon&gt;</span>" in html
    assert "ph-said" not in html


def test_a_note_moves_to_any_other_folder() -> None:
    controls = PhoneHtml(html_of_room("note", "short note")).controls
    places = [one.args["dest_folder_name"] for one in controls if one.name == "move"]
    assert places[:2] == ["Personal", "Work"]
    assert "Inbox" not in places


def test_files_are_opened_taken_off_and_added() -> None:
    name = "Voice.m4a"
    for action in ("open_attachment", "remove_attachment"):
        page = PhoneHtml(html_of_room("note", "long note", UserTap(action, {"attachment": name})))
        assert [one.args for one in page.controls if one.tapped] == [{"attachment": name}]
    path = "Pictures/Her kitchen shelf.jpg"
    html = html_of_room("note", "short note", UserTap("add_attachment", {"attachment_path": path}))
    assert path in PhoneHtml(html).text
    assert "ph-said" not in html


def test_what_is_written_stands_in_the_editor() -> None:
    html = html_of_room("note", "edit note", UserTap("update", {"title": "Kettle", "content": "</textarea>\n\nb"}))
    assert "\nKettle</textarea>" in html
    assert "\n&lt;/textarea&gt;\n\nb</textarea>" in html


def test_an_empty_folder_and_a_search_without_hits_say_what_to_do() -> None:
    assert "Tap New note to write a note." in html_of_room("note", "empty folder")
    assert "Only this folder was searched." in html_of_room("note", "no search results")
