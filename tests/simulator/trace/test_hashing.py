"""The content hash covers what happened and nothing else."""

from __future__ import annotations

import msgspec

from simulator.trace.hashing import ContentHash, content_hash, json_hash
from simulator.trace.moments import Acted, Envelope, Started

START = Started(n=0, at=100, local="1970-01-01 00:01:40", state_hash="00")
TAP = Acted(n=1, at=110, local="1970-01-01 00:01:50", turn=1, actor="user", app="home", name="go_home")


def test_wall_times_costs_and_exchanges_do_not_count() -> None:
    costly = msgspec.structs.replace(TAP, envelope=Envelope(wall="2026-01-01T00:00:00Z", cost=0.5, parts={"a": 1}))
    assert content_hash([START, costly]) == content_hash([START, TAP])


def test_every_field_outside_the_envelope_counts() -> None:
    changed = {
        "n": 2,
        "at": 111,
        "local": "x",
        "turn": 2,
        "name": "go_back",
        "args": {"a": 1},
        "result": "r",
        "seen": 1,
    }
    for field, value in changed.items():
        other = msgspec.structs.replace(TAP, **{field: value})
        assert content_hash([START, other]) != content_hash([START, TAP]), field


def test_the_order_of_keys_does_not_count() -> None:
    one = msgspec.structs.replace(TAP, args={"a": 1, "b": 2})
    other = msgspec.structs.replace(TAP, args={"b": 2, "a": 1})
    assert content_hash([one]) == content_hash([other])
    assert json_hash({"a": 1, "b": 2}) == json_hash({"b": 2, "a": 1})


def test_the_hash_can_be_read_on_the_way() -> None:
    chain = ContentHash()
    chain.feed(START)
    assert chain.digest == content_hash([START])
    chain.feed(TAP)
    assert chain.digest == content_hash([START, TAP])
