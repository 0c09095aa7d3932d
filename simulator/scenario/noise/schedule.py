"""When noise comes and what it is: a pure function of the scenario, the options and the noise's own seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.messaging.records import Conversation, Message, User
from simulator.phone.apps.shopping.records import Item, Product
from simulator.phone.keyed import keyed
from simulator.scenario.noise.content import Content, content_for
from simulator.scenario.noise.ids import NoiseIds
from simulator.scenario.noise.names import name_for
from simulator.scenario.story import Story
from simulator.trace.metrics import NOISE, NOISE_LABEL, SETTING

_UNDER_WAY = 3
"""So many chats, and so many products, come along at the same time."""
_PLAIN = str | int | float | bool
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")


class NoiseEvent(NamedTuple):
    after: int
    """Seconds of the phone's time in use."""
    label: str
    app: str
    name: str
    args: dict[str, Any]
    reserved: tuple[str, str]
    """Table and id of the record that it will bring."""
    begins: int
    """When the chat or product that it belongs to comes up; for all else the same as `after`."""
    tags: tuple[str, ...] = (NOISE,)


def noise_of(story: Story, config: EpisodeConfig) -> list[NoiseEvent]:
    """All noise that may come, in order. How much of it comes depends on how long the phone is in use."""
    if not config.env_events_per_minute:
        return []
    content = content_for(config.noise_content)
    makers: dict[str, Callable[[_Stream], Iterator[NoiseEvent]]] = {}
    if content.mails:
        makers["email"] = lambda stream: _mails(stream, content)
    if content.chats:
        makers["messaging"] = lambda stream: _chats(stream, content, config.messages_per_conversation)
    if content.products:
        makers["shopping"] = lambda stream: _products(stream, content, config.items_per_product)
    weights = config.env_events_weights.items()
    there = {app: weight for app, weight in weights if weight and app in story.blank.apps and app in makers}
    events: list[NoiseEvent] = []
    ids = NoiseIds(story, config)
    for app, weight in sorted(there.items()):
        per_second = config.env_events_per_minute / 60 * (weight / sum(there.values()))
        if per_second:
            stream = _Stream(app, config.env_events_seed, per_second, config.env_events_horizon_seconds, ids)
            events += makers[app](stream)
    return sorted(events, key=lambda event: (event.after, event.app))


@dataclass
class _Thread:
    """A chat or a product that is under way."""

    number: int
    content: int
    begins: float
    said: int = 0


class _Part(NamedTuple):
    """One event of a chat or product: of which one, from which content, the how-manieth, since when, and when."""

    thread: int
    content: int
    place: int
    begins: float
    at: float

    @property
    def times(self) -> tuple[float, float]:
        return self.begins, self.at


class _Stream:
    """The noise of one app: what comes does not depend on the other apps, nor on who plays."""

    def __init__(self, app: str, seed: int, per_second: float, horizon: int, ids: NoiseIds) -> None:
        self.app = app
        self.horizon = horizon
        self.reserved = ids.reserved
        self._seed = seed
        self._per_second = per_second
        self._count = 0

    def times(self) -> Iterator[tuple[int, float]]:
        """Number and time of each event, with exponential gaps."""
        number, at = 0, self._gap(0)
        while at <= self.horizon:
            yield number, at
            number += 1
            at += self._gap(number)

    def parts(self, sizes: Sequence[int]) -> Iterator[_Part]:
        """Each event as a part of something longer, a few of which are under way at a time."""
        under_way: list[_Thread] = []
        begun = 0
        for number, at in self.times():
            place = keyed(self._seed, f"noise.{self.app}.thread", number).randrange(_UNDER_WAY)
            if place >= len(under_way):
                place = len(under_way)
                under_way.append(_Thread(begun, self.pick(begun, len(sizes)), at))
                begun += 1
            thread = under_way[place]
            yield _Part(thread.number, thread.content, thread.said, thread.begins, at)
            thread.said += 1
            if thread.said == sizes[thread.content]:
                under_way.pop(place)

    def _gap(self, number: int) -> float:
        return keyed(self._seed, f"noise.{self.app}.gap", number).expovariate(self._per_second)

    def pick(self, number: int, count: int) -> int:
        """Each piece of content once, in shuffled order, before any comes again."""
        turn, index = divmod(number, count)
        return _shuffled(self._seed, f"noise.{self.app}.order.{turn}", count)[index]

    def event(
        self, times: tuple[float, float], name: str, args: dict[str, Any], reserved: tuple[str, str], *tags: str
    ) -> NoiseEvent:
        """`times`: when its chat or product comes up, and when it comes itself."""
        self._count += 1
        begins, after = map(int, times)
        label = f"{NOISE_LABEL}{self.app}:{self._count}"
        return NoiseEvent(after, label, self.app, name, args, reserved, begins, (NOISE, *tags))


def _mails(stream: _Stream, content: Content) -> Iterator[NoiseEvent]:
    for number, at in stream.times():
        mail = content.mails[stream.pick(number, len(content.mails))]
        args = {"sender": _address(mail.sender), "subject": mail.subject, "content": mail.content}
        yield stream.event((at, at), "send_email_to_user_only", args, stream.reserved(Mail, str(number)))


def _chats(stream: _Stream, content: Content, most: int) -> Iterator[NoiseEvent]:
    """Chats that are there from their first message on, and their messages."""
    people: dict[int, dict[str, str]] = {}
    alone: set[tuple[str, ...]] = set()
    for part in stream.parts([min(len(chat.messages), most) for chat in content.chats]):
        chat, chat_id = content.chats[part.content], stream.reserved(Conversation, str(part.thread))
        if part.place == 0:
            # A person has one chat with the owner alone; who comes up again that way is someone else of that name.
            suffix = f".{part.thread}" if chat.people in alone else ""
            alone.add(chat.people if len(chat.people) == 1 else ())
            ids = {who: stream.reserved(User, f"{who}{suffix}")[1] for who in chat.people}
            people[part.thread] = ids
            names = {user_id: name_for(who) for who, user_id in ids.items()}
            brought = {"people": names, "title": chat.title or ""}
            yield stream.event(part.times, "bring_conversation", brought, chat_id, SETTING)
        message = chat.messages[part.place]
        sender = people[part.thread][message.sender_id]
        args = {"conversation_id": chat_id[1], "sender_id": sender, "content": message.content}
        written = stream.reserved(Message, f"{part.thread}.{part.place}")
        yield stream.event(part.times, "create_and_add_message", args, written)


def _products(stream: _Stream, content: Content, most: int) -> Iterator[NoiseEvent]:
    """Products and, after each, its variants."""
    for part in stream.parts([1 + min(len(product.variants), most) for product in content.products]):
        product, product_id = content.products[part.content], stream.reserved(Product, str(part.thread))
        if part.place == 0:
            yield stream.event(part.times, "add_product", {"name": product.name}, product_id)
            continue
        item = list(product.variants.values())[part.place - 1]
        options = {name: value for name, value in item.options.items() if name.strip() and isinstance(value, _PLAIN)}
        args = {"product_id": product_id[1], "price": item.price, "options": options, "available": item.available}
        made = stream.reserved(Item, f"{part.thread}.{part.place - 1}")
        yield stream.event(part.times, "add_item_to_product", args, made)


def _address(sender: str) -> str:
    """Files may name a sender who has no address."""
    if _ADDRESS.fullmatch(sender):
        return sender
    word = re.sub(r"[^a-z0-9]+", ".", sender.lower()).strip(".") or "someone"
    return f"{word}@elsewhere.example"


@lru_cache(maxsize=64)
def _shuffled(seed: int, purpose: str, count: int) -> list[int]:
    order = list(range(count))
    keyed(seed, purpose, count).shuffle(order)
    return order
