"""One line a moment: words for every kind."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pare_site.cli.output import Console
from pare_site.cli.playback import Playback, short, tell
from simulator.phone.perform import Refusal
from simulator.phone.store import Patch
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Skipped

NAMES = {"rem_09ef5": "dentist", "user_1a2b3": "Odile Marchand"}
STAMP: dict[str, Any] = {"n": 4, "at": 1772695320, "local": "2026-03-05 08:22:00", "turn": 2}


def acted(actor: str, app: str, name: str, **fields: Any) -> Acted:
    return Acted(**STAMP, actor=actor, app=app, name=name, **fields)  # type: ignore[arg-type]


def lines(*moments: Moment) -> list[str]:
    out = io.StringIO()
    playback = Playback(Console(out, io.StringIO()), NAMES)
    for moment in moments:
        playback.show(moment)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (
            acted("user", "reminder", "open_reminder", args={"reminder_id": "rem_09ef5"}, result="'Dentist' is open."),
            "Reminders: open reminder (dentist). 'Dentist' is open.",
        ),
        (acted("user", "assistant", "accept_proposal"), "accepts."),
        (acted("user", "assistant", "reject_proposal", args={"content": "No."}), "turns it down: “No.”"),
        (
            acted("user", "assistant", "send_message_to_agent", args={"content": "When?"}),
            "writes to the assistant: “When?”",
        ),
        (acted("assistant", "assistant", "wait", result="Watching."), "watches."),
        (
            acted("assistant", "assistant", "send_message_to_user", args={"content": "Shall\nI?"}),
            "offers: “Shall I?”",
        ),
        (
            acted(
                "assistant",
                "assistant",
                "send_message_to_user",
                args={"content": "Done."},
                patches=(Patch("add", "phone.card", "card_3", {"kind": "report"}),),
            ),
            "reports: “Done.”",
        ),
        (
            acted("assistant", "reminder", "get_all_reminders", result=[{"title": "Bins"}, {"title": "Tea"}]),
            "Reminders: get all reminders. → 2 items: Bins, Tea",
        ),
        (
            acted("assistant", "reminder", "delete_reminder", args={"reminder_id": "rem_09ef5"}, result="rem_09ef5"),
            "Reminders: delete reminder (dentist). Done.",
        ),
        (
            acted("assistant", "reminder", "delete_reminder", error=Refusal("no_consent", "Propose first.")),
            "Reminders: delete reminder. ✗ Propose first.",
        ),
        (
            acted("environment", "reminder", "fall_due", result="'Tea' is due.", event="tea"),
            "Reminders: fall due. 'Tea' is due. [tea]",
        ),
        (Skipped(**STAMP, event="late", why="it came true"), "does not come: it came true. [late]"),
        (Remembered(**STAMP, actor="assistant", note={"plan": "wait"}), "notes for itself: plan wait"),
        (
            Forked(**STAMP, parent="run 7", parent_moment=3, config={}),
            "forked from run 7 after step 3.",
        ),
        (acted("assistant", "telepathy", "read_mind"), "telepathy: read mind. Done."),
    ],
)
def test_a_moment_is_told_in_words(moment: Moment, text: str) -> None:
    assert tell(moment, NAMES).text == text


def test_offers_answers_and_errors_stand_out() -> None:
    offer = acted("assistant", "assistant", "send_message_to_user", args={"content": "Shall I?"})
    answer = acted("user", "assistant", "accept_proposal")
    error = acted("user", "home", "go_back", error=Refusal("not_available", "No."))
    assert [tell(moment, {}).style for moment in (offer, answer, error)] == ["offer", "answer", "bad"]


def test_a_new_day_within_a_turn_gets_its_own_line() -> None:
    first = acted("user", "home", "put_phone_down", result="The phone is down.")
    later = Acted(
        n=5,
        at=1,
        local="2026-03-06 09:00:00",
        turn=2,
        actor="environment",
        app="reminder",
        name="fall_due",
        result="x y",
    )
    assert [line.strip() for line in lines(first, later)[1:]] == [
        "Turn 2 · Thursday 2026-03-05 08:22",
        "4  08:22:00  ● Home: put phone down. The phone is down.",
        "Friday 2026-03-06",
        "5  09:00:00  ▲ Reminders: fall due. x y",
    ]


@pytest.mark.parametrize(
    ("reason", "text"),
    [("turn_limit", "The turns are used up."), ("quiet", "The phone lies down"), ("stopped", "Stopped.")],
)
def test_the_end_says_why(reason: Any, text: str) -> None:
    assert text in lines(Ended(**STAMP, reason=reason))[-1]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("rem_09ef5", "dentist"),
        ("Reminder rem_09ef5 is deleted.", "Reminder dentist is deleted."),
        (["user_1a2b3", "x"], "Odile Marchand, x"),
        ([], "none"),
        ([{"a": 1}], "1 item"),
        ({"title": "Lunch", "end": None, "tags": []}, "title Lunch"),
        (True, "yes"),
        (1, "1"),
        (None, "nothing"),
        ("a" * 200, "a" * 159 + "…"),
    ],
)
def test_values_become_a_few_words(value: Any, text: str) -> None:
    assert short(value, NAMES) == text
