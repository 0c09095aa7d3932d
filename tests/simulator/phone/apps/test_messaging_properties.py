"""What holds for messages whatever anybody types."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.messaging import Messaging
from simulator.phone.perform import Done
from simulator.phone.screens import taps_of
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.messaging_phone import MessagingPhone

APP = Messaging()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["user_od", "user_to", "user_be", "user_me", "Documents/lease.pdf", "2026-03-05 08:00", "Odile"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def arguments(data: st.DataObject, phone: MessagingPhone, action: Action) -> dict[str, Any]:
    """Anything JSON can say, with right ids among it so that some calls work."""
    args = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*action.params, "extra"), VALUES)))
    for name, labels in (("conversation_id", ["lunch", "dinner"]), ("message_id", ["book", "menu"])):
        if name in args and data.draw(st.booleans()):
            args[name] = phone.ids[data.draw(st.sampled_from(labels))]
    if "user_ids" in args and data.draw(st.booleans()):
        args["user_ids"] = ["user_to", "user_be"]
    return args


def check(phone: MessagingPhone, before: str, done: Done) -> None:
    after = phone.world.state_hash()
    if done.error is not None:
        assert after == before
    assert msgspec.json.encode(phone.view())
    msgspec.json.encode(done.result)


@pytest.mark.parametrize("name", sorted(APP.tools))
@settings(max_examples=40)
@given(data=st.data())
def test_a_tool_answers_or_refuses_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = MessagingPhone()
    before = phone.world.state_hash()
    check(phone, before, phone.try_tool(name, **arguments(data, phone, APP.tools[name])))
    if not APP.tools[name].write:
        assert phone.world.state_hash() == before


@pytest.mark.parametrize("name", sorted(APP.events))
@settings(max_examples=40)
@given(data=st.data())
def test_an_event_happens_or_fails_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = MessagingPhone()
    before = phone.world.state_hash()
    check(phone, before, phone.try_event(name, **arguments(data, phone, APP.events[name])))


@given(data=st.data())
def test_the_user_can_tap_anything_in_any_order_and_it_can_be_retold(data: st.DataObject) -> None:
    phone = MessagingPhone()
    twin = phone.world.copy()
    for _ in range(data.draw(st.integers(1, 8))):
        actions = taps_of(type(phone.world.screen))
        name = data.draw(st.sampled_from([*sorted(actions), "go_back"]))
        before = phone.world.state_hash()
        done = phone.try_user(name, **(arguments(data, phone, actions[name]) if name in actions else {}))
        check(phone, before, done)
        retold = msgspec.json.encode([patch_of(change) for change in done.changes])
        twin.store.apply(msgspec.json.decode(retold, type=list[Patch]))
        assert twin.state_hash() == phone.world.state_hash()
        assert twin.screen.view(twin) == phone.view()


@given(st.lists(st.sampled_from(["user_od", "user_to", "user_be"]), min_size=1, max_size=6))
def test_unread_counts_exactly_what_others_wrote_since_the_last_look(senders: list[str]) -> None:
    phone = MessagingPhone(chats=({"label": "club", "with": ["odile", "tomas", "berg"]},))
    chat_id = phone.ids["club"]
    for number, sender_id in enumerate(senders, start=1):
        phone.event("create_and_add_message", conversation_id=chat_id, sender_id=sender_id, content="Hello")
        phone.tool("send_message_to_group_conversation", conversation_id=chat_id, content="Noted")
        assert phone.view().rows[0].unread == phone.view().unread_messages == number
    phone.user("open_conversation", conversation_id=chat_id)
    phone.user("go_back")
    assert phone.view().unread_messages == 0
