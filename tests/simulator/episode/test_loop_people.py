"""An episode in which a person has to decide stands still until they have, and goes on as if nothing had been."""

from __future__ import annotations

import pytest

from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantView, Decision, NeedsPerson, UserView
from simulator.agents.registry import EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from tests.simulator.stories.shelf import fresh, played


class Hesitant:
    """Hesitates before every decision of the user and of the assistant alike."""

    def __init__(self) -> None:
        self._asked = False

    def user(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> HesitantUser:
        return HesitantUser(self, story, evidence)

    def assistant(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> HesitantAssistant:
        return HesitantAssistant(self, story, evidence)

    def hesitate(self) -> None:
        self._asked = not self._asked
        if self._asked:
            raise NeedsPerson


class HesitantUser(ScriptedUser):
    def __init__(self, hesitant: Hesitant, story: Story, evidence: EvidenceNow) -> None:
        super().__init__(story, evidence)
        self._hesitant = hesitant

    def decide(self, view: UserView) -> Decision:
        self._hesitant.hesitate()
        return super().decide(view)


class HesitantAssistant(Oracle):
    def __init__(self, hesitant: Hesitant, story: Story, evidence: EvidenceNow) -> None:
        super().__init__(story, story.solution, evidence)
        self._hesitant = hesitant

    def decide(self, view: AssistantView) -> Decision:
        self._hesitant.hesitate()
        return super().decide(view)


def hesitating(name: str) -> Episode:
    hesitant = Hesitant()
    return fresh(name, hesitant.user, hesitant.assistant)


@pytest.mark.parametrize("name", ["dentist", "late_train", "short_night"])
def test_it_comes_to_the_same_end(name: str) -> None:
    episode = hesitating(name)
    waits = 0
    while episode.ended is None:
        waits += 1
        list(episode.play())
        rebuilt = fresh(name)
        rebuilt.replay(episode.moments)
        assert episode.position == rebuilt.position
        assert (episode.world.now, episode.world.state_hash()) == (rebuilt.world.now, rebuilt.world.state_hash())
    assert waits > 5
    assert episode.moments == played(name).moments


@pytest.mark.parametrize("waits", range(8))
def test_stopped_while_it_waits_it_ends_as_one_that_was_rebuilt(waits: int) -> None:
    episode = hesitating("late_train")
    for _ in range(waits):
        list(episode.play())
    rebuilt = fresh("late_train")
    rebuilt.replay(episode.moments)
    for one in (episode, rebuilt):
        one.stop()
        list(one.play())
    assert content_hash(episode.moments) == content_hash(rebuilt.moments)
    assert episode.ended is not None
    assert episode.ended.reason == "stopped"
