"""Every text of a file: weekdays fit the dates beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from simulator.scenario.lint.check import Check
from simulator.scenario.problems import Path
from simulator.scenario.weekdays import weekday_clashes

_DIGIT = re.compile(r"[0-9]")


def check_weekdays(check: Check) -> None:
    start = datetime.fromtimestamp(check.story.start, check.story.tz).date()
    for path, text in texts_in(check.story.source, ()):
        # Dates have digits; most texts have none, and looking for dates takes time.
        if _DIGIT.search(text):
            for clash in weekday_clashes(text, start):
                check.say(path, clash)


def texts_in(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts_in(inner, (*path, index))
