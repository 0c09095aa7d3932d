"""The trivial assistants: silent, eager, and one that acts by chance."""

from __future__ import annotations

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from tests.simulator.scenario.stories import path, played, sound, tale

MAIL = "do: email.send_email_to_user_only, with: {sender: tomas, subject: %s, content: Hello}"
THREE = f"""
timeline:
  - {{label: a, after: start + 40s, {MAIL % "First"}}}
  - {{label: b, after: start + 40s, {MAIL % "Second"}}}
  - {{label: c, at: "11:00", {MAIL % "Third"}}}
needs: []
"""


def test_the_silent_one_never_speaks_and_never_acts() -> None:
    episode = played(tale(THREE), assistant="silent")
    assert {act.name for act in episode.ledger.assistant_acts} == {"wait"}
    assert not episode.ledger.offers


def test_the_eager_one_offers_on_every_notification() -> None:
    episode = played(tale(THREE), assistant="eager")
    texts = [offer.proposal.text for offer in episode.ledger.offers.values()]
    for subject in ("First", "Second", "Third"):
        assert sum(subject in text for text in texts) == 1
    assert len(texts) == 4, "and on the reminder that rings"
    assert not any(act.write for act in episode.ledger.assistant_acts)


def test_the_eager_one_carries_nothing_out() -> None:
    episode = played(
        tale("needs: [{label: help, evident_after: call, welcome: {}, answer: {accept: Yes.}}]"), assistant="eager"
    )
    assert episode.ledger.offers["proposal_1"].proposal.state == "done"
    assert not episode.ledger.effects or all(effect.actor == "environment" for effect in episode.ledger.effects)


def randomly(seed: int, **options: object) -> Episode:
    yes = "needs: [{label: help, evident_after: start, welcome: {}, answer: {accept: Yes.}}]\nturns: 20\n"
    yes += path(*(f"{{see: {what}}}" for what in ("rent", "hello", "ferns", "sent_note", "bins", "chat", "budget")))
    return sound(Episode(tale(yes), EpisodeConfig(assistant="random", seed=seed, **options)).run())


def test_chance_is_the_same_for_the_same_seed() -> None:
    assert content_hash(randomly(3).moments) == content_hash(randomly(3).moments)


def test_chance_differs_between_seeds() -> None:
    assert len({content_hash(randomly(seed).moments) for seed in range(5)}) == 5


@pytest.mark.parametrize("seed", range(6))
def test_acting_by_chance_never_breaks_anything(seed: int) -> None:
    episode = randomly(seed, execute_iterations=25)
    refused = [act for act in episode.ledger.failed if act.error is not None and act.error.code == "bad_argument"]
    assert not [act for act in refused if "needs the argument" in str(act.error)], "it gives every argument it must"
    assert episode.outcome() == episode.outcome()


def test_acting_by_chance_makes_offers_and_writes() -> None:
    episodes = [randomly(seed) for seed in range(6)]
    assert any(episode.ledger.offers for episode in episodes)
    assert any(act.write and act.error is None for episode in episodes for act in episode.ledger.assistant_acts)


def test_chance_never_writes_while_it_watches() -> None:
    assert not any(randomly(seed).ledger.refused for seed in range(6))
