"""The kept order of messages and chats is the same as the one worked out from scratch."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.messaging import threads
from simulator.phone.apps.messaging.records import Conversation, Message
from simulator.phone.store import Store
from tests.simulator.phone.apps.messaging_phone import MessagingPhone

STEPS = st.lists(
    st.sampled_from(["user_od", "user_be", "group", "event", "fail", "look", "copy", "later"]), max_size=25
)


def from_scratch(store: Store) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for message in sorted(store.all(Message).values(), key=lambda m: m.number):
        found.setdefault(message.conversation_id, []).append(message.id)
    return found


def kept(store: Store) -> dict[str, list[str]]:
    return {chat_id: [m.id for m in chat.messages] for chat_id, chat in threads.threads(store).items()}


def recent_from_scratch(store: Store) -> list[str]:
    times = {chat.id: chat.created_at for chat in store.all(Conversation).values()}
    times.update({m.conversation_id: m.at for m in sorted(store.all(Message).values(), key=lambda m: m.number)})
    return sorted(times, key=lambda chat_id: (-times[chat_id], chat_id))


def take(phone: MessagingPhone, step: str) -> None:
    match step:
        case "group":
            phone.tool("create_group_conversation", user_ids=["user_od", "user_be"])
        case "event":
            args = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": "Hello"}
            phone.world_does("create_and_add_message", **args)
        case "fail":
            assert phone.tries_tool("send_message", user_id="user_be").error is not None
        case "look":
            threads.threads(phone.world.store)
        case "copy":
            phone.world = phone.world.copy()
        case "later":
            phone.world.now += 60
        case user_id:
            phone.tool("send_message", user_id=user_id, content="Hello")


@given(STEPS)
def test_threads_and_recent_chats_follow_every_write(steps: list[str]) -> None:
    phone = MessagingPhone()
    copies = []
    for step in steps:
        copies.append(phone.world.store)
        take(phone, step)
        assert kept(phone.world.store) == from_scratch(phone.world.store)
        assert list(threads.recent(phone.world.store)) == recent_from_scratch(phone.world.store)
    for store in copies:
        assert kept(store) == from_scratch(store)


def test_a_message_that_was_rolled_back_is_forgotten_even_if_another_takes_its_place() -> None:
    store = MessagingPhone(chats=()).world.store
    store.begin()
    store.put(Message(id="msg_1", conversation_id="a", sender_id="user_od", at=0, number=1))
    assert kept(store) == {"a": ["msg_1"]}
    store.rollback()
    store.put(Message(id="msg_1", conversation_id="b", sender_id="user_od", at=0, number=1))
    assert kept(store) == {"b": ["msg_1"]}


def test_many_messages_are_grouped_anew_without_loss() -> None:
    phone = MessagingPhone()
    for _ in range(300):
        phone.tool("send_message", user_id="user_be", content="Hello")
        threads.threads(phone.world.store)
    assert kept(phone.world.store) == from_scratch(phone.world.store)
