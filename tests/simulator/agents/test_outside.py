"""Players behind an address, over real HTTP."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from simulator.agents import posting
from simulator.agents.policy import SAY, WAIT, PlayerFailed
from simulator.agents.posting import LONGEST_REPLY
from simulator.agents.registry import ASSISTANTS, USERS, waits_outside
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted
from tests.simulator.agents.answering import Answering, Said, answering, decision, nobody
from tests.simulator.scenario.stories import played, sound, tale, user_who

YES = "needs: [{label: help, evident_after: start, welcome: {}, answer: {accept: Yes.}}]"
AWAY = "Check that the server runs there and answers, then resume the run."


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "FIRST_PAUSE", 0.01)


def waiting(view: Any) -> Said:
    return decision("put_phone_down" if view["role"] == "user" else WAIT)


def with_assistant(server: Answering, **options: Any) -> Episode:
    return Episode(tale(YES), EpisodeConfig(assistant=server.url, max_turns=2, **options))


def acts_of(episode: Episode) -> list[Acted]:
    return episode.ledger.assistant_acts


def failure(episode: Episode) -> PlayerFailed:
    with pytest.raises(PlayerFailed) as caught:
        episode.run()
    assert caught.value.kind == "provider"
    return caught.value


def test_both_sides_may_live_at_an_address() -> None:
    with answering(waiting) as server:
        config = EpisodeConfig(user=f"http:{server.url}", assistant=server.url, max_turns=3)
        episode = sound(Episode(tale(), config).run())
    assert {view["role"] for view in server.asked} == {"user", "assistant"}
    same = played(tale(), user=user_who(), assistant="silent", max_turns=3)
    assert content_hash(episode.moments) == content_hash(same.moments)


def test_an_offer_is_made_carried_out_and_reported_from_outside() -> None:
    answers = [
        decision(SAY, {"content": "Shall I help?"}, thought="He needs me."),
        decision("Reminders__delete_reminder", {"reminder_id": "x"}),
        decision(SAY, {"content": "Done."}),
        decision(WAIT),
    ]
    with answering(answers) as server:
        episode = sound(with_assistant(server).run())
    offer, write, report, *_ = acts_of(episode)
    assert offer.envelope is not None and offer.envelope.thought == "He needs me."
    assert offer.envelope.latency_ms is not None and offer.envelope.attempt == 1
    assert write.error is not None and write.phase == "execute"
    assert episode.ledger.offers["proposal_1"].proposal.state == "done"
    assert server.asked[2]["own"][1]["error"]["message"] == write.error.message, "it is told what went wrong"
    assert report.error is None


def test_a_server_can_tell_one_run_from_another() -> None:
    with answering(waiting) as server:
        first = with_assistant(server).run()
        second = with_assistant(server).run()
    sessions = [view["session"] for view in server.asked]
    assert len(set(sessions)) == 2
    assert sessions == sorted(sessions, key=sessions.index)
    assert content_hash(first.moments) == content_hash(second.moments)


def test_no_credentials_of_ours_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-1234567890")
    with answering(waiting) as server:
        with_assistant(server).run()
    assert "canary" not in json.dumps([server.asked, server.headers])
    assert "Authorization" not in server.headers[0]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "The reply is empty."),
        (b" \n", "The reply is empty."),
        (b"Let me think.", "The reply is not JSON (JSON is malformed"),
        (b'{"name": "x"', "The reply is not JSON (input data was truncated). It begins with"),
        (b"\xff\xfe", "The reply is not JSON"),
        (b'{"name": "x", "args": {"a": ' + b"[" * 5000, "The reply is not JSON"),
        (b'{"name": "x", "args": {"a": 1e400}}', "number out of range - at '$.args[...]'."),
        (b"[]", "The reply does not have the right form: expected 'object', got 'array'."),
        (b"{}", "The reply does not have the right form: object missing required field 'name'."),
        (b'{"name": 3}', "The reply does not have the right form: expected 'str', got 'int' - at '$.name'."),
        (b'{"name": "x", "args": []}', "expected 'object', got 'array' - at '$.args'."),
        (b'{"name": "x", "arguments": {}}', "object contains unknown field 'arguments'."),
        (b'{"name": ""}', "The reply names no action: its name is empty."),
        (b'"' + b"x" * LONGEST_REPLY, "The reply is longer than 65536 bytes."),
    ],
)
def test_a_reply_that_cannot_be_read_is_told_precisely_and_may_be_made_good(body: bytes, says: str) -> None:
    with answering([Said(body), decision(WAIT)]) as server:
        episode = sound(with_assistant(server).run())
    bad, good = acts_of(episode)[:2]
    assert bad.error is not None and bad.error.code == "bad_reply"
    assert says in bad.error.message
    assert server.asked[1]["own"][0]["error"]["message"] == bad.error.message
    assert (good.name, good.turn) == ("wait", bad.turn), "within the same turn"


def test_bad_replies_count_and_end_with_the_calls_of_the_turn() -> None:
    with answering([Said(b"no")]) as server:
        episode = sound(with_assistant(server, observe_iterations=3).run())
    assert len(server.asked) == 6
    result = episode.result()
    assert result is not None and result.metrics.unreadable == 6


def test_odd_values_are_taken_as_they_are() -> None:
    odd = {"big": 123456789012345678901234567890, "deep": [[[[1]]]], "": None}
    with answering([decision("\U0001f600", odd), decision(WAIT)]) as server:
        episode = sound(with_assistant(server).run())
    first = acts_of(episode)[0]
    assert first.error is not None and first.error.code == "unknown_tool"
    assert first.args["deep"] == [[[[1]]]]


def test_a_server_that_comes_back_is_asked_on() -> None:
    with answering([decision(WAIT), *[Said(b"", 500)] * 3, decision(WAIT)]) as server:
        episode = with_assistant(server, call_retries=2)
        failure(episode)
        assert len(acts_of(episode)) == 1
        sound(episode.run())
    assert len(acts_of(episode)) > 1


def test_a_server_that_is_away_fails_the_run() -> None:
    episode = Episode(tale(), EpisodeConfig(assistant=nobody(), call_retries=2, max_turns=2))
    address = episode.config.assistant
    failed = failure(episode)
    expected = f"The assistant at {address} gave no decision: no server listens there (asked 3 times). {AWAY}"
    assert str(failed) == expected
    assert episode.ended is None and not acts_of(episode)


@pytest.mark.parametrize("status", [500, 502, 503, 429])
def test_faults_of_the_server_are_tried_again(status: int) -> None:
    with answering([Said(b"oops", status), Said(b"oops", status), decision(WAIT)]) as server:
        episode = sound(with_assistant(server).run())
    first = acts_of(episode)[0]
    assert first.error is None
    assert first.envelope is not None and first.envelope.attempt == 3
    assert len({json.dumps(view) for view in server.asked[:3]}) == 1, "the very same question"


def test_a_server_that_keeps_failing_fails_the_run() -> None:
    with answering([Said(b"secret trace", 500)]) as server:
        failed = failure(with_assistant(server, call_retries=1))
        assert len(server.asked) == 2
    assert "it answered with status 500 Internal Server Error (asked 2 times)" in str(failed)
    assert "secret trace" not in str(failed)


@pytest.mark.parametrize("status", [400, 401, 404, 405])
def test_a_refusal_is_not_tried_again(status: int) -> None:
    with answering([Said(b"", status)]) as server:
        assert f"it answered with status {status}" in str(failure(with_assistant(server)))
        assert len(server.asked) == 1


def test_a_redirect_is_not_followed() -> None:
    with answering([Said(b"", 302, (("Location", "http://127.0.0.1:1/"),))]) as server:
        assert "it redirects, so give the address that it redirects to" in str(failure(with_assistant(server)))


def test_a_pause_that_the_server_asks_for_is_kept_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    asks = [Said(b"", 429, (("Retry-After", wanted),)) for wanted in ("7", "86400", "soon", "0")]
    with answering([*asks, decision(WAIT)]) as server:
        sound(with_assistant(server).run())
    assert pauses[:2] == [7.0, 30.0]
    assert 0 < pauses[2] <= 0.04, "what cannot be read counts as not asked"
    assert pauses[3] == 0.0


@pytest.mark.parametrize("said", [Said(hangs=True), Said(b'{"name": "x"}' * 100, drips=True)])
def test_a_server_that_hangs_or_dawdles_is_left_after_its_time(said: Said) -> None:
    began = time.monotonic()
    with answering([said]) as server:
        failed = failure(with_assistant(server, call_timeout_seconds=0.3, call_retries=1))
        assert len(server.asked) == 2
    assert "it did not answer within 0.3 seconds (asked 2 times)" in str(failed)
    assert time.monotonic() - began < 10


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    with answering([Said(b'{"name": "', promised=500), decision(WAIT)]) as server:
        episode = sound(with_assistant(server).run())
    first = acts_of(episode)[0]
    assert first.error is None and first.envelope is not None and first.envelope.attempt == 2


def test_a_user_who_answers_nonsense_may_try_again_and_then_loses_the_turn() -> None:
    with answering([Said(b"hm")]) as server:
        sound(Episode(tale(), EpisodeConfig(user=server.url, assistant="silent", max_turns=1)).run())
    assert len(server.asked) == 3


def test_measured_thinking_counts_what_the_server_took() -> None:
    with answering(waiting) as server:
        episode = sound(with_assistant(server, thinking="measured").run())
    assert {act.thinking for act in acts_of(episode)} == {1}, "rounded up"


@pytest.mark.parametrize(
    ("options", "waits"),
    [
        ({}, False),
        ({"assistant": "silent"}, False),
        ({"assistant": "llm"}, True),
        ({"user": "llm"}, True),
        ({"user": "http:http://127.0.0.1:1/"}, True),
        ({"assistant": "https://agents.example/"}, True),
        ({"assistant": "somebody_installed"}, True),
    ],
)
def test_it_is_known_whose_decisions_are_waited_for(options: dict[str, str], waits: bool) -> None:
    assert waits_outside(EpisodeConfig(**options)) is waits
    assert not any(waits_outside(EpisodeConfig(assistant=name)) for name in ASSISTANTS if name != "llm")
    assert not any(waits_outside(EpisodeConfig(user=name)) for name in USERS if name != "llm")
