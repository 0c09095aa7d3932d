"""A search gives the moments that have all the words, in order, and a filter shows only what it lets through."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.moment_search import (
    LANES,
    BadQuery,
    MomentQuery,
    SearchTexts,
    counts,
    normalized,
    parse_query,
    search,
    texts_of,
    words_of,
)
from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.showing.moment_context import MomentContext
from simulator.showing.run_history import RunHistory
from simulator.showing.tell import tell
from simulator.showing.told_moment import KINDS, ToldMoment
from simulator.trace.exchange import Exchange, Reply, ToolCall
from simulator.trace.moments import Acted, Envelope, Moment, Remembered, Said
from tests.simulator.showing.played import history_of, story

APPS = ("", "email", "calendar", "messaging", "reminder", "city")
questions = st.builds(
    MomentQuery,
    words=st.lists(st.sampled_from(["a", "mail", "the", "reminder", "zzz", "pack for", "train"]), max_size=3).map(
        tuple
    ),
    hide=st.frozensets(st.sampled_from(KINDS)),
    actors=st.frozensets(st.sampled_from(LANES)),
    apps=st.frozensets(st.sampled_from(APPS), max_size=2),
)


@cache
def played() -> tuple[RunHistory, list[SearchTexts]]:
    disturbed: dict[str, Any] = {"env_events_per_minute": 6, "tool_failure_probability": 0.4}
    history = history_of("email_reminder_batch_cancellation", assistant="oracle", seed=2, **disturbed)
    return history, list(map(texts_of, history.told, history.moments))


def readable(texts: SearchTexts, private: bool) -> list[str]:
    return [one.text for one in texts if private or not one.private]


@settings(max_examples=300)
@given(questions, st.booleans())
def test_every_hit_has_every_word_is_shown_and_comes_in_order(question: MomentQuery, private: bool) -> None:
    history, texts = played()
    found = search(question, history.told, texts, private)
    for n in found.hits:
        assert all(any(word in text for text in readable(texts[n], private)) for word in question.words)
        assert question.shows(history.told[n])
    assert all(before < after for before, after in pairwise(found.hits))
    assert found.places.keys() <= {*found.hits}


@settings(max_examples=200)
@given(questions, st.booleans())
def test_what_is_no_hit_lacks_a_word_or_is_hidden(question: MomentQuery, private: bool) -> None:
    history, texts = played()
    found = search(question, history.told, texts, private)
    missed = [n for n in range(len(history)) if n not in found.hits]
    has_all = [n for n in missed if all(any(w in t for t in readable(texts[n], private)) for w in question.words)]
    if question.words:
        assert len(has_all) == found.hidden and not any(question.shows(history.told[n]) for n in has_all)
    else:
        assert found.hits == () and found.hidden == 0


@settings(max_examples=200)
@given(questions)
def test_a_filter_never_shows_what_it_hides(question: MomentQuery) -> None:
    history, texts = played()
    found = search(question, history.told, texts, private=True)
    if not question.filters:
        assert found.shown is None
        return
    assert found.shown is not None
    for n in found.shown:
        told = history.told[n]
        assert told.kind not in question.hide
        assert not question.actors or told.lane in question.actors
        assert not question.apps or told.app in question.apps
    hidden = {*range(len(history))}.difference(found.shown)
    assert all(
        history.told[n].kind in question.hide
        or (question.actors and history.told[n].lane not in question.actors)
        or (question.apps and history.told[n].app not in question.apps)
        for n in hidden
    )


@settings(max_examples=100)
@given(questions)
def test_errors_are_those_that_failed_and_are_shown(question: MomentQuery) -> None:
    history, texts = played()
    found = search(question, history.told, texts, private=True)
    assert found.errors == tuple(one.n for one in history.told if one.failed and question.shows(one))


@given(st.data())
def test_a_moment_is_found_by_any_stretch_of_its_sentence(data: st.DataObject) -> None:
    history, texts = played()
    told: ToldMoment = data.draw(st.sampled_from(history.told))
    words = told.text.split()
    first = data.draw(st.integers(0, len(words) - 1))
    stretch = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    found = search(MomentQuery(words_of(f'"{stretch}"')), history.told, texts, private=False)
    assert told.n in found.hits and told.n not in found.places


def test_no_words_and_no_filter_give_everything_that_failed_and_nothing_else() -> None:
    history, texts = played()
    found = search(MomentQuery(), history.told, texts, private=True)
    assert (found.hits, found.shown, found.hidden, found.places) == ((), None, 0, {})
    assert found.errors


def test_where_words_stand_is_told_only_if_the_story_does_not_show_them() -> None:
    history, texts = played()
    found = search(MomentQuery(("reminders__delete_reminder",)), history.told, texts, private=False)
    assert found.hits and {*found.places.values()} == {"call"}
    assert search(MomentQuery(("noise",)), history.told, texts, private=False).hits


def test_every_moment_is_counted_once_by_kind_and_actor() -> None:
    history, _ = played()
    counted = counts(history.told)
    assert sum(counted["kinds"].values()) == sum(counted["actors"].values()) == len(history)
    assert "" not in counted["apps"] and counted["apps"]["email"] > 0


def test_a_question_is_read_from_an_address() -> None:
    asked = parse_query("Late train", "read,noise, ", "user", "email,calendar")
    assert asked == MomentQuery(
        ("late", "train"), frozenset({"read", "noise"}), frozenset({"user"}), frozenset({"email", "calendar"})
    )
    assert parse_query() == MomentQuery()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"hide": "reads"}, "Unknown kind of step “reads”. Known: read, write"),
        ({"actor": "environment"}, "Unknown actor “environment”. Known: user, assistant, world."),
        ({"q": "x" * 201}, "has 201 characters. Shorten it to at most 200."),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(asked: dict[str, str], says: str) -> None:
    with pytest.raises(BadQuery, match=says.replace(".", r"\.")):
        parse_query(**asked)


AT: dict[str, Any] = {"n": 1, "at": 0, "local": "2026-10-02 09:00:00"}
ASKED = Exchange(
    stage="observe",
    alias="small",
    model="acme/small-1",
    format="tools",
    prompt_set="p",
    reply=Reply(text="Yes indeed.", calls=(ToolCall("ring", '{"bell": "brass"}'),), reasoning="A long walk."),
    problem="It mumbles.",
)


def told(moment: Moment) -> ToldMoment:
    return tell(MomentContext(story("email_notification").blank, moment))


def acted(**fields: Any) -> Acted:
    return Acted(**{**AT, "turn": 1, "actor": "assistant", "app": "email", "name": "list_emails", **fields})


def words_in(moment: Moment, private: bool) -> str:
    return "\n".join(text.text for text in texts_of(told(moment), moment) if private or not text.private)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", ()),
        ("  \t ", ()),
        ('""', ()),
        ("Tomasz", ("tomasz",)),
        ("late  TRAIN late", ("late", "train")),
        ('"the  late train" now', ("the late train", "now")),
        ("“Majorna Gym”", ("majorna gym",)),
        ('gym "never closed', ("gym", "never closed")),
        ('say"hello there"', ("say", "hello there")),
        ("It’s", ("it's",)),
        ("STRASSE straße", ("strasse",)),
        ("Cafe\u0301", ("café",)),
    ],
)
def test_a_search_text_is_taken_apart_into_words_and_phrases(query: str, words: tuple[str, ...]) -> None:
    assert words_of(query) == words


@given(st.text(max_size=80))
def test_words_are_never_empty_and_never_repeat(query: str) -> None:
    words = words_of(query)
    assert all(words) and len({*words}) == len(words)
    assert all("\n" not in word and word == word.strip() for word in words)


@given(st.text(max_size=60))
def test_what_is_made_alike_stays_so(text: str) -> None:
    assert normalized(normalized(text)) == normalized(text)


def test_calls_arguments_and_results_are_public_and_field_names_are_not_searched() -> None:
    given = {"folder": "Späm", "count": 3, "nested": {"to": ["ida@home.example"]}, "nothing": None}
    found = words_in(acted(args=given, result={"mails": [{"subject": "Brass band"}]}), private=False)
    for word in ("emails__list_emails", "späm", "3", "ida@home.example", "brass band"):
        assert word in found
    assert "nested" not in found and "subject" not in found


def test_an_error_is_found_by_its_words_and_its_code() -> None:
    found = words_in(acted(error=Refusal("not_available", "The folder is gone.")), private=False)
    assert "the folder is gone." in found and "not_available" in found


def test_no_phrase_goes_over_from_one_text_to_the_next() -> None:
    found = words_in(acted(args={"one": "red", "two": "blue"}), private=True)
    assert "red\nblue" in found and "red blue" not in found


def test_thoughts_and_replies_are_private() -> None:
    moment = acted(envelope=Envelope(thought="Where was it?", exchange=ASKED))
    for word in ("where was it?", "yes indeed.", "a long walk.", "brass", "it mumbles."):
        assert word in words_in(moment, private=True)
        assert word not in words_in(moment, private=False)


def test_why_a_reply_could_not_be_read_is_private() -> None:
    moment = acted(name="none", error=Refusal(BAD_REPLY, "No call: 'Aunt Ida must not know'."), args={"x": "secret"})
    assert "aunt ida" in words_in(moment, private=True)
    public = words_in(moment, private=False)
    assert "aunt ida" not in public and "secret" not in public
    assert "without a readable action" in public


def test_private_notes_are_private_and_words_of_a_transcript_beyond_the_story_too() -> None:
    note = Remembered(**AT, actor="assistant", note="She likes trains.")
    assert "trains" in words_in(note, private=True) and "trains" not in words_in(note, private=False)
    said = Said(**AT, actor="assistant", role="assistant", text="word " * 200 + "zebra")
    assert "zebra" in words_in(said, private=True) and "zebra" not in words_in(said, private=False)
