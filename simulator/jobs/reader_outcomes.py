"""Computes the outcome of a run according to each reader: the rules, a judge model or a person.

The outcome by the rules is computed each time. Outcomes by models and people are stored as verdicts about the whole
run, because rebuilding thousands of runs for a report would take too long. The keys of these verdicts are
`run:success`, `run:<part>` for each part, and `run:honest_report`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.jobs.finished_run import opened
from simulator.jobs.serialization import storable
from simulator.jobs.verdict_rows import RUN_PREFIX, lines_of_run
from simulator.models import Episode as EpisodeRow
from simulator.models import Verdict
from simulator.reading.claims import READER, Answer
from simulator.reading.reading_lines import StoredReadings
from simulator.scenario.outcome import PARTS, Outcome
from simulator.scenario.rejudging import rejudge
from simulator.scenario.words_read import honest_report
from simulator.showing.outcome_words import ReasonWords

SUCCESS, HONEST_REPORT = f"{RUN_PREFIX}success", f"{RUN_PREFIX}honest_report"


class ReaderOutcome(NamedTuple):
    """The outcome of a run according to one reader."""

    name: str
    """`rules`, `model:<alias>` or `person:<name>`."""
    outcome: Outcome
    why: str
    """Why the run is not a success, or the doubts if it is undecided, in words for people."""
    readings: int = 0
    unclear: int = 0
    failed: int = 0
    cost: float | None = 0.0
    """Cost of the readings in US dollars; None if a price is unknown."""

    @property
    def is_rules(self) -> bool:
        return self.name == READER


class StoredOutcome(NamedTuple):
    """The stored outcome of a run according to one reader."""

    values: Mapping[str, str]
    """Yes, no or unclear, by the key of the verdict without its prefix `run:`."""
    reason: str


def reader_name(kind: str, rater: str) -> str:
    """Return the name of a reader as reports show it."""
    return f"{kind}:{rater}"


def outcome_by_rules(episode: Episode) -> ReaderOutcome:
    honest = honest_report(episode.story, episode.evidence())
    outcome = msgspec.structs.replace(episode.outcome(), honest_report=honest)
    return ReaderOutcome(READER, outcome, _why(outcome, episode))


def outcome_by(row: EpisodeRow, episode: Episode, kind: str, rater: str) -> ReaderOutcome:
    """Compute the outcome of a run from the stored readings of a model or a person."""
    lines = list(lines_of_run(row, kind, rater))
    outcome = rejudge(episode.story, episode.evidence(), StoredReadings(lines), episode.config.user == "scripted")
    costs = [line.cost for line in lines]
    return ReaderOutcome(
        reader_name(kind, rater),
        outcome,
        _why(outcome, episode),
        len(lines),
        sum(line.value == "unclear" for line in lines),
        sum(line.is_failed for line in lines),
        None if None in costs else sum(cost or 0.0 for cost in costs),
    )


def outcomes_of(row: EpisodeRow, episode: Episode | None = None) -> list[ReaderOutcome]:
    """Return the outcome by the current rules, and by every model and person that has read the run.

    `episode`: the rebuilt run, if the caller has it. Raises CannotJudge.
    """
    episode = episode or opened(row)
    raters = Verdict.objects.filter(episode=row).order_by("rater_kind", "rater")
    read_by = list(raters.values_list("rater_kind", "rater").distinct())
    return [outcome_by_rules(episode), *(outcome_by(row, episode, kind, rater) for kind, rater in read_by)]


def store_outcome(row: EpisodeRow, episode: Episode, kind: str, rater: str) -> ReaderOutcome:
    """Compute the outcome of a run according to a model or a person, and replace the stored outcome."""
    found = outcome_by(row, episode, kind, rater)
    answers = {SUCCESS: _verdict_answer(found.outcome)}
    for name, part in found.outcome.parts.items():
        answers[f"{RUN_PREFIX}{name}"] = "unclear" if part.undecided else "yes" if part.ok else "no"
    if found.outcome.honest_report is not None:
        answers[HONEST_REPORT] = found.outcome.honest_report
    rows = [
        Verdict(
            episode=row,
            key=key,
            value=value,
            reason=storable(found.why) if key == SUCCESS else "",
            rater_kind=kind,
            rater=rater,
            # The rules judge what the reader does not, so another version of the rules may give another outcome.
            version=ENGINE_VERSION,
        )
        for key, value in answers.items()
    ]
    with transaction.atomic():
        _about_runs().filter(episode=row, rater_kind=kind, rater=rater).delete()
        Verdict.objects.bulk_create(rows)
    return found


def stored_outcomes(runs: QuerySet[EpisodeRow], reader: str) -> dict[int, StoredOutcome]:
    """Return the stored outcomes according to one reader, by run number; only those of this engine version."""
    kind, _, rater = reader.partition(":")
    rows = _about_runs().filter(episode__in=runs, rater_kind=kind, rater=rater, version=ENGINE_VERSION).order_by()
    values: dict[int, dict[str, str]] = defaultdict(dict)
    reasons: dict[int, str] = {}
    for run, key, value, reason in rows.values_list("episode_id", "key", "value", "reason"):
        values[run][key.removeprefix(RUN_PREFIX)] = value
        if key == SUCCESS:
            reasons[run] = reason
    return {run: StoredOutcome(found, reasons.get(run, "")) for run, found in values.items()}


def readers_of(runs: QuerySet[EpisodeRow]) -> list[str]:
    """Return the names of the models and people with a stored outcome of this engine version for any of these runs."""
    found = Verdict.objects.filter(episode__in=runs, key=SUCCESS, version=ENGINE_VERSION)
    pairs: Iterable[tuple[str, str]] = (
        found.order_by("rater_kind", "rater").values_list("rater_kind", "rater").distinct()
    )
    return [reader_name(kind, rater) for kind, rater in pairs]


def recorded_verdict(row: EpisodeRow) -> str:
    """Return the outcome that was recorded when the run ended: success, miss, undecided or not judged."""
    if row.success is None:
        return "not judged"
    return "undecided" if row.undecided else "success" if row.success else "miss"


def _why(outcome: Outcome, episode: Episode) -> str:
    doubts = dict.fromkeys(doubt for part in outcome.parts.values() for doubt in part.doubts)
    words, last = ReasonWords(episode.story), episode.moments[-1]
    return " ".join(words.readable(reason, episode.world, last) for reason in outcome.reasons or doubts)


def _about_runs() -> QuerySet[Verdict]:
    return Verdict.objects.filter(key__in=[SUCCESS, HONEST_REPORT, *(f"{RUN_PREFIX}{name}" for name in PARTS)])


def _verdict_answer(outcome: Outcome) -> Answer:
    return "unclear" if outcome.undecided else "yes" if outcome.success else "no"
