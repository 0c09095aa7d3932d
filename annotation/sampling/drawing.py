"""Draws a sample from a pool, in two stages with exact probabilities.

First, if a limit per scenario is set, decision points above the limit are removed: evenly over the scenario's cells of
model, decision and outcome, and at random within each cell. Then the wanted number is split evenly over models, within
each model over decisions, then over outcomes and scenarios. Items are drawn at random within the smallest groups.
If a number can't be split evenly, the remainder goes to random strata. If a stratum has too few items, the other strata
at the same level get more.

The probability of an item is the probability of passing the first stage, times the probability of being drawn in the
second stage (a two-phase design). The sum of 1 / probability over the items of a kind is an unbiased estimate of their
number in the pool. Items of earlier batches are not in the pool of a later batch; its probabilities are conditional on
earlier batches.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from annotation.sampling.candidate import Candidate
from annotation.sampling.spec import SampleSpec
from annotation.sampling.splitting import Chances, Draw, even_split, expected, split_chances
from annotation.sampling.strata import Stratum, decisions_of, quotas_of, strata_of
from simulator.words.english import counted

UNFINISHED, NO_PHONE, NOISY, UNANSWERED = "unfinished", "no_phone", "noisy", "no_answer"
# Levels are balanced in this order.
LEVELS = ("model", "decision", "outcome", "scenario")
NOTHING: Mapping[str, str] = {}
SAME, ALREADY, OVER_CAP = "same", "already", "over_cap"
_WHY = {
    UNFINISHED: ("run", "not finished"),
    NO_PHONE: ("run", "imported transcript without a phone to show"),
    NOISY: ("run", "played with noise"),
    UNANSWERED: ("offer", "the simulated user did not react"),
    SAME: ("decision point", "already in the pool from an equal run"),
    ALREADY: ("decision point", "already in this study"),
    OVER_CAP: ("decision point", "above the limit per scenario"),
}


def left_out_words(left_out: Mapping[str, int]) -> Iterator[str]:
    """Yield one line per reason, such as `3 offers: the simulated user did not react`."""
    for why, (noun, words) in _WHY.items():
        if left_out.get(why):
            yield f"{counted(left_out[why], noun)}: {words}"


def thin(pool: Sequence[Candidate], most: int, there: Mapping[str, int], draw: Draw) -> list[Sampled]:
    """Choose items from the pool at random, so that the study gets at most `most` items per scenario.

    `there`: number of items that the study already has, by scenario.
    """
    found: list[Sampled] = []
    for scenario, part in parted(pool, "scenario").items():
        found += _of_one(part, max(most - there.get(scenario, 0), 0), draw, scenario)
    return found


def _of_one(pool: Sequence[Candidate], most: int, draw: Draw, scenario: str) -> Iterator[Sampled]:
    cells: dict[str, list[Candidate]] = defaultdict(list)
    for one in pool:
        cells["|".join((scenario, one.model, one.decision, one.outcome))].append(one)
    sizes = {name: len(part) for name, part in cells.items()}
    total = min(most, len(pool))
    counts, chances = even_split(sizes, total, draw), split_chances(sizes, {total: 1.0})
    for name, part in cells.items():
        by_identity = {one.identity: one for one in part}
        for identity in draw.first(by_identity, counts[name]):
            yield Sampled(by_identity[identity], expected(chances[name]) / len(part))


class Sampled(NamedTuple):
    """A drawn decision point, with the probability that it was drawn."""

    candidate: Candidate
    probability: float


def draw_down(pool: Sequence[Candidate], total: int, draw: Draw) -> list[Sampled]:
    """Draw `total` items, or the whole pool if it is smaller. Return each with its exact probability of being drawn."""
    total = min(total, len(pool))
    return list(_below(pool, total, {total: 1.0}, LEVELS, draw, "")) if total else []


def _below(
    pool: Sequence[Candidate], count: int, chances: Chances, levels: Sequence[str], draw: Draw, path: str
) -> Iterator[Sampled]:
    """Draw `count` items from one stratum. `chances` is the distribution of `count` over all possible draws."""
    if not levels:
        probability = expected(chances) / len(pool)
        by_identity = {one.identity: one for one in pool}
        for identity in draw.first(by_identity, count):
            yield Sampled(by_identity[identity], probability)
        return
    parts = parted(pool, levels[0])
    sizes = {f"{path}|{name}": len(part) for name, part in parts.items()}
    counts, likely = even_split(sizes, count, draw), split_chances(sizes, chances)
    for name, part in parts.items():
        here = f"{path}|{name}"
        if counts[here]:
            yield from _below(part, counts[here], likely[here], levels[1:], draw, here)


def parted(pool: Sequence[Candidate], level: str) -> dict[str, list[Candidate]]:
    found: dict[str, list[Candidate]] = defaultdict(list)
    for one in pool:
        found[getattr(one, level)].append(one)
    return found


class Drawn(NamedTuple):
    """The drawn items and their strata, with the numbers that were wanted and left out."""

    items: tuple[Sampled, ...]
    """Drawn items, in random order."""
    strata: tuple[Stratum, ...]
    left_out: Mapping[str, int]
    """Number of runs or decision points left out, by reason; `left_out_words` describes them."""
    wanted: int

    @property
    def short(self) -> int:
        return self.wanted - len(self.items)


def draw(pool: Iterable[Candidate], spec: SampleSpec, taken: Mapping[str, str] = NOTHING) -> Drawn:
    """Draw a sample; the pool's order does not matter.

    `taken` maps the identity of each item that the study already has to the item's scenario.
    """
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
    """Return one candidate for each identity that the study does not have yet, sorted by identity.

    If several runs share an identity, use the run with the lowest number.
    """
    found: dict[str, Candidate] = {}
    # Sorted by identity first, so that the order of runs in the database does not matter.
    for one in sorted(pool):
        if one.identity in taken:
            left_out[ALREADY] += 1
        elif one.identity in found:
            left_out[SAME] += 1
        else:
            found[one.identity] = one
    return list(found.values())


def _thinned(fresh: Sequence[Candidate], spec: SampleSpec, taken: Mapping[str, str], draw: Draw) -> list[Sampled]:
    if spec.per_scenario is None:
        return [Sampled(one, 1.0) for one in fresh]
    return thin(fresh, spec.per_scenario, Counter(taken.values()), draw)


def _salt(taken: Mapping[str, str]) -> str:
    """Return a salt that depends on the items drawn before; "" for the first batch.

    Without a salt, every batch would rank candidates the same way, so the draws would not be independent.
    """
    return hashlib.sha256("\n".join(sorted(taken)).encode()).hexdigest() if taken else ""
