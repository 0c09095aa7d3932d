"""Tables of annotation: studies and their texts, sampled items, people, assignments, answers."""

from __future__ import annotations

from annotation.models.answer import Answer
from annotation.models.assignment import Assignment
from annotation.models.item import Batch, Item, ItemShow, Role
from annotation.models.people import Invitation, Rater, RaterKind
from annotation.models.study import Study, StudyState, StudyText, TextKind

__all__ = [
    "Answer",
    "Assignment",
    "Batch",
    "Invitation",
    "Item",
    "ItemShow",
    "Rater",
    "RaterKind",
    "Role",
    "Study",
    "StudyState",
    "StudyText",
    "TextKind",
]
