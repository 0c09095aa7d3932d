"""What is asked of the models: it only grows, it is rebuilt from the moments, and it gives nothing away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from simulator.agents.llm.wire import Message, Request
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.exchange import Exchange, Reply, ReplyFormat
from simulator.trace.moments import Moment
from tests.simulator.agents.llm.models import (
    ACCEPT,
    FIND_BO,
    OFFER,
    PUT_DOWN,
    READ_DAY,
    STAGES,
    WATCH,
    Script,
    acts,
    assistant_with,
    config,
    late_bus,
    move_review,
    say,
    scripted,
    tell_bo,
    user_with,
)
from tests.simulator.stories.shelf import trace_of

FORMATS = ("tools", "text")
GOAL = late_bus().scenario.user.goal


def eventful() -> Script:
    """Something of everything: looking around, misreadings, a rejection, an acceptance, a failure, a report."""
    nobody = ("Messages__send_message", {"user_id": "user_0", "content": "?"})
    agenda = late_bus().labels["qz_agenda"][1]
    return Script(
        user=[
            ("open_app", {"app_name": "Emails"}),
            ("open_email_by_id", {"email_id": agenda}),
            ("open_email_by_id", {"email_id": "mail_0"}),
            ("reject_proposal", {"content": "Too vague."}),
            ("go_home", {}),
            ("open_notifications", {}),
            Reply(text="Hm, let me think."),
            ACCEPT,
        ],
        observe=[WATCH, READ_DAY, say("Shall I help with the review?"), FIND_BO, say(OFFER), WATCH],
        execute=[nobody, tell_bo(), move_review(), say("Ok.")],
    )


def played(script: Script, config: EpisodeConfig) -> Episode:
    return scripted(script, config).run()


@pytest.mark.parametrize("reply_format", FORMATS)
def test_each_request_of_a_stage_goes_on_from_the_one_before(reply_format: ReplyFormat) -> None:
    """So a provider that keeps what it has read finds it again."""
    script = eventful()
    episode = played(script, config(reply_format))
    assert episode.outcome().success
    for stage in STAGES:
        requests = script.of(stage)
        assert len(requests) > 3
        for before, after in pairwise(requests):
            assert_goes_on(before.messages, after.messages)


def assert_goes_on(before: tuple[Message, ...], after: tuple[Message, ...]) -> None:
    *settled, last = before
    assert after[: len(settled)] == tuple(settled)
    grown = after[len(settled)]
    assert (grown.role, grown.call_id) == (last.role, last.call_id)
    assert last.text.startswith(grown.text)


@pytest.mark.parametrize("reply_format", FORMATS)
def test_a_player_made_anew_from_the_trace_at_any_moment_asks_the_same(reply_format: ReplyFormat) -> None:
    script = eventful()
    options = config(reply_format)
    moments = trace_of(played(script, options)).moments
    for number, request in zip(deciding(moments), script.requests, strict=True):
        again = Script()
        rebuilt = Episode(late_bus(), options, user_with(again), assistant_with(again))
        rebuilt.replay(moments[:number])
        next(rebuilt.play())
        assert again.requests == [request]


def deciding(moments: Sequence[Moment]) -> list[int]:
    return [moment.n for moment in moments if exchange_of(moment) is not None]


def exchange_of(moment: Moment) -> Exchange | None:
    return moment.envelope.exchange if moment.envelope is not None else None


@pytest.mark.parametrize("reply_format", FORMATS)
def test_roles_alternate_as_the_strictest_server_wants_it(reply_format: ReplyFormat) -> None:
    script = eventful()
    played(script, config(reply_format, user_context_tokens=1000, execute_context_tokens=2000))
    for request in script.requests:
        sides = ["model" if one.role == "assistant" else "other" for one in request.messages[1:]]
        assert request.messages[0].role == "system"
        assert sides == ["other", *["model", "other"] * (len(sides) // 2)]


def test_every_call_told_again_is_answered_by_its_own_message() -> None:
    script = eventful()
    played(script, config("tools", observe_context_tokens=3000, execute_context_tokens=4000))
    for request in script.requests:
        calls = [one.call_id for one in request.messages if one.call is not None]
        answers = [one.call_id for one in request.messages if one.role == "tool"]
        assert calls == answers
        assert len(set(calls)) == len(calls)


@pytest.mark.parametrize("reply_format", FORMATS)
def test_the_private_goal_and_what_the_file_keeps_to_itself_stay_secret(reply_format: ReplyFormat) -> None:
    script = eventful()
    played(script, config(reply_format))
    for request in script.requests:
        text = all_of(request)
        assert "qz" not in text.lower(), "labels, tags, answers and solutions are for nobody"
        for word in (request.model.alias + "_model", "success", "goals_met", late_bus().hash[:12]):
            assert word not in text
        if request.stage != "user":
            assert GOAL not in text and "overslept" not in text and "dry humour" not in text


@pytest.mark.parametrize("reply_format", FORMATS)
def test_the_user_learns_only_what_its_screen_shows(reply_format: ReplyFormat) -> None:
    script = eventful()
    played(script, config(reply_format))
    text = all_of(script.of("user")[-1])
    assert "You will arrive at 1..." in text, "the lock screen has the first words"
    assert "says the driver" not in text, "the mail was never opened"
    assert "We go through chapter two." in text, "this one was read, and is remembered"
    assert "Calendar__" not in text and "Messages__" not in text
    assert "Shall I help with the review?" in text and OFFER in text


def test_the_user_remembers_screens_as_they_were_then() -> None:
    script = eventful()
    played(script, config("tools"))
    first, *_, last = script.of("user")
    assert first.messages[1].text == last.messages[1].text
    before_the_mail = next(one.text for one in last.messages if "folder: INBOX" in one.text)
    assert "Your bus is late" not in before_the_mail


def test_an_open_offer_is_told_with_every_question_and_never_again_afterwards() -> None:
    script = eventful()
    played(script, config("tools"))
    waiting = f'This offer waits for your answer: "{OFFER}"'
    asked = [request.messages[-1].text.endswith(waiting) for request in script.of("user")]
    assert asked.count(True) >= 3
    assert not any(waiting in one.text for request in script.of("user") for one in request.messages[:-1])


def test_the_number_of_calls_left_is_told_with_every_question() -> None:
    script = Script(user=[PUT_DOWN, ACCEPT], observe=[READ_DAY, say(OFFER)], execute=[FIND_BO, FIND_BO, say("No.")])
    played(script, config("tools", observe_iterations=2, execute_iterations=3))
    watching, acting = ([one.messages[-1].text for one in script.of(stage)] for stage in ("observe", "execute"))
    assert watching[0].endswith("You have 2 calls left in this turn.")
    assert "You have 2 calls each turn" in script.of("observe")[0].messages[0].text
    assert "You have 3 calls for this offer" in script.of("execute")[0].messages[0].text
    assert watching[1].endswith("This is your last call in this turn.")
    assert acting[1].endswith("You have 2 calls left for it; waiting is free.")
    assert acting[2].endswith("This is your last call: report with PAREAgentUserInterface__send_message_to_user.")


@pytest.mark.parametrize("reply_format", FORMATS)
def test_each_message_and_schema_is_recorded_once_and_can_be_put_together_again(reply_format: ReplyFormat) -> None:
    script = eventful()
    options = config(reply_format)
    episode = played(script, options)
    for actor in ("user", "assistant"):
        there: dict[str, object] = {}
        mine = [request for request in script.requests if (request.stage == "user") == (actor == "user")]
        for act, request in zip(acts(episode, actor), mine, strict=True):
            exchange = exchange_of(act)
            assert exchange is not None and act.envelope is not None
            assert not set(act.envelope.parts) & set(there)
            there |= act.envelope.parts
            sent = [msgspec.to_builtins(msgspec.structs.replace(one, foldable=0)) for one in request.messages]
            assert [there[name] for name in exchange.messages] == sent
            assert [there[name] for name in exchange.tools] == [msgspec.to_builtins(tool) for tool in request.tools]
            assert set(act.envelope.parts) <= {*exchange.messages, *exchange.tools}


def test_a_player_made_anew_does_not_record_again_what_is_there() -> None:
    first = played(eventful(), config("tools"))
    number = deciding(first.moments)[-1]
    again = Script()
    rebuilt = Episode(late_bus(), config("tools"), user_with(again), assistant_with(again))
    rebuilt.replay(first.moments[:number])
    moment = next(rebuilt.play()).moment
    before = first.moments[number].envelope
    assert moment.envelope is not None and before is not None
    assert moment.envelope.parts == before.parts


def test_acts_of_another_player_are_remembered_too() -> None:
    """As after a fork, where a person or a script has played so far."""
    scripted_run = Episode(late_bus(), EpisodeConfig()).run()
    number = acts(scripted_run, "assistant")[-1].n
    script = Script()
    episode = scripted(script, config("text"))
    episode.replay(scripted_run.moments[:number])
    next(episode.play())
    text = all_of(script.requests[0])
    assert "Messages__send_message" in text and "No problem, then at 11." in text


def all_of(request: Request) -> str:
    return msgspec.json.encode((request.messages, request.tools)).decode()
