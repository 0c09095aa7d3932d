"""No two scenarios share people, a household, a plot or more than two lines of text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from simulator.scenario.library import Library
from simulator.scenario.story import Story

# Two scenarios may share this many lines, such as "Thank you!"; only lines of at least so many words are compared.
_MOST_SHARED_LINES, _FEWEST_WORDS = 2, 4
# Texts that people read: what somebody says or writes, on the phone or to the assistant.
_WRITTEN = frozenset(
    ("text", "content", "body", "subject", "goal", "about", "say", "offer", "report", "accept", "reject")
)
# Names that language models give to people whatever the place.
_STOCK_NAMES = frozenset(
    ("alex", "sarah", "emily", "emma", "john", "jane", "michael", "david", "lisa", "mike", "jordan", "taylor", "casey")
)


@pytest.fixture(scope="module")
def stories() -> list[Story]:
    return Library().stories()


def written(value: Any, key: str = "") -> Iterator[str]:
    """Yield every text under a key of `_WRITTEN`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from written(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from written(inner, key)
    elif isinstance(value, str) and key in _WRITTEN:
        yield value


def lines_of(story: Story) -> set[str]:
    sentences = (part for text in written(dict(story.source)) for part in re.split(r"\n|(?<=[.!?])\s+", text))
    folded = (" ".join(re.findall(r"\w+", sentence.casefold())) for sentence in sentences)
    return {line for line in folded if len(line.split()) >= _FEWEST_WORDS}


def test_no_two_scenarios_share_more_than_two_lines(stories: list[Story]) -> None:
    in_stories: dict[str, list[str]] = defaultdict(list)
    for story in stories:
        for line in lines_of(story):
            in_stories[line].append(story.id)
    shared = Counter(pair for ids in in_stories.values() for pair in combinations(sorted(ids), 2))
    assert [pair for pair, count in shared.items() if count > _MOST_SHARED_LINES] == []


def test_no_two_scenarios_share_a_person(stories: list[Story]) -> None:
    names = Counter(
        name for story in stories for name in {story.scenario.owner.name, *(one.name for one in story.scenario.people)}
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_two_scenarios_share_a_household(stories: list[Story]) -> None:
    homes = Counter(story.scenario.owner.home for story in stories)
    mails = Counter(story.scenario.owner.email for story in stories)
    assert [place for place, count in (homes + mails).items() if count > 1] == []


def test_owners_have_names_of_their_own(stories: list[Story]) -> None:
    first = [story.scenario.owner.name.split()[0].casefold() for story in stories]
    assert [name for name, count in Counter(first).items() if count > 1] == []
    assert sorted(_STOCK_NAMES & set(first)) == []


def test_owners_live_in_many_places(stories: list[Story]) -> None:
    zones = Counter(story.scenario.owner.time_zone for story in stories)
    assert zones.most_common(1)[0][1] <= max(2, len(stories) // 12)
    assert len({zone.partition("/")[0] for zone in zones}) >= 6
