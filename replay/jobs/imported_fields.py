"""Computes the columns of an imported run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

import msgspec
from django.utils import timezone

from replay.foreign.brought import Brought
from replay.origin import verdict_said
from simulator.episode.loop import Episode
from simulator.jobs import results
from simulator.jobs.blame_rows import NO_FAULT
from simulator.jobs.run_import import played_columns
from simulator.jobs.serialization import storable
from simulator.models import State
from simulator.models.episode import OWN_FORMAT
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result, TraceError

LONGEST_FILE_NAME = 120


def fields_of(brought: Brought, episode: Episode) -> dict[str, Any]:
    """Return the columns about progress, origin and ending. Raise TraceError if the file has no end of the run."""
    return {
        **played_columns(episode),
        "imported": _imported(brought),
        **_ending(brought, episode),
        "ended_at": _made_at(brought.said),
    }


def shown_name(name: str) -> str:
    """Return a file name as it is stored: without folders, on one line, at most `LONGEST_FILE_NAME` characters."""
    last = PurePosixPath(name.replace("\\", "/")).name
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in last).strip()
    return line[:LONGEST_FILE_NAME] or "(file without a name)"


def _imported(brought: Brought) -> dict[str, Any]:
    facts = {"format": brought.format, "file": brought.trace.file, "said": brought.said}
    found: dict[str, Any] = storable({**facts, "warnings": list(brought.warnings)})
    return found


def _ending(brought: Brought, episode: Episode) -> dict[str, Any]:
    result = brought.trace.result
    if result is None:
        remedy = "Export the run again once it is over."
        raise TraceError(brought.trace.file, None, "The file does not say how the run ended.", remedy)
    if brought.format == OWN_FORMAT:
        return results.fields_of(result, episode)
    # A run of another engine is neither a success nor a miss, because there are no goals by which it could be judged.
    return {
        "state": State.FINISHED,
        "success": None,
        "result": _retold(result, episode),
        "reason": results.reason_text(verdict_said(brought.said)),
        **NO_FAULT,
        "content_hash": content_hash(episode.moments),
    }


def _retold(result: Result, episode: Episode) -> Any:
    counted = msgspec.structs.replace(result, outcome=None, moments=len(episode.moments))
    return storable(msgspec.to_builtins(counted))


def _made_at(said: Mapping[str, Any]) -> datetime:
    """Return the time when the run was played, by which lists sort runs; the current time if the file gives none."""
    now, date = timezone.now(), said.get("date")
    if not isinstance(date, int | float) or isinstance(date, bool):
        return now
    try:
        # A date in the future would keep the run at the top of every list.
        return min(datetime.fromtimestamp(date, UTC), now)
    except (OverflowError, OSError, ValueError):
        return now
