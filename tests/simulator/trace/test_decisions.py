"""Decision points: what is known at an offer, what follows, and where the assistant kept still."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from simulator.agents.policy import SAY, WAIT, AssistantView, Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.need_points import points_of
from simulator.trace.decisions import OfferPoint, Point, SilencePoint, decision_points
from simulator.trace.moments import Acted, Moment
from tests.simulator.stories.shelf import fresh, played, story

GOOD = "The dentist is at 11:30 now. Shall I change it?"
READ = Decision("Reminders__get_all_reminders")


class Taps:
    """A user who makes these taps one after the other and then goes home."""

    def __init__(self, *taps: str) -> None:
        self._taps = taps

    def decide(self, view: UserView) -> Decision:
        done = len(view.own)
        return Decision(self._taps[done] if done < len(self._taps) else "go_home", {})


class Calls:
    def __init__(self, *calls: Decision) -> None:
        self._calls = calls

    def decide(self, view: AssistantView) -> Decision:
        done = len(view.own)
        return self._calls[done] if done < len(self._calls) else Decision(WAIT)


def offer(text: str = GOOD) -> Decision:
    return Decision(SAY, {"content": text})


def run(taps: Iterable[str], calls: Iterable[Decision], max_turns: int = 3, **options: Any) -> Episode:
    user, assistant = Taps(*taps), Calls(*calls)
    return played("dentist", lambda *_: user, lambda *_: assistant, max_turns=max_turns, **options)


def points(episode: Episode) -> list[Point]:
    return points_of(episode.story, episode.config, episode.moments)


def offers(episode: Episode) -> list[OfferPoint]:
    return [point for point in points(episode) if isinstance(point, OfferPoint)]


def silences(episode: Episode) -> list[SilencePoint]:
    return [point for point in points(episode) if isinstance(point, SilencePoint)]


def test_an_offer_says_what_the_user_could_know() -> None:
    (point,) = offers(played("late_train"))
    assert (point.proposal, point.moment, point.turn) == ("proposal_1", 11, 5)
    assert (point.app, point.screen) == ("calendar", "EventDetail")
    assert (point.notices_seen, point.notices_visible) == (0, 2)
    assert point.user_acts == (1, 3, 5, 7, 9)
    assert point.needs == ("warn",)


def test_looking_first_is_gathering_context_and_the_final_answer_is_kept_apart() -> None:
    (point,) = offers(played("late_train"))
    assert (point.reaction, point.reaction_moment) == ("gather_context", 12)
    assert (point.final, point.final_moment, point.words) == ("accepted", 18, "Yes, please tell Bo.")


@pytest.mark.parametrize(
    ("tap", "reaction", "final"),
    [("accept_proposal", "accept", "accepted"), ("reject_proposal", "reject", "rejected")],
)
def test_an_answer_at_once_is_reaction_and_final_answer(tap: str, reaction: str, final: str) -> None:
    (point,) = offers(run(["go_home", tap], [offer()]))
    assert (point.reaction, point.final) == (reaction, final)
    assert point.reaction_moment == point.final_moment == 3


def test_a_failed_tap_is_no_reaction() -> None:
    (point,) = offers(run(["go_home", "open_door", "accept_proposal"], [offer()]))
    assert (point.reaction, point.final) == ("accept", "accepted")


def test_a_replaced_offer_is_not_paired_with_the_answer_to_the_next() -> None:
    first, second = offers(run(["go_home", "go_home", "accept_proposal"], [offer("Shall I?"), offer()]))
    assert (first.reaction, first.final, first.final_moment) == ("gather_context", "withdrawn", second.moment)
    assert (second.reaction, second.final) == ("accept", "accepted")
    assert (first.needs, second.needs) == ((), ("move",))


def test_an_offer_that_lapses_unseen_has_no_reaction() -> None:
    (point,) = offers(run([], [offer()], max_turns=2, proposal_lifetime_seconds=1, assistant_call_seconds=5))
    assert (point.reaction, point.reaction_moment) == ("none", None)
    assert (point.final, point.words) == ("expired", "")


def test_an_offer_at_the_very_end_is_left_without_answer() -> None:
    (point,) = offers(run([], [offer()], max_turns=1))
    assert (point.reaction, point.final, point.final_moment) == ("none", "none", None)


def test_offers_after_the_first_carried_out_one_count_too() -> None:
    calls = [offer(), Decision(SAY, {"content": "Done."}), offer("And now?")]
    found = offers(run(["go_home", "accept_proposal"], calls, max_turns=3))
    assert [point.proposal for point in found] == ["proposal_1", "proposal_2"]


def test_a_report_is_no_offer() -> None:
    assert len(offers(played("dentist"))) == 1


def test_waiting_is_a_silence_with_the_needs_that_were_evident() -> None:
    found = silences(run([], [Decision(WAIT), Decision("System__wait_for_notification")]))
    assert [(point.turn, point.by, point.evident) for point in found] == [
        (1, "waiting", ("move",)),
        (2, "waiting", ("move",)),
        (3, "waiting", ("move",)),
    ]


def test_the_limit_without_an_offer_is_a_silence_at_the_last_call() -> None:
    found = silences(run([], [READ, READ, READ, READ], observe_iterations=2, max_turns=2))
    assert [(point.by, point.turn) for point in found] == [("limit", 1), ("limit", 2)]


def test_a_turn_that_was_stopped_in_the_middle_is_no_silence() -> None:
    episode = fresh("dentist", user=lambda *_: Taps(), assistant=lambda *_: Calls(READ, READ, READ))
    for moment, _ in episode.play():
        if isinstance(moment, Acted) and moment.actor == "assistant":
            episode.stop()
    assert points(episode) == []


def test_a_failed_wait_or_offer_is_no_end_of_a_turn() -> None:
    calls = [Decision(SAY, {"content": " "}), Decision("System__wait_for_notification", {"timeout": -1}), offer()]
    assert [type(point) for point in points(run([], calls, max_turns=1))] == [OfferPoint]


def test_carrying_out_is_no_silence() -> None:
    calls = [offer(), Decision("System__wait_for_notification")]
    assert silences(run(["go_home", "accept_proposal"], calls, max_turns=2)) == []


def test_a_need_is_not_flagged_before_it_is_evident_nor_after_it_is_too_late() -> None:
    found = {point.moment: point.evident for point in silences(played("late_train", plays="silent"))}
    moments = played("late_train", plays="silent").moments
    delay = next(moment.n for moment in moments if isinstance(moment, Acted) and moment.event == "delay")
    assert all(labels == () for moment, labels in found.items() if moment < delay)
    assert found[min(moment for moment in found if moment > delay)] == ("warn",)
    assert found[max(found)] == ()


def test_a_need_is_not_flagged_while_its_offer_is_pending_nor_once_turned_down() -> None:
    episode = run(["go_home", "go_home", "reject_proposal"], [offer()], max_turns=5)
    assert [point.evident for point in silences(episode)] == [()] * 4


def test_a_need_whose_offer_lapsed_is_flagged_again() -> None:
    episode = run(["go_home"], [offer()], max_turns=4, proposal_lifetime_seconds=15)
    assert silences(episode)[-1].evident == ("move",)


def test_a_need_that_the_user_saw_to_is_not_flagged() -> None:
    dentist = story("dentist").labels["dentist"][1]
    taps = [
        Decision("open_app", {"app_name": "Reminders"}),
        Decision("open_reminder", {"reminder_id": dentist}),
        Decision("edit"),
        Decision("set_due_datetime", {"due_datetime": "2026-03-06 11:30:00"}),
        Decision("save"),
    ]

    class Handy:
        def decide(self, view: UserView) -> Decision:
            return taps[len(view.own)] if len(view.own) < len(taps) else Decision("go_home")

    episode = played("dentist", user=lambda *_: Handy(), plays="silent", max_turns=6)
    assert [point.evident for point in silences(episode)] == [("move",)] * 4 + [()] * 2


def test_points_follow_from_the_moments_alone() -> None:
    episode = played("late_train", plays="random", seed=2)
    told: list[Moment] = list(episode.moments)
    start = episode.story.fresh(EpisodeConfig().rules)
    bare = decision_points(told, start, lambda moment: (), lambda proposal: ())
    assert [(point.moment, type(point)) for point in bare] == [(point.moment, type(point)) for point in points(episode)]
    assert decision_points(told, start, lambda moment: (), lambda proposal: ()) == bare


def test_points_of_a_prefix_are_those_made_by_then() -> None:
    episode = played("late_train")
    whole = [point.moment for point in points(episode)]
    for count in range(len(episode.moments)):
        found = points_of(episode.story, episode.config, episode.moments[:count])
        assert [point.moment for point in found] == [moment for moment in whole if moment < count]
