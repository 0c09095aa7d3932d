"""The content hash: a hash chain over the moments, without wall times, costs and model exchanges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from simulator.trace.moments import Moment

# Sorted keys, so that the hash of equal content does not depend on the order in which fields were set.
_encoder = msgspec.json.Encoder(order="deterministic")
# Number of hash digits on each moment's line: enough to find the first changed line. The result has the whole hash.
SHORT = 16


class ContentHash:
    """The running hash of moments fed in order; the digest so far can be read at any time."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def feed(self, moment: Moment) -> None:
        self._hash.update(content_bytes(moment))
        self._hash.update(b"\n")

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def content_bytes(moment: Moment) -> bytes:
    # The envelope holds wall times, costs and exchanges, which differ between runs of the same content.
    if moment.envelope is not None:
        moment = msgspec.structs.replace(moment, envelope=None)
    return _encoder.encode(moment)


def content_hash(moments: Iterable[Moment]) -> str:
    chain = ContentHash()
    for moment in moments:
        chain.feed(moment)
    return chain.digest


def json_hash(value: object) -> str:
    """Return the hash of any JSON-like value, independent of the order of keys."""
    return hashlib.sha256(_encoder.encode(value)).hexdigest()
