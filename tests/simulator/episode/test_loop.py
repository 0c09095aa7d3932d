"""The loop: whose turn it is, what wakes the phone, and that every end leaves a whole list of moments."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.state import Proposal
from simulator.scenario.noise.tool_noise import BREAKDOWN
from simulator.trace.fold import fold
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted, Ended, Envelope, Forked, Moment, Skipped
from tests.simulator.stories.shelf import fresh, played, story, trace_of

ADD = Decision("Reminders__add_reminder", {"title": "Tea", "description": "", "due_datetime": "2026-03-05 09:00:00"})


class Plays:
    """Either side: these decisions one after the other, then always the last."""

    def __init__(self, *decisions: Decision) -> None:
        self._decisions = decisions

    def decide(self, view: UserView | AssistantView) -> Decision:
        return self._decisions[min(len(view.own), len(self._decisions) - 1)]


def taps(*names: str) -> Any:
    return lambda *_: Plays(*(Decision(name) for name in names))


def calls(*decisions: Decision) -> Any:
    return lambda *_: Plays(*decisions)


def say(text: str = "Shall I?") -> Decision:
    return Decision(SAY, {"content": text})


def acts(episode: Episode) -> list[Acted]:
    return [moment for moment in episode.moments if isinstance(moment, Acted)]


def test_moments_are_numbered_and_begin_and_end_as_they_should() -> None:
    episode = played("dentist")
    assert [moment.n for moment in episode.moments] == list(range(len(episode.moments)))
    assert episode.moments[0].turn == 0
    assert episode.ended == episode.moments[-1]


def test_the_user_sees_the_last_thing_that_happens_before_the_story_ends() -> None:
    episode = played("late_train")
    assert episode.ended is not None
    assert episode.ended.reason == "quiet"
    events = [act.n for act in acts(episode) if act.actor == "environment"]
    taps_after = [act for act in acts(episode) if act.actor == "user" and act.n > events[-1]]
    assert taps_after
    assert episode.world.seen("user") == len(episode.world.inbox("user"))


def test_turns_alternate_between_the_two() -> None:
    episode = played("dentist", user=taps("go_home"), assistant=calls(Decision(WAIT)), max_turns=3)
    assert [(act.turn, act.actor) for act in acts(episode)] == [
        (turn, actor) for turn in (1, 2, 3) for actor in ("user", "assistant")
    ]


def test_an_unanswered_offer_lets_the_assistant_rest_until_something_happens() -> None:
    class Still:
        def decide(self, view: UserView) -> Decision:
            return Decision("open_door")

    episode = played(
        "dentist", user=lambda *_: Still(), assistant=calls(say(), Decision(WAIT)), max_turns=4, user_retries=0
    )
    assert [act.turn for act in acts(episode) if act.actor == "assistant"] == [1]


def test_a_run_that_crashes_ends_with_a_moment_that_says_so() -> None:
    class Broken:
        def decide(self, view: AssistantView) -> Decision:
            raise RuntimeError(f"no idea {object()!r}")

    episode = played("dentist", assistant=lambda *_: Broken())
    assert episode.ended is not None
    assert (episode.ended.reason, episode.ended.error) == ("crashed", "RuntimeError: no idea <object object>")
    result = episode.result()
    assert result is not None
    assert result.outcome is None
    assert trace_of(episode).moments == tuple(episode.moments)


def test_after_a_crash_the_phone_is_what_the_moments_say() -> None:
    class Meddler:
        def decide(self, view: AssistantView) -> Decision:
            if view.own:
                view.look.store.drop(Proposal, "proposal_1")
                view.look.store.commit()
                raise RuntimeError("half done")
            return say()

    episode = played("dentist", assistant=lambda *_: Meddler())
    assert episode.ended is not None
    assert episode.ended.reason == "crashed"
    folded = fold(story("dentist").fresh(episode.config.rules), episode.moments)
    assert episode.world.state_hash() == folded.state_hash()


def test_a_stopped_run_ends_after_the_moment_that_is_being_made() -> None:
    episode = fresh("dentist")
    told: list[Moment] = []
    for moment, _ in episode.play():
        told.append(moment)
        if moment.n == 3:
            episode.stop()
    assert told == episode.moments
    assert isinstance(told[-1], Ended)
    assert (told[-1].n, told[-1].reason) == (4, "stopped")


def test_a_run_whose_outcome_cannot_be_judged_still_has_a_result() -> None:
    class Odd(Episode):
        def outcome(self) -> Any:
            raise ZeroDivisionError("division by zero")

    episode = Odd(story("dentist"), EpisodeConfig(max_turns=1)).run()
    result = episode.result()
    assert result is not None
    assert result.outcome is None
    assert result.error == "The outcome cannot be judged: ZeroDivisionError: division by zero"


def test_an_event_that_something_stands_against_leaves_a_moment() -> None:
    skipped = [moment for moment in played("late_train").moments if isinstance(moment, Skipped)]
    assert [moment.event for moment in skipped] == ["nudge", "late_word"]
    assert [moment.local for moment in skipped] == ["2026-03-05 08:20:45", "2026-03-05 11:30:00"]


def test_a_skipped_event_does_not_end_the_wait_of_a_phone_that_lies_down() -> None:
    moments = played("late_train").moments
    after = [moments[moment.n + 1] for moment in moments if isinstance(moment, Skipped)]
    assert all(isinstance(moment, Acted) and moment.actor == "environment" for moment in after)


def test_without_the_assistant_the_events_come() -> None:
    fired = [act.event for act in acts(played("late_train", plays="silent")) if act.event]
    assert fired == ["delay", "nudge", "worry", "late_word", "evening"]


def test_a_wait_for_nothing_is_over_even_if_the_assistant_then_makes_something_to_wait_for() -> None:
    """A reminder made after the phone was put down must not be leapt to before the assistant has had its turn."""
    options: dict[str, Any] = {
        "user": taps("go_home", "put_phone_down"),
        "assistant": calls(Decision(WAIT), ADD, Decision(WAIT)),
        "consent": "standing",
        "max_turns": 4,
    }
    live = played("empty_day", **options)
    assert [act.name for act in acts(live)][:5] == ["go_home", "wait", "put_phone_down", "add_reminder", "wait"]
    for count in range(len(live.moments)):
        again = fresh("empty_day", **options)
        again.replay(live.moments[:count])
        assert content_hash(again.run().moments) == content_hash(live.moments)


def test_a_forked_moment_changes_the_config_from_there_on() -> None:
    parent = played("dentist")
    config = EpisodeConfig(assistant="silent", max_turns=4, consent="standing")
    last = parent.moments[6]
    fork = fresh("dentist")
    fork.replay(parent.moments[:7])
    forked = Forked(
        n=7, at=last.at, local=last.local, turn=last.turn, parent="p", parent_moment=6, config=config.model_dump()
    )
    fork.replay([forked])
    fork.run()
    later = [moment for moment in fork.moments[8:] if isinstance(moment, Acted) and moment.actor == "assistant"]
    assert later
    assert {(act.name, act.phase) for act in later} == {("wait", "execute")}
    assert fork.moments[-1].turn == 4
    assert fork.header().config["assistant"] == "oracle"
    again = fresh("dentist")
    again.replay(fork.moments[:9])
    assert content_hash(again.run().moments) == content_hash(fork.moments)


def test_a_user_who_stays_the_same_remembers_across_a_fork() -> None:
    parent = played("dentist")
    stamp: dict[str, Any] = {
        "at": parent.moments[8].at,
        "local": parent.moments[8].local,
        "turn": parent.moments[8].turn,
    }
    fork = fresh("dentist")
    fork.replay(parent.moments[:9])
    fork.replay([Forked(n=9, **stamp, parent="p", parent_moment=8, config=EpisodeConfig(max_turns=6).model_dump())])
    fork.run()
    taps_after = {act.name for act in fork.moments[10:] if isinstance(act, Acted) and act.actor == "user"}
    assert taps_after == {"put_phone_down"}


@pytest.mark.parametrize(
    "args", [{"content": "\ud800"}, {"content": float("nan")}, {"content": 10**5000}, {"x": object()}, {1: 2}]
)
def test_arguments_that_no_file_can_hold_are_refused_and_kept(args: dict[Any, Any]) -> None:
    episode = played("dentist", assistant=calls(Decision(SAY, args), Decision(WAIT)), max_turns=1)
    tried = next(act for act in acts(episode) if act.actor == "assistant")
    assert tried.name == "send_message_to_user"
    assert trace_of(episode).moments == tuple(episode.moments)


def test_an_envelope_with_anything_in_it_is_kept() -> None:
    envelope = Envelope(latency_ms=3, parts={"raw": object(), "bits": (1, 2)}, thought="\ud800")
    decision = Decision(WAIT, envelope=envelope)
    episode = played("dentist", assistant=calls(decision), max_turns=1)
    kept = next(act for act in acts(episode) if act.actor == "assistant").envelope
    assert kept is not None
    assert (kept.latency_ms, kept.parts) == (3.0, {"raw": "object", "bits": [1, 2]})
    assert trace_of(episode).moments == tuple(episode.moments)


def test_a_call_that_no_action_answers_to_is_kept_as_it_was_made() -> None:
    episode = played(
        "dentist",
        user=taps("Reminders__fly"),
        assistant=calls(Decision("Reminders.fly.away"), Decision(WAIT)),
        max_turns=1,
        user_retries=0,
    )
    user, assistant = acts(episode)[:2]
    assert (user.asked, assistant.asked) == ("Reminders__fly", "Reminders.fly.away")
    assert all(act.asked is None for act in acts(episode)[2:])


def test_measured_thinking_is_recorded_and_moves_time() -> None:
    episode = played(
        "dentist",
        user=taps("go_home"),
        assistant=calls(Decision(WAIT, thinking_seconds=7)),
        thinking="measured",
        max_turns=2,
    )
    assistant = [act for act in acts(episode) if act.actor == "assistant"]
    assert [act.thinking for act in assistant] == [7, 7]
    assert acts(episode)[2].at == assistant[0].at + 7


def test_time_does_not_go_back_for_a_player_that_thinks_less_than_no_time() -> None:
    episode = played(
        "dentist", assistant=calls(Decision(WAIT, thinking_seconds=-999)), thinking="measured", max_turns=3
    )
    times = [moment.at for moment in episode.moments]
    assert times == sorted(times)


def test_a_write_that_is_made_to_fail_changes_nothing() -> None:
    episode = played("dentist", failing_writes=(0,))
    failed = next(act for act in acts(episode) if act.error is not None)
    assert failed.error is not None
    assert failed.error.code == "tool_failed"
    assert failed.error.message.startswith(BREAKDOWN)
    assert failed.patches == ()
    assert not episode.outcome().success


def test_an_offer_whose_calls_are_used_up_is_closed() -> None:
    read = Decision("Reminders__get_all_reminders")
    episode = played(
        "dentist",
        user=taps("go_home", "accept_proposal"),
        assistant=calls(say(), read),
        execute_iterations=2,
        max_turns=2,
    )
    assert [act.name for act in acts(episode) if act.actor == "environment"] == ["run_out"]
    (offer,) = episode.ledger.offers.values()
    assert (offer.proposal.state, offer.proposal.closed) == ("abandoned", "the limit of calls was reached")


def test_waiting_uses_up_no_calls_of_an_accepted_offer_and_the_run_still_ends() -> None:
    episode = played(
        "dentist",
        user=taps("go_home", "accept_proposal", "go_home"),
        assistant=calls(say(), Decision(WAIT_FOR_NOTIFICATION)),
        execute_iterations=2,
        max_turns=9,
    )
    (offer,) = episode.ledger.offers.values()
    assert offer.proposal.state == "accepted"
    waits = [act for act in acts(episode) if act.name == "wait_for_notification"]
    assert len(waits) > 2
    assert episode.ended is not None and episode.ended.reason == "turn_limit"


def test_a_wait_that_fails_is_a_call() -> None:
    never = Decision(WAIT_FOR_NOTIFICATION, {"timeout": -1})
    episode = played(
        "dentist",
        user=taps("go_home", "accept_proposal"),
        assistant=calls(say(), never),
        execute_iterations=2,
        max_turns=2,
    )
    (offer,) = episode.ledger.offers.values()
    assert offer.proposal.state == "abandoned"


def test_standing_consent_allows_writes_without_an_offer() -> None:
    episode = played("dentist", assistant=calls(ADD, Decision(WAIT)), consent="standing", max_turns=1)
    added = next(act for act in acts(episode) if act.actor == "assistant")
    assert (added.error, added.phase, added.proposal) == (None, "execute", "")
