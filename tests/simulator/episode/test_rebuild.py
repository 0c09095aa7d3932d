"""Rebuilding, continuing and verifying traces."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from simulator.agents.policy import AssistantView, Decision
from simulator.config import changes_outcome
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.rebuild import config_of, continue_from, rebuild, story_of
from simulator.episode.verify import verify
from simulator.phone.store import Patch
from simulator.trace.hashing import content_hash, json_hash
from simulator.trace.header import Header, Result, TraceError
from simulator.trace.moments import Acted, Moment, Started
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import dump
from simulator.trace.verification import VerifyCheck
from tests.simulator.stories.shelf import played, trace_of

TRACE = trace_of(played("late_train"))
CHECKS = ("bytes", "chain", "scenario", "config", "times", "fold", "calls", "loop", "outcome")


def retold(
    header: Callable[[Header], Header] = lambda header: header,
    moments: Callable[[list[Moment]], object] = lambda moments: None,
    result: Callable[[Result], Result] = lambda result: result,
) -> Trace:
    """The trace with something else in it, and with hashes that fit that."""
    told = list(TRACE.moments)
    moments(told)
    assert TRACE.result is not None
    return parse_trace(dump(header(TRACE.header), told, result(TRACE.result)))


def changed(number: int, **fields: Any) -> Trace:
    def change(moments: list[Moment]) -> None:
        moments[number] = msgspec.structs.replace(moments[number], **fields)

    return retold(moments=change)


def number_of(name: str) -> int:
    return next(moment.n for moment in TRACE.moments if isinstance(moment, Acted) and moment.name == name)


def wrong(trace: Trace) -> dict[str, VerifyCheck]:
    return {check.name: check for check in verify(trace).checks if check.state == "wrong"}


def test_a_good_trace_passes_every_check_and_says_which() -> None:
    report = verify(TRACE)
    assert report.ok
    assert [(check.name, check.state) for check in report.checks] == [(name, "ok") for name in CHECKS]
    assert (
        str(report["calls"]) == "ok       calls: Every action gives the same result and the same changes when repeated."
    )


@pytest.mark.parametrize("plays", ["eager", "random", "silent", "parrot"])
@pytest.mark.parametrize("name", ["dentist", "late_train", "short_night"])
def test_traces_of_every_player_pass(name: str, plays: str) -> None:
    assert verify(trace_of(played(name, plays=plays))).ok


def test_a_trace_with_failing_writes_and_unknown_calls_passes() -> None:
    class Clumsy:
        def decide(self, view: AssistantView) -> Decision:
            return Decision(
                ["Emails__fly", "fly", "Emails.fly.away", "System__wait_for_notification"][len(view.own) % 4]
            )

    assert verify(trace_of(played("late_train", failing_writes=(0,)))).ok
    assert verify(trace_of(played("late_train", assistant=lambda *_: Clumsy(), max_turns=3))).ok


def test_another_result_of_a_call_is_named_by_moment_field_and_values() -> None:
    number = number_of("send_message")
    found = wrong(changed(number, result="msg_x"))
    assert set(found) == {"calls", "loop"}
    difference = found["calls"].difference
    assert difference is not None
    assert (difference.moment, difference.line, difference.field) == (number, number + 2, "result")
    assert difference.expected == "msg_x"
    says = f"Line {number + 2}, moment {number}: the file says result msg_x, but the check computed Message msg_"
    assert str(difference).startswith(says)


def test_other_changes_of_a_call_are_found_by_fold_and_calls() -> None:
    number = number_of("edit_calendar_event")
    moment = TRACE.moments[number]
    patches = tuple(
        Patch(patch.op, patch.table, patch.id, {**patch.fields, "location": "Mars"})
        if patch.table == "calendar.event"
        else patch
        for patch in moment.patches
    )
    found = wrong(changed(number, patches=patches))
    assert {"fold", "calls", "loop"} <= set(found)
    assert found["calls"].difference is not None
    assert found["calls"].difference.field == "patches"
    assert found["fold"].difference is not None
    assert found["fold"].difference.field == "state_hash"


def test_an_error_that_did_not_happen_is_found() -> None:
    number = number_of("open_event_by_id")
    found = wrong(changed(number, error={"code": "gone", "message": "It is gone."}))
    assert found["calls"].difference is not None
    assert found["calls"].difference.field == "error"


def test_a_patch_that_does_not_fit_is_named_and_nothing_breaks() -> None:
    number = number_of("send_message")
    found = wrong(changed(number, patches=(Patch("set", "calendar.event", "nobody", {"title": "x"}),)))
    assert (
        found["fold"].says == f"Line {number + 2}: moment {number} cannot be applied to the phone (KeyError: 'nobody')."
    )
    with pytest.raises(TraceError, match=f"Moment {number} does not fit the episode"):
        rebuild(changed(number, patches=(Patch("drop", "no.table", "x"),)))


def test_an_event_at_another_time_is_found_by_playing_again() -> None:
    number = number_of("fall_due")
    moment = TRACE.moments[number]
    trace = changed(number, at=moment.at - 60, local="2026-03-05 09:29:00")
    found = wrong(trace)
    assert "loop" in found
    assert found["loop"].difference is not None
    assert (found["loop"].difference.moment, found["loop"].difference.field) == (number, "at")


def test_time_that_goes_back_and_wrong_local_times_are_found() -> None:
    backwards = wrong(changed(5, at=TRACE.moments[4].at - 1))["times"]
    assert backwards.says == "Simulated time goes backwards."
    assert backwards.difference is not None
    assert backwards.difference.expected == TRACE.moments[4].at - 1
    assert (
        wrong(changed(5, local="2026-03-05 09:00:20"))["times"].says == "A local time does not match the owner's clock."
    )


def test_another_phone_at_the_start_is_found() -> None:
    def change(moments: list[Moment]) -> None:
        started = moments[0]
        assert isinstance(started, Started)
        moments[0] = msgspec.structs.replace(started, state_hash="0" * 64)

    assert (
        wrong(retold(moments=change))["fold"].says
        == "The phone that the scenario builds is not the one with which the run started."
    )


def test_a_list_that_does_not_begin_with_the_start_is_found() -> None:
    def change(moments: list[Moment]) -> None:
        moments[0] = msgspec.structs.replace(moments[1], n=0)

    assert wrong(retold(moments=change))["fold"].says == "The first moment is not the start of the run."


def test_another_scenario_or_config_than_hashed_is_found() -> None:
    def other_title(header: Header) -> Header:
        return msgspec.structs.replace(header, scenario={**header.scenario, "title": "Another"})

    def other_seed(header: Header) -> Header:
        return msgspec.structs.replace(header, config={**header.config, "seed": 9})

    assert set(wrong(retold(header=other_title))) == {"scenario"}
    assert set(wrong(retold(header=other_seed))) == {"config"}


def test_a_seed_that_is_not_the_configs_is_found() -> None:
    found = wrong(retold(header=lambda header: msgspec.structs.replace(header, seed=9)))
    assert found["config"].says == "The seed in the header differs from the configuration's seed."


@pytest.mark.parametrize(("field", "value"), [("ended", "turn_limit"), ("error", "oh"), ("outcome", None)])
def test_a_result_that_does_not_follow_is_found(field: str, value: Any) -> None:
    found = wrong(retold(result=lambda result: msgspec.structs.replace(result, **{field: value})))
    assert set(found) == {"outcome"}
    assert found["outcome"].difference is not None
    assert found["outcome"].difference.field == field


def test_another_state_hash_in_the_result_is_found() -> None:
    found = wrong(retold(result=lambda result: msgspec.structs.replace(result, state_hash="0" * 64)))
    assert found["fold"].says == "The state after the last moment is not the final state in the result."


def test_a_trace_of_another_engine_says_what_was_left_out() -> None:
    report = verify(retold(header=lambda header: msgspec.structs.replace(header, engine="0.0.9")))
    assert report.ok
    assert report["calls"].state == report["loop"].state == "left_out"
    assert report["calls"].says.startswith(f"The trace was made by engine 0.0.9; this is engine {ENGINE_VERSION}.")
    assert report["fold"].state == "ok"


def test_another_engine_may_judge_otherwise() -> None:
    trace = retold(
        header=lambda header: msgspec.structs.replace(header, engine="0.0.9"),
        result=lambda result: msgspec.structs.replace(result, outcome=None),
    )
    assert verify(trace)["outcome"].state == "left_out"


def test_a_config_of_an_older_engine_is_checked_by_the_options_it_names() -> None:
    def older(header: Header) -> Header:
        config = {name: value for name, value in header.config.items() if name != "failing_writes"}
        relevant = {name: value for name, value in config.items() if changes_outcome(name)}
        return msgspec.structs.replace(header, config=config, config_hash=json_hash(relevant))

    assert verify(retold(header=older))["config"].state == "ok"


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ({"scenario": {"id": "x"}}, "The scenario in the trace cannot be used"),
        ({"scenario": {}}, "The scenario in the trace cannot be used"),
        ({"config": {"user": 7}}, "The config in the trace cannot be used: user"),
        ({"config": {"mood": "good"}}, "The config in the trace cannot be used: mood"),
    ],
)
def test_a_scenario_or_config_that_cannot_be_used_is_told_and_the_rest_left_out(
    part: dict[str, Any], problem: str
) -> None:
    trace = retold(header=lambda header: msgspec.structs.replace(header, **part))
    report = verify(trace)
    assert report["config"].says.startswith(problem)
    assert report["fold"].state == report["outcome"].state == "left_out"
    with pytest.raises(TraceError, match=problem):
        rebuild(trace)


def test_a_partial_trace_is_verified_as_far_as_it_goes() -> None:
    lines = dump(TRACE.header, TRACE.moments, None)
    report = verify(parse_trace(lines, partial=True))
    assert report.ok
    assert [check.name for check in report.checks if check.state == "left_out"] == ["bytes", "outcome"]


def test_a_report_is_plain_data() -> None:
    found = json.loads(msgspec.json.encode(verify(changed(5, local="x"))))
    assert {"name", "state", "says"} <= set(found["checks"][0])


def test_a_trace_knows_its_story_and_config() -> None:
    assert story_of(TRACE).id == "late_train"
    assert config_of(TRACE).assistant == "oracle"


@pytest.mark.parametrize("count", [0, 1, 11, 20, None])
def test_a_rebuilt_episode_stands_where_the_run_stood(count: int | None) -> None:
    episode = rebuild(TRACE, count)
    assert tuple(episode.moments) == TRACE.moments[:count]
    open_offers = [offer for offer in episode.ledger.offers.values() if offer.proposal.state == "pending"]
    assert len(open_offers) == (1 if count in (12, 13) else 0)


def test_the_pending_offer_is_there_in_the_middle() -> None:
    pending = rebuild(TRACE, 12).world.proposal_in("pending")
    assert pending is not None
    assert pending.text.startswith("Your train arrives at 10:40")


@pytest.mark.parametrize("count", [-1, 1000])
def test_a_number_outside_the_trace_is_refused_with_the_right_ones(count: int) -> None:
    with pytest.raises(ValueError, match=f"give a number from 0 to {len(TRACE.moments)}, not {count}"):
        rebuild(TRACE, count)


def test_nobody_plays_in_a_rebuilt_episode() -> None:
    episode = rebuild(TRACE, 5).run()
    assert episode.ended is not None
    assert "continue_from" in episode.ended.error


def test_a_trace_of_players_unknown_here_can_be_rebuilt_and_verified() -> None:
    def unknown(header: Header) -> Header:
        config = {**header.config, "assistant": "gone"}
        relevant = {name: value for name, value in config.items() if changes_outcome(name)}
        return msgspec.structs.replace(header, config=config, config_hash=json_hash(relevant))

    trace = retold(header=unknown)
    assert len(rebuild(trace).moments) == len(TRACE.moments)
    assert verify(trace).ok
    with pytest.raises(ValueError, match="There is no assistant called 'gone'"):
        continue_from(trace, 3)


def test_an_episode_continued_from_a_trace_goes_on_alike() -> None:
    episode = continue_from(TRACE, 10).run()
    assert content_hash(episode.moments) == content_hash(TRACE.moments)


def test_an_episode_can_be_continued_by_another_player() -> None:
    class Mute:
        def decide(self, view: AssistantView) -> Decision:
            return Decision("PAREAgentUserInterface__wait")

    episode = continue_from(TRACE, 10, assistant=lambda *_: Mute()).run()
    assert tuple(episode.moments[:10]) == TRACE.moments[:10]
    assert not episode.ledger.offers


def test_without_replays_all_but_the_calls_and_the_loop_is_checked() -> None:
    report = verify(trace_of(played("dentist")), replays=False)
    states = {check.name: check.state for check in report.checks}
    assert report.ok
    assert {name for name, state in states.items() if state == "left_out"} == {"calls", "loop"}
