"""What of a moment can be found: what everybody reads, and apart from it what only some may."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.showing.parts import Told
from simulator.showing.scene import Scene
from simulator.showing.telling import tell
from simulator.showing.texts import alike, texts_of, words_of
from simulator.trace.exchange import Exchange, Reply, ToolCall
from simulator.trace.moments import Acted, Envelope, Moment, Remembered, Said
from tests.simulator.showing.played import story

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


def told(moment: Moment) -> Told:
    return tell(Scene(story("email_notification").blank, moment))


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
    assert alike(alike(text)) == alike(text)


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
    assert "no action can be read" in public


def test_private_notes_are_private_and_words_of_a_transcript_beyond_the_story_too() -> None:
    note = Remembered(**AT, actor="assistant", note="She likes trains.")
    assert "trains" in words_in(note, private=True) and "trains" not in words_in(note, private=False)
    said = Said(**AT, actor="assistant", role="assistant", text="word " * 200 + "zebra")
    assert "zebra" in words_in(said, private=True) and "zebra" not in words_in(said, private=False)
