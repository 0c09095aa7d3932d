"""What holds for every table of answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from annotation.agreement.question_agreement import Agreement, agreement
from annotation.agreement.ratings import Ratings, votes_of
from simulator.statistics.bootstrap import DRAWS, weights
from simulator.statistics.intervals import middle_of

FEW = settings(max_examples=25)


@st.composite
def tables(draw: st.DrawFn) -> Ratings:
    items, raters, labels = draw(st.integers(1, 9)), draw(st.integers(1, 4)), draw(st.integers(2, 4))
    cells = st.integers(-1, labels - 1)
    answers = draw(st.lists(st.lists(cells, min_size=raters, max_size=raters), min_size=items, max_size=items))
    simulated = draw(st.lists(cells, min_size=items, max_size=items))
    return Ratings(
        tuple(f"i{place}" for place in range(items)),
        tuple(range(1, items + 1)),
        tuple(f"r{place}" for place in range(raters)),
        tuple(f"l{place}" for place in range(labels)),
        np.array(answers, dtype=np.int64),
        np.array(simulated, dtype=np.int64),
    )


def whole_of(ratings: Ratings) -> Agreement:
    return agreement(ratings, least_shared=1, draws=40)


def values(whole: Agreement) -> list[float | None]:
    """Those that no order and no name should matter for; ties are settled by names of items, so not these."""
    among, against = whole.among, whole.against
    figures = [among.percent, among.cohen, among.fleiss, among.alpha, against.percent, against.cohen]
    figures += [against.mean_kappa, against.fleiss, against.alpha]
    spread = against.kappa_spread
    return [None if one is None else round(one, 9) for one in (*(figure.value for figure in figures), spread)]


def near(ones: list[float | None], others: list[float | None]) -> bool:
    pairs = zip(ones, others, strict=True)
    return all(one is other is None or one == pytest.approx(other, abs=1e-8) for one, other in pairs)


@FEW
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_people_items_and_labels_does_not_matter(ratings: Ratings, chance: st.DataObject) -> None:
    items, raters, labels = (
        np.array(chance.sample(range(size), size))  # type: ignore[attr-defined]
        for size in (len(ratings.numbers), len(ratings.raters), len(ratings.labels))
    )
    renamed = np.append(labels, -1)
    mixed = ratings._replace(
        identities=tuple(ratings.identities[place] for place in items),
        answers=renamed[ratings.answers][items][:, raters],
        simulated=renamed[ratings.simulated][items],
    )
    assert near(values(whole_of(ratings)), values(whole_of(mixed)))


@FEW
@given(tables())
def test_an_item_without_a_pair_changes_nothing_among_people(ratings: Ratings) -> None:
    lonely = np.full((2, len(ratings.raters)), -1)
    lonely[0, 0] = 0
    more = ratings._replace(
        identities=(*ratings.identities, "x", "y"),
        numbers=(*ratings.numbers, 98, 99),
        answers=np.concatenate([lonely[:1], ratings.answers, lonely[1:]]),
        simulated=np.concatenate([[-1], ratings.simulated, [-1]]),
    )
    assert whole_of(more).among == whole_of(ratings).among, "not even in the intervals"


@FEW
@given(tables())
def test_figures_stay_within_their_bounds_and_intervals_around_their_values(ratings: Ratings) -> None:
    whole = whole_of(ratings)
    among, against = whole.among, whole.against
    kappas = [among.cohen, among.fleiss, among.alpha, against.cohen, against.cohen_settled, against.mean_kappa]
    shares = [among.percent, against.percent, against.percent_settled, *whole.rates.values()]
    for figure in (*kappas, *shares, *(pair.kappa for pair in among.pairs)):
        assert (figure.value is None) == bool(figure.why_none)
        if figure.value is not None and figure.low is not None and figure.high is not None:
            assert figure.low <= figure.value <= figure.high <= 1 + 1e-12
    assert all(0 <= figure.value <= 1 for figure in shares if figure.value is not None)
    if among.percent.value is not None:
        assert sum(figure.value or 0 for figure in whole.rates.values()) == pytest.approx(1)


@FEW
@given(tables())
def test_people_who_copy_each_other_agree_fully(ratings: Ratings) -> None:
    one = ratings.answers[:, :1]
    if (one < 0).all():
        return
    same = ratings._replace(answers=np.repeat(one, len(ratings.raters), axis=1), simulated=one[:, 0])
    whole = whole_of(same)
    assert whole.against.percent.value == whole.against.cohen.value == whole.against.mean_kappa.value == 1
    if len(ratings.raters) > 1:
        assert whole.among.percent.value == whole.among.cohen.value == 1
        assert whole.among.fleiss.value == pytest.approx(1) and whole.among.alpha.value == pytest.approx(1)


@FEW
@given(tables())
def test_ties_are_settled_among_those_in_the_first_place(ratings: Ratings) -> None:
    for vote in votes_of(ratings):
        if not sum(vote.counts):
            assert vote.majority == vote.settled == ""
            continue
        assert vote.counts[ratings.labels.index(vote.settled)] == max(vote.counts)
        assert vote.majority in ("", vote.settled)
        assert bool(vote.majority) == (vote.counts.count(max(vote.counts)) == 1)


@FEW
@given(tables())
def test_the_simulated_user_as_one_more_rater_is_a_rater_like_others(ratings: Ratings) -> None:
    """Moved among the people, it leaves the same figures; where it said nothing of what they judged, it is none."""
    assume(((ratings.counts.sum(axis=1) > 0) & (ratings.simulated >= 0)).any())
    within = ratings._replace(
        raters=(*ratings.raters, "x"), answers=np.concatenate([ratings.answers, ratings.simulated[:, None]], axis=1)
    )
    whole, other = whole_of(ratings), whole_of(within)
    assert whole.against.fleiss == other.among.fleiss and whole.against.alpha == other.among.alpha


def many(seed: int = 3, items: int = 60, raters: int = 4) -> Ratings:
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, 3, items)
    noise = chance.integers(0, 3, (items, raters))
    answers = np.where(chance.random((items, raters)) < 0.6, truth[:, None], noise)
    answers[chance.random((items, raters)) < 0.3] = -1
    names = tuple(f"i{place}" for place in range(items))
    people = tuple(f"r{place}" for place in range(raters))
    return Ratings(names, tuple(range(items)), people, ("a", "b", "c"), answers, truth)


def test_a_seed_gives_the_same_intervals_and_another_seed_others() -> None:
    one, again, other = agreement(many()), agreement(many()), agreement(many(), seed=9)
    assert one.among == again.among and one.against == again.against and one.people == again.people
    assert (one.draws, one.among.alpha.n) == (DRAWS, other.among.alpha.n)
    assert one.among.alpha.value == other.among.alpha.value
    assert one.among.alpha.low != other.among.alpha.low


def test_intervals_are_those_of_a_plain_bootstrap() -> None:
    """The same draws, one after the other, with the formula written out for one table."""
    ratings = many(items=12, raters=3)
    rows = np.flatnonzero((ratings.answers >= 0).sum(axis=1) > 1)
    drawn = np.concatenate([weight for _, weight in weights(len(rows), 300, 5)], axis=1)
    alphas = [plain_alpha(ratings.answers[np.repeat(rows, drawn[:, draw])]) for draw in range(300)]
    ends = middle_of(np.array(alphas))
    found = agreement(ratings, draws=300, seed=5).among.alpha
    assert ends is not None and [found.low, found.high] == pytest.approx(ends)


def plain_alpha(answers: np.ndarray) -> float:
    pairs: dict[tuple[int, int], float] = {}
    for row in answers.tolist():
        given_ones = [one for one in row if one >= 0]
        for place, one in enumerate(given_ones):
            for other in given_ones[:place] + given_ones[place + 1 :]:
                pairs[one, other] = pairs.get((one, other), 0) + 1 / (len(given_ones) - 1)
    total = sum(pairs.values())
    by_label = {label: sum(count for (one, _), count in pairs.items() if one == label) for label in range(3)}
    differing = sum(count for (one, other), count in pairs.items() if one != other) / total
    chance = sum(by_label[one] * by_label[other] for one in by_label for other in by_label if one != other)
    return 1 - differing / (chance / (total * (total - 1)))


def test_draws_without_a_value_are_left_out_and_many_of_them_are_told() -> None:
    """One item of 20 differs: a third of all draws lack it, and have no agreement beyond chance to speak of."""
    answers = np.zeros((20, 2), dtype=np.int64)
    answers[0, 1] = 1
    lopsided = many(items=20, raters=2)._replace(answers=answers)
    fleiss = agreement(lopsided).among.fleiss
    assert fleiss.high is not None and fleiss.high <= 0
    assert fleiss.remark.startswith("35 % of the draws"), "as many as 0.95 to the power of 20 says"
    assert agreement(many()).among.fleiss.remark == ""


def test_too_many_pairs_to_draw_have_values_without_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = agreement(many()).among
    monkeypatch.setattr("annotation.agreement.among_people._MOST_DRAWN", 10)
    quick = agreement(many()).among
    assert [pair.kappa.value for pair in quick.pairs] == [pair.kappa.value for pair in usual.pairs]
    assert quick.cohen.value == usual.cohen.value and quick.cohen.low is None and "so many" in quick.cohen.remark
    assert quick.fleiss == usual.fleiss
