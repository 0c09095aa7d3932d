"""Tables of annotation: studies and their texts, sampled items, people, assignments, answers, runs that people play."""

from __future__ import annotations

from annotation.models.answer import Answer
from annotation.models.assignment import Assignment
from annotation.models.item import Batch, Item, ItemShow, Role
from annotation.models.people import Invitation, Rater, RaterKind
from annotation.models.play_study import PlayAssignment, PlayPlan, PlayScenario, SeedRule
from annotation.models.study import Study, StudyKind, StudyState, StudyText, TextKind

__all__ = [
    "Answer",
    "Assignment",
    "Batch",
    "Invitation",
    "Item",
    "ItemShow",
    "PlayAssignment",
    "PlayPlan",
    "PlayScenario",
    "Rater",
    "RaterKind",
    "Role",
    "SeedRule",
    "Study",
    "StudyKind",
    "StudyState",
    "StudyText",
    "TextKind",
]
