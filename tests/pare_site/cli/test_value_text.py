"""Values on a terminal: labels for ids, counts for lists."""

from __future__ import annotations

from typing import Any

import pytest

from pare_site.cli.value_text import short

LABELS = {"rem_09ef5": "dentist", "user_1a2b3": "Odile Marchand"}


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
    assert short(value, LABELS) == text
