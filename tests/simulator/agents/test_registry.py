"""Players by name."""

from __future__ import annotations

import pytest

from simulator.agents.human import HUMAN
from simulator.agents.registry import ASSISTANTS, OUTSIDE, USERS, UnknownPlayer, assistant_maker, user_maker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from tests.simulator.scenario.stories import played, tale


def test_the_promised_players_are_known() -> None:
    assert set(ASSISTANTS) >= {"oracle", "silent", "eager", "random", "parrot"}
    assert "scripted" in USERS


@pytest.mark.parametrize("name", sorted(set(ASSISTANTS) - {*OUTSIDE, HUMAN}))
def test_every_assistant_that_needs_nobody_else_plays_to_the_end(name: str) -> None:
    episode = played(tale(), assistant=name)
    assert episode.ended is not None


def test_an_unknown_name_is_refused_with_a_near_one() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        assistant_maker("orakle")
    assert str(caught.value).startswith("There is no assistant called 'orakle'. Did you mean 'oracle'? Known: oracle, ")
    with pytest.raises(UnknownPlayer, match=r"There is no user called 'zzz'\. Known: scripted"):
        user_maker("zzz")


@pytest.mark.parametrize("options", [{"user": "nobody"}, {"assistant": "nobody"}])
def test_an_episode_with_an_unknown_player_does_not_start(options: dict[str, str]) -> None:
    episode = Episode(tale(), EpisodeConfig(**options))
    with pytest.raises(UnknownPlayer):
        episode.gather()
    with pytest.raises(UnknownPlayer):
        episode.run()
    assert episode.moments == []
