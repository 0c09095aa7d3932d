"""The table of strata: what there is of each model and decision, what was wanted, taken, and is short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from annotation.sampling.candidate import DECISIONS, NO_ANSWER, OUTCOMES, SILENCE, Candidate
from annotation.sampling.quotas import Quota
from annotation.sampling.spec import SampleSpec
from annotation.sampling.splitting import Draw, even_split

PLENTY = 10**9


class Detail(NamedTuple):
    outcome: str
    available: int
    taken: int


class Stratum(NamedTuple):
    model: str
    decision: str
    available: int
    """Those that could be taken, before the limit per scenario."""
    wanted: int
    """What it would get if there were enough of everything."""
    taken: int
    outcomes: tuple[Detail, ...]

    @property
    def short(self) -> int:
        return max(self.wanted - self.taken, 0)

    def plain(self) -> dict[str, Any]:
        outcomes = [one._asdict() for one in self.outcomes]
        return {**self._asdict(), "outcomes": outcomes, "short": self.short}


def strata_of(
    spec: SampleSpec, quotas: Sequence[Quota], pool: Iterable[Candidate], taken: Iterable[Candidate], draw: Draw
) -> tuple[Stratum, ...]:
    there = Counter((one.model, one.decision, one.outcome) for one in pool)
    drawn = Counter((one.model, one.decision, one.outcome) for one in taken)
    models = sorted({model for model, _, _ in there} | set(spec.per_model))
    wanted = _wanted(quotas, models, spec, draw)
    return tuple(
        Stratum(
            model,
            decision,
            sum(there[model, decision, outcome] for outcome in OUTCOMES),
            wanted[model, decision],
            sum(drawn[model, decision, outcome] for outcome in OUTCOMES),
            tuple(
                Detail(outcome, there[model, decision, outcome], drawn[model, decision, outcome])
                for outcome in OUTCOMES
                if there[model, decision, outcome]
            ),
        )
        for model in models
        for decision in decisions_of(spec)
    )


def decisions_of(spec: SampleSpec) -> tuple[str, ...]:
    """Those that a sample may have."""
    offers = (*DECISIONS, *([NO_ANSWER] if spec.unanswered else [])) if spec.kinds != "silences" else ()
    return (*offers, *([SILENCE] if spec.kinds != "offers" else []))


def _wanted(
    quotas: Sequence[Quota], models: Sequence[str], spec: SampleSpec, draw: Draw
) -> Mapping[tuple[str, str], int]:
    """The same split as of the sample itself, of cells that are never empty."""
    found: Counter[tuple[str, str]] = Counter()
    for quota in quotas:
        names = {f"|{model}": model for model in models if quota.model in ("", model)}
        for here, count in even_split(dict.fromkeys(names, PLENTY), quota.number, draw).items():
            kinds = {f"{here}|{one}": one for one in decisions_of(spec) if quota.allows(one)}
            for path, share in even_split(dict.fromkeys(kinds, PLENTY), count, draw).items():
                found[names[here], kinds[path]] += share
    return found
