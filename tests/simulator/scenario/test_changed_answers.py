"""Offers whose acceptance changes the plan: values that only the answer rules out are no fault of the offer."""

from __future__ import annotations

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.scenario.needs import read_for

OFFER = (
    "Paolo's car stays in the workshop until Monday, so he can't drive you to Tala's recital. Shall I book a {} cab"
    " for 16:45 from Junquera Lane 31 to Lakandula Hall, Mango Avenue 88?"
)


@pytest.mark.parametrize("service", ["Default", "Premium"])
def test_service_that_only_the_answer_rules_out_may_be_offered(service: str) -> None:
    story = Library.standard({}).get("yes_but_from_the_pier")
    evidence = Episode(story, EpisodeConfig(assistant="silent")).run().evidence()
    reading = read_for(OFFER.format(service), evidence.time("+1d 09:20"), story.need("ride"), story, evidence)
    assert reading.value == "yes", reading.reason
