"""A wait of the assistant with a timeout: the assistant gets its turn in time, and the user's wait goes on."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted
from tests.simulator.stories.shelf import story

TEN_MINUTES = Decision(WAIT_FOR_NOTIFICATION, {"timeout": 600})


class PutsDown:
    def decide(self, view: UserView) -> Decision:
        return Decision("put_phone_down")


class Waits:
    """Waits ten minutes at a time, and offers help in one of its calls."""

    def __init__(self, offers_at: int) -> None:
        self._offers_at = offers_at

    def decide(self, view: AssistantView) -> Decision:
        return Decision(SAY, {"content": "Shall I?"}) if len(view.own) == self._offers_at else TEN_MINUTES


def waiting(offers_at: int = -1, **options: Any) -> Episode:
    return Episode(
        story("late_train"),
        EpisodeConfig(**options),
        user=lambda *_: PutsDown(),
        assistant=lambda *_: Waits(offers_at),
    )


def told(episode: Episode, actor: str, until: str = "23:59") -> list[str]:
    acts = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.actor == actor]
    return [f"{act.local[11:]} {act.name}" for act in acts if act.local[11:] < until]


def test_assistant_gets_its_turn_when_its_wait_times_out_while_the_phone_is_down() -> None:
    found = told(waiting().run(), "assistant", until="09:00")
    # The mail at 08:00:45 wakes both; the next event is Bo's message at 08:20:45.
    assert [word[:5] for word in found[:3]] == ["08:00", "08:10", "08:20"]


def test_timeout_of_the_assistant_does_not_make_the_user_act() -> None:
    episode = waiting().run()
    woken = told(episode, "environment", until="12:00")
    taps = told(episode, "user", until="12:00")
    assert sum(word.endswith("time_out") for word in woken) > 10
    # One tap at the start, and one after each event that ends the user's wait.
    assert len(taps) == 1 + sum(not word.endswith("time_out") for word in woken)


def test_user_answers_an_offer_that_is_made_after_a_timeout() -> None:
    episode = waiting(offers_at=1).run()
    offered = next(word for word in told(episode, "assistant") if word.endswith("send_message_to_user"))
    assert offered.startswith("08:10:45")
    assert any(word.startswith("08:10:") for word in told(episode, "user"))


def test_run_with_timeouts_ends_at_the_turn_limit() -> None:
    episode = waiting(max_turns=5).run()
    assert episode.ended is not None and episode.ended.reason == "turn_limit"
    assert len(told(episode, "assistant")) == 5


def test_timeout_alone_does_not_prolong_a_run() -> None:
    episode = waiting(max_turns=500).run()
    assert episode.ended is not None and episode.ended.reason == "quiet"
    assert told(episode, "assistant")[-1].startswith("17:00")


def test_wait_without_a_timeout_lasts_until_the_next_event() -> None:
    episode = Episode(
        story("late_train"),
        EpisodeConfig(),
        user=lambda *_: PutsDown(),
        assistant=lambda *_: _Silent(),
    ).run()
    assert [word[:5] for word in told(episode, "assistant")[:2]] == ["08:00", "08:20"]


def test_run_with_timeouts_continues_in_the_same_way_from_every_moment() -> None:
    whole = waiting(max_turns=12).run()
    for count in range(len(whole.moments)):
        rebuilt = waiting(max_turns=12)
        rebuilt.replay(whole.moments[:count])
        rebuilt.run()
        assert content_hash(rebuilt.moments) == content_hash(whole.moments), count


class _Silent:
    def decide(self, view: AssistantView) -> Decision:
        return Decision(WAIT)
