"""Every moment that can happen reads as a whole, plain sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from simulator.agents.registry import ASSISTANTS, OUTSIDE
from simulator.phone.app import App
from simulator.phone.perform import Refusal
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.scenario.story import Story
from simulator.showing.parts import LONGEST_SENTENCE, Part, Told
from simulator.showing.scene import Scene
from simulator.showing.telling import breaks, headline, tell
from simulator.trace.moments import Acted, Ended, Envelope, Forked, Remembered, Skipped
from tests.simulator.showing.played import scenes, stories, story

ENDS_BADLY = re.compile(r"[,:;\s(–-]$")
ID = re.compile(r"\b(apt|ride|cal|contact|mail|file|msg|chat|user|note|folder|rem|prod|item|line|order|code|pay)_\w+")


def said_by_the_story(told: Told) -> str:
    """What we say ourselves, without what people wrote."""
    return "".join(part.text for part in told.parts if part.style != "quote")


def check(scene: Scene) -> None:
    told = tell(scene)
    own = said_by_the_story(told)
    assert own and told.text == told.text.strip() and "  " not in told.text, told.text
    assert own[0].isupper() or told.parts[0].style == "strong", told.text
    assert not ENDS_BADLY.search(told.text), told.text
    assert not ID.search(own), told.text
    assert all("_" not in part.text for part in told.parts if part.style == "plain"), told.text
    assert len(told.text) <= LONGEST_SENTENCE
    assert not any(ID.search(part.text) for note in told.notes for part in note if not told.failed), told.notes
    line = headline(scene.look, scene.moment, scene.changes)
    assert line and len(line) <= LONGEST_SENTENCE and line[-1] in ".!?…”" and "\n" not in line, line


@pytest.mark.parametrize("assistant", [name for name in ASSISTANTS if name not in OUTSIDE])
def test_every_moment_of_every_scenario_reads_as_a_sentence(assistant: str) -> None:
    for told in stories():
        for scene in scenes(told, assistant=assistant, seed=1):
            check(scene)


def test_noise_and_broken_calls_read_as_sentences_too() -> None:
    for told in stories():
        for scene in scenes(told, assistant="random", seed=2, env_events_per_minute=6, tool_failure_probability=0.3):
            check(scene)


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
    check(Scene(look, moment))


def acted(told: Story, **fields: object) -> Scene:
    look = told.blank
    made = {"n": 1, "at": look.now, "local": look.show(look.now), "turn": 1, **fields}
    return Scene(look, Acted(**made))  # type: ignore[arg-type]


def test_an_action_nobody_has_words_for_is_told_by_its_name_and_its_records() -> None:
    told = story("urgent_conflict_ride_reschedule")
    event = next(iter(told.blank.store.tables()["calendar.event"].values()))
    scene = acted(told, actor="assistant", app="calendar", name="archive_event", args={"event_id": event.id})
    assert tell(scene).parts == (Part("Archives event "), Part(event.title, "strong"))  # type: ignore[attr-defined]


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
        tell(scene).text
        for scene in scenes(story("email_reminder_batch_cancellation"))
        if isinstance(scene.moment, Acted) and scene.moment.name == "delete_reminder"
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
    assert tell(unknown).text == "Calls a tool that is not there: Emails shred"
    message = "'pay' cannot be tapped on this screen. Here you can: go home."
    off = acted(told, actor="user", app="home", name="pay", asked="pay", error=Refusal("not_available", message))
    assert tell(off).text == "Taps what is not on this screen: pay"
    assert tell(off).failed and tell(off).shape == "error"


def test_a_write_without_consent_says_so() -> None:
    told = story("email_notification")
    error = Refusal("no_consent", "Reminders__add_reminder changes something. Propose first.")
    scene = acted(told, actor="assistant", app="reminder", name="add_reminder", args={"title": "Tea"}, error=error)
    assert tell(scene).text == "Tries to add the reminder Tea without consent: refused"


def test_thoughts_are_kept_apart_from_what_was_done() -> None:
    told = story("email_notification")
    scene = acted(told, actor="user", app="home", name="go_home", envelope=Envelope(thought="Where was it?"))
    assert tell(scene).thought == "Where was it?"
    assert "Where" not in tell(scene).text


def test_moments_of_the_record_itself_are_told() -> None:
    look = story("email_notification").blank
    at = {"n": 3, "at": look.now, "local": look.show(look.now)}
    skipped = Skipped(**at, event="late_reply", why="its time was over")  # type: ignore[arg-type]
    assert tell(Scene(look, skipped)).text == "Does not come: Late reply"
    noted = Remembered(**at, actor="assistant", note="She likes trains.")  # type: ignore[arg-type]
    assert tell(Scene(look, noted)).text == "Makes a private note"
    assert tell(Scene(look, noted)).thought == "She likes trains."
    forked = Forked(**at, parent="run 4", parent_moment=2, config={})  # type: ignore[arg-type]
    assert tell(Scene(look, forked)).text == "Forked from run 4 after step 2"
    ended = Ended(**at, reason="crashed", error="ValueError: no")  # type: ignore[arg-type]
    assert tell(Scene(look, ended)).notes == ((Part("ValueError: no"),),)


def test_turns_and_idle_stretches_stand_between_moments() -> None:
    told = [tell(scene) for scene in scenes(story("study_group_availability_synthesis"))]
    between = [breaks(one, told[index - 1] if index else None) for index, one in enumerate(told)]
    assert [gap.turn for gap in between if gap.turn][:2] == ["Turn 1, 17:30:00", "Turn 2, 17:30:10"]
    assert ("13 min 20 s pass, phone down", "13 min") in [(gap.idle, gap.about) for gap in between]


def test_the_next_day_is_named() -> None:
    first, later = [tell(scene) for scene in scenes(story("duplicate_order_cancellation_check"))][:2]
    moved = replace(later, at=first.at + 90_000, local="2026-10-02 09:00:00")
    assert breaks(moved, first).idle == "1 d 1 h pass, now Fri 2 Oct"
