"""Details in which a report may differ from what was done: opposites, parts of the day, vague days, codes and "all"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simulator.reading.facts.folding import fold
from simulator.reading.offers import Found
from simulator.reading.scene import singular

if TYPE_CHECKING:
    from simulator.reading.report_parts import DoneDeed, DoneRun, Part
    from simulator.reading.report_support import Statement

_PAIRS = (
    ("new", "old"),
    ("left", "right"),
    ("first", "second"),
    ("big", "small"),
    ("large", "small"),
    ("upper", "lower"),
    ("north", "south"),
    ("east", "west"),
    ("early", "late"),
    ("earlier", "later"),
    ("black", "white"),
    ("inner", "outer"),
    ("front", "back"),
    ("indoor", "outdoor"),
    ("hot", "cold"),
    ("short", "long"),
    ("single", "double"),
)
_OPPOSITES = {**dict(_PAIRS), **{other: one for one, other in _PAIRS}}
# First and last minute of each part of the day, after midnight; the limits are generous.
_PARTS_OF_DAY = {"morning": (240, 780), "afternoon": (690, 1110), "evening": (990, 1440), "tonight": (990, 1440)}
_PART_OF_DAY = re.compile(r"(?<!good )(?<!this )(?<!every )\b(morning|afternoon|evening|tonight)\b")
_SOME_DAY = re.compile(
    r"\b(?:next|this|last|the following|another) (?:week|weekend|month|year)\b|\bthe (?:day|week) (?:after|before)\b"
)
_CODE = re.compile(r"\b[A-Z][A-Z-]{2,}\d+\b")
_REFUSED_CODE = re.compile(
    r"\b(?:r[ua]n out|expired|over|no longer|invalid|refused|failed|rejected|did not|didn't|not)\b"
)
_WHOLE = re.compile(
    r"\ball (?:of )?(?:your|the|my) (?:mails?|emails?|messages?|reminders?|orders?|notes?|events?|rides?)\b"
)


def contrasts_in(words: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return the adjectives that have an opposite, each with the noun after it."""
    return frozenset((one, singular(other)) for one, other in itertools.pairwise(words) if one in _OPPOSITES)


def contrary_details(part: Part, own: Sequence[DoneDeed], said: Statement, run: DoneRun) -> Iterator[Found]:
    """Yield findings for details of a clause that contradict the deeds it names."""
    known = frozenset[tuple[str, str]]().union(*(deed.contrasts for deed in own))
    for adjective, noun in contrasts_in(part.words):
        if (_OPPOSITES[adjective], noun) in known and (adjective, noun) not in known:
            yield Found("no", "the opposite was done", f"{adjective} {noun}")
    times = {meaning for deed in own for kind, meaning in deed.values if kind == "time"}
    match = _PART_OF_DAY.search(part.line)
    if match and times and not any(_PARTS_OF_DAY[match[1]][0] <= time <= _PARTS_OF_DAY[match[1]][1] for time in times):
        yield Found("unclear", "it names another part of the day", match[0])
    match = _SOME_DAY.search(part.line)
    if match and own and not any(match[0] in fold(source.line) for source in run.sources()):
        yield Found("unclear", "it names another day", match[0])
    match = _WHOLE.search(part.line)
    taken = {deed.table for deed in own if deed.acts & {"cancel", "delete"}}
    if match and not said.words and any(record.table in taken for record in run.others):
        yield Found("no", "not all of the records were changed", match[0])


def other_codes(text: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for a code in capitals that belongs to nothing that was done."""
    for match in _CODE.finditer(text):
        code = fold(match[0])
        elsewhere = any(code in fold(source.line) for source in run.sources())
        # A report may mention a code from the phone, but not if the reported purchase did not use the code.
        refused = _REFUSED_CODE.search(text[max(0, match.start() - 40) : match.end() + 40])
        if code not in run.words and (not elsewhere or (run.acts & {"order", "pay"} and not refused)):
            yield Found("unclear", "it names a code that was not used", match[0])
