"""Has a model read the texts of stored runs. No run is played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simulator.agents.llm.model_reader import ModelReader, claim_hash
from simulator.jobs.finished_run import opened
from simulator.jobs.reader_outcomes import ReaderOutcome, store_outcome
from simulator.jobs.verdict_rows import line_of, store_lines
from simulator.models import Episode as EpisodeRow
from simulator.models import Verdict
from simulator.reading.claims import Claim, RunText, text_hash
from simulator.reading.reading_lines import ReadingLine
from simulator.scenario.run_claims import texts_of_run


class JudgedRun(NamedTuple):
    """The result of judging one run: its outcome, and how many texts were read, answers stored, and answers failed."""

    texts: int
    stored: int
    failed: int
    outcome: ReaderOutcome


def judge_run(row: EpisodeRow, reader: ModelReader) -> JudgedRun:
    """Have a model read the texts of a run; store the model's answers, and the outcome that follows from them.

    Answers that this reader has given before to the same claim about the same text, in any run, are reused.
    Raises CannotJudge.
    """
    episode = opened(row)
    texts = texts_of_run(episode.story, episode.evidence())
    stored = failed = 0
    for text in texts:
        lines = _read(text, reader)
        # Stored text by text: answers that were paid for must survive the end of the process.
        stored += store_lines(row, lines)
        failed += sum(line.is_failed for line in lines)
    return JudgedRun(len(texts), stored, failed, store_outcome(row, episode, "model", reader.name))


def _read(text: RunText, reader: ModelReader) -> list[ReadingLine]:
    known = {line.key: line for line in _known(text, reader)}
    missing = tuple(claim for claim in text.claims if claim.key not in known)
    return [*known.values(), *(reader.read_lines(text, missing) if missing else ())]


def _known(text: RunText, reader: ModelReader) -> Iterator[ReadingLine]:
    """Yield the stored answers of this reader to the claims about the text, from this run or from other runs."""
    # Two goals may have the same sentence, so one answer may be about several claims.
    wanted: dict[str, list[Claim]] = {}
    for claim in text.claims:
        wanted.setdefault(claim_hash(text, claim), []).append(claim)
    rows = Verdict.objects.filter(
        text_hash=text_hash(text.text),
        claim_hash__in=list(wanted),
        rater_kind="model",
        rater=reader.name,
        version=reader.version,
        is_failed=False,
    )
    found = {row.claim_hash: row for row in rows.order_by("pk")}
    for key, row in found.items():
        # The answer may come from another run. It gets the moment and key of this run, and its reuse costs nothing.
        row.moment, row.cost, row.tokens_in, row.tokens_out = text.moment, 0.0, 0, 0
        for claim in wanted[key]:
            row.key = claim.key
            yield line_of(row)
