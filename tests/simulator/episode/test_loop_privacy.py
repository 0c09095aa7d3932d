"""What the user thinks, is told in private and does on the card is not handed to the assistant."""

from __future__ import annotations

from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantView, Decision, UserView
from simulator.agents.registry import EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from tests.simulator import talking
from tests.simulator.stories.shelf import fresh, played


class Curious(Oracle):
    """Looks at all that it is handed of the user before it decides."""

    def __init__(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> None:
        super().__init__(story, story.solution, evidence)

    def decide(self, view: AssistantView) -> Decision:
        told = {notice.moment for notice in view.look.inbox("assistant") if notice.kind == "user_action"}
        assert view.user_acts.keys() == told
        assert all(act.envelope is None and act.error is None for act in view.user_acts.values())
        assert all(act.app != "assistant" for act in view.user_acts.values())
        return super().decide(view)


class Clumsy(ScriptedUser):
    """Mumbles first, and taps beside everything then."""

    def decide(self, view: UserView) -> Decision:
        if len(view.own) == 0:
            return Decision("", problem="There is no Action in it.")
        return Decision("no_such_button") if len(view.own) == 1 else super().decide(view)


def curious(talks: bool) -> Episode:
    return played("dentist", talking.user() if talks else None, Curious)


def test_thoughts_prompts_and_answers_on_the_card_stay_with_the_user() -> None:
    episode = curious(talks=True)
    assert episode.outcome().success
    assert all(act.envelope is not None and act.envelope.thought for act in episode.ledger.user_acts)
    assert any(act.app == "assistant" for act in episode.ledger.user_acts)
    assert episode.ledger.user_acts_noticed


def test_what_was_not_done_is_not_told() -> None:
    episode = fresh("dentist", lambda story, config, evidence: Clumsy(story, evidence), Curious).run()
    failed = [act.n for act in episode.ledger.user_acts if act.error is not None]
    assert len(failed) == 2 and not episode.ledger.user_acts_noticed.keys() & set(failed)
    assert episode.ledger.user_acts_noticed


def test_a_rebuilt_episode_hands_over_the_same() -> None:
    episode, again = curious(talks=True), fresh("dentist")
    again.replay(episode.moments)
    assert again.ledger.user_acts_noticed == episode.ledger.user_acts_noticed


def test_acts_without_anything_private_are_handed_over_as_they_are() -> None:
    episode = curious(talks=False)
    handed = episode.ledger.user_acts_noticed
    assert handed and all(act is episode.moments[number] for number, act in handed.items())
    assert content_hash(episode.moments) == content_hash(played("dentist").moments)
