"""Quotas and strata: how many items of each kind are wanted, available, taken and missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from annotation.sampling.candidate import DECISIONS, NO_ANSWER, OFFER, OUTCOMES, SILENCE, Candidate
from annotation.sampling.spec import SampleSpec
from annotation.sampling.splitting import Draw, even_split

# More than any stratum holds: a split over cells of this size shows what is wanted, whatever is available.
PLENTY = 10**9


class Quota(NamedTuple):
    """Number of items to draw: from one model or from all models, and of one kind or of all kinds."""

    number: int
    model: str = ""
    """Name of the model; "" for any model."""
    kind: str = ""

    def allows(self, decision: str) -> bool:
        return not self.kind or (decision == SILENCE) is (self.kind == SILENCE)

    def takes(self, one: Candidate) -> bool:
        return self.model in ("", one.model) and self.allows(one.decision)


def quotas_of(spec: SampleSpec) -> list[Quota]:
    """Return one quota for all items, or one quota per model and kind if the specification gives separate numbers."""
    counts = spec.per_model or {"": spec.wanted}
    if spec.silence_share is None:
        return [Quota(count, model) for model, count in sorted(counts.items())]
    found = []
    for model, count in sorted(counts.items()):
        # Rounded half up; round() would round halves to even numbers.
        silences = int(count * spec.silence_share + 0.5)
        found += [Quota(count - silences, model, OFFER), Quota(silences, model, SILENCE)]
    return [quota for quota in found if quota.number]


class OutcomeCount(NamedTuple):
    outcome: str
    available: int
    taken: int


class Stratum(NamedTuple):
    """Items of one model and one decision: available, wanted and taken."""

    model: str
    decision: str
    available: int
    """Number of items that could be taken, before the limit per scenario."""
    wanted: int
    """Number of items that the stratum would get if every stratum had enough."""
    taken: int
    outcomes: tuple[OutcomeCount, ...]

    @property
    def short(self) -> int:
        return max(self.wanted - self.taken, 0)

    def plain(self) -> dict[str, Any]:
        outcomes = [one._asdict() for one in self.outcomes]
        return {**self._asdict(), "outcomes": outcomes, "short": self.short}


def strata_of(
    spec: SampleSpec, quotas: Sequence[Quota], pool: Iterable[Candidate], taken: Iterable[Candidate], draw: Draw
) -> tuple[Stratum, ...]:
    """Return one stratum per model and decision, with the numbers of items in the pool and of taken items."""
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
                OutcomeCount(outcome, there[model, decision, outcome], drawn[model, decision, outcome])
                for outcome in OUTCOMES
                if there[model, decision, outcome]
            ),
        )
        for model in models
        for decision in decisions_of(spec)
    )


def decisions_of(spec: SampleSpec) -> tuple[str, ...]:
    """Return the decisions that a sample may contain."""
    offers = (*DECISIONS, *([NO_ANSWER] if spec.unanswered else [])) if spec.kinds != "silences" else ()
    return (*offers, *([SILENCE] if spec.kinds != "offers" else []))


def _wanted(
    quotas: Sequence[Quota], models: Sequence[str], spec: SampleSpec, draw: Draw
) -> Mapping[tuple[str, str], int]:
    """Return the wanted number by model and decision: the quotas, split as if every stratum had enough items."""
    found: Counter[tuple[str, str]] = Counter()
    for quota in quotas:
        names = {f"|{model}": model for model in models if quota.model in ("", model)}
        for here, count in even_split(dict.fromkeys(names, PLENTY), quota.number, draw).items():
            kinds = {f"{here}|{one}": one for one in decisions_of(spec) if quota.allows(one)}
            for path, share in even_split(dict.fromkeys(kinds, PLENTY), count, draw).items():
                found[names[here], kinds[path]] += share
    return found
