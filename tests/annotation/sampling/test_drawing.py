"""Samples: exact in number, balanced, within limits, reproducible, and with probabilities that are true."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.sampling.candidate import Candidate, identity_of
from annotation.sampling.drawing import ALREADY, OVER_CAP, SAME, Drawn, draw
from annotation.sampling.spec import SampleSpec
from tests.annotation.sampling.pools import even_pool, pool, pools

ROUNDS = 1500
UNEVEN = pool(
    [
        ("gpt", "accept", "success", "a", 5),
        ("gpt", "accept", "miss", "b", 1),
        ("gpt", "reject", "success", "a", 2),
        ("gpt", "reject", "miss", "c", 3),
        ("oracle", "accept", "success", "a", 4),
        ("oracle", "accept", "success", "b", 2),
        ("oracle", "gather_context", "unknown", "c", 1),
        ("o3", "reject", "miss", "a", 6),
    ]
)


def _identities(drawn: Drawn) -> list[str]:
    return [one.candidate.identity for one in drawn.items]


def _offers(candidates: list[Candidate]) -> list[Candidate]:
    return [one for one in candidates if one.kind == "offer"]


@given(pools, st.integers(1, 80), st.integers(0, 5))
def test_as_many_as_wanted_or_all_and_none_twice(candidates: list[Candidate], size: int, seed: int) -> None:
    drawn = draw(candidates, SampleSpec(size=size, kinds="both", seed=seed))
    assert len(drawn.items) == min(size, len(candidates))
    assert len(set(_identities(drawn))) == len(drawn.items)
    assert drawn.short == size - len(drawn.items)
    assert all(0 < one.probability <= 1 + 1e-12 for one in drawn.items)


@given(pools, st.integers(1, 40), st.integers(1, 4))
def test_no_scenario_has_more_than_its_limit(candidates: list[Candidate], size: int, most: int) -> None:
    drawn = draw(candidates, SampleSpec(size=size, kinds="both", per_scenario=most))
    there, taken = Counter(one.scenario for one in candidates), Counter(one.candidate.scenario for one in drawn.items)
    assert all(count <= most for count in taken.values())
    assert len(drawn.items) == min(size, sum(min(count, most) for count in there.values()))
    assert drawn.left_out.get(OVER_CAP, 0) == sum(max(count - most, 0) for count in there.values())


@given(pools, st.integers(1, 40), st.integers(1, 4), st.randoms(use_true_random=False))
def test_neither_order_nor_numbers_of_runs_decide(
    candidates: list[Candidate], size: int, most: int, shuffling: random.Random
) -> None:
    spec = SampleSpec(size=size, kinds="both", per_scenario=most, seed=7)
    renumbered = [one._replace(episode=shuffling.randrange(10**6)) for one in candidates]
    shuffling.shuffle(renumbered)
    before, after = draw(candidates, spec), draw(renumbered, spec)
    assert _identities(before) == _identities(after)
    assert [one.probability for one in before.items] == [one.probability for one in after.items]
    assert before.strata == after.strata


def test_the_global_generator_neither_matters_nor_moves() -> None:
    random.seed(1)
    state = random.getstate()
    first = draw(UNEVEN, SampleSpec(size=5))
    assert random.getstate() == state
    random.seed(2)
    assert draw(UNEVEN, SampleSpec(size=5)) == first


@given(st.integers(1, 24), st.integers(0, 20))
def test_where_there_is_enough_all_strata_are_within_one_of_each_other(size: int, seed: int) -> None:
    drawn = draw(even_pool(each=4, scenarios=3), SampleSpec(size=size, seed=seed))
    for level in ("model", "decision"):
        counts = Counter(getattr(one.candidate, level) for one in drawn.items)
        expected = 2 if level == "model" else 3
        most, least = max(counts.values()), min(counts.values()) if len(counts) == expected else 0
        assert most - least <= (1 if level == "model" else 2)
    cells = Counter((one.candidate.model, one.candidate.decision) for one in drawn.items)
    for model in ("gpt", "oracle"):
        within = [cells[model, decision] for decision in ("accept", "reject", "gather_context")]
        assert max(within) - min(within) <= 1


def test_what_one_stratum_lacks_its_neighbours_give() -> None:
    scarce = pool([("gpt", "accept", "success", "a", 1), ("gpt", "reject", "success", "a", 9)])
    drawn = draw([*scarce, *pool([("oracle", "accept", "success", "a", 9)])], SampleSpec(size=10))
    counts = Counter((one.candidate.model, one.candidate.decision) for one in drawn.items)
    assert counts == {("gpt", "accept"): 1, ("gpt", "reject"): 4, ("oracle", "accept"): 5}


def test_probabilities_without_a_limit_are_how_often_an_item_is_drawn() -> None:
    seen: Counter[str] = Counter()
    stored: dict[str, float] = {}
    for seed in range(ROUNDS):
        drawn = draw(UNEVEN, SampleSpec(size=7, seed=seed))
        for one in drawn.items:
            seen[one.candidate.identity] += 1
            # It does not depend on chance.
            assert stored.setdefault(one.candidate.identity, one.probability) == one.probability
    assert len(stored) == len(UNEVEN)
    assert sum(stored.values()) == pytest.approx(7)
    for identity, probability in stored.items():
        spread = (probability * (1 - probability) / ROUNDS) ** 0.5
        assert abs(seen[identity] / ROUNDS - probability) <= 4 * spread + 1e-9


def test_with_a_limit_weighing_by_one_over_the_probability_is_without_bias() -> None:
    """The second stage depends on what the first has left, so that only the mean of the weights is known: 1."""
    weights: dict[str, float] = defaultdict(float)
    squares: dict[str, float] = defaultdict(float)
    for seed in range(ROUNDS):
        for item in draw(UNEVEN, SampleSpec(size=5, per_scenario=3, seed=seed)).items:
            weights[item.candidate.identity] += 1 / item.probability
            squares[item.candidate.identity] += 1 / item.probability**2
    for one in UNEVEN:
        mean = weights[one.identity] / ROUNDS
        spread = ((squares[one.identity] / ROUNDS - mean**2) / ROUNDS) ** 0.5
        assert abs(mean - 1) <= 4 * spread, one


@given(pools, st.integers(1, 30))
def test_probabilities_of_a_pool_sum_to_what_is_drawn(candidates: list[Candidate], size: int) -> None:
    """Every item is drawn by some seed; those of strata tell those of their neighbours, for they are alike."""
    drawn = draw(candidates, SampleSpec(size=size, kinds="both"))
    cells = Counter((one.model, one.decision, one.outcome, one.scenario) for one in candidates)
    known = {
        (one.candidate.model, one.candidate.decision, one.candidate.outcome, one.candidate.scenario): one.probability
        for one in drawn.items
    }
    total = sum(cells[cell] * probability for cell, probability in known.items())
    assert total <= len(drawn.items) + 1e-9
    if known.keys() == cells.keys():
        assert total == pytest.approx(len(drawn.items))


def test_a_second_batch_avoids_the_first_and_its_chance() -> None:
    spec = SampleSpec(size=8, seed=3)
    first = draw(even_pool(each=4), spec)
    taken = {one.candidate.identity: one.candidate.scenario for one in first.items}
    second = draw(even_pool(each=4), spec, taken)
    assert len(second.items) == 8 and not set(_identities(second)) & set(taken)
    assert second.left_out == {ALREADY: 8}
    assert draw(even_pool(each=4), spec, dict(reversed(taken.items()))) == second


def test_a_second_batch_with_the_same_seed_is_drawn_by_chance_of_its_own() -> None:
    """Otherwise the stratum that got one more the first time would always get one more again."""
    again = 0
    for seed in range(400):
        first = draw(even_pool(each=4), SampleSpec(size=3, seed=seed))
        taken = {one.candidate.identity: one.candidate.scenario for one in first.items}
        second = draw(even_pool(each=4), SampleSpec(size=3, seed=seed), taken)
        lucky = [Counter(one.candidate.model for one in drawn.items).most_common(1) for drawn in (first, second)]
        again += lucky[0] == lucky[1]
    assert 150 < again < 250


def test_the_limit_per_scenario_counts_earlier_batches() -> None:
    spec = SampleSpec(size=2, per_scenario=3)
    first = draw(even_pool(each=4), spec)
    taken = {one.candidate.identity: one.candidate.scenario for one in first.items}
    assert len(draw(even_pool(each=4), SampleSpec(size=9, per_scenario=3), taken).items) == 1


def test_runs_that_are_equal_in_everything_count_once() -> None:
    twins = [*UNEVEN, *(one._replace(episode=one.episode + 100) for one in UNEVEN)]
    drawn = draw(twins, SampleSpec(size=50))
    assert sorted(_identities(drawn)) == sorted(one.identity for one in UNEVEN)
    assert drawn.left_out == {SAME: len(UNEVEN)}
    assert max(one.candidate.episode for one in drawn.items) <= len(UNEVEN)


def test_the_same_moment_of_another_model_or_run_is_another_item() -> None:
    one = identity_of("content", "config", "gpt", 4)
    others = [("other", "config", "gpt", 4), ("content", "other", "gpt", 4), ("content", "config", "o3", 4)]
    assert len({one, identity_of("content", "config", "gpt", 5), *(identity_of(*other) for other in others)}) == 5


def test_counts_per_model_are_kept_to() -> None:
    spec = SampleSpec(per_model={"gpt": 3, "oracle": 50})
    drawn = draw(UNEVEN, spec)
    assert Counter(one.candidate.model for one in drawn.items) == {"gpt": 3, "oracle": 7}
    assert (drawn.wanted, drawn.short) == (53, 43)


def test_a_share_of_silences_is_kept_to() -> None:
    candidates = [*even_pool(each=3), *pool([("gpt", "silence", "success", "a", 9), ("o3", "silence", "miss", "a", 9)])]
    drawn = draw(candidates, SampleSpec(size=10, kinds="both", silence_share=0.25))
    assert Counter(one.candidate.kind for one in drawn.items) == {"silence": 3, "offer": 7}
    none = draw(_offers(candidates), SampleSpec(size=10, kinds="both", silence_share=0.25))
    assert len(none.items) == 7 and none.short == 3


def test_strata_say_what_there_is_what_was_wanted_and_what_is_short() -> None:
    drawn = draw(UNEVEN, SampleSpec(size=18))
    rows = {(row.model, row.decision): row for row in drawn.strata}
    assert [*rows] == [
        (model, decision) for model in ("gpt", "o3", "oracle") for decision in ("accept", "reject", "gather_context")
    ]
    assert all(row.wanted == 2 for row in rows.values())
    assert rows["gpt", "gather_context"].short == 2 and rows["oracle", "gather_context"].taken == 1
    assert rows["gpt", "accept"].available == 6 and rows["gpt", "accept"].short == 0
    assert [detail[:2] for detail in rows["gpt", "accept"].outcomes] == [("success", 5), ("miss", 1)]
    assert sum(row.taken for row in drawn.strata) == 18
    assert rows["gpt", "accept"].plain()["short"] == 0
