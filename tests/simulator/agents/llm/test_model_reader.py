"""The model reader over real HTTP: right, wrong, malformed, slow and unaffordable answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from simulator.agents.llm.model_reader import LONGEST_TEXT, expected_run_cost, prompt, reader_version
from simulator.agents.llm.public_prices import Price
from simulator.reading.claims import Reader, text_hash
from simulator.reading.reading_lines import ReadingLine, StoredReadings
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import MOVE, OFFER, THREAT, answers, reader_at, verdict

RIGHT = {"c1": verdict("yes", "move the dentist to Thursday"), "c2": verdict("no", "", "nothing is threatened")}


def values(lines: list[ReadingLine]) -> dict[str, str]:
    return {line.key: line.value for line in lines}


def test_one_request_reads_all_claims_of_a_text(model_server: ModelServer) -> None:
    model_server.say(answers(RIGHT), tokens_in=901, tokens_out=60)
    reader = reader_at(model_server, price=(1.0, 10.0))
    lines = reader.read_lines(OFFER, OFFER.claims)
    assert values(lines) == {MOVE.key: "yes", THREAT.key: "no"}
    assert lines[0].words == "move the dentist to Thursday" and lines[0].reason == "it says so"
    assert {(line.rater_kind, line.rater, line.version, line.moment) for line in lines} == {
        ("model", "judge", reader_version(reader.model.choice), 7)
    }
    assert {line.text_hash for line in lines} == {text_hash(OFFER.text)} and not any(line.is_failed for line in lines)
    assert sum(line.tokens_in for line in lines) == 901 and sum(line.tokens_out for line in lines) == 60
    assert sum(line.cost or 0 for line in lines) == pytest.approx((901 + 600) / 1e6)
    assert reader.spending.cost == pytest.approx((901 + 600) / 1e6) and reader.spending.requests == 1
    found = StoredReadings(lines).answer(OFFER.text, MOVE.key)
    assert found is not None and found.reader == "model:judge"


def test_a_model_answers_through_the_interface_of_all_readers(model_server: ModelServer) -> None:
    model_server.say(answers(RIGHT))
    reader: Reader = reader_at(model_server)
    found = reader.read(OFFER, OFFER.claims)
    assert [(one.key, one.value, one.reader) for one in found] == [
        (MOVE.key, "yes", "model:judge"),
        (THREAT.key, "no", "model:judge"),
    ]


def test_the_request_is_pinned_and_does_not_give_keys_away(model_server: ModelServer) -> None:
    model_server.say(answers(RIGHT))
    reader_at(model_server).read_lines(OFFER, OFFER.claims)
    sent = model_server.last
    assert sent.body["temperature"] == 0 and sent.body["seed"] == 3 and "tools" not in sent.body
    assert sent.system == prompt()
    asked = json.loads(sent.last)
    assert asked["claims"] == {"c1": MOVE.say, "c2": THREAT.say}
    assert (asked["kind"], asked["text"], asked["written"]) == ("offer", OFFER.text, "2026-03-02 08:30")
    assert not model_server.has_seen("need:clash")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("I think it is fine.", "not JSON"),
        ("", "not JSON"),
        ('{"answers": [1, 2]}', "no object 'answers'"),
        ('["yes"]', "no object 'answers'"),
        (answers(RIGHT)[:-4], "not JSON"),
        (answers({}), "left this claim out"),
        (answers({"c1": "yes", "c2": {"value": "perhaps"}}), "left this claim out"),
        (answers({"c1": {"value": ["yes"]}, "c2": {"value": True}}), "left this claim out"),
    ],
)
def test_a_malformed_reply_leaves_everything_unclear(model_server: ModelServer, reply: str, why: str) -> None:
    model_server.say(reply)
    lines = reader_at(model_server).read_lines(OFFER, OFFER.claims)
    assert values(lines) == {MOVE.key: "unclear", THREAT.key: "unclear"}
    assert all(line.is_failed and why in line.reason for line in lines)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (verdict("yes", "cancel the party"), "unclear"),
        (verdict("yes", ""), "unclear"),
        (verdict("yes", "..."), "unclear"),
        (verdict("yes", "Move  the dentist\nto thursday"), "yes"),
        (verdict("no", "cancel the party"), "no"),
        (verdict("unclear", "the dentist"), "unclear"),
    ],
)
def test_a_yes_must_quote_the_text(model_server: ModelServer, said: Mapping[str, Any], value: str) -> None:
    model_server.say(answers({"c1": said, "c2": verdict("no")}))
    first = reader_at(model_server).read_lines(OFFER, OFFER.claims)[0]
    assert first.value == value and "party" not in first.words


def test_a_wrong_judge_is_stored_as_it_judged(model_server: ModelServer) -> None:
    """A judge that is sure and wrong can't be told from one that is right; the row says who it was."""
    model_server.say(answers({"c1": verdict("no", "dentist"), "c2": verdict("yes", "Shall I")}))
    lines = reader_at(model_server).read_lines(OFFER, OFFER.claims)
    assert values(lines) == {MOVE.key: "no", THREAT.key: "yes"} and {line.rater for line in lines} == {"judge"}


def test_a_reply_in_a_code_fence_is_read(model_server: ModelServer) -> None:
    model_server.say(f"```json\n{answers(RIGHT)}\n```")
    assert values(reader_at(model_server).read_lines(OFFER, OFFER.claims))[MOVE.key] == "yes"


def test_a_slow_judge_leaves_everything_unclear(model_server: ModelServer) -> None:
    model_server.hang()
    lines = reader_at(model_server, seconds=0.3).read_lines(OFFER, OFFER.claims)
    model_server.release()
    assert values(lines) == {MOVE.key: "unclear", THREAT.key: "unclear"}
    assert all(line.is_failed and "no answer within 0.3 seconds" in line.reason for line in lines)


def test_a_failing_judge_leaves_everything_unclear_and_a_temporary_failure_is_retried(
    model_server: ModelServer,
) -> None:
    model_server.fail(500)
    lines = reader_at(model_server).read_lines(OFFER, OFFER.claims)
    assert all(line.value == "unclear" and "gave no answer" in line.reason for line in lines)
    model_server.fail(500)
    model_server.say(answers(RIGHT))
    assert values(reader_at(model_server, retries=1).read_lines(OFFER, OFFER.claims))[MOVE.key] == "yes"


def test_a_text_that_is_too_long_is_not_sent(model_server: ModelServer) -> None:
    long = OFFER._replace(text="word " * LONGEST_TEXT)
    lines = reader_at(model_server).read_lines(long, long.claims)
    assert all(line.value == "unclear" and "longer than" in line.reason for line in lines) and not model_server.count
    model_server.too_long()
    assert "too long for the judge" in reader_at(model_server).read_lines(OFFER, OFFER.claims)[0].reason


def test_no_request_is_sent_that_the_budget_does_not_allow(model_server: ModelServer) -> None:
    model_server.add(replies.say(answers(RIGHT), tokens_in=900, tokens_out=100))
    reader = reader_at(model_server, limit=1.5, price=(1000.0, 1000.0))
    first, second = (reader.read_lines(OFFER, OFFER.claims) for _ in range(2))
    assert values(first)[MOVE.key] == "yes" and reader.spending.cost == pytest.approx(1.0)
    assert all(line.is_failed and "budget of $1.50" in line.reason for line in second)
    assert model_server.count == 1


def test_the_estimate_of_a_run_follows_the_price() -> None:
    assert expected_run_cost(None) is None
    cost = expected_run_cost(Price(1.0, 4.0))
    assert cost is not None and 0.001 < cost < 0.05
