"""What a scenario must have before it may call itself ready."""

from __future__ import annotations

from simulator.scenario.arguments import USERS
from simulator.scenario.base import TO_DO
from simulator.scenario.lint.check import Check
from simulator.scenario.lint.texts import texts_in

FEWEST_RECORDS = 8


def check_readiness(check: Check) -> None:
    scenario = check.scenario
    if scenario.status != "ready":
        return
    for path, text in texts_in(check.story.source, ()):
        if TO_DO in text:
            check.say(path, f"this still says {TO_DO}; write it, or leave the part out")
    if not scenario.about.strip():
        check.say(("about",), "a ready scenario says what it is about; write two or three sentences")
    if not scenario.difficulty.because.strip():
        check.say(("difficulty", "because"), "a ready scenario says why it is that difficult; write a few words")
    records = _records(check)
    if records < FEWEST_RECORDS:
        text = f"only {records} records are on the phone at the start; a ready scenario has at least {FEWEST_RECORDS}"
        check.say(("world",), f"{text}, since a phone that is lived in holds more than the story needs")
    if not scenario.silent:
        _check_help(check)


def _check_help(check: Check) -> None:
    scenario = check.scenario
    for index, need in enumerate(scenario.needs):
        if not need.welcome.mentions:
            check.say(("needs", index, "welcome"), "any offer at all would be welcome; say what it must mention")
    if not scenario.solution:
        check.say(("solution",), "a ready scenario has a worked solution; write its steps, the first being an offer")
    if not scenario.alternatives:
        check.say(("alternatives",), "a ready scenario shows another good way; add at least one alternative")
    if not scenario.goals and any(answer.reject is None for need in scenario.needs for answer in need.answer):
        check.say(("goals",), "the user accepts help, but nothing says what is true afterwards; add a goal")


def _records(check: Check) -> int:
    """What one finds on the phone: not people who could be written to, nor marks that have no id of their own."""
    tables = check.story.blank.store.tables()
    types = [cls for app in check.apps.values() if not app.system for cls in app.records]
    return sum(len(tables[cls.table]) for cls in types if cls.prefix and cls.table != USERS)
