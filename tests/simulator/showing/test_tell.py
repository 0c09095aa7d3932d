"""Every moment that can happen reads as a whole, plain sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from simulator.agents.registry import ASSISTANTS, OUTSIDE
from simulator.phone.app import App
from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.scenario.story import Story
from simulator.showing.moment_context import MomentContext
from simulator.showing.sentence_parts import LONGEST_SENTENCE, SentencePart
from simulator.showing.tell import breaks, headline, tell
from simulator.showing.told_moment import KINDS, ToldMoment
from simulator.trace.moments import (
    ESTIMATED,
    FAILED_THERE,
    FITTED,
    UNTOLD,
    Acted,
    Ended,
    Envelope,
    Forked,
    Moment,
    Remembered,
    Said,
    Skipped,
    Started,
)
from tests.simulator.showing.played import contexts, stories, story
from tests.simulator.stories.shelf import fresh

ENDS_BADLY = re.compile(r"[,:;\s(–-]$")
ID = re.compile(r"\b(apt|ride|cal|contact|mail|file|msg|chat|user|note|folder|rem|prod|item|line|order|code|pay)_\w+")


def said_by_the_story(told: ToldMoment) -> str:
    """What we say ourselves, without what people wrote."""
    return "".join(part.text for part in told.parts if part.style != "quote")


def check(context: MomentContext) -> None:
    told = tell(context)
    own = said_by_the_story(told)
    assert own and told.text == told.text.strip() and "  " not in told.text, told.text
    assert own[0].isupper() or told.parts[0].style == "strong", told.text
    assert not ENDS_BADLY.search(told.text), told.text
    assert not ID.search(own), told.text
    assert all("_" not in part.text for part in told.parts if part.style == "plain"), told.text
    assert len(told.text) <= LONGEST_SENTENCE
    assert not any(ID.search(part.text) for note in told.notes for part in note if not told.failed), told.notes
    line = headline(context.look, context.moment, context.changes)
    assert line and len(line) <= LONGEST_SENTENCE and line[-1] in ".!?…”" and "\n" not in line, line


@pytest.mark.parametrize("assistant", [name for name in ASSISTANTS if name not in OUTSIDE])
def test_every_moment_of_every_scenario_reads_as_a_sentence(assistant: str) -> None:
    for told in stories():
        for context in contexts(told, assistant=assistant, seed=1):
            check(context)


def test_noise_and_broken_calls_read_as_sentences_too() -> None:
    for told in stories():
        for context in contexts(
            told, assistant="random", seed=2, env_events_per_minute=6, tool_failure_probability=0.3
        ):
            check(context)


def _actions() -> list[tuple[str, str, str]]:
    return sorted({(side, app.name, name) for app in all_apps().values() for side, name in _of(app)})


def _of(app: App) -> Iterator[tuple[str, str]]:
    taps = [name for screen in app.screens for name in taps_of(screen)]
    yield from (("assistant", name) for name in app.tools)
    yield from (("environment", name) for name in app.events)
    yield from (("user", name) for name in (*taps, *app.everywhere))


@pytest.mark.parametrize(("side", "app", "name"), _actions())
def test_every_action_has_words_even_when_nothing_is_known_about_its_arguments(side: str, app: str, name: str) -> None:
    look = story("email_notification").blank
    moment = Acted(n=1, at=look.now, local=look.show(look.now), turn=1, actor=side, app=app, name=name)  # type: ignore[arg-type]
    check(MomentContext(look, moment))


def acted(told: Story, **fields: object) -> MomentContext:
    look = told.blank
    made = {"n": 1, "at": look.now, "local": look.show(look.now), "turn": 1, **fields}
    return MomentContext(look, Acted(**made))  # type: ignore[arg-type]


def test_an_action_nobody_has_words_for_is_told_by_its_name_and_its_records() -> None:
    told = story("urgent_conflict_ride_reschedule")
    event = next(iter(told.blank.store.tables()["calendar.event"].values()))
    context = acted(told, actor="assistant", app="calendar", name="archive_event", args={"event_id": event.id})
    assert tell(context).parts == (SentencePart("Archives event "), SentencePart(event.title, "strong"))  # type: ignore[attr-defined]


def test_the_user_and_the_assistant_are_the_subject_of_a_headline() -> None:
    told = story("email_notification")
    opened = acted(told, actor="user", app="home", name="open_app", args={"app_name": "Emails"})
    assert headline(opened.look, opened.moment) == "The user opens Email."
    waits = acted(told, actor="assistant", app="assistant", name="wait")
    assert headline(waits.look, waits.moment) == "The assistant stays silent."


def test_a_headline_is_cut_to_its_longest_length() -> None:
    told = story("email_notification")
    said = acted(told, actor="user", app="assistant", name="send_message_to_agent", args={"content": "word " * 200})
    line = headline(said.look, said.moment)
    assert line.startswith("The user writes to the assistant: “word word") and line.endswith("…”")
    assert len(line) <= LONGEST_SENTENCE


def test_what_is_deleted_is_still_called_by_its_name() -> None:
    deleted = [
        tell(context).text
        for context in contexts(story("email_reminder_batch_cancellation"))
        if isinstance(context.moment, Acted) and context.moment.name == "delete_reminder"
    ]
    assert "Deletes the reminder Pack for night train" in deleted


def test_an_unknown_tool_and_a_tap_that_is_not_there_are_told_as_such() -> None:
    told = story("email_notification")
    unknown = acted(
        told,
        actor="assistant",
        app="home",
        name="x",
        asked="Emails__shred",
        error=Refusal("unknown_tool", "No such tool."),
    )
    assert tell(unknown).text == "Calls an unknown tool: Emails shred"
    message = "'pay' cannot be tapped on this screen. Here you can: go home."
    off = acted(told, actor="user", app="home", name="pay", asked="pay", error=Refusal("not_available", message))
    assert tell(off).text == "Taps something that is not on this screen: pay"
    assert tell(off).failed and tell(off).shape == "error"


def test_a_write_without_consent_says_so() -> None:
    told = story("email_notification")
    error = Refusal("no_consent", "Reminders__add_reminder changes something. Propose first.")
    context = acted(told, actor="assistant", app="reminder", name="add_reminder", args={"title": "Tea"}, error=error)
    assert tell(context).text == "Tries to add the reminder Tea without consent: refused"


def test_thoughts_are_kept_apart_from_what_was_done() -> None:
    told = story("email_notification")
    context = acted(told, actor="user", app="home", name="go_home", envelope=Envelope(thought="Where was it?"))
    assert tell(context).thought == "Where was it?"
    assert "Where" not in tell(context).text


def test_moments_of_the_record_itself_are_told() -> None:
    look = story("email_notification").blank
    at = {"n": 3, "at": look.now, "local": look.show(look.now)}
    skipped = Skipped(**at, event="late_reply", why="its time was over")  # type: ignore[arg-type]
    assert tell(MomentContext(look, skipped)).text == "Does not happen: Late reply"
    noted = Remembered(**at, actor="assistant", note="She likes trains.")  # type: ignore[arg-type]
    assert tell(MomentContext(look, noted)).text == "Makes a private note"
    assert tell(MomentContext(look, noted)).thought == "She likes trains."
    forked = Forked(**at, parent="run 4", parent_moment=2, config={})  # type: ignore[arg-type]
    assert tell(MomentContext(look, forked)).text == "Forked from run 4 after step 2"
    ended = Ended(**at, reason="crashed", error="ValueError: no")  # type: ignore[arg-type]
    assert tell(MomentContext(look, ended)).notes == ((SentencePart("ValueError: no"),),)


def test_turns_and_idle_stretches_stand_between_moments() -> None:
    told = [tell(context) for context in contexts(story("study_group_availability_synthesis"))]
    between = [breaks(one, told[index - 1] if index else None) for index, one in enumerate(told)]
    assert [gap.turn for gap in between if gap.turn][:2] == ["Turn 1, 17:30:00", "Turn 2, 17:30:10"]
    assert ("13 min 20 s pass, phone down", "13 min") in [(gap.idle, gap.about) for gap in between]


def test_the_next_day_is_named() -> None:
    first, later = [tell(context) for context in contexts(story("duplicate_order_cancellation_check"))][:2]
    moved = replace(later, at=first.at + 90_000, local="2026-10-02 09:00:00")
    assert breaks(moved, first).idle == "1 d 1 h pass, now Fri 2 Oct"


AT: dict[str, Any] = {"n": 1, "at": 0, "local": "2026-10-02 09:00:00"}
REFUSED = Refusal("not_available", "It cannot be done.")
MISREAD = Refusal(BAD_REPLY, "It is no call.")
OF_THE_RECORD: list[tuple[Moment, str]] = [
    (Started(**AT, state_hash="x"), "run"),
    (Skipped(**AT, event="late_reply", why="its time was over"), "run"),
    (Forked(**AT, parent="run 4", parent_moment=2, config={}), "run"),
    (Ended(**AT, reason="quiet"), "run"),
    (Remembered(**AT, actor="assistant", note="She likes trains."), "note"),
    (Said(**AT, actor="assistant", role="assistant", text="Hello."), "note"),
]
ACTIONS: list[tuple[dict[str, Any], str]] = [
    ({"actor": "assistant", "app": "email", "name": "list_emails"}, "read"),
    ({"actor": "assistant", "app": "email", "name": "send_email", "write": True}, "write"),
    ({"actor": "assistant", "app": "email", "name": "send_email", "write": True, "error": REFUSED}, "write"),
    ({"actor": "assistant", "app": "home", "name": "get_current_time"}, "read"),
    ({"actor": "assistant", "app": "home", "name": "wait_for_notification"}, "silence"),
    ({"actor": "assistant", "app": "assistant", "name": "wait"}, "silence"),
    ({"actor": "assistant", "app": "home", "name": "none", "error": MISREAD}, "unread"),
    ({"actor": "user", "app": "home", "name": "none", "error": MISREAD}, "unread"),
    ({"actor": "user", "app": "home", "name": "go_home"}, "tap"),
    ({"actor": "user", "app": "email", "name": "send_email", "write": True}, "tap"),
    ({"actor": "user", "app": "assistant", "name": "accept_proposal"}, "answer"),
    ({"actor": "user", "app": "assistant", "name": "reject_proposal", "error": REFUSED}, "answer"),
    ({"actor": "user", "app": "assistant", "name": "send_message_to_agent"}, "answer"),
    ({"actor": "environment", "app": "assistant", "name": "expire_proposal"}, "answer"),
    ({"actor": "environment", "app": "assistant", "name": "run_out"}, "report"),
    ({"actor": "environment", "app": "email", "name": "receive_email", "event": "mail"}, "event"),
    ({"actor": "environment", "app": "email", "name": "receive_email", "event": "noise:mail"}, "noise"),
    ({"actor": "environment", "app": "messaging", "name": "add_chat", "tags": ("noise_setting",)}, "noise"),
    ({"actor": "assistant", "app": "assistant", "name": "send_message_to_user", "error": REFUSED}, "proposal"),
    (
        {
            "actor": "assistant",
            "app": "assistant",
            "name": "send_message_to_user",
            "phase": "execute",
            "error": REFUSED,
        },
        "report",
    ),
]


@pytest.mark.parametrize(("moment", "kind"), OF_THE_RECORD)
def test_moments_of_the_record_itself_concern_no_app(moment: Moment, kind: str) -> None:
    told = tell(MomentContext(story("email_notification").blank, moment))
    assert (told.kind, told.app) == (kind, "")


@pytest.mark.parametrize(("fields", "kind"), ACTIONS)
def test_what_is_tried_in_vain_has_the_kind_of_what_was_tried(fields: dict[str, Any], kind: str) -> None:
    assert tell(MomentContext(story("email_notification").blank, Acted(**AT, turn=1, **fields))).kind == kind


def test_offers_answers_and_reports_of_a_played_run_are_told_apart() -> None:
    told = [tell(context) for context in contexts(story("email_notification"))]
    kinds = [one.kind for one in told]
    assert kinds.index("proposal") < kinds.index("answer") < kinds.index("report")
    assert {one.shape for one in told if one.kind == "answer"} <= {"accept", "reject", "world", "user"}
    assert kinds[0] == kinds[-1] == "run"


def test_every_moment_has_a_known_kind_and_an_app_of_the_phone() -> None:
    for played in stories():
        for context in contexts(
            played, assistant="random", seed=3, env_events_per_minute=4, tool_failure_probability=0.2
        ):
            told = tell(context)
            assert told.kind in KINDS
            assert not told.app or not all_apps()[told.app].system
            assert (told.kind == "noise") <= (told.lane == "world")


def test_opening_an_app_concerns_that_app_and_going_home_none() -> None:
    for context in contexts(story("email_notification")):
        told, moment = tell(context), context.moment
        if isinstance(moment, Acted) and moment.actor == "user" and moment.app == "home" and moment.error is None:
            assert told.app == ("" if context.look.phone.active == "home" else context.look.phone.active)


ELSEWHERE = {"n": 1, "at": 0, "local": "2026-03-05 08:22:00", "turn": 1}


def _context(moment: Acted | Said | Ended) -> MomentContext:
    return MomentContext(fresh("dentist").world, moment)


def _tap(**fields: object) -> Acted:
    return Acted(**{**ELSEWHERE, "actor": "user", "app": "home", "name": "go_home", **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tag", "word"),
    [(UNTOLD, "not shown"), (FITTED, "screen fitted"), (ESTIMATED, "figures estimated")],
)
def test_a_mark_is_told_in_a_word_and_explained(tag: str, word: str) -> None:
    told = tell(_context(_tap(tags=(tag,))))
    assert [one.text for one in told.tags] == [word]
    assert told.tags[0].about.endswith(".")


def test_other_tags_mean_nothing_here() -> None:
    assert tell(_context(_tap(tags=("noise", "mine")))).tags == ()


@pytest.mark.parametrize(("name", "says"), [("accept_proposal", "Accepts"), ("reject_proposal", "Rejects")])
def test_an_answer_to_nothing_is_no_decision(name: str, says: str) -> None:
    told = tell(_context(_tap(app="assistant", name=name, args={"content": "Yes."}, tags=(UNTOLD,))))
    assert told.text == f"{says} although no offer is open"
    assert told.quote == "Yes."
    assert told.tags == ()
    assert not told.key
    assert told.shape == "user"


def test_what_failed_there_is_told_with_its_reason() -> None:
    told = tell(_context(_tap(error=Refusal(FAILED_THERE, "The kiln is cold."))))
    assert told.text == "Tries to go to the home screen: it failed"
    assert told.failed
    assert told.notes[0][0].text == "The kiln is cold."


def test_a_call_of_an_app_that_is_not_here_is_told_by_its_name() -> None:
    moment = _tap(actor="assistant", app="Weather", name="get_forecast", asked="Weather__get_forecast", tags=(UNTOLD,))
    told = tell(_context(moment))
    assert (told.text, told.app, told.kind) == ("Looks up forecast", "Weather", "read")
    assert headline(_context(moment).look, moment) == "The assistant looks up forecast."


@pytest.mark.parametrize(("name", "says"), [("ls", "Lists files"), ("cat", "Reads a file"), ("mv", "Moves a file")])
def test_calls_of_a_place_for_files_are_told_in_words(name: str, says: str) -> None:
    moment = _tap(actor="assistant", app="Files", name=name, args={"path": "."}, asked=f"Files__{name}", tags=(UNTOLD,))
    assert tell(_context(moment)).text == says


def test_a_trace_that_does_not_say_why_it_ends() -> None:
    assert tell(_context(Ended(**ELSEWHERE, reason="unknown"))).text == "The trace ends here"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actor", "role", "lane", "says"),
    [
        ("user", "assistant", "user", "Says"),
        ("assistant", "assistant", "assistant", "Says"),
        ("assistant", "system", "assistant", "Gets its instructions"),
        ("user", "user", "user", "Gets news"),
        ("user", "tool-response", "user", "Gets the result of its call"),
        ("user", "anything", "user", "Gets a message"),
    ],
)
def test_words_of_a_transcript_are_private_and_in_the_lane_of_whose_they_are(
    actor: str, role: str, lane: str, says: str
) -> None:
    told = tell(_context(Said(**ELSEWHERE, actor=actor, role=role, text="Hello")))  # type: ignore[arg-type]
    assert (told.lane, told.text, told.kind) == (lane, says, "note")
    assert (told.quote, told.misread, told.has_private) == ("", "“Hello”", True)
