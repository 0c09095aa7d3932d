from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from annotation.file_formats.codebook import BatchFacts, StudyFacts, TextVersion, codebook_of
from annotation.file_formats.columns import ANSWERS, ITEMS
from annotation.questions import DECISION, MISSED

AT = datetime(2026, 1, 31, 12, tzinfo=UTC)


def facts(**fields: Any) -> StudyFacts:
    known: dict[str, Any] = {
        "number": 7,
        "title": "Offers\n# of May",
        "state": "Closed",
        "created_at": AT,
        "opened_at": AT,
        "closed_at": None,
        "settings": {"per_item": 3, "per_person": None},
        "about_settings": {"per_item": "People | each"},
        "questions": (DECISION, MISSED),
        "texts": (
            TextVersion("Guidelines", 1, AT, "# Old\n~~~\ncode\n~~~~\n"),
            TextVersion("Guidelines", 2, AT, "New"),
        ),
        "drawings": (
            BatchFacts(1, AT, 5, {"seed": 3, "models": [], "runs": [*range(1, 61)]}, [{"model": "a|b", "taken": 2}]),
        ),
        "items": {"To be judged": 5},
        "people": 4,
        "withdrawn": 1,
        "left_out": 0,
        "answers": 9,
        "revisions": 12,
    }
    return StudyFacts(**{**known, **fields})


def test_it_explains_every_column_and_every_answer() -> None:
    text = codebook_of(facts())
    assert all(text.count(f"| `{column.name}` |") >= 1 for column in (*ANSWERS, *ITEMS))
    assert all(f"| `{value}` |" in text for question in (DECISION, MISSED) for value in question.values)
    assert "| `gather_context` | More info | say what is missing | m, 3 | yes |" in text


def test_it_tells_how_items_were_drawn_and_what_people_read() -> None:
    text = codebook_of(facts())
    assert "# Codebook of “Offers # of May”\n" in text, "a title stays on its line"
    assert "- `seed`: 3" in text and "`models`" not in text
    assert "49, 50 and 10 more" in text
    assert r"| a\|b |  |  |  | 2 |  |" in text
    assert "### Guidelines, version 1, 2026-01-31T12:00:00Z\n\n~~~~~markdown\n# Old\n" in text, "fences hold the text"
    assert "### Guidelines, version 2" in text
    assert r"| `per_item` | 3 | People \| each |" in text and "| `per_person` |  |  |" in text
    assert "- opened 2026" in text and "- closed" not in text


def test_an_empty_study_has_one_too() -> None:
    text = codebook_of(facts(questions=(), texts=(), drawings=(), items={}))
    assert "- items: none" in text and text.endswith("\n") and "\n\n\n" not in text
