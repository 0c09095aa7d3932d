"""Has stored runs judged again: by the rules of today, by a model, or by imported people. No run is played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.agents.llm.model_reader import ModelReader, claim_hash
from simulator.episode.loop import Episode
from simulator.episode.rebuild import rebuild
from simulator.jobs.serialization import trace_of
from simulator.jobs.verdict_rows import line_of, readings_of, store_lines
from simulator.models import Episode as EpisodeRow
from simulator.models import Verdict
from simulator.reading.claims import Claim, text_hash
from simulator.reading.reading_lines import ReadingLine
from simulator.scenario.outcome import Outcome
from simulator.scenario.rejudging import rejudge
from simulator.scenario.run_claims import RunText, texts_of_run
from simulator.trace.header import TraceError

RULES = "rules"


class CannotJudge(Exception):
    """The run can't be judged again. The message is a sentence."""


class ReaderOutcome(NamedTuple):
    """The outcome of a run according to one reader, beside the recorded one."""

    kind: str
    """rules, model or person."""
    rater: str
    """Empty for the rules and for all people together."""
    outcome: Outcome
    readings: int = 0
    unclear: int = 0
    failed: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind}:{self.rater}" if self.rater else self.kind

    @property
    def why(self) -> str:
        """Return why the run is not a success; if it is undecided, the doubts."""
        doubts = dict.fromkeys(doubt for part in self.outcome.parts.values() for doubt in part.doubts)
        return " ".join(self.outcome.reasons or doubts)


class JudgedRun(NamedTuple):
    """What a judge did for one run."""

    texts: int
    stored: int
    failed: int


def opened(row: EpisodeRow) -> Episode:
    """Return the run as it ended, rebuilt from its stored changes. Raises CannotJudge."""
    if row.is_foreign:
        raise CannotJudge(f"Run {row.pk} was played by another system, so its words can’t be judged here.")
    if not row.is_over:
        raise CannotJudge(f"Run {row.pk} is not over. Judge it again when it is.")
    try:
        return rebuild(trace_of(row))
    except TraceError as error:
        raise CannotJudge(f"Run {row.pk} can’t be opened: {error}") from None


def judge_run(row: EpisodeRow, reader: ModelReader) -> JudgedRun:
    """Have a model read the texts of a run, and store its verdicts. Raises CannotJudge.

    Answers that this reader gave before, here or in another run, are not bought again.
    """
    episode = opened(row)
    texts = texts_of_run(episode.story, episode.evidence())
    stored = failed = 0
    for text in texts:
        lines = _read(text, reader)
        # Stored text by text: answers that were paid for must survive the end of the process.
        stored += store_lines(row, lines)
        failed += sum(line.is_failed for line in lines)
    return JudgedRun(len(texts), stored, failed)


def _read(text: RunText, reader: ModelReader) -> list[ReadingLine]:
    known = {line.key: line for line in _known(text, reader)}
    missing = tuple(claim for claim in text.claims if claim.key not in known)
    return [*known.values(), *(reader.read(text, missing) if missing else ())]


def _known(text: RunText, reader: ModelReader) -> Iterator[ReadingLine]:
    """Yield the answers that this reader has given about the text, in this run or in another one."""
    wanted: dict[str, Claim] = {claim_hash(text, claim): claim for claim in text.claims}
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
        # The same text and claim in another run: other moment, other key, and nothing to pay.
        row.key, row.moment, row.cost, row.tokens_in, row.tokens_out = wanted[key].key, text.moment, 0.0, 0, 0
        yield line_of(row)


def outcome_by(row: EpisodeRow, episode: Episode, kind: str = RULES, rater: str = "") -> ReaderOutcome:
    """Return the outcome of a run according to one reader, computed anew from its moments and the stored readings."""
    if kind == RULES:
        return ReaderOutcome(RULES, "", episode.outcome())
    rows = Verdict.objects.filter(episode=row, rater_kind=kind)
    rows = rows.filter(rater=rater) if rater else rows
    outcome = rejudge(
        episode.story, episode.evidence(), readings_of(row, kind, rater), episode.config.user == "scripted"
    )
    return ReaderOutcome(
        kind,
        rater,
        outcome,
        rows.count(),
        rows.filter(value="unclear").count(),
        rows.filter(is_failed=True).count(),
    )


def outcomes_of(row: EpisodeRow) -> list[ReaderOutcome]:
    """Return the outcome by the rules of today, and by every model and person that has read the run."""
    episode = opened(row)
    raters = Verdict.objects.filter(episode=row).order_by("rater_kind", "rater")
    read_by = list(raters.values_list("rater_kind", "rater").distinct())
    return [outcome_by(row, episode), *(outcome_by(row, episode, kind, rater) for kind, rater in read_by)]


def texts_of(row: EpisodeRow) -> Sequence[RunText]:
    """Return the texts of a run with their claims. Raises CannotJudge."""
    episode = opened(row)
    return texts_of_run(episode.story, episode.evidence())


def recorded_verdict(row: EpisodeRow) -> str:
    """Return the outcome that was recorded when the run ended, in one word."""
    if row.success is None:
        return "not judged"
    return "undecided" if row.undecided else "success" if row.success else "miss"
