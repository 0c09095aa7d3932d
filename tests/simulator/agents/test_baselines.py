"""The trivial assistants: silent, eager, one that acts by chance, and one that parrots notifications."""

from __future__ import annotations

import re

import pytest

from simulator.agents.baselines import VERBS, is_news
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.state import Notice
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


def offers_of(episode: Episode) -> list[str]:
    return [offer.proposal.text for offer in episode.ledger.offers.values()]


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


def test_the_eager_one_asks_in_words_without_ids_or_contents() -> None:
    texts = offers_of(played(tale(THREE), assistant="eager"))
    assert all(re.fullmatch(r"Shall I (answer|remind you of) [^:\n]+\?", text) for text in texts), texts
    assert not [text for text in texts if re.search(r"\b[a-z]+_[0-9a-f]{5}\b", text) or "Hello" in text]


def test_a_question_of_the_user_is_no_notification() -> None:
    assert is_news(Notice(id="1", at=0, kind="email"))
    assert not is_news(Notice(id="1", at=0, kind="user_message"))


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


def test_chance_offers_in_sentences_and_in_most_runs() -> None:
    runs = [offers_of(randomly(seed)) for seed in range(10)]
    assert sum(map(bool, runs)) > 7
    for text in (text for texts in runs for text in texts):
        assert re.fullmatch(r"Shall I [a-z][^{}\[\]]*[^.?! ]\?", text), text
        assert not re.search(r"\b[a-z]+_[0-9a-f]{5}\b", text), "names, not ids"


def parrot(seed: int) -> list[str]:
    return offers_of(played(tale(THREE), assistant="parrot", seed=seed))


def test_the_parrot_pastes_every_notification_with_verbs_of_its_list() -> None:
    assert len(VERBS) == len(set(VERBS)) == 60
    for seed in range(5):
        texts = parrot(seed)
        assert len(texts) == 4, "three mails, and the reminder that rings"
        for subject in ("First", "Second", "Third"):
            (text,) = (text for text in texts if f"Subject: {subject}" in text)
            assert "Hello" in text
            assert len(set(VERBS) & set(re.findall(r"[a-z]+", text))) >= 2


def test_the_parrot_has_other_verbs_with_another_seed_and_the_same_with_the_same() -> None:
    assert parrot(1) == parrot(1)
    assert len({tuple(parrot(seed)) for seed in range(5)}) == 5
    quoted = ["“" in text for seed in range(5) for text in parrot(seed)]
    assert True in quoted and False in quoted


def test_the_parrot_only_reports_once_an_offer_is_accepted() -> None:
    welcome = "needs: [{label: help, evident_after: call, welcome: {}, answer: {accept: Yes.}}]"
    episode = played(tale(welcome), assistant="parrot")
    assert episode.ledger.offers["proposal_1"].proposal.state == "done"
    assert {act.name for act in episode.ledger.assistant_acts} == {"wait", "send_message_to_user"}


@pytest.mark.parametrize("assistant", ["eager", "random", "parrot"])
def test_a_resumed_run_continues_as_it_would_have(assistant: str) -> None:
    whole = played(tale(THREE), assistant=assistant, seed=2)
    for count in range(1, len(whole.moments) - 1, 4):
        resumed = Episode(tale(THREE), whole.config)
        resumed.replay(whole.moments[:count])
        assert content_hash(resumed.run().moments) == content_hash(whole.moments), count
