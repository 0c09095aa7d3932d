"""`pare scenarios show`: a scenario in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.pare_site.cli.command import BROKEN, DENTIST, write_stories


def shown(capsys: pytest.CaptureFixture[str], name: str | Path) -> str:
    assert main(["scenarios", "show", str(name)]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_the_story_is_told_from_the_phone_to_the_solution(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "dentist_moved")
    for part in (
        "The dentist moved",
        "dentist_moved · draft · reminders-tasks · calls, look-alikes",
        "difficulty 1: one write",
        "Leila Haddad <leila@example.com>, Europe/Luxembourg",
        "Thursday 2026-03-05 08:22 to 2026-03-06 12:00:00, 10 turns",
        "reminder (3 reminders)",
        "Odile Marchand (odile@example.com)",
        "Keep appointments right.",
        "● looks at dentist",
        "move evident after start; too late after +1d 09:00.",
        "An offer is welcome if it mentions dentist and 11:30.",
        "accepts: “Yes please.”",
        "'dentist' has due +1d 11:30; for move",
        "at most 2 offers",
        "1. offers: “The practice moved",
        "2. reminder.update_reminder (reminder_id: dentist,",
        "3. reports: “The reminder is at 11:30 now.”",
        "other words (other offer)",
    ):
        assert part in text


def test_where_silence_is_right_the_page_says_so(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "quiet_evening")
    assert "the assistant should say and do nothing" in text
    assert "Goals None." in text


def test_the_timeline_is_told_in_words(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "quiet_evening")
    assert "news after start + 40s: email.send_email_to_user_only (sender: shop@example.com, subject: Sale," in text
    assert "more_news after news + 5m, not after 20:02:" in text


def test_an_event_with_a_condition_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timeline = """\
timeline:
  - {label: ring, when: {did: {action: reminder.open_reminder, on: dentist}, by: user}, delay: 2m,
     unless: {offer: accepted}, do: reminder.fall_due, with: {reminder_id: dentist}}
"""
    file = write_stories(tmp_path, DENTIST.replace("user:\n", f"{timeline}user:\n", 1))[0]
    text = shown(capsys, file)
    assert "ring 2m after reminder.open_reminder is done on 'dentist'; by user, unless an offer is accepted" in text


def test_a_file_can_be_shown_that_is_in_no_folder_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The dentist moved" in shown(capsys, write_stories(tmp_path, DENTIST)[0])


def test_json_holds_the_file_as_data_and_counts(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "show", "quiet_evening", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scenario"]["title"] == "A quiet evening"
    assert found["records"] == {"reminder": {"reminder": 1}, "email": {}}


def test_an_unknown_id_gives_the_closest(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "show", "dentist_move"]) == 2
    err = capsys.readouterr().err
    assert "did you mean 'dentist_moved'" in err
    assert "pare scenarios list" in err


def test_a_file_that_is_not_there_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "show", "nowhere/story.yaml"]) == 2
    assert "nowhere/story.yaml" in capsys.readouterr().err


def test_every_fault_of_a_broken_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, BROKEN.replace("difficulty: {rating: 1", "difficulty: {rating: 9"))[0]
    assert main(["scenarios", "show", str(file)]) == 2
    err = capsys.readouterr().err
    assert "turns:" in err
    assert "difficulty.rating:" in err


@pytest.mark.parametrize("name", ["../../etc/passwd", "/", ".", "", "\0", "x" * 5000, "a/b.yaml"])
def test_absurd_names_give_a_clear_error(scenarios: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["scenarios", "show", name]) == 2
    assert "unexpected" not in capsys.readouterr().err
