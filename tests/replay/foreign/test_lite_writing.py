"""Runs written as transcripts, and read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.foreign.lite import read_lite, write_lite
from replay.foreign.reading import read_hf
from simulator.episode.verify import verify
from simulator.trace.header import TraceError
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.foreign.points import points
from tests.replay.foreign.runs import evening
from tests.replay.foreign.transcripts import CARD, START, acts, brought, lite, words
from tests.simulator.agents.llm.models import ACCEPT, OFFER, READ_DAY, Script, config, move_review, say, scripted
from tests.simulator.stories.shelf import played, trace_of

SHARED = Path(__file__).parents[4] / "shared" / "data" / "pare_traces"


def test_written_again_it_is_the_same_file() -> None:
    assert json.loads(write_lite(brought().trace)) == json.loads(lite())


@pytest.mark.parametrize("plays", ["oracle", "eager", "random", "silent"])
def test_a_run_of_ours_comes_back_as_a_transcript(plays: str) -> None:
    trace = trace_of(played("late_train", plays=plays))
    found = read_lite(write_lite(trace), "again.json")
    assert points(found.trace) == points(trace)
    ours = [act for act in trace.moments if isinstance(act, Acted) and act.actor != "environment"]
    assert [(act.actor, act.name, act.args) for act in acts(found)] == [(act.actor, act.name, act.args) for act in ours]


def test_what_models_said_comes_back() -> None:
    lines = {"user": [("open_app", {"app_name": "Emails"}), ACCEPT], "observe": [say(OFFER)]}
    script = Script(**lines, execute=[READ_DAY, move_review(), say("Done.")])
    trace = trace_of(scripted(script, config("text", max_turns=5)).run())
    written = json.loads(write_lite(trace))
    assert len(written["per_agent_interaction_histories"]) == 3
    assert sum(one["total_llm_calls"] for one in written["per_agent_llm_usage_stats"].values()) == len(script.requests)
    found = read_lite(json.dumps(written).encode(), "again.json")
    assert points(found.trace) == points(trace)
    assert found.said["usage"]["prompt_tokens"] == 10 * len(script.requests)
    assert any(one.role == "system" for one in words(found))


def test_a_foreign_trace_can_be_written_as_a_transcript() -> None:
    whole = read_hf(evening().bytes(), "evening.json")
    found = read_lite(write_lite(whole.trace), "evening.json")
    offers = [point for point in points(whole.trace) if point[0] != "silence"]
    assert [point[0] for point in points(found.trace) if point[0] != "silence"] == [point[0] for point in offers]
    assert found.said["validation_decision"] == whole.said["validation_decision"]
    assert found.said["scenario_id"] == whole.said["scenario_id"]


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from([START, "assistant"])
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
CALLS = st.sampled_from(
    [f"{CARD}__{name}" for name in ("accept_proposal", "reject_proposal", "send_message_to_user", "wait")]
)
REPLIES = st.builds(
    lambda name, args: f"Action: {json.dumps({'action': name, 'action_input': args})}",
    CALLS | st.text(max_size=20),
    st.dictionaries(st.sampled_from(["content", "x"]), ANYTHING, max_size=2),
)
MESSAGES = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["assistant", "tool-response", "user", "system", "x"]),
        "content": REPLIES | st.text(max_size=30) | ANYTHING,
    },
    optional={"timestamp": st.floats(0, 7e9) | st.none(), "attachments": ANYTHING},
)


@pytest.mark.all
@settings(max_examples=80)
@given(
    st.dictionaries(st.text(max_size=5), st.lists(MESSAGES, max_size=6), max_size=3),
    st.dictionaries(st.sampled_from(["scenario_id", "model_id", "validation_decision", "run_duration"]), ANYTHING),
)
def test_whatever_is_said_becomes_a_transcript_or_is_refused(histories: Any, fields: Any) -> None:
    data = lite(per_agent_interaction_histories=histories, **fields)
    try:
        trace = read_lite(data, "x.json").trace
    except TraceError as refused:
        assert refused.remedy
        return
    kept = parse_trace(dump(trace.header, trace.moments, trace.result))
    assert verify(kept, replays=False).first is None
    write_lite(trace)


@pytest.mark.parametrize("name", ["add_missing_group_contacts_run_1.json", "cancelled_meeting_note_cleanup_run_4.json"])
def test_a_real_trace_reads_well_as_a_transcript(name: str) -> None:
    if not (SHARED / name).is_file():
        pytest.skip(f"{name} lies in the folder shared/data/pare_traces beside the repository, which is not there")
    whole = read_hf((SHARED / name).read_bytes(), name).trace
    found = read_lite(write_lite(whole), name)
    offers = [point for point in points(whole) if point[0] != "silence"]
    assert [point for point in points(found.trace) if point[0] != "silence"] == offers
