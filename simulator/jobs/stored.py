"""What the store holds of a run, as the engine knows it: the story, the config, the moments, the whole trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from io import BytesIO
from operator import or_
from typing import Any

import msgspec

from simulator.config import EpisodeConfig
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Part as PartRow
from simulator.models import ScenarioVersion
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.trace.hashing import SHORT
from simulator.trace.header import Header, Result
from simulator.trace.moments import Moment, moment_kinds
from simulator.trace.parts import part_hash, parts_brought, parts_used, with_parts
from simulator.trace.reading import Limits, Trace, parse_trace
from simulator.trace.writing import TraceWriter, moment_line

_STORIES_KEPT = 64
_LINES_AT_ONCE = 500


class Damaged(Exception):
    """What is stored of a run does not fit together."""


def source_text(story: Story) -> str:
    """The content of a scenario's file as a version keeps it."""
    return msgspec.json.encode(story.source).decode()


def story_of(version: ScenarioVersion) -> Story:
    """The story as it was when this version was the file's content, whatever has become of the file."""
    return _story(version.source)


@lru_cache(maxsize=_STORIES_KEPT)
def _story(source: str) -> Story:
    return from_source(msgspec.json.decode(source), "(store)")


def config_of(row: EpisodeRow) -> EpisodeConfig:
    """The one with which it began; where it was forked, a moment brings the one that holds from there on."""
    return EpisodeConfig.model_validate(row.config)


def line_of(moment: Moment, chain: str) -> str:
    """The moment's line without the parts of its exchange, which are kept once for all runs."""
    return moment_line(with_parts(moment, {}), chain[:SHORT]).decode().rstrip("\n")


def parts_to_keep(moment: Moment) -> dict[str, str]:
    """By hash what a moment brings of messages and tool schemas. All runs share them, so no name may be false."""
    brought = parts_brought(moment).items()
    return {name: msgspec.json.encode(part).decode() for name, part in brought if part_hash(part) == name}


def kept_parts(names: Iterable[str]) -> dict[str, Any]:
    """Those that are there, by hash."""
    return {name: msgspec.json.decode(row.body) for name, row in PartRow.objects.in_bulk(list(names)).items()}


def missing_parts(moments: Iterable[Moment]) -> dict[str, Any]:
    """What these moments use of messages and tool schemas before any of them brings it."""
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
    """Made again when there are more kinds than before."""
    known: Any = reduce(or_, moment_kinds().values())
    return msgspec.json.Decoder(known)


def moments_of(episode_id: int, after: int = -1, upto: int | None = None) -> list[Moment]:
    """The moments in order, from the one after `after` to `upto`, which is included; to the last one without it."""
    return [moment_of(line) for line in lines_of(episode_id, after, upto)]


def lines_of(episode_id: int, after: int = -1, upto: int | None = None) -> Iterator[str]:
    """The same as they are stored; never all of a long run at once."""
    rows = MomentRow.objects.filter(episode_id=episode_id, number__gt=after)
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return rows.order_by("number").values_list("line", flat=True).iterator(_LINES_AT_ONCE)


def header_of(row: EpisodeRow) -> Header:
    """The first line of the run's trace, in the words of the engine that began it."""
    story = story_of(row.version)
    return Header(
        engine=row.engine,
        scenario=dict(story.source),
        scenario_hash=story.hash,
        config=_in_order(row.config),
        config_hash=row.config_hash,
        # The column tells of the seed that holds now.
        seed=row.config["seed"],
    )


def _in_order(config: dict[str, Any]) -> dict[str, Any]:
    """The options as they are declared, and what they hold by name: PostgreSQL keeps keys in an order of its own."""
    named = {name: config[name] for name in EpisodeConfig.model_fields if name in config}
    return {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in named.items()}


def trace_bytes_of(row: EpisodeRow) -> bytes:
    """The run as a trace file; one that is not over has no last line yet."""
    buffer, moments = BytesIO(), moments_of(row.pk)
    writer = TraceWriter(buffer, header_of(row), missing_parts(moments))
    for moment in moments:
        writer.add(moment)
    if row.result is not None:
        writer.finish(msgspec.convert(row.result, Result))
    return buffer.getvalue()


def trace_of(row: EpisodeRow) -> Trace:
    data = trace_bytes_of(row)
    # What was taken in must come out again: limits are for files that come from outside.
    return parse_trace(data, f"run {row.pk}", Limits(len(data), len(data)), partial=row.result is None)


def storable(value: Any) -> Any:
    """The value without NUL characters, which PostgreSQL cannot hold in text nor in JSON columns."""
    if isinstance(value, str):
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if isinstance(value, dict):
        return {storable(key): storable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [storable(inner) for inner in value]
    return value
