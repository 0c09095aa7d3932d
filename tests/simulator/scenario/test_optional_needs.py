"""Optional needs: help that is welcome, but whose goals count only once it was accepted."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.scenario.needs import need_counts

SCENARIO = "fee_that_nobody_owes"
BIN = "The mail about 14.90 lei is a scam, and your mixer is paid. Shall I put that mail into the trash?"
WARN = "Your mother is about to pay the 14.90 lei, but the mail is a scam. Shall I warn her that she must not pay?"
WARNING = "Mama, do not pay, the mail is a scam. Nothing is owed for the mixer."


class Offers:
    """Makes offers as soon as it may, and does what belongs to each."""

    def __init__(self, steps: Sequence[tuple[str, Sequence[Decision]]]) -> None:
        self._steps = steps

    def decide(self, view: AssistantView) -> Decision:
        heard = " ".join(notice.text for notice in view.look.inbox("assistant"))
        made = [act for act in view.own if act.name == "send_message_to_user" and act.phase == "observe"]
        if view.phase == "execute":
            done = [act for act in view.own if act.n > made[-1].n and act.name != "wait"]
            calls = [*self._steps[len(made) - 1][1], Decision(SAY, {"content": "I have done what I offered."})]
            return calls[len(done)] if len(done) < len(calls) else Decision(WAIT_FOR_NOTIFICATION)
        if len(made) < len(self._steps) and "Puiule" in heard:
            return Decision(SAY, {"content": self._steps[len(made)][0]})
        return Decision(WAIT)


def run(*steps: tuple[str, Sequence[Decision]]) -> Episode:
    story = Library.standard({}).get(SCENARIO)
    return Episode(story, EpisodeConfig(), assistant=lambda *_: Offers(steps)).run()


def warning() -> Decision:
    users = Library.standard({}).get(SCENARIO).blank.store.tables()["messaging.user"].values()
    mother = next(user.id for user in users if getattr(user, "name", "") == "Viorica Moldovan")
    return Decision("Messages__send_message", {"user_id": mother, "content": WARNING})


def test_run_succeeds_without_optional_help() -> None:
    episode = run((WARN, [warning()]))
    assert episode.outcome().verdict == "success"
    counts = need_counts(episode.story, episode.evidence())
    assert (counts.evident, counts.helped) == (1, 1), "recall leaves optional needs out"


def test_accepted_optional_help_must_be_given() -> None:
    episode = run((WARN, [warning()]), (BIN, []))
    assert [offer.accepted for offer in episode.ledger.offers.values()] == [True, True]
    assert episode.outcome().verdict == "miss"
    assert "'hold' is still there" in " ".join(episode.outcome().reasons)
