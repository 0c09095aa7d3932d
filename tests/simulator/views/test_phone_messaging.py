"""Chats as HTML: days, runs of one person, own bubbles, the assistant's mark, files, and what is typed."""

from __future__ import annotations

import re

import msgspec
import pytest

from simulator.phone.apps.messaging.views import Bubble, ChatLine, ChatView, NewConversationView
from simulator.rendering.phone_html import render_phone
from simulator.showing.tap_highlight import UserTap
from tests.simulator.views.phone_html import PhoneHtml
from tests.simulator.views.rooms_by_name import html_of_room, shot_of_room


def lines_of(*said: tuple[str, str]) -> list[ChatLine]:
    """Lines of a chat with Ada (mine) and others, as seen on 14 May 2026; each is who and when."""
    rows = tuple(Bubble(id=str(n), sender=who, at=at, mine=who == "Ada") for n, (who, at) in enumerate(said))
    view = ChatView(title="", conversation_id="", people=(), rows=rows, total=len(rows), offset=0, limit=20)
    return view.lines("2026-05-14 17:41:00")


def bubbles(html: str) -> list[str]:
    return re.findall(r'<li class="ph-msg.*?</li>', html, re.DOTALL)


def test_a_day_is_named_where_it_begins_and_only_there() -> None:
    found = lines_of(
        ("Bo", "2025-05-14 09:00:00"),
        ("Bo", "2026-05-11 09:00:00"),
        ("Bo", "2026-05-11 10:00:00"),
        ("Bo", "2026-05-13 09:00:00"),
        ("Ada", "2026-05-14 09:00:00"),
    )
    days = [line.day for line in found]
    assert days == ["Wednesday 14 May 2025", "Monday 11 May", "", "Yesterday", "Today"]


def test_a_run_opens_and_closes_with_the_speaker_and_with_the_day() -> None:
    found = lines_of(
        ("Bo", "2026-05-13 09:00:00"),
        ("Bo", "2026-05-13 09:01:00"),
        ("Ada", "2026-05-13 09:02:00"),
        ("Bo", "2026-05-13 23:59:00"),
        ("Bo", "2026-05-14 00:01:00"),
    )
    ends = [(line.opens, line.closes) for line in found]
    assert ends == [(True, False), (False, True), (True, True), (True, True), (True, True)]


def test_a_chat_without_messages_has_no_lines() -> None:
    assert lines_of() == []


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ((), "you"),
        (("Ji-won Park", "Lerato Mokoena"), "Ji-won, Lerato, you"),
        (("A B", "C D", "E F", "G H", "I J"), "A, C, E, 2 more, you"),
        (("  ",), "you"),
    ],
)
def test_people_go_by_first_names_as_far_as_a_line_can_tell(people: tuple[str, ...], told: str) -> None:
    view = ChatView(title="", conversation_id="", people=people, rows=(), total=0, offset=0, limit=20)
    assert view.first_names == told


def test_own_messages_stand_at_the_right_and_bear_no_name() -> None:
    found = bubbles(html_of_room("messaging", "group chat"))
    own = [one for one in found if "ph-msg--me" in one]
    assert len(own) == 2
    assert all("ph-msg__from" not in one and "ph-avatar" not in one for one in own)
    assert all("ph-msg__from" in one for one in found if "ph-msg--me" not in one)


def test_between_two_people_nobody_is_named_in_sight() -> None:
    html = html_of_room("messaging", "chat with one person")
    assert "ph-chat--two" in html
    assert "ph-msg__from" not in html


def test_what_the_assistant_sent_says_so() -> None:
    marked = [one for one in bubbles(html_of_room("messaging", "message by the assistant")) if "ph-by" in one]
    assert len(marked) == 1
    assert "ph-msg--me" in marked[0]
    assert "Half past seven is good for me" in marked[0]
    assert "sent by the assistant for you" in marked[0]


def test_a_file_in_a_chat_is_opened_by_its_message() -> None:
    picture = shot_of_room("messaging", "group chat")
    assert isinstance(picture.view, ChatView)
    with_file = [row.id for row in picture.view.rows if row.file is not None]
    opened = [one.args for one in PhoneHtml(render_phone(picture)).controls if one.name == "open_attachment"]
    assert opened == [{"message_id": one} for one in with_file]


def test_a_message_and_its_file_stand_where_they_are_typed() -> None:
    html = html_of_room(
        "messaging", "group chat", UserTap("send_message", {"content": "a < b\nc", "attachment_path": "Docs/x & y.pdf"})
    )
    assert 'data-typed="attachment_path" value="Docs/x &amp; y.pdf"' in html
    assert "a &lt; b\nc</textarea>" in html
    assert "ph-clip--on" in html
    assert "ph-clip--on" not in html_of_room("messaging", "group chat")


def test_markup_and_breaks_in_a_message_are_text() -> None:
    picture = shot_of_room("messaging", "chat with one person")
    view = picture.view
    assert isinstance(view, ChatView)
    said = msgspec.structs.replace(view.rows[0], text="<img src=x>\nnext", sender="<i>Bo</i>")
    html = render_phone(msgspec.structs.replace(picture, view=msgspec.structs.replace(view, rows=(said,), group=True)))
    assert "&lt;img src=x&gt;<br>next" in html
    assert "<i>" not in html


def test_a_long_chat_leads_to_earlier_and_newer_messages() -> None:
    newest = PhoneHtml(html_of_room("messaging", "long chat"))
    assert "20 of 23 messages" in newest.text
    assert [one.args for one in newest.controls if one.name == "read_messages"] == [{"offset": 20}, {}]
    earlier = PhoneHtml(html_of_room("messaging", "earlier messages"))
    assert [one.args for one in earlier.controls if one.name == "read_messages"] == [{}, {"offset": 5}]


def test_somebody_can_be_picked_by_id_and_by_name() -> None:
    for who in ("Grace Osei", shot_id("Grace Osei")):
        page = PhoneHtml(html_of_room("messaging", "new chat", UserTap("add_participant", {"user_id": who})))
        assert page.rings == 1
        assert not page.unseen


def shot_id(name: str) -> str:
    view = shot_of_room("messaging", "new chat").view
    assert isinstance(view, NewConversationView)
    return next(person.id for person in view.people if person.name == name)
