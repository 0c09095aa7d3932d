"""The content hash: a chain over what happened, deaf to wall times, costs and model exchanges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from simulator.trace.moments import Moment

_encoder = msgspec.json.Encoder(order="deterministic")
SHORT = 16


class ContentHash:
    """Feed moments in order; the digest so far can be read at any time."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def feed(self, moment: Moment) -> None:
        self._hash.update(content_bytes(moment))
        self._hash.update(b"\n")

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def content_bytes(moment: Moment) -> bytes:
    if moment.envelope is not None:
        moment = msgspec.structs.replace(moment, envelope=None)
    return _encoder.encode(moment)


def content_hash(moments: Iterable[Moment]) -> str:
    chain = ContentHash()
    for moment in moments:
        chain.feed(moment)
    return chain.digest


def json_hash(value: object) -> str:
    """Hash of any JSON-like value, the same for the same content whatever the order of keys."""
    return hashlib.sha256(_encoder.encode(value)).hexdigest()
