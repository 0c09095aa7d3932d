"""The view of a moment: who one is, what one did and was told, in plain sentences, up to the moment and no further."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from annotation.showing import item_builder
from annotation.showing.item_builder import CannotBeShown, build_item
from annotation.showing.item_view import NAMELESS, ItemView, without_goal
from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.rebuild import config_of, story_of
from simulator.showing.run_history import RunHistory
from simulator.trace.moments import Acted
from tests.annotation.showing.views_of import built_at, points, sentence, sentences, view_in, view_of
from tests.replay.foreign.brought_runs import read
from tests.replay.foreign.transcripts import brought
from tests.simulator.stories.players import wanderer
from tests.simulator.stories.shelf import played, story

RAW = re.compile(r"[{}\[\]]|\b[a-z]+_[a-z]?[0-9a-f]{2,}\b")
"""JSON, and ids as the phone makes them."""


def test_an_offer_comes_with_who_one_is_and_what_one_wants() -> None:
    view = view_of()
    assert (view.name, view.first_name, view.clock, view.day) == ("Ada Lind", "Ada", "08:00", "Thursday 5 March 2026")
    assert view.goal == "You sit in a train and would not write while you read."
    assert view.offer.startswith("Your train arrives at 10:40") and view.offer.endswith("move it to 11:00?")
    assert without_goal(view).goal == ""


def test_what_happened_is_told_to_the_one_who_did_it() -> None:
    assert sentences(view_of()) == [
        "You opened Email.",
        "You opened the mail “Agenda” from Bo Berg.",
        "You went to the home screen.",
        "You opened Calendar.",
        "You opened the event Review with Bo.",
        "E-mail from news@rail.example, Your train is late: “You will arrive at 1...”",
        "The assistant asks you something.",
    ]


def test_earlier_offers_and_ones_own_answers_are_part_of_the_past() -> None:
    told = sentences(view_of(number=1, plays="eager"))
    assert told[-1] == "The assistant asks you something."
    assert any(one.startswith("The assistant offered: “Shall I answer the mail") for one in told[:-1])
    assert any(one.startswith("You rejected the offer") for one in told)


def test_a_silence_has_no_offer_but_the_moment_itself() -> None:
    view = view_of(number=1, kind="silence")
    assert view.offer == "" and view.kind == "silence"
    assert sentence(view.happened[-1]) == "The assistant says nothing."
    assert view.happened[-1].is_here and not any(line.is_here for line in view.happened[:-1])


def test_each_line_has_its_picture_and_the_last_is_the_moment_that_is_judged() -> None:
    episode = played("late_train")
    built = built_at(episode.story, episode.moments, points(episode.moments)[0])
    assert [line.frame for line in built.view.happened] == list(range(len(built.pictures)))
    assert built.view.steps == len(built.pictures)
    assert built.pictures[-1].card is not None and built.pictures[-1].card.state == "pending"
    assert built.pictures[0].card is None


def test_what_the_assistant_does_meanwhile_is_on_no_picture() -> None:
    episode = played("late_train")
    last = points(episode.moments, "silence")[-1]
    told = [moment.n for moment in episode.moments if isinstance(moment, Acted) and moment.proposal]
    assert told and told[-1] < last, "the offer was carried out before"
    pictures = built_at(episode.story, episode.moments, last, "silence").pictures
    assert any(picture.card is not None and picture.card.report for picture in pictures)
    assert not any(picture.card.calls for picture in pictures if picture.card is not None)


def test_a_long_run_has_pictures_of_its_last_steps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_builder, "MOST_FRAMES", 2)
    view = view_of()
    assert [line.frame for line in view.happened] == [-1, -1, -1, -1, -1, 0, 1]
    assert view.steps == 2


def test_another_day_is_told() -> None:
    days = [line.day for line in view_in(played("late_train"), 0, "silence").happened]
    assert set(days) == {""}
    episode = played("short_night")
    told = [line.day for line in view_in(episode, -1, "silence").happened]
    assert sum(map(bool, told)) == 1, told


@pytest.mark.parametrize("seed", range(12))
def test_whatever_somebody_taps_is_told_without_data_and_ids(seed: int) -> None:
    episode = played("late_train", user=wanderer(seed), plays="eager")
    view = view_in(episode, -1, "silence")
    own = [line for line in view.happened if line.lane == "user"]
    assert own and all(sentence(line).startswith("You ") for line in own)
    told = [sentence(line) for line in view.happened if not line.quote]
    assert not [one for one in told if RAW.search(one)]
    assert all(one.endswith((".", "!", "?", "…")) for one in told)


class _Clumsy:
    """A user who fails in every way, and says something that is no action."""

    _steps = (
        Decision("", problem="There is no action in it."),
        Decision("fly_home"),
        Decision("open_app", {"app_name": "Nothing"}),
        Decision("put_phone_down"),
    )

    def __init__(self, *_: Any) -> None:
        pass

    def decide(self, view: UserView) -> Decision:
        return self._steps[min(len(view.own), len(self._steps) - 1)]


def test_what_did_not_work_says_so_and_what_was_no_action_is_left_out() -> None:
    view = view_in(played("late_train", user=_Clumsy), -1, "silence")
    own = [line for line in view.happened if line.lane == "user"]
    assert [line.shape for line in own[:3]] == ["error", "error", "user"]
    assert sentence(own[0]) == "You tried to fly home, but this screen does not offer it."
    assert sentence(own[1]).startswith("You tried to open Nothing, but it did not work: ")
    assert [sentence(line) for line in own[2:4]] == ["You put the phone down.", "You left the phone where it was."]


def test_a_run_of_another_system_is_shown_with_its_phone() -> None:
    trace = read().trace
    moments = list(trace.moments)
    history = RunHistory(story_of(trace), config_of(trace))
    history.feed(moments[: points(moments)[0] + 1])
    built = build_item(history, "offer", is_foreign=True)
    assert built.view.goal == "" and built.view.offer
    assert len(built.frames) == built.view.steps > 1


def test_a_transcript_is_shown_without_a_phone() -> None:
    trace = brought().trace
    moments = list(trace.moments)
    history = RunHistory(story_of(trace), config_of(trace))
    history.feed(moments[: points(moments, "silence")[0] + 1])
    built = build_item(history, "silence", has_phone=False, is_foreign=True)
    assert built.frames == () and built.view.steps == 0 and not built.view.has_phone
    assert built.view.name == built.view.first_name == NAMELESS
    assert sentences(built.view) == [
        "You opened Email.",
        "The assistant offered: “Shall I answer Cleo?”",
        "You accepted the offer: “Yes, do.”",
        "The assistant reported: “Cleo knows.”",
        "You tried to open a mail, but it did not work: No mail with the id kiln.",
        "The assistant says nothing.",
    ]


def test_what_cannot_be_shown_says_why() -> None:
    history = RunHistory(story("late_train"), EpisodeConfig())
    with pytest.raises(CannotBeShown, match="The run has no moments yet"):
        build_item(history, "offer")
    history.feed(played("late_train").moments[:3])
    with pytest.raises(CannotBeShown, match="Moment 2 has no offer"):
        build_item(history, "offer")
    with pytest.raises(CannotBeShown, match="kind of item “report”"):
        build_item(history, "report")


def test_a_view_survives_the_store() -> None:
    view = view_of(number=1, plays="eager")
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(view))), ItemView) == view
