"""The schedule of noise: unrelated events with their times. It depends only on scenario, options and noise seed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.messaging.records import Conversation, Message, User
from simulator.phone.apps.shopping.records import Item, Product
from simulator.phone.keyed_random import keyed
from simulator.phone.store import Record
from simulator.scenario.noise.noise_content import NoiseContent, content_for
from simulator.scenario.story import Story
from simulator.trace.hashing import json_hash
from simulator.trace.metrics import NOISE, NOISE_LABEL, SETTING

_FIRST = (
    *("Amaru", "Birgit", "Chidi", "Dagny", "Elif", "Farid", "Greta", "Hiro", "Ilse", "Joao", "Kaja", "Lamin"),
    *("Marisol", "Nadir", "Oona", "Pavel", "Quentin", "Rosalia", "Sefa", "Tiago", "Umar", "Vesna", "Wiebke", "Zuri"),
)
_LAST = (
    *("Abara", "Bergmann", "Castellano", "Dimitrov", "Eriksen", "Fontaine", "Gashi", "Horvath", "Imre", "Jansen"),
    *("Kovac", "Lindgren", "Mbeki", "Nowak", "Olsen", "Petit", "Quiroga", "Ristic", "Sato", "Tanaka"),
    *("Usman", "Varga", "Weiss", "Yilmaz", "Zamora"),
)
# Characters that are in ids and addresses, but not in names of people.
_OF_AN_ID = re.compile(r"[\d_@/:]")


def name_for(who: str) -> str:
    """Return a name with single spaces. For an id or a number, return a made-up name that is the same in every run."""
    name = " ".join(who.split())
    if any(letter.isalpha() for letter in name) and not _OF_AN_ID.search(name):
        return name
    # The seed of the run is not used, so that a person has the same name in every run.
    rng = keyed(0, "noise.name", who)
    return f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"


# As many digits as the scenario's own ids have, so that noise can't be recognised by its ids.
_DIGITS = 5


class NoiseIds:
    """Ids for the records that noise creates: the same for the same key, and formed like the scenario's own ids."""

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        # The options are part of the key: after a fork, other noise must not create the same records again.
        self._key = f"{story.id}|{json_hash(config.noise_events)}"
        self._given: dict[tuple[str, str], str] = {}
        self._taken = {record_id for table in story.blank.store.tables().values() for record_id in table}
        self._taken |= {event.reserved[1] for event in story.events if event.reserved is not None}

    def reserved(self, cls: type[Record], key: str) -> tuple[str, str]:
        """Return table and id for a record of this kind; the same key always gets the same id."""
        found = self._given.get((cls.table, key))
        if found is None:
            found = self._given[cls.table, key] = self._free(cls, key)
            self._taken.add(found)
        return cls.table, found

    def _free(self, cls: type[Record], key: str) -> str:
        digest = hashlib.sha256(f"{self._key}|{cls.table}|{key}".encode()).hexdigest()
        length = _DIGITS
        while f"{cls.prefix}_{digest[:length]}" in self._taken:
            length += 1
        return f"{cls.prefix}_{digest[:length]}"


# Maximum number of chats, and of products, that have started and are not finished.
_UNDER_WAY = 3
_PLAIN = str | int | float | bool
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")


class NoiseEvent(NamedTuple):
    after: int
    """Seconds on the noise's own clock; see `Interruptions`."""
    label: str
    app: str
    name: str
    args: dict[str, Any]
    reserved: tuple[str, str]
    """Table and id of the record that the event creates."""
    begins: int
    """Start of the event's chat or product, on the same clock; for a mail the same as `after`."""
    tags: tuple[str, ...] = (NOISE,)


def noise_of(story: Story, config: EpisodeConfig) -> list[NoiseEvent]:
    """Return all noise events up to the horizon, sorted by time. A run plays those that are due before it ends."""
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
        # A tiny weight may be rounded to a rate of 0, for which no gaps between events can be drawn.
        if per_second:
            stream = _Stream(app, config.env_events_seed, per_second, config.env_events_horizon_seconds, ids)
            events += makers[app](stream)
    return sorted(events, key=lambda event: (event.after, event.app))


@dataclass
class _Thread:
    """A chat or a product that has started and has more events to come."""

    number: int
    content: int
    begins: float
    said: int = 0


class _Part(NamedTuple):
    """One event of a thread (a chat or a product): its index in the thread, and when the thread and the event begin."""

    thread: int
    content: int
    place: int
    begins: float
    at: float

    @property
    def times(self) -> tuple[float, float]:
        return self.begins, self.at


class _Stream:
    """The noise of one app, which depends neither on the other apps nor on the players."""

    def __init__(self, app: str, seed: int, per_second: float, horizon: int, ids: NoiseIds) -> None:
        self.app = app
        self.horizon = horizon
        self.reserved = ids.reserved
        self._seed = seed
        self._per_second = per_second
        self._count = 0

    def times(self) -> Iterator[tuple[int, float]]:
        """Yield number and time of each event up to the horizon, with exponentially distributed gaps."""
        number, at = 0, self._gap(0)
        while at <= self.horizon:
            yield number, at
            number += 1
            at += self._gap(number)

    def parts(self, sizes: Sequence[int]) -> Iterator[_Part]:
        """Yield each event as a part of a thread, which is a chat or a product. Up to three threads are open at a time.

        `sizes[i]` is the number of events of chat or product `i`.
        """
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
        """Return the index of the mail, chat or product that comes at position `number`.

        The order is random, and each comes once before any is repeated.
        """
        turn, index = divmod(number, count)
        return _shuffled(self._seed, f"noise.{self.app}.order.{turn}", count)[index]

    def event(
        self, times: tuple[float, float], name: str, args: dict[str, Any], reserved: tuple[str, str], *tags: str
    ) -> NoiseEvent:
        """Return a new event. `times`: the start of the event's chat or product, and the time of the event itself."""
        self._count += 1
        begins, after = map(int, times)
        label = f"{NOISE_LABEL}{self.app}:{self._count}"
        return NoiseEvent(after, label, self.app, name, args, reserved, begins, (NOISE, *tags))


def _mails(stream: _Stream, content: NoiseContent) -> Iterator[NoiseEvent]:
    for number, at in stream.times():
        mail = content.mails[stream.pick(number, len(content.mails))]
        args = {"sender": _address(mail.sender), "subject": mail.subject, "content": mail.content}
        yield stream.event((at, at), "send_email_to_user_only", args, stream.reserved(Mail, str(number)))


def _chats(stream: _Stream, content: NoiseContent, most: int) -> Iterator[NoiseEvent]:
    """Yield an event that creates a chat before its first message, and one for each of its first `most` messages."""
    people: dict[int, dict[str, str]] = {}
    alone: set[tuple[str, ...]] = set()
    for part in stream.parts([min(len(chat.messages), most) for chat in content.chats]):
        chat, chat_id = content.chats[part.content], stream.reserved(Conversation, str(part.thread))
        if part.place == 0:
            # Each person has at most one chat with the owner alone. A second such chat gets a new person of that name.
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


def _products(stream: _Stream, content: NoiseContent, most: int) -> Iterator[NoiseEvent]:
    """Yield an event for each product and later one for each of its first `most` variants."""
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
    """Return the sender if it is an e-mail address, otherwise an address made from the name."""
    if _ADDRESS.fullmatch(sender):
        return sender
    word = re.sub(r"[^a-z0-9]+", ".", sender.lower()).strip(".") or "someone"
    return f"{word}@elsewhere.example"


@lru_cache(maxsize=64)
def _shuffled(seed: int, purpose: str, count: int) -> list[int]:
    order = list(range(count))
    keyed(seed, purpose, count).shuffle(order)
    return order
