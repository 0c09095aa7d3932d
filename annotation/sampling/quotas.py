"""How many of which part of the pool: numbers that somebody named are kept to, and not filled up from elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from annotation.sampling.candidate import OFFER, SILENCE, Candidate
from annotation.sampling.spec import SampleSpec


class Quota(NamedTuple):
    number: int
    model: str = ""
    """Empty: any."""
    kind: str = ""

    def allows(self, decision: str) -> bool:
        return not self.kind or (decision == SILENCE) is (self.kind == SILENCE)

    def takes(self, one: Candidate) -> bool:
        return self.model in ("", one.model) and self.allows(one.decision)


def quotas_of(spec: SampleSpec) -> list[Quota]:
    """One for all, or one for each model and kind of which a number was given."""
    counts = spec.per_model or {"": spec.wanted}
    if spec.silence_share is None:
        return [Quota(count, model) for model, count in sorted(counts.items())]
    found = []
    for model, count in sorted(counts.items()):
        # Half of an item counts as one, whatever the number before it.
        silences = int(count * spec.silence_share + 0.5)
        found += [Quota(count - silences, model, OFFER), Quota(silences, model, SILENCE)]
    return [quota for quota in found if quota.number]
