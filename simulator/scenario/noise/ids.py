"""Ids for what noise brings: they do not give it away, for they look like those of the scenario's own records."""

from __future__ import annotations

import hashlib

from simulator.config import EpisodeConfig
from simulator.phone.store import Record
from simulator.scenario.story import Story
from simulator.trace.hashing import json_hash

_DIGITS = 5


class NoiseIds:
    """An id for each key, the same whenever it comes up and no other record's."""

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        # The options are part of it: after a fork, other noise must not bring the same records once more.
        self._key = f"{story.id}|{json_hash(config.noise_events)}"
        self._given: dict[tuple[str, str], str] = {}
        self._taken = {record_id for table in story.blank.store.tables().values() for record_id in table}
        self._taken |= {event.reserved[1] for event in story.events if event.reserved is not None}

    def reserved(self, cls: type[Record], key: str) -> tuple[str, str]:
        """Table and id for a record of this kind."""
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
