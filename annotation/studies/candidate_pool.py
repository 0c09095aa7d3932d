"""The pool that samples are drawn from: decision points of finished runs, played here or imported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.db.models.functions import Left

from annotation.sampling.candidate import NO_ANSWER as NO_REACTION
from annotation.sampling.candidate import OFFER, SILENCE, Candidate, identity_of
from annotation.sampling.drawing import NO_PHONE, NOISY, UNANSWERED, UNFINISHED
from annotation.sampling.spec import CONFIG_MARK, RUN_MARK, SampleSpec
from annotation.studies.run_sources import is_noisy, model_of
from simulator.models import DecisionPoint, Episode, State

_One = TypeVar("_One")
# SQLite allows 32,766 parameters per statement, older builds 999.
_AT_ONCE = 500
_KINDS = {"offers": (OFFER,), "silences": (SILENCE,), "both": (OFFER, SILENCE)}
_OUTCOMES = {True: "success", False: "miss", None: "unknown"}


class Pool(NamedTuple):
    candidates: list[Candidate]
    left_out: Mapping[str, int]
    """Number of runs or offers that were left out, by reason."""


class _Run(NamedTuple):
    row: Episode
    model: str
    outcome: str


def pool_of(spec: SampleSpec) -> Pool:
    """Return every decision point that fits the specification, before balancing and limits, and how many do not."""
    left_out: Counter[str] = Counter()
    runs = {run.row.pk: run for run in _runs(spec, left_out)}
    found: list[Candidate] = []
    for numbers in portions(sorted(runs)):
        for episode, moment, kind, reaction, text in _points(numbers, spec):
            decision = SILENCE if kind == SILENCE else reaction or NO_REACTION
            if decision == NO_REACTION and not spec.unanswered:
                left_out[UNANSWERED] += 1
            else:
                found.append(_candidate(runs[episode], moment, kind, decision, text or ""))
    return Pool(found, left_out)


def known_models() -> list[str]:
    """Return the sorted names of the assistants' models in all finished runs."""
    return sorted({model_of(row) for row in _finished().iterator()})


def models_in(runs: Sequence[int | str]) -> list[str]:
    """Return the sorted names of the assistants' models in these runs; skip unfinished runs."""
    found = (row for some in portions(numbers_of(runs)) for row in _finished().filter(pk__in=some))
    return sorted({model_of(row) for row in found})


# `only`: a run's other columns are large, and thousands of rows are read.
def _finished() -> QuerySet[Episode]:
    return Episode.objects.filter(state=State.FINISHED).only("config", "forked_config", "imported")


def numbers_of(runs: Sequence[int | str]) -> list[int]:
    """Return the sorted numbers of runs given by number or mark (see `_marks`); several runs may share a mark."""
    marks = {run for run in runs if isinstance(run, str)}
    found = {run for run in runs if isinstance(run, int)}
    known = Episode.objects.annotate(mark=Left("content_hash", RUN_MARK))
    for some in portions(sorted({mark[:RUN_MARK] for mark in marks})):
        rows = known.filter(mark__in=some).values_list("pk", "content_hash", "config_hash")
        found.update(pk for pk, *hashes in rows if marks.intersection(_marks(*hashes)))
    return sorted(found)


def marks_of(runs: Sequence[int | str]) -> list[str]:
    """Return the sorted marks of runs, valid in every store (see `_marks`). Skip runs without a content hash."""
    found = {run for run in runs if isinstance(run, str)}
    for some in portions([run for run in runs if isinstance(run, int)]):
        rows = Episode.objects.filter(pk__in=some).values_list("content_hash", "config_hash")
        found.update(_marks(*hashes)[-1] for hashes in rows if hashes[0])
    return sorted(found)


def _marks(content_hash: str, config_hash: str) -> tuple[str, str]:
    """Return two marks of a run: its short content hash, and that hash followed by the short configuration hash.

    Without a configuration hash, both marks are the short content hash.
    """
    mark = content_hash[:RUN_MARK]
    return mark, f"{mark}-{config_hash[:CONFIG_MARK]}" if len(config_hash) >= CONFIG_MARK else mark


def _runs(spec: SampleSpec, left_out: Counter[str]) -> Iterator[_Run]:
    models = set(spec.models) | set(spec.per_model)
    for row in _chosen(spec):
        run = _Run(row, model_of(row), _OUTCOMES[None if row.undecided else row.success])
        if (models and run.model not in models) or (spec.outcomes and run.outcome not in spec.outcomes):
            continue
        if row.state != State.FINISHED or not row.content_hash:
            left_out[UNFINISHED] += 1
        elif not row.has_phone and not spec.transcripts:
            left_out[NO_PHONE] += 1
        elif spec.noise_free and is_noisy(row):
            left_out[NOISY] += 1
        else:
            yield run


def _chosen(spec: SampleSpec) -> Iterator[Episode]:
    rows = Episode.objects.select_related("version__scenario").only(
        "state",
        "success",
        "undecided",
        "content_hash",
        "config_hash",
        "config",
        "forked_config",
        "imported",
        "version__scenario__slug",
    )
    if spec.scenarios:
        rows = rows.filter(version__scenario__slug__in=spec.scenarios)
    if not spec.runs:
        yield from rows.iterator()
    for numbers in portions(numbers_of(spec.runs)):
        yield from rows.filter(pk__in=numbers)


def _points(numbers: Sequence[int], spec: SampleSpec) -> QuerySet[DecisionPoint, tuple[Any, ...]]:
    points = DecisionPoint.objects.filter(episode__in=numbers, kind__in=_KINDS[spec.kinds])
    return points.values_list("episode_id", "moment", "kind", "body__reaction", "body__text")


def _candidate(run: _Run, moment: int, kind: str, decision: str, text: str) -> Candidate:
    row = run.row
    identity = identity_of(row.content_hash, row.config_hash, run.model, moment)
    slug = row.version.scenario.slug
    return Candidate(identity, row.pk, moment, kind, run.model, decision, slug, run.outcome, text)


def portions(numbers: Sequence[_One]) -> Iterator[Sequence[_One]]:
    return (numbers[start : start + _AT_ONCE] for start in range(0, len(numbers), _AT_ONCE))
