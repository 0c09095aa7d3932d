"""Draws a sample from a pool, in two stages with exact probabilities.

First, where a limit per scenario is set, every scenario is thinned to it: evenly over its cells of model, decision and
outcome, and at random within each. Then the wanted number is split evenly over models, within each over decisions,
within these over outcomes and scenarios, and drawn at random at the end. What does not come out even goes to strata
that chance names; what a stratum lacks goes to its neighbours.

The probability of an item is that of its first stage, times that of its second given what the first has left: a
two-phase design. The sum of 1 / probability over the items of a kind estimates, without bias, how many there were in
the pool. Items of earlier batches are no part of the pool of a later one, and its probabilities are those given them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotation.sampling.candidate import Candidate
from annotation.sampling.quotas import quotas_of
from annotation.sampling.spec import SampleSpec
from annotation.sampling.splitting import Draw
from annotation.sampling.strata import Stratum, decisions_of, strata_of
from annotation.sampling.thinning import Kept, thin
from annotation.sampling.tree import Sampled, draw_down

NOTHING: Mapping[str, str] = {}
SAME, ALREADY, OVER_CAP = "same", "already", "over_cap"


class Drawn(NamedTuple):
    items: tuple[Sampled, ...]
    """In an order that tells nothing."""
    strata: tuple[Stratum, ...]
    left_out: Mapping[str, int]
    """By why; `left_out_words` tells it in words."""
    wanted: int

    @property
    def short(self) -> int:
        return self.wanted - len(self.items)


def draw(pool: Iterable[Candidate], spec: SampleSpec, taken: Mapping[str, str] = NOTHING) -> Drawn:
    """`taken`: what the study has already, as scenario by identity. The same for the same content, in any order."""
    left_out: Counter[str] = Counter()
    quotas, decisions, salt = quotas_of(spec), decisions_of(spec), _salt(taken)
    fitting = (one for one in pool if one.decision in decisions and any(quota.takes(one) for quota in quotas))
    fresh = _fresh(fitting, taken, left_out)
    kept = _thinned(fresh, spec, taken, Draw(spec.seed, f"cap{salt}"))
    left_out[OVER_CAP] = len(fresh) - len(kept)
    chance = Draw(spec.seed, f"draw{salt}")
    first = {one.candidate.identity: one.probability for one in kept}
    items: list[Sampled] = []
    for quota in quotas:
        part = [one.candidate for one in kept if quota.takes(one.candidate)]
        items += (
            one._replace(probability=one.probability * first[one.candidate.identity])
            for one in draw_down(part, quota.number, chance)
        )
    shuffled = Draw(spec.seed, f"order{salt}")
    items.sort(key=lambda one: shuffled.rank(one.candidate.identity))
    strata = strata_of(spec, quotas, fresh, (one.candidate for one in items), chance)
    return Drawn(tuple(items), strata, {why: count for why, count in left_out.items() if count}, spec.wanted)


def _fresh(pool: Iterable[Candidate], taken: Mapping[str, str], left_out: Counter[str]) -> list[Candidate]:
    """Every identity once, in an order of its own; of runs that are the same the first that the store has."""
    found: dict[str, Candidate] = {}
    for one in sorted(pool):
        if one.identity in taken:
            left_out[ALREADY] += 1
        elif one.identity in found:
            left_out[SAME] += 1
        else:
            found[one.identity] = one
    return list(found.values())


def _thinned(fresh: Sequence[Candidate], spec: SampleSpec, taken: Mapping[str, str], draw: Draw) -> list[Kept]:
    if spec.per_scenario is None:
        return [Kept(one, 1.0) for one in fresh]
    return thin(fresh, spec.per_scenario, Counter(taken.values()), draw)


def _salt(taken: Mapping[str, str]) -> str:
    """A second batch is drawn by chance of its own: with that of the first it would not be by chance any more."""
    return hashlib.sha256("\n".join(sorted(taken)).encode()).hexdigest() if taken else ""
