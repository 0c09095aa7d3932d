"""Decision points as pages list them: what became of each offer, silences in a number, and long lists cut."""

from __future__ import annotations

import pytest

from simulator.showing.decision_list import MOST_OFFERS, MOST_SILENCES, OfferSummary, PointRow, decision_list, point_row
from simulator.showing.run_history import RunHistory
from simulator.trace.decisions import FinalAnswer, OfferFollowed, SilenceFollowed
from tests.simulator.stories.shelf import played


def history(name: str = "late_train", plays: str = "oracle") -> RunHistory:
    episode = played(name, plays=plays)
    shown = RunHistory(episode.story, episode.config)
    shown.feed(episode.moments)
    return shown


def offer(n: int, final: FinalAnswer = "none") -> OfferFollowed:
    moment = None if final == "none" else n + 1
    return OfferFollowed(f"proposal_{n}", f"Shall I? {n}", n, 1, 0, final=final, final_moment=moment)


def test_an_offer_is_listed_with_its_answer_and_both_steps() -> None:
    listed = decision_list(history().decisions.points, over=True)
    assert listed.first == (OfferSummary("Offer 1", "accept", "good", "accepted", listed.first[0].text, 11, 18),)
    assert listed.silence_count == len(listed.silences) > 0
    assert not listed.left_out and not listed.is_empty


@pytest.mark.parametrize(
    ("final", "over", "words"),
    [
        ("accepted", False, "accepted"),
        ("rejected", False, "rejected"),
        ("expired", True, "expired"),
        ("withdrawn", True, "withdrawn"),
        ("none", False, "waits for an answer"),
        ("none", True, "not answered"),
    ],
)
def test_what_became_of_an_offer_is_said_in_a_word(final: FinalAnswer, over: bool, words: str) -> None:
    assert decision_list([offer(3, final)], over).first[0].answer == words


def test_many_points_are_cut_in_the_middle_and_counted() -> None:
    offers = [offer(n, "rejected") for n in range(100)]
    silences = [SilenceFollowed(200 + n, 2, 0, "waiting") for n in range(80)]
    listed = decision_list([*offers, *silences], over=True)
    assert len(listed.first) + len(listed.latest) == MOST_OFFERS
    assert listed.left_out == 100 - MOST_OFFERS
    assert (listed.first[0].step, listed.latest[-1].step) == (0, 99)
    assert (listed.silence_count, len(listed.silences), listed.silences[-1]) == (80, MOST_SILENCES, 279)


def test_a_run_without_points_has_an_empty_list() -> None:
    assert decision_list([], over=False).is_empty


def test_a_row_of_the_table_tells_all_of_a_point() -> None:
    shown = history()
    rows = [point_row(point, shown.told[point.moment], True, "") for point in shown.decisions.points]
    (made,) = [row for row in rows if row.what == "Offer 1"]
    assert (made.first, made.first_step, made.answer, made.answer_step) == ("looks around", 12, "accepted", 18)
    assert made.words == "Yes, please tell Bo." and made.when.endswith(shown.told[11].clock)
    silence = rows[0]
    assert silence == PointRow(2, 1, silence.when, "Silence", "Waits", "silent", "assistant", "")


def test_while_an_offer_stands_nothing_is_said_about_a_reaction() -> None:
    shown = history()
    assert point_row(offer(3), shown.told[3], over=False, welcome="").first == ""
    assert point_row(offer(3), shown.told[3], over=True, welcome="").first == "does nothing"
