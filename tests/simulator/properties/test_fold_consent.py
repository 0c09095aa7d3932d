"""Consent is the engine's job: whatever an assistant tries, nothing is written without an accepted offer."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.agents.policy import Decision, UserView
from simulator.episode.loop import Episode
from simulator.phone.keyed_random import keyed
from simulator.phone.state import Proposal
from simulator.trace.moments import Acted
from tests.simulator.stories.players import reckless
from tests.simulator.stories.shelf import fresh, played

OWN_TABLES = ("phone.", "meta.")


class Moody:
    """A user who takes up, turns down or ignores offers by chance."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: UserView) -> Decision:
        rng: random.Random = keyed(self._seed, "moody", len(view.own))
        return Decision(rng.choice(["go_home", "put_phone_down", "accept_proposal", "reject_proposal"]))


def reckless_run(seed: int) -> Episode:
    return fresh("late_train", user=lambda *_: Moody(seed), assistant=reckless(seed), max_turns=12)


def writes_data(moment: Acted) -> bool:
    return any(not patch.table.startswith(OWN_TABLES) for patch in moment.patches)


@settings(max_examples=60)
@given(st.integers(0, 100_000))
def test_no_write_of_the_assistant_succeeds_without_an_accepted_offer(seed: int) -> None:
    episode = reckless_run(seed)
    accepted: str | None = None
    for moment, _ in episode.play():
        if isinstance(moment, Acted) and moment.actor == "assistant" and (moment.write or writes_data(moment)):
            if moment.error is None:
                assert accepted is not None
                assert moment.proposal == accepted
            elif accepted is None:
                assert moment.error.code == "no_consent"
        open_offer = episode.world.proposal_in("accepted")
        accepted = None if open_offer is None else open_offer.id


@settings(max_examples=40)
@given(st.integers(0, 100_000))
def test_at_most_one_offer_is_open_at_any_time(seed: int) -> None:
    episode = reckless_run(seed)
    for _ in episode.play():
        states = [offer.state for offer in episode.world.store.all(Proposal).values()]
        assert sum(state in ("pending", "accepted") for state in states) <= 1


@settings(max_examples=40)
@given(st.integers(0, 100_000))
def test_an_offer_only_ever_moves_forward(seed: int) -> None:
    allowed = {
        "pending": {"accepted", "rejected", "expired", "withdrawn"},
        "accepted": {"done", "abandoned"},
    }
    episode = reckless_run(seed)
    states: dict[str, str] = {}
    for _ in episode.play():
        for offer in episode.world.store.all(Proposal).values():
            before = states.get(offer.id)
            assert before in (None, offer.state) or offer.state in allowed.get(str(before), set())
            states[offer.id] = offer.state


def test_reckless_players_are_refused_and_sometimes_allowed() -> None:
    """So that the properties above are about something."""
    runs = [reckless_run(seed).run() for seed in range(40)]
    assert any(run.ledger.refused for run in runs)
    acts = [act for run in runs for act in run.ledger.assistant_acts]
    assert any(act.write and act.error is None for act in acts)
    assert {offer.proposal.state for run in runs for offer in run.ledger.offers.values()} >= {
        "abandoned",
        "rejected",
        "withdrawn",
    }


def test_the_random_player_of_the_registry_never_writes_unasked() -> None:
    for seed in range(30):
        for act in played("late_train", plays="random", seed=seed).ledger.assistant_acts:
            assert not (act.write and act.error is None and not act.proposal)
