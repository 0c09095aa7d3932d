"""One row per item with what people made of it together: for those who want results rather than answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from annotation.agreement.ratings import Votes
from annotation.export.columns import TEXT, WHOLE, YES_NO, Column, Row


def processed_columns(labels: Sequence[str]) -> tuple[Column, ...]:
    counts = (Column(f"said_{label}", WHOLE, f"People who said `{label}`.") for label in labels)
    return (
        Column("item", WHOLE, "Number of the item in the study."),
        Column("item_id", TEXT, "Identity of the item."),
        Column("scenario", TEXT, "Which scenario was played."),
        Column("model", TEXT, "Who played the assistant."),
        Column("answers", WHOLE, "People who answered."),
        *counts,
        Column("majority", TEXT, "What most people said; empty if several share the first place, or nobody answered."),
        Column("settled", TEXT, "The same, with ties settled by SHA-256 of the item's identity."),
        Column("simulated", TEXT, "What the simulated user did; empty if it is not known."),
        Column("same", YES_NO, "Whether `majority` is what the simulated user did.", may_be_empty=True),
    )


def processed_rows(votes: Iterable[Votes], about: Mapping[str, tuple[str, str]]) -> Iterator[Row]:
    """`about` gives scenario and model by identity."""
    for vote in votes:
        is_known = bool(vote.majority and vote.simulated)
        same = vote.majority == vote.simulated if is_known else None
        start = (vote.number, vote.identity, *about[vote.identity], sum(vote.counts), *vote.counts)
        yield (*start, vote.majority, vote.settled, vote.simulated, same)
