"""Columns of every exported file, declared once: writing, reading and the codebook use these tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from annotation.agreement.ratings import Votes

TEXT, WHOLE, NUMBER, YES_NO, TIME = str, int, float, bool, datetime
KINDS: dict[type, str] = {TEXT: "text", WHOLE: "integer", NUMBER: "number", YES_NO: "true or false", TIME: "UTC time"}
PANEL = "panel_id"


class FileColumn(NamedTuple):
    name: str
    kind: type
    about: str
    may_be_empty: bool = False
    """True if a cell may have no value. A text is never missing, only empty."""
    is_needed: bool = False
    """True if answers cannot be imported without this column."""
    is_read: bool = False
    """True if the column is optional, but imported when present. Columns neither needed nor read are not imported."""
    least: int | None = None
    longest: int | None = None
    """Maximum length of an imported text."""


# One value per column, in order.
Row = tuple[Any, ...]

_STUDY = (
    FileColumn("study_id", WHOLE, "Number of the study on the site that wrote the file."),
    FileColumn("study", TEXT, "Title of the study."),
)
_ITEM = (
    FileColumn("item", WHOLE, "Number of the item in the study, from 1."),
    FileColumn(
        "item_id",
        TEXT,
        "Identity of the item, the same on every site: "
        "a hash of the content, configuration and model of the item's run, and of the number of the moment.",
        is_needed=True,
        longest=64,
    ),
    FileColumn("batch", WHOLE, "Number of the batch in which the item was drawn."),
    FileColumn(
        "role",
        TEXT,
        "`real`: to be judged. `gold`: has a known right answer, which annotators do not see. "
        "`practice`: shown before the real items, followed by the right answer. `dropped`: left out of the study.",
    ),
    FileColumn("run_id", WHOLE, "Number of the run on the site that wrote the file."),
    FileColumn("run_hash", TEXT, "Content hash of the run, the same on every site; empty if the run has none."),
    FileColumn(
        "moment", WHOLE, "Number of the moment in the run at which the assistant made an offer or stayed silent."
    ),
    FileColumn(
        "kind",
        TEXT,
        "`offer`: the assistant made an offer. `silence`: the assistant made no offer, although it could have.",
    ),
    FileColumn("offer", TEXT, "Text of the offer; empty for a silence."),
    FileColumn("model", TEXT, "Model or policy that played the assistant. Hidden from annotators."),
    FileColumn("scenario", TEXT, "Scenario that was played. Hidden from annotators."),
    FileColumn(
        "outcome",
        TEXT,
        "Outcome of the run: `success`, `miss` or `unknown` (undecided or not judged). Hidden from annotators.",
    ),
    FileColumn(
        "simulated",
        TEXT,
        "First action of the simulated user: `accept`, `reject` or `gather_context`; `none` if it did not react, "
        "empty for a silence. Hidden from annotators.",
    ),
    FileColumn(
        "probability",
        NUMBER,
        "Probability with which the item was drawn from the pool of its batch; see “How items were drawn”.",
    ),
)
_PERSON = (
    FileColumn("rater", TEXT, "Pseudonym of the person.", is_needed=True, longest=60),
    FileColumn("rater_kind", TEXT, "`person`, `model` or `rule`.", is_read=True),
    FileColumn(PANEL, TEXT, "The person's id in the panel. Only in files exported with panel ids.", longest=100),
)
_ANSWER = (
    FileColumn("key", TEXT, "Key of the question; see “Questions”.", is_needed=True, longest=40),
    FileColumn("value", TEXT, "The answer; empty if this revision takes the answer back.", is_needed=True, longest=100),
    FileColumn("reason", TEXT, "Reason that the person wrote.", is_read=True),
    FileColumn("revision", WHOLE, "Revision of this person's answer to this item, from 1.", is_needed=True, least=1),
    FileColumn("is_latest", YES_NO, "True for the newest revision, even if it takes the answer back."),
    FileColumn(
        "attempt", WHOLE, "Attempt at the practice, from 1; 0 for items outside the practice.", is_read=True, least=0
    ),
    FileColumn(
        "place",
        WHOLE,
        "Position of the item in the order in which the person got items, from 1; empty for practice items.",
        True,
        is_read=True,
        least=1,
    ),
    FileColumn("claimed_at", TIME, "When the item was handed to the person.", True, is_read=True),
    FileColumn("given_at", TIME, "When the person gave this revision.", is_needed=True),
    FileColumn(
        "seconds", NUMBER, "Seconds for which the item was in view, measured by the browser.", is_read=True, least=0
    ),
    FileColumn(
        "too_fast", YES_NO, "True if `seconds` is below `too_fast_seconds`; false if the answer was taken back."
    ),
    FileColumn(
        "guidelines", WHOLE, "Version of the guidelines that was shown; 0 if there was none.", is_read=True, least=0
    ),
    FileColumn(
        "consent",
        WHOLE,
        "Version of the consent text that the person agreed to; empty if the person was not asked to agree.",
        True,
        is_read=True,
        least=0,
    ),
    FileColumn("left_out", YES_NO, "True if a lead left this person out of agreement.", is_read=True),
)
_OF_ITEMS = (
    FileColumn(
        "right_answers", TEXT, "For gold and practice items, the right value by question, as JSON; otherwise empty."
    ),
    FileColumn("explanation", TEXT, "Text shown after the answer to a practice item."),
    FileColumn("answers", WHOLE, "Number of people with a current answer."),
    FileColumn("trouble", TEXT, "Reason why the item cannot be shown; empty if it can."),
)
# One row for each question, person, item and revision.
ANSWERS: tuple[FileColumn, ...] = (*_STUDY, *_ITEM, *_PERSON, *_ANSWER)
# One row per item, answered or not.
ITEMS: tuple[FileColumn, ...] = (*_STUDY, *_ITEM, *_OF_ITEMS)


def answer_columns(with_panel_ids: bool = False) -> tuple[FileColumn, ...]:
    return tuple(column for column in ANSWERS if with_panel_ids or column.name != PANEL)


def names_of(columns: Sequence[FileColumn]) -> list[str]:
    return [column.name for column in columns]


def result_columns(labels: Sequence[str]) -> tuple[FileColumn, ...]:
    counts = (FileColumn(f"said_{label}", WHOLE, f"Number of people who answered `{label}`.") for label in labels)
    return (
        FileColumn("item", WHOLE, "Number of the item in the study."),
        FileColumn("item_id", TEXT, "Identity of the item."),
        FileColumn("scenario", TEXT, "Scenario that was played."),
        FileColumn("model", TEXT, "Model or policy that played the assistant."),
        FileColumn("answers", WHOLE, "Number of people who answered."),
        *counts,
        FileColumn(
            "majority", TEXT, "Most frequent answer; empty if several answers tie for first place or nobody answered."
        ),
        FileColumn("settled", TEXT, "Most frequent answer, with ties settled by the SHA-256 of the item's identity."),
        FileColumn("simulated", TEXT, "First action of the simulated user; empty if unknown."),
        FileColumn(
            "same", YES_NO, "True if `majority` equals `simulated`; empty if either is empty.", may_be_empty=True
        ),
    )


def result_rows(votes: Iterable[Votes], about: Mapping[str, tuple[str, str]]) -> Iterator[Row]:
    """Yield one row per item; `about` gives scenario and model by the item's identity."""
    for vote in votes:
        is_known = bool(vote.majority and vote.simulated)
        same = vote.majority == vote.simulated if is_known else None
        start = (vote.number, vote.identity, *about[vote.identity], sum(vote.counts), *vote.counts)
        yield (*start, vote.majority, vote.settled, vote.simulated, same)
