"""Sweeps that are interrupted, killed, handed over to a site, or cannot be played: nothing is lost or left behind."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from simulator.agents.policy import WAIT
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.pare_site.cli.sweeping import BASELINES, FOLDER, Bench, without_the_clock
from tests.pare_site.supervisor.real_site import real_site
from tests.waiting import until

MANY = (*BASELINES, "--seeds", ",".join(map(str, range(100))))
SOME = (*BASELINES, "--seeds", "0,1,2")
EVENING = ("--split", "evening", "--baselines", "none", "-om", "tiny", "-em", "tiny")
NIGHT = "benchmark_evening_user_scripted_mt_own_umi_1_omi_8_emi_15"


def idle(asked: Asked) -> replies.Reply:
    return replies.call(WAIT, {})


def some_are_played(bench: Bench) -> bool:
    """Straight from the database: a command would take so long that meanwhile all is played."""
    try:
        with closing(sqlite3.connect(f"file:{bench.var / 'pare.sqlite3'}?mode=ro", uri=True)) as store:
            found = store.execute("select count(*) from simulator_episode where state = 'finished'").fetchone()
    except sqlite3.OperationalError:
        return False
    return bool(found[0] > 5)


@pytest.mark.all
def test_an_interrupted_sweep_is_paused_with_its_results_so_far_and_goes_on(bench: Bench) -> None:
    process = bench.begin("sweep", *MANY)
    until(lambda: some_are_played(bench), "some episodes are played")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"benchmark resume 1 --results-dir {bench.results}" in out and "partial" in out
    assert bench.left_behind() == []
    mark = bench.mark()
    assert mark["partial"] and 0 < mark["done"] < 800 == mark["episodes"]
    assert bench.sweeps()[0]["state"] == "paused"
    again = bench.benchmark("resume", "1", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["not_played_yet"] == 0
    assert len({row["episode"] for row in bench.rows()}) == 800
    assert not bench.mark()["partial"]


@pytest.mark.all
def test_nothing_outlives_a_command_that_is_killed_and_its_sweep_goes_on(bench: Bench) -> None:
    process = bench.begin("sweep", *MANY)
    until(lambda: some_are_played(bench), "some episodes are played")
    process.kill()
    process.communicate(timeout=60)
    until(lambda: bench.left_behind() == [], "everything it had started is gone")
    assert bench.sweeps()[0]["state"] == "running"
    assert bench.benchmark("resume", "1").returncode == 0
    assert {row["status"] for row in bench.rows()} == {"success", "failed"}


@pytest.mark.all
def test_pausing_and_cancelling_are_commands_of_their_own(bench: Bench) -> None:
    process = bench.begin("sweep", *MANY)
    until(lambda: some_are_played(bench), "some episodes are played")
    assert bench.benchmark("pause", "1").stdout == "Sweep 1 is paused.\n"
    out, _ = process.communicate(timeout=60)
    # Some of it was not played.
    assert process.returncode == 1
    assert "Sweep 1 is paused." in out
    assert bench.benchmark("cancel", "1").stdout == "Sweep 1 is cancelled.\n"
    refused = bench.benchmark("resume", "1")
    assert refused.returncode == 2 and "Only a paused sweep can be resumed" in refused.stderr
    assert bench.benchmark("cancel", "7").returncode == 2


@pytest.mark.all
def test_with_a_running_site_the_sweep_is_handed_over(bench: Bench) -> None:
    more = {name: bench.environment[name] for name in ("PARE_SCENARIOS_DIR", "PARE_BENCHMARK_SPLITS_DIR")}
    with real_site(bench.var, **more) as site:
        site.ready()
        followed = bench.benchmark("sweep", *SOME)
        assert followed.returncode == 0, followed.stderr
        assert len(bench.rows()) == 24
        left = bench.benchmark("sweep", *SOME, "--no-cache", "--detach", "--json")
        told = json.loads(left.stdout)
        assert told["url"] == f"{site.url}/sweeps/2/"
        until(lambda: bench.sweeps()[0]["state"] == "finished", "the site plays it")
        assert site.stop() == 0
    assert bench.benchmark("sweep", *SOME, "--detach").returncode == 2


@pytest.mark.all
def test_models_play_and_what_they_cost_is_told(bench: Bench, model_server: ModelServer, tmp_path: Path) -> None:
    model_server.play(idle)
    listed = tmp_path / "models.yaml"
    listed.write_text(
        f"tiny: {{provider: openai_compatible, name: tiny, endpoint: '{model_server.url}', "
        "dollars_per_million_in: 1000, dollars_per_million_out: 2000}\n",
        encoding="utf-8",
    )
    models = {"PARE_MODELS_FILE": str(listed), "PARE_ENDPOINT_API_KEY": "key"}
    refused = bench.benchmark("sweep", *EVENING, **models)
    assert refused.returncode == 2 and "--yes" in refused.stderr and "$" in refused.stderr
    assert model_server.count == 0
    done = bench.benchmark("sweep", *EVENING, "--runs", "2", "--yes", **models)
    assert done.returncode == 0, done.stderr
    rows = bench.rows(NIGHT)
    assert len(rows) == 2 and all(row["tokens_in"] for row in rows)
    assert sum(row["tokens_in"] for row in rows) == model_server.tokens_in
    assert sum(row["cost"] for row in rows) == pytest.approx(
        model_server.tokens_in / 1000 + model_server.tokens_out / 500
    )
    asked = model_server.count
    assert bench.benchmark("sweep", *EVENING, "--runs", "2", **models).returncode == 0
    assert model_server.count == asked


@pytest.mark.all
def test_what_could_not_be_played_is_told_and_tried_again(bench: Bench, model_server: ModelServer) -> None:
    server = ("-oe", model_server.url, "-ee", model_server.url, "--set", "call_retries=0")
    model_server.play(lambda asked: replies.fail(401))
    key = {"PARE_ENDPOINT_API_KEY": "key"}
    broken = bench.benchmark("sweep", *EVENING, *server, "--max-cost", "5", **key)
    assert broken.returncode == 1, broken.stderr
    assert f"benchmark retry 1 --results-dir {bench.results}" in broken.stdout
    assert [row["status"] for row in bench.rows(NIGHT)] == ["exception"]
    model_server.play(idle)
    again = bench.benchmark("retry", "1", **key)
    assert again.returncode == 0, again.stderr
    assert bench.rows(NIGHT)[0]["status"] in ("success", "failed")
    nothing = bench.benchmark("retry", "1", **key)
    assert nothing.returncode == 2 and "no failed or stopped runs" in nothing.stderr


@pytest.mark.all
def test_a_second_command_follows_and_plays_on_when_the_first_one_leaves(bench: Bench) -> None:
    first = bench.begin("sweep", *MANY)
    until(lambda: some_are_played(bench), "some episodes are played")
    second = bench.begin("sweep", *SOME, "--no-cache", "-n", "other", "--priority", "low", "--json")
    until(lambda: len(bench.sweeps()) == 2, "the second one has begun")
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=60)
    out, err = second.communicate(timeout=120)
    assert second.returncode == 0, err
    assert json.loads(out)["not_played_yet"] == 0
    assert len(bench.rows(FOLDER.replace("benchmark_", "other_"))) == 24


@pytest.mark.all
def test_every_scenario_twice_from_an_empty_cache_gives_the_same_figures_and_a_third_time_takes_seconds(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path)
    grid = (*BASELINES, "--seeds", "0,1,2", "--json")
    first = json.loads(bench.benchmark("sweep", *grid).stdout)
    kept = _figures(bench)
    assert bench.pare("cache", "invalidate", "--yes").returncode == 0
    second = json.loads(bench.benchmark("sweep", *grid).stdout)
    assert (first["from_cache"], second["from_cache"]) == (0, 0)
    assert _figures(bench) == kept
    oracle = [row for row in bench.rows() if row["configuration"] == "oracle"]
    assert len(oracle) * 4 == first["episodes"] and all(row["success_bool"] for row in oracle)
    before = os.times().elapsed
    third = json.loads(bench.benchmark("sweep", *grid).stdout)
    assert third["from_cache"] == third["episodes"] == first["episodes"]
    assert os.times().elapsed - before < 20
    assert _figures(bench)[0] == kept[0]
    assert bench.left_behind() == []


def _figures(bench: Bench) -> tuple[str, list[dict[str, Any]]]:
    return bench.report(), without_the_clock(bench.rows())
