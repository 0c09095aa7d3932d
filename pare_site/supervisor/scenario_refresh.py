"""Loads scenario files into the database if they have changed since they were last loaded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path

from pare_site.cli.exits import Trouble
from pare_site.machine import own_command

_MOST_NAMED = 10
# Reading all scenario files takes longer than the rest of a start. This file stores a hash that shows whether any
# scenario file has changed since.
_SEEN = "scenarios_seen"


def refresh_scenarios(var: Path) -> list[str]:
    """Load changed files and return remarks to print. Raises Trouble if a folder is missing."""
    from simulator.jobs.scenario_sync import sync_scenarios
    from simulator.models import Scenario
    from simulator.scenario.library import Library
    from simulator.scenario.scenario_files import FolderError

    try:
        library = Library.standard()
    except FolderError as error:
        raise Trouble(str(error)) from None
    mark = _mark_of(library.files())
    known = {row.slug: row.removed_at is None for row in Scenario.objects.all()}
    if mark == _last_mark(var) and known:
        return []
    synced = sync_scenarios(library)
    (var / _SEEN).write_text(mark, encoding="utf-8")
    count = len({fault.file for fault in library.faults()})
    check = f"{own_command()} scenarios check"
    broken = [f"Scenario files with errors, not loaded: {count}. To see the errors: {check}"] if count else []
    # At the very first start all scenarios are new, which is not worth a line each.
    new = [name for name in synced.added if known and name not in known]
    back = [name for name in synced.added if name in known]
    told = {"changed": synced.changed, "added": new, "removed": synced.removed, "restored": back}
    return [*chain.from_iterable(_told(how, names) for how, names in told.items()), *broken]


def _told(how: str, names: Sequence[str]) -> list[str]:
    more = len(names) - _MOST_NAMED
    named = [f"Scenario {how}: {name}." for name in names[:_MOST_NAMED]]
    return [*named, f"More scenarios {how}: {more}."] if more > 0 else named


def _mark_of(files: list[Path]) -> str:
    """Return a hash that changes with the files, the engine version and the database."""
    from django.conf import settings

    from simulator.engine_version import ENGINE_VERSION

    database = settings.DATABASES["default"]
    about = [ENGINE_VERSION, str(database["NAME"]), str(database.get("HOST"))]
    for file in files:
        with suppress(FileNotFoundError):  # deleted since it was listed
            found = file.stat()
            about.append(f"{file} {found.st_mtime_ns} {found.st_size}")
    return sha256("\n".join(about).encode()).hexdigest()


def _last_mark(var: Path) -> str:
    try:
        return (var / _SEEN).read_text(encoding="utf-8")
    except OSError:
        return ""
