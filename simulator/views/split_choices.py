"""The splits as pages list them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import NamedTuple

from simulator.scenario.scenario_files import FolderError, split_folders
from simulator.scenario.splits import Split, Splits


class SplitLine(NamedTuple):
    """A split with its description and the number of its scenarios that a page lists."""

    name: str
    about: str
    scenarios: int


def readable_splits() -> list[Split]:
    """Return the splits whose files can be read; no splits if a setting names a folder that does not exist."""
    # Pages must open even then. `pare up` and `pare scenarios list` report the missing folder.
    try:
        return Splits(split_folders(os.environ)).readable()
    except FolderError:
        return []


def split_lines(splits: Iterable[Split], slugs: Collection[str]) -> list[SplitLine]:
    """Return a line per split that contains at least one of these scenarios."""
    lines = (SplitLine(split.name, split.about, len(set(split.ids) & set(slugs))) for split in splits)
    return [line for line in lines if line.scenarios]
