"""Whatever two players do to the phone, a model that takes over is told of it, and of screens just as they were."""

from __future__ import annotations

import pytest

from simulator.agents.llm.user import LLMUser
from simulator.agents.policy import Decision, UserView
from simulator.agents.registry import EvidenceNow
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.trace.exchange import ReplyFormat
from simulator.trace.moments import Acted
from tests.simulator.agents.llm.models import Script, assistant_with, config, user_with
from tests.simulator.stories.players import Reckless, Wanderer
from tests.simulator.stories.shelf import story

STORIES = ("dentist", "late_train", "market_day", "short_night")


class Shadowed:
    """A user who taps whatever is there, while a model is asked beside it about the same view."""

    def __init__(self, seed: int, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> None:
        self._wanderer = Wanderer(seed)
        self.script = Script()
        self._model = LLMUser(story, config, self.script, evidence=evidence)

    def decide(self, view: UserView) -> Decision:
        self._model.decide(view)
        return self._wanderer.decide(view)


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_was_shown_then_is_what_is_remembered(name: str, seed: int) -> None:
    users: list[Shadowed] = []

    def user(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> Shadowed:
        users.append(Shadowed(seed, story, config, evidence))
        return users[-1]

    roomy = config("tools", max_turns=40, env_events_per_minute=20, user_context_tokens=2_000_000)
    episode = Episode(story(name), roomy, user, lambda *_: Reckless(seed)).run()
    assert episode.ended is not None and not episode.ended.error
    requests = users[0].script.requests
    assert len(requests) > 3
    told = requests[-1].messages
    for request in requests[:-1]:
        # The last message also says what held only then.
        assert request.messages[:-1] == told[: len(request.messages) - 1]
        assert request.messages[-1].text.startswith(told[len(request.messages) - 1].text)


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("reply_format", ["tools", "text"])
def test_a_model_can_take_over_from_anybody_at_any_time(name: str, reply_format: ReplyFormat) -> None:
    wild = Episode(story(name), EpisodeConfig(max_turns=30), lambda *_: Wanderer(3), lambda *_: Reckless(3)).run()
    agents = [one.n for one in wild.moments if isinstance(one, Acted) and one.actor != "environment"]
    for number in agents[:: max(1, len(agents) // 8)]:
        script = Script()
        episode = Episode(story(name), config(reply_format, max_turns=30), user_with(script), assistant_with(script))
        episode.replay(wild.moments[:number])
        for _ in zip(range(3), episode.play(), strict=False):
            assert episode.ended is None or not episode.ended.error
        assert script.requests
