"""Blind by construction: the type has no place for anything that the simulated user was not given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from annotation.showing.item_view import ItemView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.moments import Acted
from tests.annotation.showing.views_of import built_at, points
from tests.simulator.stories.shelf import story
from tests.simulator.talking import talkers

ALLOWED = {
    # who one is and what one wants
    *("kind", "name", "about", "goal", "clock", "day", "offer"),
    # what one did and was told
    *("happened", "clock", "day", "lane", "shape", "parts", "quote", "frame", "is_here"),
    # words, and how they stand out
    *("text", "style"),
    "has_phone",
}
PLAIN = (inspect.StrType, inspect.IntType, inspect.BoolType, inspect.LiteralType)


def fields_in(kind: Any) -> Iterator[str]:
    """Names of all fields, however deep; anything that could hold what has no name is an error."""
    if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
        for field in kind.fields:
            yield field.encode_name
            yield from fields_in(field.type)
    elif isinstance(kind, inspect.VarTupleType):
        yield from fields_in(kind.item_type)
    else:
        assert isinstance(kind, PLAIN), f"a value of {kind} could be anything"


def test_the_type_has_fields_for_what_the_user_was_given_and_no_others() -> None:
    assert set(fields_in(inspect.type_info(ItemView))) == ALLOWED


class Inner(msgspec.Struct):
    model: str


class Outer(msgspec.Struct):
    inner: tuple[Inner, ...]


class Open(msgspec.Struct):
    anything: dict[str, str]


def test_the_walk_would_find_a_field_that_is_deep_inside_and_places_that_can_hold_anything() -> None:
    assert set(fields_in(inspect.type_info(Outer))) == {"inner", "model"}
    with pytest.raises(AssertionError, match="could be anything"):
        list(fields_in(inspect.type_info(Open)))


def test_the_content_says_nothing_of_thoughts_of_later_and_of_who_played() -> None:
    with talkers() as players:
        episode = Episode(story("late_train"), EpisodeConfig(**players)).run()
    for kind in ("offer", "silence"):
        for n in points(episode.moments, kind):
            built = built_at(episode.story, episode.moments, n, kind)
            told = msgspec.json.encode(msgspec.to_builtins(built.view)).decode() + repr(built.pictures)
            later = _words(episode.moments[n + 1 :]) - _words(episode.moments[: n + 1])
            assert not [words for words in later if words in told]
            hidden = (
                "I weigh decision",
                "So be it",
                "acme",
                "small-1",
                *players.values(),
                "late_train",
                "The late train",
            )
            assert not [word for word in hidden if word in told]


def _words(moments: Any) -> set[str]:
    """What was said or written."""
    acts = (moment for moment in moments if isinstance(moment, Acted))
    said = {str(value) for act in acts for value in act.args.values() if isinstance(value, str)}
    return {words for words in said if len(words) > 12 and " " in words and any(map(str.isalpha, words))}
