"""Little data, odd data, none at all: what has no value says why."""

from __future__ import annotations

import pytest

from annotation.agreement.among_people import among
from annotation.agreement.figure import result_of
from annotation.agreement.question_agreement import Agreement, agreement
from annotation.agreement.ratings import GivenAnswer, Ratings, ratings_from
from annotation.agreement.with_simulated_user import NOBODY

LABELS = ("accept", "reject", "gather_context")
LETTERS = dict(zip("ARG", LABELS, strict=True))


def said(simulated: str = "", **people: str) -> Ratings:
    """Letters per person, one per item; a dot is no answer."""
    names = [f"s{place}" for place in range(1, 1 + max(map(len, (simulated, *people.values()))))]
    answers = [
        GivenAnswer(item, who, LETTERS[letter])
        for who, letters in people.items()
        for item, letter in zip(names, letters, strict=False)
        if letter != "."
    ]
    did = {item: LETTERS[one] for item, one in zip(names, simulated, strict=False) if one != "."}
    return ratings_from(answers, LABELS, {name: number for number, name in enumerate(names, 1)}, did)


def whole_of(simulated: str = "", **people: str) -> Agreement:
    return agreement(said(simulated, **people), least_shared=1, draws=200)


def test_without_answers_every_figure_is_none_with_a_reason() -> None:
    whole = agreement(ratings_from([], LABELS, {"s1": 1, "s2": 2}, {"s1": "accept"}), draws=20)
    among_people, against = whole.among, whole.against
    figures = [among_people.percent, among_people.cohen, among_people.fleiss, among_people.alpha]
    figures += [against.percent, against.cohen, against.percent_settled, against.cohen_settled, against.mean_kappa]
    figures += [against.fleiss, against.alpha, *whole.rates.values(), *whole.simulated_rates.values()]
    assert all(figure.value is None and figure.why_none and not figure.n and figure.low is None for figure in figures)
    assert (whole.items, whole.raters, whole.answers, whole.people, against.kappa_spread) == (0, 0, 0, (), None)
    assert [vote.majority for vote in whole.votes] == ["", ""]
    assert sum(map(sum, against.confusion.counts)) == 0


def test_a_study_without_items_has_no_figures_either() -> None:
    whole = agreement(ratings_from([], LABELS, {}), draws=20)
    assert whole.among.alpha.value is None and whole.votes == ()


def test_one_person_alone_agrees_with_nobody_but_can_be_compared_with_the_simulated_user() -> None:
    whole = whole_of("ARG", h1="ARA")
    assert whole.among.fleiss.value is None
    assert whole.among.fleiss.why_none == "No item has answers from two people yet."
    assert whole.among.pairs == ()
    assert whole.against.percent.value == pytest.approx(2 / 3)
    assert whole.against.fleiss.n == 3, "the simulated user is the second rater"


def test_where_the_simulated_user_said_nothing_it_is_no_rater_either() -> None:
    whole = whole_of(h1="ARGA", h2="ARAA")
    assert whole.among.fleiss.value is not None
    for figure in (whole.against.fleiss, whole.against.alpha):
        assert figure.value is None and figure.why_none == NOBODY


def test_people_who_share_no_item_have_no_pair() -> None:
    whole = whole_of(h1="AR..", h2="..AR")
    assert whole.among.pairs == () and whole.among.percent.value is None and whole.comparable == 0


def test_all_the_same_label_is_1_by_convention_and_says_so() -> None:
    whole = whole_of("AAA", h1="AAA", h2="AAA")
    kappas = [whole.among.fleiss, whole.among.alpha, whole.among.cohen, whole.against.cohen, whole.against.mean_kappa]
    assert [figure.value for figure in kappas] == [1.0] * 5
    assert all(figure.low is None and figure.remark for figure in kappas)
    assert "by convention" in whole.among.fleiss.remark


def test_perfect_agreement_is_no_certainty() -> None:
    whole = whole_of("ARG", h1="ARG", h2="ARG", h3="ARG")
    assert whole.among.fleiss.value == whole.among.alpha.value == whole.among.cohen.value == 1
    assert whole.among.percent.value == 1
    assert whole.among.percent.low == pytest.approx(0.4385, abs=1e-4), "Wilson's of 3 of 3 items"
    assert "Wilson" in whole.among.percent.remark
    assert whole.among.fleiss.low is None and "the value is not certain" in whole.among.fleiss.remark


def test_never_the_same_is_worse_than_chance() -> None:
    whole = whole_of(h1="ARAR", h2="RARA")
    assert whole.among.percent.value == 0 and whole.among.percent.high == pytest.approx(0.4899, abs=1e-4)
    assert whole.among.cohen.value == -1
    assert whole.among.fleiss.value == -1
    assert whole.among.alpha.value == pytest.approx(1 - 1 / (32 / 56))


def test_one_item_has_a_value_and_no_interval() -> None:
    whole = whole_of("A", h1="A", h2="R")
    assert (whole.among.percent.value, whole.among.percent.low) == (0, None)
    assert whole.among.percent.remark == "No interval: there is only one item."
    assert whole.among.fleiss.value == -1


def test_kappas_by_hand() -> None:
    """Two of two labels: Po 3/4, Pe 1/2 * 3/4 + 1/2 * 1/4 = 1/2, so 1/2; and a pair of which one never differs: 0."""
    found = result_of(among(said(h1="AARR", h2="AAAR", h3="AAAA"), least_shared=1), draws=200)
    assert [pair.kappa.value for pair in found.pairs] == [pytest.approx(0.5), 0.0, 0.0]
    assert found.cohen.value == pytest.approx(0.5 / 3) and found.cohen.pairs == 3
    assert found.percent.value == pytest.approx(8 / 12)


def test_only_pairs_with_enough_in_common_are_part_of_the_mean() -> None:
    found = result_of(among(said(h1="ARARARARAR", h2="ARARARARAR", h3="R" + "." * 9)), draws=50)
    assert [(pair.one, pair.other, pair.counts) for pair in found.pairs] == [
        ("h1", "h2", True),
        ("h1", "h3", False),
        ("h2", "h3", False),
    ]
    assert found.cohen.value == 1 and (found.cohen.pairs, found.cohen.n) == (1, 10)
    assert found.pairs[1].kappa.value == 0 and "Fewer than 10" in found.pairs[1].kappa.remark
    few = result_of(among(said(h1="ARA", h2="ARA")), draws=50)
    assert few.cohen.value is None
    assert few.cohen.why_none == "No two people have 10 items in common yet; the most so far is 3."


def test_rotating_raters_lose_nothing() -> None:
    """Nobody has answered everything, and no two the same items; complete cases would leave nothing."""
    whole = whole_of("ARGA", h1="AR..", h2=".RG.", h3="..GA", h4="A..A")
    assert whole.among.percent.value == 1 and whole.among.percent.n == 4 and whole.among.percent.pairs == 4
    assert whole.against.percent.n == 4


def test_people_against_the_simulated_user() -> None:
    whole = whole_of("AARR.", h1="AAR.A", h2="AGRGA", h3="RGRA.")
    confusion = whole.against.confusion
    assert confusion.rows == (*LABELS, "") and confusion.columns == LABELS
    assert confusion.cells[0] == ((1,), (), ())
    assert confusion.cells[1] == ((), (3,), ())
    assert confusion.cells[2] == ((2,), (), ()), "two of three said so"
    assert confusion.cells[3] == ((), (4,), ()), "one each: no majority"
    assert whole.against.percent.value == pytest.approx(2 / 3) and whole.against.percent.n == 3
    assert whole.against.percent_settled.n == 4
    assert sum(map(sum, confusion.counts)) == 4, "the fifth has no reaction of the simulated user"


def test_people_of_two_minds_about_everything() -> None:
    whole = whole_of("AA", h1="AA", h2="RR")
    assert whole.against.percent.value is None and "has a majority" in whole.against.percent.why_none
    assert whole.against.percent_settled.n == 2


def test_shares_of_labels_name_also_those_that_nobody_chose() -> None:
    whole = whole_of("AAG", h1="AR.", h2="A..")
    assert [whole.rates[label].value for label in LABELS] == [pytest.approx(2 / 3), pytest.approx(1 / 3), 0]
    assert [whole.simulated_rates[label].value for label in LABELS] == [1, 0, 0], "the third item has no answer"
    assert whole.rates["accept"].n == 2


def test_each_person_with_the_others_and_with_the_simulated_user() -> None:
    whole = whole_of("ARA", h1="ARA", h2="AG.", h3="A..")
    one, two, three = whole.people
    assert (one.rater, one.answers) == ("h1", 3) and one.rates["accept"] == pytest.approx(2 / 3)
    assert one.with_others.value == pytest.approx(2 / 3)
    assert (one.with_others.pairs, one.with_others.n) == (3, 2)
    assert two.with_others.value == pytest.approx(2 / 3) and three.with_others.value == 1
    assert (one.with_simulated.value, two.with_simulated.value) == (1, 0.5)
    assert one.kappa_simulated.value == 1


def test_a_label_that_the_question_no_longer_has_is_kept_at_the_end() -> None:
    ratings = ratings_from(
        [GivenAnswer("s1", "h", "later"), GivenAnswer("s1", "k", "accept")], LABELS, simulated={"s1": "none"}
    )
    assert ratings.labels == (*LABELS, "later")
    assert ratings.simulated.tolist() == [-1], "what is no label is not known"
    assert ratings.counts.tolist() == [[1, 0, 0, 1]]
