"""The assistant whose words are written down, and the judgements that go with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.demo.hasty_policy import NAME, HastyPolicy, demo_answers, offers_by_scenario
from annotation.questions import DECISION
from simulator.config import EpisodeConfig
from simulator.episode.need_points import points_of
from simulator.episode.recording import record
from simulator.scenario.load import load_file
from simulator.trace.decisions import OfferPoint


@pytest.mark.parametrize("scenario", offers_by_scenario())
def test_all_that_is_written_is_offered_in_its_order(root: Path, scenario: str) -> None:
    story, offers = load_file(root / f"benchmark/scenarios/{scenario}.yaml"), offers_by_scenario()[scenario]
    config = EpisodeConfig(assistant=NAME)
    played = record(story, config, assistant=lambda *ignored: HastyPolicy(offers))
    points = points_of(story, config, played.episode.moments)
    assert [point.text for point in points if isinstance(point, OfferPoint)] == list(offers.values())


def test_what_is_judged_is_offered() -> None:
    offers = offers_by_scenario()
    assert all(
        one.scenario in offers and (one.news is None or one.news in offers[one.scenario]) for one in demo_answers()
    )


def test_practice_tells_of_no_offer_that_is_still_to_be_judged() -> None:
    written = [one for one in demo_answers() if one.role == "practice" and one.news is not None]
    assert written and all(one.news == min(offers_by_scenario()[one.scenario]) for one in written)


def test_practice_has_every_answer_with_a_reason() -> None:
    practice = [one for one in demo_answers() if one.role == "practice"]
    assert {one.answer for one in practice} == set(DECISION.values)
    assert all(one.because for one in practice)
