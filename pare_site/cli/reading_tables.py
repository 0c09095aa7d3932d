"""Builds the Markdown tables of `pare reading score`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmark.reading.score import Score, ScoredText, counts_by
from benchmark.reading.texts import is_kept_aside
from pare_site.cli.markdown_tables import markdown, write_blocks

# Names of the blocks in documents: one block for the texts that were used to write the rules, and one for the texts
# that were kept aside.
DEVELOPMENT, KEPT_ASIDE = "texts", "kept-aside"
ANSWERS = ("yes", "no", "unclear")


def write_score_tables(name: str, score: Score) -> None:
    """Write the tables of the scored texts into a file, between its marker lines."""
    write_blocks(name, score_blocks(score), DEVELOPMENT)


def score_blocks(score: Score) -> dict[str, str]:
    """Return the tables by block of the file. A block without texts is left out, so the file keeps its old tables."""
    aside = [text for text in score.texts if is_kept_aside(text.line.scenario)]
    others = [text for text in score.texts if not is_kept_aside(text.line.scenario)]
    return {block: _tables(texts) for block, texts in ((DEVELOPMENT, others), (KEPT_ASIDE, aside)) if texts}


def _tables(texts: Sequence[ScoredText]) -> str:
    """Return two tables with counts of texts, by `where` and by `kind`, without the texts themselves."""
    head = ("Expected", "Texts", *(f"Read {answer}" for answer in ANSWERS))
    parts = [("Place", "where"), ("Kind", "kind")]
    return "\n".join(markdown((name, *head), _rows(counts_by(texts, by))) for name, by in parts)


def _rows(counts: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[tuple[str, ...]]:
    rows = []
    for group, by_expected in counts.items():
        for expected in ANSWERS:
            read = by_expected.get(expected, {})
            total = sum(read.values())
            if total:
                cells = [
                    f"{read[answer]} ({100 * read[answer] / total:.0f} %)" if answer in read else "–"
                    for answer in ANSWERS
                ]
                rows.append((group.replace("_", " ") or "–", expected, str(total), *cells))
    return rows
