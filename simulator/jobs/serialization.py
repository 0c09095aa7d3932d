"""Converts stored runs to engine objects and back: story, config, moments, whole traces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache, reduce
from io import BytesIO
from operator import or_
from typing import Any, NamedTuple

import msgspec

from simulator.config import EpisodeConfig
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Part as PartRow
from simulator.models import ScenarioVersion
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.trace.exchange_parts import part_hash, parts_brought, parts_used, with_parts
from simulator.trace.hashing import SHORT, ContentHash
from simulator.trace.header import Header, Result
from simulator.trace.moments import Moment, moment_kinds
from simulator.trace.trace_reader import Limits, Trace, parse_trace
from simulator.trace.trace_writer import TraceWriter, moment_line

_STORIES_KEPT = 64
_LINES_AT_ONCE = 500


class Damaged(Exception):
    """Raised if stored moments of a run are missing or were changed."""


def source_text(story: Story) -> str:
    """Return the content of a scenario's file as JSON, as a version stores it."""
    return msgspec.json.encode(story.source).decode()


def story_of(version: ScenarioVersion) -> Story:
    """Return the story of a version, even if its file was changed or deleted."""
    return _story(version.source)


@lru_cache(maxsize=_STORIES_KEPT)
def _story(source: str) -> Story:
    return from_source(msgspec.json.decode(source), "(store)")


def config_of(row: EpisodeRow) -> EpisodeConfig:
    """Return the config the run started with. In a fork, the `Forked` moment has the config that applies later."""
    return EpisodeConfig.model_validate(row.config)


class StoredMoment(NamedTuple):
    """One moment as the database stores it."""

    number: int
    text: str
    chain: str
    """The content hash of the run up to this moment."""
    parts: Mapping[str, str] = {}
    """Messages and tool schemas sent to a model, by hash. Each is stored once for all runs."""

    def row(self, episode_id: int, now: datetime) -> MomentRow:
        return MomentRow(episode_id=episode_id, number=self.number, line=self.text, chain=self.chain, stored_at=now)


def stored_moments(moments: Iterable[Moment], chain: ContentHash) -> list[StoredMoment]:
    """Return consecutive moments as the database stores them, and feed each moment to `chain`."""
    found = []
    for moment in moments:
        chain.feed(moment)
        found.append(StoredMoment(moment.n, line_of(moment, chain.digest), chain.digest, parts_to_keep(moment)))
    return found


def line_of(moment: Moment, chain: str) -> str:
    """Return the moment's line, without the messages and tool schemas of its exchange, which all runs share."""
    return moment_line(with_parts(moment, {}), chain[:SHORT]).decode().rstrip("\n")


def parts_to_keep(moment: Moment) -> dict[str, str]:
    """Return the messages and tool schemas in a moment by hash. Leave out wrong hashes, because runs share parts."""
    brought = parts_brought(moment).items()
    return {name: msgspec.json.encode(part).decode() for name, part in brought if part_hash(part) == name}


def kept_parts(names: Iterable[str]) -> dict[str, Any]:
    """Return the stored parts with these hashes; parts that are not stored are missing."""
    return {name: msgspec.json.decode(row.body) for name, row in PartRow.objects.in_bulk(list(names)).items()}


def missing_parts(moments: Iterable[Moment]) -> dict[str, Any]:
    """Return, from the store, the parts that a moment uses although no moment up to this one contains them."""
    missing: set[str] = set()
    brought: set[str] = set()
    for moment in moments:
        brought |= parts_brought(moment).keys()
        missing |= {name for name in parts_used(moment) if name not in brought}
    return kept_parts(missing) if missing else {}


def moment_of(line: str) -> Moment:
    return _decoder(len(moment_kinds())).decode(line)


@lru_cache(maxsize=1)
def _decoder(kinds: int) -> msgspec.json.Decoder[Moment]:
    """Return a decoder of stored moments.

    The argument is only a cache key: a newly registered moment kind needs a new decoder.
    """
    known: Any = reduce(or_, moment_kinds().values())
    return msgspec.json.Decoder(known)


def moments_of(episode_id: int, after: int = -1, upto: int | None = None) -> list[Moment]:
    """Return the moments after the number `after` and, if `upto` is given, up to and including the number `upto`."""
    return [moment_of(line) for line in lines_of(episode_id, after, upto)]


def lines_of(episode_id: int, after: int = -1, upto: int | None = None) -> Iterator[str]:
    """Yield the stored lines of the moments that `moments_of` returns, without loading all of a long run at once."""
    rows = MomentRow.objects.filter(episode_id=episode_id, number__gt=after)
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return rows.order_by("number").values_list("line", flat=True).iterator(_LINES_AT_ONCE)


def header_of(row: EpisodeRow) -> Header:
    """Return the first line of the run's trace, with the engine version and the config that the run started with."""
    story = story_of(row.version)
    return Header(
        engine=row.engine,
        scenario=dict(story.source),
        scenario_hash=story.hash,
        config=_in_order(row.config),
        config_hash=row.config_hash,
        # The column `seed` has the current seed; a fork may have changed it.
        seed=row.config["seed"],
    )


def _in_order(config: dict[str, Any]) -> dict[str, Any]:
    """Return the options in the order of declaration, with inner keys sorted, because PostgreSQL reorders keys."""
    named = {name: config[name] for name in EpisodeConfig.model_fields if name in config}
    return {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in named.items()}


def trace_bytes_of(row: EpisodeRow) -> bytes:
    """Return the run as a trace file. If the run has no result, the result line is left out."""
    buffer, moments = BytesIO(), moments_of(row.pk)
    writer = TraceWriter(buffer, header_of(row), missing_parts(moments))
    for moment in moments:
        writer.add(moment)
    if row.result is not None:
        writer.finish(msgspec.convert(row.result, Result))
    return buffer.getvalue()


def trace_of(row: EpisodeRow) -> Trace:
    data = trace_bytes_of(row)
    # No size limits here: they are for uploaded files, and every stored run must be exportable.
    return parse_trace(data, f"run {row.pk}", Limits(len(data), len(data)), partial=row.result is None)


def storable(value: Any) -> Any:
    """Return the value with NUL characters replaced, because PostgreSQL refuses them. Tuples become lists."""
    if isinstance(value, str):
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if isinstance(value, dict):
        return {storable(key): storable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [storable(inner) for inner in value]
    return value
