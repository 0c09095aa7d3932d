"""Times of day in a text, and facts about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from simulator.scenario.facts.clock_digits import in_four_digits, with_minutes
from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.normalise import WORD_ENDS, Span
from simulator.scenario.facts.number_words import VALUES
from simulator.scenario.facts.scanning import matches_at_words
from simulator.scenario.facts.times_of_day import DAY, HALF_DAY, HALF_OF_DAY, HOUR, TimeMention, half_said, readings
from simulator.scenario.facts.whole_hours import hours_alone, stretches

_WRONG_BY_MINUTES = 205
_PAST_OR_TO_BEGINNINGS = re.compile(r"half|quarter|an?\s+half|an?\s+quarter|five|ten|twenty|[0-9]+")
_PAST_OR_TO = re.compile(
    r"(?:(?:an?\s+)?(?P<fraction>half|quarter)"
    r"|(?P<count>five|ten|twenty(?:[\s-]five)?|[0-9]{1,2})(?P<unit>\s+min(?:ute)?s?)?)"
    rf"\s+(?P<side>past|after|to|before)\s+(?P<hour>{HOUR})(?:\s+o'clock)?(?:{HALF_OF_DAY})?{WORD_ENDS}(?![.,:][0-9])"
)
_MINUTES_TO = re.compile(r"min(?:ute)?s?\s+to\s")
_NAMED_BEGINNINGS = re.compile(r"noon|mid|12")
_NAMED = re.compile(rf"(?:12\s+)?(?P<name>noon|midday|midnight){WORD_ENDS}")


@dataclass(frozen=True)
class TimeFact(Fact):
    minutes: int

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for mention in times_in(folded):
            if self.minutes in mention.minutes:
                yield mention.start, mention.end

    def wrong(self) -> str:
        hour, minute = divmod((self.minutes + _WRONG_BY_MINUTES) % DAY, 60)
        return f"{hour:02}:{minute:02}"


@lru_cache(maxsize=256)
def times_in(folded: str) -> tuple[TimeMention, ...]:
    mentions: list[TimeMention] = []
    taken = bytearray(len(folded))
    for scan in (_past_or_to, _named, with_minutes, in_four_digits, stretches, hours_alone):
        for mention in scan(folded):
            if not any(taken[mention.start : mention.end]):
                taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
                mentions.append(mention)
    return tuple(mentions)


def _past_or_to(folded: str) -> Iterator[TimeMention]:
    if not ("past" in folded or "quarter" in folded or _MINUTES_TO.search(folded)):
        return
    for match in matches_at_words(_PAST_OR_TO_BEGINNINGS, _PAST_OR_TO, folded):
        minute = _minutes_spoken(match)
        if _is_clear(match, minute):
            offset = minute if match["side"] in ("past", "after") else -minute
            hours = readings(match["hour"], half_said(match))
            yield TimeMention(*match.span(), tuple((hour + offset) % DAY for hour in hours))


def _minutes_spoken(match: re.Match[str]) -> int:
    if match["fraction"]:
        return 30 if match["fraction"] == "half" else 15
    count = match["count"]
    return int(count) if count.isdigit() else sum(VALUES[word] for word in re.split(r"[\s-]", count))


def _is_clear(match: re.Match[str], minute: int) -> bool:
    """Leaves out "ten to six", which may be a stretch of time; "ten minutes to six" and "ten past six" are clear."""
    if match["fraction"]:
        return match["side"] == "past" or match["fraction"] == "quarter"
    return minute < 60 and (match["side"] == "past" or (match["side"] == "to" and bool(match["unit"])))


def _named(folded: str) -> Iterator[TimeMention]:
    if "noon" in folded or "mid" in folded:
        for match in matches_at_words(_NAMED_BEGINNINGS, _NAMED, folded):
            yield TimeMention(*match.span(), (0,) if match["name"] == "midnight" else (HALF_DAY,))
