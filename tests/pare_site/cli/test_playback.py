"""One line a moment: the sentences of the teller with times, marks, headings and labels."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pare_site.cli import playback
from pare_site.cli.output import Console
from pare_site.cli.playback import Playback, line_of
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.perform import Refusal
from simulator.phone.store import Patch
from simulator.showing.run_history import RunHistory
from simulator.showing.tell import tell_alone
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Said, Skipped, Started
from tests.simulator.showing.played import story

STAMP: dict[str, Any] = {"n": 4, "at": 1772695320, "local": "2026-03-05 08:22:00", "turn": 2}


def acted(actor: str, app: str, name: str, **fields: Any) -> Acted:
    return Acted(**STAMP, actor=actor, app=app, name=name, **fields)  # type: ignore[arg-type]


def lines(*moments: Moment, history: RunHistory | None = None) -> list[str]:
    out = io.StringIO()
    shown = Playback(Console(out, io.StringIO()), history)
    for moment in moments:
        shown.show(moment)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (acted("user", "reminder", "open_reminder", args={"reminder_id": "rem_09ef5"}), "Opens a reminder."),
        (acted("user", "assistant", "accept_proposal"), "Accepts the offer."),
        (acted("user", "assistant", "reject_proposal", args={"content": "No."}), "Rejects the offer: “No.”"),
        (
            acted("user", "assistant", "send_message_to_agent", args={"content": "When?"}),
            "Writes to the assistant: “When?”",
        ),
        (acted("assistant", "assistant", "wait", result="Watching."), "Stays silent."),
        (
            acted(
                "assistant",
                "assistant",
                "send_message_to_user",
                args={"content": "Shall\nI?"},
                patches=(Patch("add", "phone.proposal", "proposal_1", {}),),
            ),
            "Makes offer 1: “Shall I?”",
        ),
        (
            acted("assistant", "assistant", "send_message_to_user", args={"content": "Done."}),
            "Reports what was done: “Done.”",
        ),
        (
            acted("assistant", "reminder", "get_all_reminders", result=[{"title": "Bins"}, {"title": "Tea"}]),
            "Looks through all reminders, 2 reminders.",
        ),
        (
            acted("assistant", "reminder", "delete_reminder", error=Refusal("no_consent", "Propose first.")),
            "Tries to delete a reminder without consent: refused. ✗ Propose first.",
        ),
        (
            acted("user", "home", "x", error=Refusal("bad_reply", "There is no action in it.")),
            "Gives a reply without a readable action. ✗ There is no action in it.",
        ),
        (Remembered(**STAMP, actor="assistant", note={"plan": "wait"}), "Makes a private note. {'plan': 'wait'}"),
        (Said(**STAMP, actor="user", role="user", text="Hello."), "Gets news. “Hello.”"),
        (Forked(**STAMP, parent="run 7", parent_moment=3, config={}), "Forked from run 7 after step 3."),
        (acted("assistant", "telepathy", "read_mind"), "Reads mind."),
    ],
)
def test_a_moment_is_told_on_one_line(moment: Moment, text: str) -> None:
    assert line_of(tell_alone(moment)) == text


def test_the_label_of_an_event_stands_in_brackets() -> None:
    due = acted("environment", "reminder", "fall_due", event="tea")
    late = Skipped(**STAMP, event="late", why="its time was over")
    assert [line.partition("▲ ")[2] for line in lines(due, late)[2:]] == [
        "Fall due. [tea]",
        "Does not happen: Late. (its time was over) [late]",
    ]


def test_the_terminal_says_what_the_run_page_says() -> None:
    told = story("email_notification")
    episode = Episode(told, EpisodeConfig(seed=1)).run()
    history = RunHistory(told, EpisodeConfig(seed=1))
    text = " ".join(" ".join(lines(*episode.moments, history=history)).split())
    assert len(history.told) == len(episode.moments) > 10
    for one in history.told[1:]:
        assert " ".join(one.text.split()) in text
        assert " ".join(one.quote.split())[: playback._LONGEST_QUOTE - 20] in text


def test_a_moment_that_does_not_fit_is_told_without_names() -> None:
    told = story("email_notification")
    history = RunHistory(told, EpisodeConfig())
    started = Started(n=0, at=told.start, local="2026-03-05 08:00:00", state_hash="x")
    assert lines(started, acted("user", "home", "go_home"), history=history)[-1].endswith("● Goes to the home screen.")
    assert history.broken


def test_offers_answers_and_errors_stand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    styles: list[str] = []
    console = Console(io.StringIO(), io.StringIO())
    monkeypatch.setattr(console, "say", lambda text="", style="", **_: styles.append(style))
    offer = acted(
        "assistant", "assistant", "send_message_to_user", patches=(Patch("add", "phone.proposal", "proposal_1", {}),)
    )
    answer = acted("user", "assistant", "accept_proposal")
    error = acted("user", "home", "go_back", error=Refusal("not_available", "No."))
    shown = Playback(console, None)
    for moment in (offer, answer, error):
        shown.show(moment)
    assert styles[2:] == ["offer", "answer", "bad"]


def test_a_new_day_within_a_turn_gets_its_own_line() -> None:
    first = acted("user", "home", "put_phone_down")
    later = Acted(n=5, at=1, local="2026-03-06 09:00:00", turn=2, actor="environment", app="reminder", name="fall_due")
    assert [line.strip() for line in lines(first, later)[1:]] == [
        "Turn 2 · Thursday 2026-03-05 08:22",
        "4  08:22:00  ● Puts the phone down.",
        "Friday 2026-03-06",
        "5  09:00:00  ▲ Fall due.",
    ]


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("turn_limit", "All turns are used up."),
        ("quiet", "The phone is down"),
        ("stopped", "The run was stopped."),
        ("crashed", "The run failed. ValueError: no"),
    ],
)
def test_the_end_says_why(reason: Any, text: str) -> None:
    error = "ValueError: no" if reason == "crashed" else ""
    assert text in lines(Ended(**STAMP, reason=reason, error=error))[-1]
