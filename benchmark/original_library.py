"""Counts of the original PARE's 143 scenarios, to compare our library with.

We counted the apps in the scenario files of the original PARE. We also gave each of its scenarios a category, a
difficulty and a pattern, because the original has none.
"""

from __future__ import annotations

SCENARIOS = 143
APPS = {
    "email": 71,
    "shopping": 48,
    "messaging": 47,
    "calendar": 38,
    "reminder": 36,
    "cab": 32,
    "note": 31,
    "apartment": 25,
    "contacts": 23,
}
APPS_PER_SCENARIO = {"1": 2, "2": 81, "3": 54, "4": 5, "5": 1}
CATEGORIES = {
    "commerce": 31,
    "communication": 21,
    "knowledge-notes": 19,
    "housing": 18,
    "transport": 17,
    "reminders-tasks": 11,
    "scheduling": 11,
    "cross-app-orchestration": 8,
    "contacts-hygiene": 7,
}
DIFFICULTIES = {"1": 8, "2": 44, "3": 56, "4": 33, "5": 2}
PATTERNS = {
    "lookup_and_answer": 21,
    "notes_and_deadline_capture": 20,
    "purchase_inference": 15,
    "ride_arrangement": 14,
    "many_senders_one_plan": 12,
    "schedule_clash": 11,
    "constraint_filter": 11,
    "knock_on_cleanup": 11,
    "cart_and_code": 10,
    "contact_capture": 7,
    "discrepancy_spotting": 6,
    "delay_notice": 5,
}
