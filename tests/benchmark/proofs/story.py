"""A small sound story for the tests of the proofs, and ways to break it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from benchmark.proofs.proof_results import ProofResult, StoryReport
from benchmark.proofs.story_check import check_story
from simulator.scenario.load import from_source

Source = dict[str, Any]

SOUND: Source = {
    "id": "dentist_moves",
    "title": "The dentist moves",
    "status": "draft",
    "category": "reminders-tasks",
    "difficulty": {"rating": 1, "because": "one change and one answer"},
    "owner": {"name": "Leila Haddad", "email": "leila@orchard.example", "time_zone": "Europe/Luxembourg"},
    "start": "Thu 2026-03-05 08:22",
    "end": "+1d 09:00",
    "apps": ["email", "reminder"],
    "people": [
        {"label": "practice", "name": "Practice Weber", "email": "desk@weber.example"},
        {"label": "odile", "name": "Odile Marchand", "email": "odile@marchand.example"},
    ],
    "world": {
        "email": [
            {"from": "odile", "at": "-3h", "subject": "Lunch", "body": "Still on for lunch?"},
            {"from": "practice", "at": "-20d 10:00", "subject": "Your appointment", "body": "Friday 6 March, 10:00."},
        ],
        "reminder": [
            {"label": "dentist", "title": "Dentist", "due": "+1d 10:00", "description": "Rue Erasme"},
            {"label": "lunch", "title": "Lunch with Odile", "due": "12:30"},
            {"title": "Bins", "due": "+1d 19:00"},
        ],
    },
    "user": {"goal": "Keep appointments right.", "path": [{"see": "dentist"}]},
    "timeline": [
        {
            "label": "call",
            "after": "start + 40s",
            "do": "email.send_email_to_user_only",
            "with": {
                "sender": "practice",
                "subject": "New time",
                "content": "We have to move you to 11:30 on Friday. Does that suit you?",
            },
        }
    ],
    "needs": [
        {
            "label": "move",
            "evident_after": "call",
            "too_late_after": "+1d 09:00",
            "welcome": {"mentions": {"all": ["11:30"], "any": ["dentist", "practice"]}},
            "answer": {"accept": "Yes, that suits me."},
        }
    ],
    "goals": [
        {"for": "move", "changed": {"record": "dentist", "to": {"due": "+1d 11:30"}}},
        {"for": "move", "sent": {"to": "practice", "app": "email", "reply_to": "call", "mentions": ["11:30"]}},
    ],
    "offers": {"at_most": 2},
    "solution": [
        {"offer": "The practice moves your dentist to 11:30. Shall I confirm and change the reminder?"},
        {
            "reminder.update_reminder": {
                "reminder_id": "dentist",
                "title": "Dentist",
                "description": "Rue Erasme",
                "due_datetime": "+1d 11:30",
            }
        },
        {"email.reply_to_email": {"email_id": "call", "content": "11:30 on Friday suits me."}},
        {"report": "Confirmed, and the reminder is at 11:30."},
    ],
    "alternatives": [
        {"say": "other words", "replace": {"email.reply_to_email": {"email_id": "call", "content": "Yes, 11:30."}}}
    ],
    "near_misses": [
        {"say": "the old time", "replace": {"email.reply_to_email": {"email_id": "call", "content": "10:00 it is."}}}
    ],
}

SILENT: Source = {
    **{key: SOUND[key] for key in ("status", "category", "owner", "start", "end", "apps", "people", "world", "user")},
    "id": "nothing_to_do",
    "title": "Nothing to do",
    "difficulty": {"rating": 1, "because": "one must not act"},
    "timeline": SOUND["timeline"],
    "offers": {"at_most": 0},
}


def checked(change: Callable[[Source], None] = lambda source: None, source: Source = SOUND) -> StoryReport:
    """The report on the story after a change."""
    changed = copy.deepcopy(source)
    change(changed)
    return check_story(from_source(changed))


def proof(report: StoryReport, letter: str) -> ProofResult:
    return next(result for result in report.proofs if result.proof == letter)
