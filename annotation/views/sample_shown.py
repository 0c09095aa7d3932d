"""A sample before it is drawn, as the page shows it: the strata, what is short, and what was left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from annotation.jobs.batches import is_removable
from annotation.jobs.checking import questions_of
from annotation.jobs.drawing import PICKED, preview
from annotation.models import Batch, Item, Study
from annotation.questions import asked_about
from annotation.sampling.drawing import Drawn
from annotation.sampling.spec import SampleSpec
from annotation.sampling.strata import Stratum
from annotation.sampling.words import left_out_words
from annotation.templatetags.studies import deed_word
from simulator.phone.wording import counted

_MOST_RUNS = 20
_OUTCOMES = {"success": "success", "miss": "no success", "unknown": "unknown"}


class Line(NamedTuple):
    stratum: Stratum
    what: str
    outcomes: str
    """How what is taken divides over outcomes."""


class Group(NamedTuple):
    model: str
    lines: Sequence[Line]
    available: int
    taken: int
    wanted: int


class Shown(NamedTuple):
    spec: SampleSpec
    drawn: Drawn
    groups: Sequence[Group]
    short: Sequence[str]
    left_out: Sequence[str]
    unasked: str
    """A kind of item that no question is about; empty if all is well."""

    @property
    def taken(self) -> int:
        return len(self.drawn.items)

    @property
    def available(self) -> int:
        return sum(group.available for group in self.groups)

    @property
    def scenarios(self) -> int:
        return len({one.candidate.scenario for one in self.drawn.items})

    @property
    def may_draw(self) -> bool:
        return bool(self.drawn.items) and not self.unasked


class BatchLine(NamedTuple):
    batch: Batch
    items: int
    source: str
    is_removable: bool

    @property
    def spec(self) -> str:
        """As it is stored; long lists of runs are cut."""
        plain = dict(self.batch.spec)
        runs = plain.get("runs") or []
        if len(runs) > _MOST_RUNS:
            plain["runs"] = [*runs[:_MOST_RUNS], f"and {len(runs) - _MOST_RUNS} more"]
        return json.dumps({name: value for name, value in plain.items() if value not in (None, [], {}, "")}, indent=1)


def shown(study: Study, spec: SampleSpec) -> Shown:
    drawn = preview(study, spec)
    groups = [_group(model, list(strata)) for model, strata in groupby(drawn.strata, key=lambda one: one.model)]
    return Shown(
        spec, drawn, groups, list(short_words(drawn)), list(left_out_words(drawn.left_out)), _unasked(study, spec)
    )


def short_words(drawn: Drawn) -> Iterator[str]:
    """`petit-8b rejected: 3 short`."""
    for one in drawn.strata:
        if one.short:
            yield f"{one.model} {deed_word(one.decision)}: {one.short} short"


def source_words(spec: SampleSpec) -> str:
    """Where a batch was drawn from, in a few words."""
    said = [spec.source] if spec.source else [counted(len(spec.runs), "run")] if spec.runs else []
    if spec.scenarios:
        said.append(counted(len(spec.scenarios), "scenario"))
    if spec.models:
        said.append(counted(len(spec.models), "model"))
    return ", ".join(said) or "all finished runs"


def batch_lines(study: Study) -> list[BatchLine]:
    counts: dict[int, int] = {}
    for number in Item.objects.filter(study=study).values_list("batch__number", flat=True):
        counts[number] = counts.get(number, 0) + 1
    batches = Batch.objects.filter(study=study).select_related("made_by").order_by("number")
    return [BatchLine(one, counts.get(one.number, 0), _source(one), is_removable(study, one)) for one in batches]


def _source(batch: Batch) -> str:
    if batch.spec == PICKED:
        return "items that were named one by one"
    return source_words(SampleSpec.model_validate(batch.spec)) if batch.spec else "runs"


def _group(model: str, strata: Sequence[Stratum]) -> Group:
    lines = [Line(one, deed_word(one.decision), _outcomes(one)) for one in strata]
    return Group(
        model,
        lines,
        sum(one.available for one in strata),
        sum(one.taken for one in strata),
        sum(one.wanted for one in strata),
    )


def _outcomes(stratum: Stratum) -> str:
    return ", ".join(f"{_OUTCOMES[one.outcome]} {one.taken} of {one.available}" for one in stratum.outcomes)


def _unasked(study: Study, spec: SampleSpec) -> str:
    questions = questions_of(study)
    kinds = {"offers": ("offer",), "silences": ("silence",), "both": ("offer", "silence")}[spec.kinds]
    return next((f"{kind}s" for kind in kinds if not asked_about(questions, kind)), "")
