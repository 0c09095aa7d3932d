"""What holds for messages whatever anybody types."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@given(st.lists(st.sampled_from(["user_od", "user_to", "user_be"]), min_size=1, max_size=6))
def test_unread_counts_exactly_what_others_wrote_since_the_last_look(senders: list[str]) -> None:
    phone = MessagingPhone(chats=({"label": "club", "with": ["odile", "tomas", "berg"]},))
    chat_id = phone.id("club")
    for number, sender_id in enumerate(senders, start=1):
        phone.world_does("create_and_add_message", conversation_id=chat_id, sender_id=sender_id, content="Hello")
        phone.tool("send_message_to_group_conversation", conversation_id=chat_id, content="Noted")
        assert phone.view.rows[0].unread == phone.view.unread_messages == number
    phone.taps("open_conversation", conversation_id=chat_id)
    phone.taps("go_back")
    assert phone.view.unread_messages == 0
