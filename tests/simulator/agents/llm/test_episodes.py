"""Whole episodes played by language models, through litellm and a real server."""

from __future__ import annotations

import re

import pytest

from simulator.agents.llm.conversation import LONGEST_SAID
from simulator.episode.loop import Episode
from simulator.trace.exchange import ReplyFormat
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.models import (
    ACCEPT,
    FIND_BO,
    OFFER,
    PUT_DOWN,
    READ_DAY,
    WATCH,
    acts,
    asked_of,
    config,
    late_bus,
    move_review,
    play,
    say,
    tell_bo,
    told,
)

FORMATS = ("tools", "text")


@pytest.mark.parametrize("reply_format", FORMATS)
def test_a_full_episode_from_a_look_at_the_mail_to_the_report(
    model_server: ModelServer, reply_format: ReplyFormat
) -> None:
    episode = play(
        model_server,
        config(reply_format, model_server.url),
        user=[("open_app", {"app_name": "Emails"}), PUT_DOWN, ACCEPT],
        observe=[WATCH, READ_DAY, say(OFFER)],
        execute=[FIND_BO, tell_bo(), move_review(), say("Bo knows, and the review is at 11:00.")],
    )
    assert episode.ended is not None and episode.ended.reason == "quiet"
    assert episode.outcome().success
    assert all(act.error is None for act in (*acts(episode, "user"), *acts(episode, "assistant")))
    assert {
        act.envelope.exchange.format for act in acts(episode, "user") if act.envelope and act.envelope.exchange
    } == {reply_format}


@pytest.mark.parametrize("reply_format", FORMATS)
def test_what_was_found_before_the_offer_is_before_the_one_who_carries_it_out(
    model_server: ModelServer, reply_format: ReplyFormat
) -> None:
    play(
        model_server,
        config(reply_format, model_server.url),
        user=[PUT_DOWN, ACCEPT],
        observe=[READ_DAY, FIND_BO, say(OFFER)],
        execute=[tell_bo(), say("Done.")],
    )
    first = asked_of(model_server, "execute")[0]
    assert late_bus().labels["qz_review"][1] in first.text
    assert late_bus().people["qz_bo"].user_id in first.text
    assert "says the driver" in first.text
    assert OFFER in first.last and "Yes, and be kind." in first.last
    assert "carry it out" in first.system


def test_the_observer_is_told_why_an_offer_was_turned_down_and_may_offer_again(model_server: ModelServer) -> None:
    reason = "Not by mail, write him a message."
    episode = play(
        model_server,
        config("tools", model_server.url),
        user=[PUT_DOWN, ("reject_proposal", {"content": reason}), ACCEPT],
        observe=[say("Shall I mail Bo that your bus is late?"), say(OFFER)],
        execute=[tell_bo(), move_review(), say("Done.")],
    )
    again = asked_of(model_server, "observe")[1]
    assert reason in again.last and "rejected" in again.last
    assert [name for name, _ in told(episode)][:4] == [
        "put_phone_down", "send_message_to_user", "reject_proposal", "send_message_to_user"
    ]  # fmt: skip
    assert episode.outcome().success


def test_after_its_report_the_observer_knows_what_was_carried_out(model_server: ModelServer) -> None:
    play(
        model_server,
        config("tools", model_server.url),
        user=[PUT_DOWN, ACCEPT],
        observe=[say(OFFER)],
        execute=[tell_bo(), move_review(), say("Bo knows, all is well.")],
    )
    later = asked_of(model_server, "observe")[1]
    assert "Carried out: Messages__send_message, Calendar__edit_calendar_event." in later.last
    assert "Bo knows, all is well." in str(later.body)
    assert "No problem, then at 11." in later.last
    assert "Calendar__edit_calendar_event" not in later.tools


def test_the_user_looks_at_the_mail_before_answering(model_server: ModelServer) -> None:
    play(
        model_server,
        config("tools", model_server.url),
        user=[PUT_DOWN, ("open_app", {"app_name": "Emails"}), ACCEPT],
        observe=[say(OFFER)],
        execute=[say("Done.")],
    )
    offered, looking = asked_of(model_server, "user")[1:3]
    assert {"accept_proposal", "reject_proposal"} <= set(offered.tools)
    assert "accept_proposal" not in asked_of(model_server, "user")[0].tools
    assert offered.last.endswith(f'This offer waits for your answer: "{OFFER}"')
    assert looking.last.endswith(f'This offer waits for your answer: "{OFFER}"')
    assert "Your bus is late" in looking.last


def test_a_tool_that_breaks_down_is_tried_again(model_server: ModelServer) -> None:
    episode = play(
        model_server,
        config("tools", model_server.url, failing_writes=(0,)),
        user=[PUT_DOWN, ACCEPT],
        observe=[say(OFFER)],
        execute=[tell_bo(), tell_bo(), move_review(), say("Done, at the second try.")],
    )
    second = asked_of(model_server, "execute")[1]
    assert "This did not work." in second.last and "Try again" in second.last
    assert [one for one in told(episode) if one[0] == "send_message"] == [
        ("send_message", "tool_failed"), ("send_message", "")
    ]  # fmt: skip
    assert episode.outcome().success


@pytest.mark.parametrize("reply_format", FORMATS)
def test_unknown_tools_wrong_arguments_and_unreadable_replies_are_told_and_mended(
    model_server: ModelServer, reply_format: ReplyFormat
) -> None:
    nonsense = replies.say("I would rather talk about the weather.")
    episode = play(
        model_server,
        config(reply_format, model_server.url),
        user=[PUT_DOWN, ACCEPT],
        observe=[nonsense, ("Weather__today", {}), ("Messages__get_user_id", {"name": "Bo"}), say(OFFER)],
        execute=[tell_bo(), move_review(), say("Done.")],
    )
    after_nonsense, after_unknown, after_wrong = (asked.last for asked in asked_of(model_server, "observe")[1:4])
    assert "Nothing was done" in after_nonsense and "weather" in after_nonsense
    assert "There is no tool 'Weather__today'" in after_unknown and "Calendar__search_events" in after_unknown
    assert "needs the argument 'user_name'" in after_wrong and "has no argument 'name'" in after_wrong
    assert "rather talk about the weather" in str(asked_of(model_server, "observe")[-1].body)
    assert [code for _, code in told(episode)][1:4] == ["bad_reply", "unknown_tool", "bad_argument"]
    result = episode.result()
    assert result is not None and result.metrics.unreadable == 1
    assert episode.outcome().success


def test_a_user_who_misses_is_told_and_does_not_lose_the_turn(model_server: ModelServer) -> None:
    episode = play(
        model_server,
        config("tools", model_server.url),
        user=[("open_mail", {}), replies.calls([("go_home", {}), ("put_phone_down", {})]), PUT_DOWN],
    )
    _, after_miss, after_two = asked_of(model_server, "user")[:3]
    assert "'open_mail' cannot be tapped on this screen" in after_miss.last and "open_app" in after_miss.last
    assert "2 tool calls at once" in after_two.last
    assert [(act.turn, act.name) for act in acts(episode, "user")[:3]] == [
        (1, "open_mail"), (1, "no_action"), (1, "put_phone_down")
    ]  # fmt: skip


def test_a_name_that_no_provider_would_take_back_is_told_in_words(model_server: ModelServer) -> None:
    play(
        model_server,
        config("tools", model_server.url),
        observe=[("Emails.list emails!", {"a": 1}), WATCH],
    )
    again = asked_of(model_server, "observe")[1]
    assert all("tool_calls" not in message for message in again.messages)
    assert "Emails.list emails!" in again.text and "There is no tool" in again.last


def test_a_huge_reply_is_not_told_again_in_full(model_server: ModelServer) -> None:
    play(model_server, config("tools", model_server.url), user=[replies.huge(200_000), PUT_DOWN])
    again = asked_of(model_server, "user")[1]
    assert len(again.text) < 3 * LONGEST_SAID + 6000
    assert "longer than a reply may be" in again.last


def test_with_standing_consent_nobody_is_asked(model_server: ModelServer) -> None:
    episode = play(
        model_server,
        config("tools", model_server.url, consent="standing"),
        user=[PUT_DOWN],
        execute=[tell_bo(), move_review(), say("I told Bo and moved the review to 11:00.")],
    )
    first, second = asked_of(model_server, "execute")[:2]
    assert "without asking" in first.system and "Messages__send_message" in first.tools
    assert not asked_of(model_server, "observe")
    assert "carry out what was accepted" not in second.text
    assert episode.outcome().goals_met.ok
    assert "I told Bo" in asked_of(model_server, "user")[1].last


@pytest.mark.parametrize("reply_format", FORMATS)
def test_renamed_tools_are_known_by_their_new_names_everywhere(
    model_server: ModelServer, reply_format: ReplyFormat
) -> None:
    names = {"Messages__send_message": "text_someone", "Calendar__read_today_calendar_events": "see_the_day"}
    episode = play(
        model_server,
        config(reply_format, model_server.url, tool_names=names),
        user=[PUT_DOWN, ACCEPT, PUT_DOWN],
        observe=[("see_the_day", {}), ("Calendar__read_today_calendar_events", {}), say(OFFER)],
        execute=[("text_someone", tell_bo()[1]), move_review(), say("Done.")],
    )
    assert episode.outcome().success
    after_old_name = asked_of(model_server, "observe")[2]
    assert "There is no tool 'Calendar__read_today_calendar_events'" in after_old_name.last
    assert "see_the_day" in after_old_name.last
    for asked in asked_of(model_server, "execute"):
        assert "text_someone" in asked.raw.decode()
        assert not re.search(r"Messages__send_message\b", asked.raw.decode())


def test_a_provider_that_finds_the_request_too_long_is_asked_with_less(model_server: ModelServer) -> None:
    config_ = config("tools", model_server.url)
    episode = play(
        model_server, config_, user=[PUT_DOWN, replies.too_long(), replies.too_long(), ACCEPT], observe=[say(OFFER)]
    )
    accepted = acts(episode, "user")[1]
    assert accepted.name == "accept_proposal"
    assert accepted.envelope is not None and accepted.envelope.exchange is not None
    assert len(accepted.envelope.exchange.tries) == 2
    assert episode.ended is not None and episode.ended.reason != "crashed"


def test_a_context_of_a_thousand_tokens_never_ends_a_run(model_server: ModelServer) -> None:
    small = {f"{stage}_context_tokens": 1000 for stage in ("user", "observe", "execute")}
    episode = play(
        model_server,
        config("text", model_server.url, **small),
        user=[("open_app", {"app_name": "Emails"}), PUT_DOWN, ACCEPT],
        observe=[READ_DAY, WATCH, say(OFFER)],
        execute=[tell_bo(), move_review(), say("Done.")],
    )
    assert episode.outcome().success
    exchanges = [act.envelope.exchange for act in acts(episode, "assistant") if act.envelope is not None]
    assert any(exchange is not None and exchange.shortened for exchange in exchanges)


def test_measured_thinking_takes_simulated_time(model_server: ModelServer) -> None:
    slow = replies.call(*WATCH, delay=0.05)
    episode = play(
        model_server,
        config("tools", model_server.url, thinking="measured", max_turns=1),
        user=[PUT_DOWN],
        observe=[slow],
    )
    (watching,) = acts(episode, "assistant")
    assert watching.thinking == 1
    assert watching.envelope is not None and watching.envelope.latency_ms is not None
    assert watching.envelope.latency_ms >= 50


def test_a_run_played_halfway_goes_on_with_the_very_request_that_would_have_come(model_server: ModelServer) -> None:
    """What a player remembers follows from the moments."""
    config_ = config("tools", model_server.url)
    first = play(
        model_server,
        config_,
        user=[("open_app", {"app_name": "Emails"}), replies.say("Hm."), PUT_DOWN, ACCEPT],
        observe=[READ_DAY, WATCH, ("Nothing__like_this", {}), say(OFFER)],
        execute=[tell_bo(), move_review(), say("Done.")],
    )
    asked = [one.body for one in model_server.requests]
    deciding = [moment.n for moment in first.moments if moment.envelope is not None and moment.envelope.exchange]
    assert len(deciding) == len(asked) > 12
    for number, moment in enumerate(deciding):
        rebuilt = Episode(late_bus(), config_)
        rebuilt.replay(first.moments[:moment])
        next(rebuilt.play())
        assert model_server.last.body == asked[number]
