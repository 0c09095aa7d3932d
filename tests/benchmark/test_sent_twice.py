"""A message that goes out twice in the same words makes a run unclean."""

from __future__ import annotations

import re

import pytest

from benchmark.proofs.trials import Trial, oracle, play
from simulator.phone.registry import phone_with
from simulator.scenario.build import bind_steps
from simulator.scenario.library import Library


@pytest.mark.parametrize("scenario", ["group_purchase_coordinator", "tour_prep_urgent_checklist"])
def test_same_message_twice_is_unclean(scenario: str) -> None:
    story = Library.standard().get(scenario)
    steps = list(story.scenario.solution or [])
    place = next(place for place, step in enumerate(steps) if "send_message" in step.key)
    again = [*steps[: place + 1], steps[place], *steps[place + 1 :]]
    bound = bind_steps(again, phone_with(tuple(story.scenario.apps)), story.names, [], ())
    played = play(story, Trial("x", "sent twice", oracle(bound), same_steps=0), None)
    assert not played.outcome.clean.ok
    assert any(re.fullmatch(r"It sent the same message to .+ twice\.", why) for why in played.outcome.clean.reasons)
