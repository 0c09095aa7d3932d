"""The columns of exported files, declared once: files are written, read and explained by these tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

TEXT, WHOLE, NUMBER, YES_NO, TIME = str, int, float, bool, datetime
KINDS: dict[type, str] = {TEXT: "text", WHOLE: "integer", NUMBER: "number", YES_NO: "true or false", TIME: "UTC time"}
PANEL = "panel_id"


class Column(NamedTuple):
    name: str
    kind: type
    about: str
    may_be_empty: bool = False
    """Whether there may be no value; a text is then just empty."""
    is_needed: bool = False
    """Whether answers cannot be read back without it."""
    is_read: bool = False
    """Whether it is read where it is there; other columns follow from the item or tell about the study."""
    least: int | None = None
    longest: int | None = None
    """Characters of a text that is read."""


Row = tuple[Any, ...]
"""One value per column, in their order."""

_STUDY = (
    Column("study_id", WHOLE, "Number of the study on the site that wrote the file."),
    Column("study", TEXT, "Title of the study."),
)
_ITEM = (
    Column("item", WHOLE, "Number of the item in the study, from 1 on."),
    Column(
        "item_id",
        TEXT,
        "Identity of the item: a hash of the run with its players, and of the moment. The same on every site.",
        is_needed=True,
        longest=64,
    ),
    Column("batch", WHOLE, "Number of the drawing that the item came with."),
    Column(
        "role",
        TEXT,
        "`real`: to be judged. `gold`: the right answer is known, which nobody is told. "
        "`practice`: shown before, with the right answer afterwards. `dropped`: taken out of the study.",
    ),
    Column("run_id", WHOLE, "Number of the run on the site that wrote the file."),
    Column("run_hash", TEXT, "Content hash of the run, the same on every site; empty if the run has none."),
    Column("moment", WHOLE, "Number of the moment in the run at which the offer was made or not made."),
    Column("kind", TEXT, "`offer`: the assistant made an offer. `silence`: it could have and did not."),
    Column("offer", TEXT, "What was offered; empty for a silence."),
    Column("model", TEXT, "Who played the assistant. People were not told."),
    Column("scenario", TEXT, "Which scenario was played. People were not told."),
    Column("outcome", TEXT, "How the run ended: `success`, `miss` or `unknown`. People were not told."),
    Column(
        "simulated",
        TEXT,
        "What the simulated user did first: `accept`, `reject` or `gather_context`; empty or another word where it was "
        "not asked. "
        "People were not told.",
    ),
    Column(
        "probability",
        NUMBER,
        "With which the item came into its batch, given the pool; see “How items were drawn”.",
    ),
)
_PERSON = (
    Column("rater", TEXT, "Pseudonym of the person.", is_needed=True, longest=60),
    Column("rater_kind", TEXT, "`person`, `model` or `rule`.", is_read=True),
    Column(PANEL, TEXT, "What the panel calls the person. Only in files that were asked to name it.", longest=100),
)
_ANSWER = (
    Column("key", TEXT, "Question that was answered; see “Questions”.", is_needed=True, longest=40),
    Column("value", TEXT, "The answer; empty if this revision takes the one before back.", is_needed=True, longest=100),
    Column("reason", TEXT, "What the person wrote with it.", is_read=True),
    Column("revision", WHOLE, "Of this person's answer to this item, from 1 on.", is_needed=True, least=1),
    Column("is_latest", YES_NO, "Whether this is the revision that stands. Earlier ones are kept as they were."),
    Column("attempt", WHOLE, "Attempt at the practice, from 1 on; 0 for all other items.", is_read=True, least=0),
    Column("place", WHOLE, "Place of the item in this person's own order, from 1 on.", True, is_read=True, least=1),
    Column("claimed_at", TIME, "When the item was handed to the person.", True, is_read=True),
    Column("given_at", TIME, "When this revision was given.", is_needed=True),
    Column("seconds", NUMBER, "For which the item had been in view, as the browser measured.", is_read=True, least=0),
    Column("too_fast", YES_NO, "Whether that is below the study's limit."),
    Column("guidelines", WHOLE, "Version of the guidelines that was shown; 0: none.", is_read=True, least=0),
    Column("consent", WHOLE, "Version of the information that the person agreed to.", True, is_read=True, least=0),
    Column("left_out", YES_NO, "Whether the lead leaves this person out of agreement.", is_read=True),
)
_OF_ITEMS = (
    Column("right_answers", TEXT, "Of gold and practice items: the right value by question, as JSON; else empty."),
    Column("explanation", TEXT, "Of practice items: what people were told after their answer."),
    Column("answers", WHOLE, "People whose answer stands."),
    Column("trouble", TEXT, "Why the item could not be shown; empty if it could."),
)
ANSWERS: tuple[Column, ...] = (*_STUDY, *_ITEM, *_PERSON, *_ANSWER)
"""One row for each question, person, item and revision."""
ITEMS: tuple[Column, ...] = (*_STUDY, *_ITEM, *_OF_ITEMS)
"""One row per item, also of those that nobody answered."""


def answer_columns(with_panel_ids: bool = False) -> tuple[Column, ...]:
    return tuple(column for column in ANSWERS if with_panel_ids or column.name != PANEL)


def names_of(columns: Sequence[Column]) -> list[str]:
    return [column.name for column in columns]
