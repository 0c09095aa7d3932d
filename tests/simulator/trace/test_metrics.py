"""Counts over moments."""

from __future__ import annotations

from simulator.agents.policy import SAY, WAIT, AssistantView, Decision, UserView
from simulator.trace.metrics import Metrics, metrics
from tests.simulator.stories.shelf import played


class Plan:
    """An assistant that makes these calls one after the other and then waits."""

    def __init__(self, *calls: Decision) -> None:
        self._calls = calls

    def decide(self, view: AssistantView) -> Decision:
        done = len(view.own)
        quiet = Decision("System__wait_for_notification") if view.phase == "execute" else Decision(WAIT)
        return self._calls[done] if done < len(self._calls) else quiet


class Agreeable:
    """A user who accepts every offer and otherwise goes home."""

    def decide(self, view: UserView) -> Decision:
        return Decision("accept_proposal" if view.offer is not None else "go_home")


def counted(*calls: Decision, turns: int = 3) -> Metrics:
    episode = played(
        "dentist", user=lambda *_: Agreeable(), assistant=lambda *_: Plan(*calls), max_turns=turns, execute_iterations=3
    )
    return metrics(episode.moments)


def test_no_moments_count_nothing() -> None:
    assert metrics([]) == Metrics()


def test_a_successful_run_is_counted() -> None:
    counts = metrics(played("late_train").moments)
    assert counts == Metrics(
        turns=18,
        simulated_seconds=9 * 3600 + 10,
        user_actions=18,
        offers=1,
        accepted=1,
        reported=1,
        execute_writes=2,
    )


def test_reads_are_counted_by_phase_and_waits_are_none() -> None:
    read = Decision("Reminders__get_all_reminders")
    counts = counted(read, read, Decision(SAY, {"content": "Shall I?"}), read, Decision(SAY, {"content": "Done."}))
    assert (counts.observe_reads, counts.execute_reads) == (2, 1)
    assert (counts.offers, counts.accepted, counts.reported) == (1, 1, 1)


def test_refused_and_failed_calls_are_told_apart() -> None:
    write = Decision("Reminders__delete_all_reminders")
    counts = counted(write, Decision("no_such_tool"), Decision("Reminders__get_all_reminders", {"x": 1}))
    assert (counts.refused, counts.failed, counts.execute_writes) == (1, 2, 0)


def test_an_offer_that_ends_at_the_limit_is_abandoned() -> None:
    read = Decision("Reminders__get_all_reminders")
    counts = counted(Decision(SAY, {"content": "Shall I?"}), read, read, read)
    assert (counts.accepted, counts.reported, counts.abandoned) == (1, 0, 1)


def test_offers_that_lapse_or_are_replaced_are_counted() -> None:
    class Deaf:
        def decide(self, view: UserView) -> Decision:
            return Decision("go_home" if len(view.own) < 2 else "put_phone_down")

    offer = Decision(SAY, {"content": "Shall I?"})
    episode = played("dentist", user=lambda *_: Deaf(), assistant=lambda *_: Plan(offer, offer), max_turns=5)
    counts = metrics(episode.moments)
    assert (counts.offers, counts.withdrawn, counts.expired, counts.accepted) == (2, 1, 1, 0)


def test_failed_taps_are_counted_apart() -> None:
    class Clumsy:
        def decide(self, view: UserView) -> Decision:
            return Decision("open_door")

    counts = metrics(played("dentist", user=lambda *_: Clumsy(), max_turns=4, user_retries=0).moments)
    assert (counts.user_actions, counts.user_failed) == (4, 4)
