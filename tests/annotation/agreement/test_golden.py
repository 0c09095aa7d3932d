"""Values that others have published, and those that the original's tool gives for a small table."""

from __future__ import annotations

import numpy as np
import pytest

from annotation.agreement.agreement_text import scale
from annotation.agreement.among_people import among
from annotation.agreement.figure import AgreementFigure, result_of
from annotation.agreement.question_agreement import agreement
from annotation.agreement.ratings import GivenAnswer, Ratings, ratings_from, with_simulated

LABELS = ("accept", "reject", "gather_context")
LETTERS = dict(zip("ARG", LABELS, strict=True))

FLEISS_1971 = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""
"""30 patients, six psychiatrists, five diagnoses: how many gave each."""
FOURTEEN = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
KRIPPENDORFF_2011 = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
"""Four observers, twelve units; a dot is a missing value."""
COHEN_1960 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]


def table(columns: list[list[int]], labels: int) -> Ratings:
    answers = np.array(columns, dtype=np.int64).T
    items, raters = answers.shape
    return Ratings(
        tuple(f"i{number}" for number in range(items)),
        tuple(range(1, items + 1)),
        tuple(f"r{number}" for number in range(raters)),
        tuple(f"l{number}" for number in range(labels)),
        answers,
        np.full(items, -1),
    )


def from_counts(counts: list[list[int]]) -> Ratings:
    """Raters whose answers have these counts; who gave which does not matter for what is asked of it."""
    rows = [[label for label, count in enumerate(row) for _ in range(count)] for row in counts]
    return table([list(column) for column in zip(*rows, strict=True)], len(counts[0]))


def small() -> Ratings:
    said = {"h1": "ARARA", "h2": "AGGRA"}
    answers = [GivenAnswer(f"s{n}", who, LETTERS[one]) for who, row in said.items() for n, one in enumerate(row, 1)]
    return ratings_from(answers, LABELS, simulated={f"s{n}": LETTERS[one] for n, one in enumerate("ARGAA", 1)})


def is_about(figure: AgreementFigure, value: float, digits: int = 5) -> bool:
    return figure.value is not None and round(figure.value, digits) == value


def test_the_small_table_gives_what_the_original_gives() -> None:
    whole = agreement(small(), least_shared=1)
    assert is_about(whole.among.fleiss, 0.35484)
    assert is_about(whole.against.fleiss, 0.33824)
    assert is_about(whole.against.alpha, 0.38235)
    assert is_about(whole.against.percent_settled, 0.8)
    assert is_about(whole.against.cohen_settled, 0.6875)
    assert is_about(whole.against.mean_kappa, 0.33036)
    assert whole.against.kappa_spread == pytest.approx(0.04464, abs=5e-6)
    assert [round(one.kappa_simulated.value or 0, 5) for one in whole.people] == [0.28571, 0.375]
    assert [(vote.majority, vote.settled) for vote in whole.votes[1:3]] == [("", "reject"), ("", "gather_context")]


def test_the_simulated_user_can_be_one_more_rater_of_any_figure() -> None:
    found = result_of(among(with_simulated(small()), least_shared=1))
    assert is_about(found.fleiss, 0.33824) and is_about(found.alpha, 0.38235)
    assert [(pair.one, pair.other) for pair in found.pairs][1:] == [("h1", "simulated user"), ("h2", "simulated user")]


def test_fleiss_as_published() -> None:
    psychiatric = from_counts([[int(digit) for digit in row] for row in FLEISS_1971.split()])
    assert psychiatric.counts.sum(axis=0).tolist() == [26, 26, 30, 55, 43]
    assert is_about(result_of(among(psychiatric), draws=50).fleiss, 0.430, 3)
    fourteen = result_of(among(from_counts(FOURTEEN)), draws=50)
    assert is_about(fourteen.fleiss, 0.210, 3)
    assert (fourteen.fleiss.n, fourteen.fleiss.pairs) == (10, 10 * 14 * 13 // 2)


def test_krippendorff_with_missing_values_as_published() -> None:
    columns = [[-1 if one == "." else int(one) - 1 for one in row] for row in KRIPPENDORFF_2011]
    found = result_of(among(table(columns, 5)), draws=50)
    assert is_about(found.alpha, 0.743, 3)
    assert found.alpha.n == 11, "the twelfth unit was seen by one observer only"


def test_cohen_as_published() -> None:
    cells = [
        (one, other) for one, row in enumerate(COHEN_1960) for other, count in enumerate(row) for _ in range(count)
    ]
    found = result_of(among(table([[one for one, _ in cells], [other for _, other in cells]], 3)), draws=50)
    assert is_about(found.pairs[0].kappa, 0.492, 3) and is_about(found.cohen, 0.492, 3)
    assert is_about(found.percent, 0.7)


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-0.01, "poor"),
        (0.0, "slight"),
        (0.1999, "slight"),
        (0.2, "fair"),
        (0.4, "moderate"),
        (0.6, "substantial"),
        (0.8, "almost perfect"),
        (1.0, "almost perfect"),
        (None, ""),
    ],
)
def test_the_words_of_the_scale(value: float | None, word: str) -> None:
    assert scale(value) == word
