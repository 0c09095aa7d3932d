"""The trace file: its lines, its hashes, and that it is written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted, Envelope
from simulator.trace.trace_reader import read_trace
from simulator.trace.trace_writer import TraceWriter, dump, trace_bytes, trace_file, write_trace
from tests.simulator.stories.shelf import fresh, played, trace_of


@pytest.fixture(scope="module")
def episode() -> Episode:
    return played("late_train")


@pytest.fixture(scope="module")
def lines(episode: Episode) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace_bytes(episode).splitlines()]


def test_the_first_line_says_what_was_played(episode: Episode, lines: list[dict[str, Any]]) -> None:
    header = lines[0]
    assert list(header) == [
        "kind", "schema", "engine", "scenario", "scenario_hash", "config", "config_hash", "seed",
    ]  # fmt: skip
    assert (header["kind"], header["schema"], header["engine"]) == ("pare.trace", 1, ENGINE_VERSION)
    assert header["scenario"] == episode.story.source
    assert header["config"]["assistant"] == "oracle"


def test_the_scenario_keeps_the_order_of_its_file(episode: Episode, lines: list[dict[str, Any]]) -> None:
    assert list(lines[0]["scenario"]) == list(episode.story.source)
    assert list(lines[0]["scenario"]["world"]) == list(episode.story.source["world"])


def test_each_moment_is_one_line_with_the_hash_so_far(episode: Episode, lines: list[dict[str, Any]]) -> None:
    assert [line["n"] for line in lines[1:-1]] == list(range(len(episode.moments)))
    for number, line in enumerate(lines[1:-1], 1):
        assert line["h"] == content_hash(episode.moments[:number])[:16]


def test_the_last_line_says_what_came_of_it(episode: Episode, lines: list[dict[str, Any]]) -> None:
    result = lines[-1]
    assert result["kind"] == "result"
    assert result["ended"] == "quiet"
    assert result["outcome"] == json.loads(msgspec.json.encode(episode.outcome()))
    assert result["moments"] == len(episode.moments)
    assert result["content_hash"] == content_hash(episode.moments)
    assert result["state_hash"] == episode.world.state_hash()
    assert result["metrics"]["offers"] == 1


def test_the_checksum_covers_all_before_it(episode: Episode) -> None:
    data = trace_bytes(episode)
    before, _, rest = data.rpartition(b',"sha256":"')
    assert rest == hashlib.sha256(before + b"}").hexdigest().encode() + b'"}\n'


def test_the_same_run_gives_the_same_bytes() -> None:
    one, other = (trace_bytes(played("dentist", plays="random", seed=4)) for _ in range(2))
    assert one == other


def test_a_trace_that_was_read_is_written_the_same(episode: Episode) -> None:
    trace = trace_of(episode)
    assert dump(trace.header, trace.moments, trace.result) == trace_bytes(episode)


def test_moments_read_back_are_equal(episode: Episode) -> None:
    assert trace_of(episode).moments == tuple(episode.moments)


def test_an_envelope_is_kept() -> None:
    episode = played("dentist", max_turns=1)
    moment = episode.moments[1]
    assert isinstance(moment, Acted)
    envelope = Envelope(wall="2026-01-01T00:00:00Z", latency_ms=12.5, parts={"prompt": "…"})
    moments = [episode.moments[0], msgspec.structs.replace(moment, envelope=envelope), *episode.moments[2:]]
    data = dump(episode.header(), moments, episode.result())
    assert b'"latency_ms":12.5' in data
    assert content_hash(moments) == content_hash(episode.moments)


def test_an_unfinished_run_has_no_result_line() -> None:
    episode = fresh("dentist")
    for moment, _ in episode.play():
        if moment.n == 3:
            break
    last = json.loads(trace_bytes(episode).splitlines()[-1])
    assert last["n"] == 3


def test_a_moment_out_of_order_is_not_written(episode: Episode) -> None:
    writer = TraceWriter(BytesIO(), episode.header())
    with pytest.raises(ValueError, match="moment 1 is given, but moment 0 comes next"):
        writer.add(episode.moments[1])


def test_a_file_is_written_and_read(episode: Episode, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_trace(path, episode)
    assert path.read_bytes() == trace_bytes(episode)
    assert read_trace(path).result == trace_of(episode).result
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(episode: Episode, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("old")
    with pytest.raises(RuntimeError), trace_file(path, episode.header()) as writer:
        writer.add(episode.moments[0])
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_appears_under_the_name_before_the_end(episode: Episode, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with trace_file(path, episode.header()) as writer:
        writer.add(episode.moments[0])
        assert not path.exists()
    assert path.exists()


def test_a_link_stays_and_its_target_is_written(episode: Episode, tmp_path: Path) -> None:
    target, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    target.write_text("old")
    link.symlink_to(target.name)
    write_trace(link, episode)
    assert link.is_symlink()
    assert target.read_bytes() == trace_bytes(episode)
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_link_to_nothing_yet_makes_its_target(episode: Episode, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to("later.jsonl")
    write_trace(link, episode)
    assert link.is_symlink()
    assert (tmp_path / "later.jsonl").read_bytes() == trace_bytes(episode)


def test_a_link_in_circles_is_refused(episode: Episode, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(link.name)
    with pytest.raises(OSError, match="symbolic links"):
        write_trace(link, episode)
    assert link.is_symlink()


def test_a_pipe_is_written_to_and_stays_a_pipe(episode: Episode, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        write_trace(pipe, episode)
        assert read.result(timeout=30) == trace_bytes(episode)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
