"""A search gives the moments that have all the words, in order, and a filter shows only what it lets through."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.showing.finding import LANES, CannotFind, Question, counts, find, question_of
from simulator.showing.kinds import KINDS
from simulator.showing.parts import Told
from simulator.showing.reel import Reel
from simulator.showing.texts import Texts, texts_of, words_of
from tests.simulator.showing.played import reel_of

APPS = ("", "email", "calendar", "messaging", "reminder", "city")
questions = st.builds(
    Question,
    words=st.lists(st.sampled_from(["a", "mail", "the", "reminder", "zzz", "pack for", "train"]), max_size=3).map(
        tuple
    ),
    hide=st.frozensets(st.sampled_from(KINDS)),
    actors=st.frozensets(st.sampled_from(LANES)),
    apps=st.frozensets(st.sampled_from(APPS), max_size=2),
)


@cache
def played() -> tuple[Reel, list[Texts]]:
    disturbed: dict[str, Any] = {"env_events_per_minute": 6, "tool_failure_probability": 0.4}
    reel = reel_of("email_reminder_batch_cancellation", assistant="oracle", seed=2, **disturbed)
    return reel, list(map(texts_of, reel.told, reel.moments))


def readable(texts: Texts, private: bool) -> list[str]:
    return [one.text for one in texts if private or not one.private]


@settings(max_examples=300)
@given(questions, st.booleans())
def test_every_hit_has_every_word_is_shown_and_comes_in_order(question: Question, private: bool) -> None:
    reel, texts = played()
    found = find(question, reel.told, texts, private)
    for n in found.hits:
        assert all(any(word in text for text in readable(texts[n], private)) for word in question.words)
        assert question.shows(reel.told[n])
    assert all(before < after for before, after in pairwise(found.hits))
    assert found.places.keys() <= {*found.hits}


@settings(max_examples=200)
@given(questions, st.booleans())
def test_what_is_no_hit_lacks_a_word_or_is_hidden(question: Question, private: bool) -> None:
    reel, texts = played()
    found = find(question, reel.told, texts, private)
    missed = [n for n in range(len(reel)) if n not in found.hits]
    has_all = [n for n in missed if all(any(w in t for t in readable(texts[n], private)) for w in question.words)]
    if question.words:
        assert len(has_all) == found.hidden and not any(question.shows(reel.told[n]) for n in has_all)
    else:
        assert found.hits == () and found.hidden == 0


@settings(max_examples=200)
@given(questions)
def test_a_filter_never_shows_what_it_hides(question: Question) -> None:
    reel, texts = played()
    found = find(question, reel.told, texts, private=True)
    if not question.filters:
        assert found.shown is None
        return
    assert found.shown is not None
    for n in found.shown:
        told = reel.told[n]
        assert told.kind not in question.hide
        assert not question.actors or told.lane in question.actors
        assert not question.apps or told.app in question.apps
    hidden = {*range(len(reel))}.difference(found.shown)
    assert all(
        reel.told[n].kind in question.hide
        or (question.actors and reel.told[n].lane not in question.actors)
        or (question.apps and reel.told[n].app not in question.apps)
        for n in hidden
    )


@settings(max_examples=100)
@given(questions)
def test_errors_are_those_that_failed_and_are_shown(question: Question) -> None:
    reel, texts = played()
    found = find(question, reel.told, texts, private=True)
    assert found.errors == tuple(one.n for one in reel.told if one.failed and question.shows(one))


@given(st.data())
def test_a_moment_is_found_by_any_stretch_of_its_sentence(data: st.DataObject) -> None:
    reel, texts = played()
    told: Told = data.draw(st.sampled_from(reel.told))
    words = told.text.split()
    first = data.draw(st.integers(0, len(words) - 1))
    stretch = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    found = find(Question(words_of(f'"{stretch}"')), reel.told, texts, private=False)
    assert told.n in found.hits and told.n not in found.places


def test_no_words_and_no_filter_give_everything_that_failed_and_nothing_else() -> None:
    reel, texts = played()
    found = find(Question(), reel.told, texts, private=True)
    assert (found.hits, found.shown, found.hidden, found.places) == ((), None, 0, {})
    assert found.errors


def test_where_words_stand_is_told_only_if_the_story_does_not_show_them() -> None:
    reel, texts = played()
    found = find(Question(("reminders__delete_reminder",)), reel.told, texts, private=False)
    assert found.hits and {*found.places.values()} == {"call"}
    assert find(Question(("noise",)), reel.told, texts, private=False).hits


def test_every_moment_is_counted_once_by_kind_and_actor() -> None:
    reel, _ = played()
    counted = counts(reel.told)
    assert sum(counted["kinds"].values()) == sum(counted["actors"].values()) == len(reel)
    assert "" not in counted["apps"] and counted["apps"]["email"] > 0


def test_a_question_is_read_from_an_address() -> None:
    asked = question_of("Late train", "read,noise, ", "user", "email,calendar")
    assert asked == Question(
        ("late", "train"), frozenset({"read", "noise"}), frozenset({"user"}), frozenset({"email", "calendar"})
    )
    assert question_of() == Question()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"hide": "reads"}, "There is no kind of moment “reads”. There are: read, write"),
        ({"actor": "environment"}, "There is no actor “environment”. There are: user, assistant, world."),
        ({"q": "x" * 201}, "has 201 characters. Shorten it to at most 200."),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(asked: dict[str, str], says: str) -> None:
    with pytest.raises(CannotFind, match=says.replace(".", r"\.")):
        question_of(**asked)
