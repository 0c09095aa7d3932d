"""When noise comes and what it is: a pure function of the scenario, the options and the noise's own seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import exp
from statistics import fmean
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.messaging.records import Conversation, Message, User
from simulator.phone.apps.shopping.records import Item, Product
from simulator.phone.keyed import keyed
from simulator.scenario.noise.content import Content, NoiseChat, NoiseProduct, content_for
from simulator.scenario.noise.ids import NoiseIds
from simulator.scenario.noise.names import name_for
from simulator.scenario.story import Story
from simulator.trace.metrics import NOISE, NOISE_LABEL, SETTING

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


class _Stream:
    """The noise of one app: what comes does not depend on the other apps, nor on who plays."""

    def __init__(self, app: str, seed: int, per_second: float, horizon: int, ids: NoiseIds) -> None:
        self.app = app
        self.horizon = horizon
        self.reserved = ids.reserved
        self._seed = seed
        self._per_second = per_second
        self._count = 0

    def arrivals(self, events_each: float = 1) -> Iterator[tuple[int, float]]:
        """Number and time of what arrives, with exponential gaps; each arrival stands for so many events."""
        mean = events_each / self._per_second
        number, at = 0, self.gap("gap", 0, mean)
        while at <= self.horizon:
            yield number, at
            number += 1
            at += self.gap("gap", number, mean)

    def gap(self, purpose: str, index: int | str, mean: float) -> float:
        return keyed(self._seed, f"noise.{self.app}.{purpose}", index).expovariate(1) * mean

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
    for number, at in stream.arrivals():
        mail = content.mails[stream.pick(number, len(content.mails))]
        args = {"sender": _address(mail.sender), "subject": mail.subject, "content": mail.content}
        yield stream.event((at, at), "send_email_to_user_only", args, stream.reserved(Mail, str(number)))


def _chats(stream: _Stream, content: Content, most: int) -> Iterator[NoiseEvent]:
    alone: set[tuple[str, ...]] = set()
    sizes = [min(len(chat.messages), most) for chat in content.chats]
    for number, at in stream.arrivals(1 + fmean(_following(size - 1, size) for size in sizes)):
        chat = content.chats[stream.pick(number, len(content.chats))]
        # A person has one chat with the owner alone; who comes up again that way is someone else of that name.
        suffix = f".{number}" if chat.people in alone else ""
        alone.add(chat.people if len(chat.people) == 1 else ())
        ids = {who: stream.reserved(User, f"{who}{suffix}")[1] for who in chat.people}
        yield from _chat(stream, chat, ids, number, at, most)


def _chat(
    stream: _Stream, chat: NoiseChat, ids: dict[str, str], number: int, at: float, most: int
) -> Iterator[NoiseEvent]:
    """A chat that is there from its first message on, and its messages one after the other."""
    reserved = stream.reserved(Conversation, str(number))
    names = {user_id: name_for(who) for who, user_id in ids.items()}
    brought = {"people": names, "title": chat.title or ""}
    yield stream.event((at, at), "bring_conversation", brought, reserved, SETTING)
    said = chat.messages[:most]
    begins, mean = at, (stream.horizon - at) / len(said)
    for index, message in enumerate(said):
        at += stream.gap("reply", f"{number}.{index}", mean) if index else 0.0
        if at > stream.horizon:
            return
        args = {"conversation_id": reserved[1], "sender_id": ids[message.sender_id], "content": message.content}
        written = stream.reserved(Message, f"{number}.{index}")
        yield stream.event((begins, at), "create_and_add_message", args, written)


def _products(stream: _Stream, content: Content, most: int) -> Iterator[NoiseEvent]:
    sizes = [min(len(product.variants), most) for product in content.products]
    for number, at in stream.arrivals(1 + fmean(_following(size, size) for size in sizes)):
        yield from _product(stream, content.products[stream.pick(number, len(content.products))], number, at, most)


def _product(stream: _Stream, product: NoiseProduct, number: int, at: float, most: int) -> Iterator[NoiseEvent]:
    reserved = stream.reserved(Product, str(number))
    yield stream.event((at, at), "add_product", {"name": product.name}, reserved)
    items = list(product.variants.values())[:most]
    begins, mean = at, (stream.horizon - at) / len(items)
    for index, item in enumerate(items):
        at += stream.gap("item", f"{number}.{index}", mean)
        if at > stream.horizon:
            return
        options = {name: value for name, value in item.options.items() if name.strip() and isinstance(value, _PLAIN)}
        args = {"product_id": reserved[1], "price": item.price, "options": options, "available": item.available}
        yield stream.event((begins, at), "add_item_to_product", args, stream.reserved(Item, f"{number}.{index}"))


def _address(sender: str) -> str:
    """Files may name a sender who has no address."""
    if _ADDRESS.fullmatch(sender):
        return sender
    word = re.sub(r"[^a-z0-9]+", ".", sender.lower()).strip(".") or "someone"
    return f"{word}@elsewhere.example"


def _following(most: int, shares: int) -> float:
    """How many events follow on average: at most so many, and each gap is on average such a share of the time left."""
    is_so_many = exp(-shares)
    is_more, total = 1 - is_so_many, 0.0
    for number in range(1, most + 1):
        total += is_more
        is_so_many *= shares / number
        is_more -= is_so_many
    return total


@lru_cache(maxsize=64)
def _shuffled(seed: int, purpose: str, count: int) -> list[int]:
    order = list(range(count))
    keyed(seed, purpose, count).shuffle(order)
    return order
