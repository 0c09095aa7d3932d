"""`pare run`: the play-by-play, the outcome, the trace, and exit codes that scripts can use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from pare_site.cli.main import main
from simulator.agents.policy import AssistantView
from simulator.agents.registry import ASSISTANTS
from tests.conftest import ROOT
from tests.pare_site.cli.command import BROKEN, COMMAND, DENTIST, QUIET_ENVIRONMENT, pare, write_stories
from tests.waiting import read_line

# So many reminders that the play-by-play is longer than a pipe holds.
MANY = "".join(
    f"    - {{title: Look at the flowers, due: +{day}d {hour}}}\n"
    for day in range(2, 380)
    for hour in ("09:00", "16:00")
)
LONG = DENTIST.replace("end: +1d 12:00\n", "").replace("user:\n", f"{MANY}user:\n", 1)


def played(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    assert main(["run", "dentist_moved", *args]) == code
    return capsys.readouterr().out


def test_the_play_by_play_tells_turns_actors_and_words(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = played(capsys).splitlines()
    assert "Turn 1 · Thursday 2026-03-05 08:22" in lines
    assert "   1  08:22:00  ● Opens Reminders." in lines
    assert "   3  08:22:10  ● Accepts offer 1: “Yes please.”" in lines
    assert "   5  08:22:20  ◆ Reports what was done: “The reminder is at 11:30 now.”" in lines


def test_records_are_called_by_their_names(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(capsys)
    assert "◆ Moves the reminder Dentist to Fri 6 Mar, 11:30." in out
    assert "rem_" not in out


def test_the_outcome_has_four_parts_with_reasons_and_the_hash(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(capsys)
    ending = out.partition("Outcome: success")[2]
    for part in ("✓ goals met", "✓ clean", "✓ consented", "✓ in time", "1 offer (1 accepted)", "content hash  "):
        assert part in ending


def test_an_episode_without_success_says_why_and_gives_1(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(capsys, "--assistant", "silent", code=1)
    assert "Outcome: no success" in out
    assert "✗ goals met  " in out


def test_events_are_told_with_what_became_of_them(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "quiet_evening", "--assistant", "silent"]) == 0
    out = capsys.readouterr().out
    assert "▲ E-mail from shop@example.com, “Sale”: “Everything must go.” [news]" in out
    assert "✓ news       came at 2026-03-05 20:00:40 (moment " in out
    assert "✗ more_news  can no longer happen: " in out


def test_quiet_leaves_the_play_by_play_out(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(capsys, "--quiet")
    assert "Turn 1" not in out
    assert "Outcome: success" in out


def test_the_same_run_gives_the_same_output(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys) == played(capsys)


def test_two_processes_give_the_same_bytes(tmp_path: Path) -> None:
    file = write_stories(tmp_path, DENTIST)[0]
    traces = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.jsonl"
        assert pare("run", file, "--quiet", "--out", out, PYTHONHASHSEED=seed).returncode == 0
        traces.append(out.read_bytes())
    assert traces[0] == traces[1]


def test_json_has_outcome_reasons_moments_and_hash(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(played(capsys, "--json"))
    parts = ("success", "goals_met", "clean", "consented", "in_time")
    assert [found["outcome"][part] for part in parts] == [True] * 5
    assert found["reasons"] == []
    assert found["moments"][0]["kind"] == "started@1"
    assert len(found["hash"]) == 64
    assert found["outcome"]["details"]["clean"]


def test_json_of_a_failure_gives_the_reasons(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(played(capsys, "--json", "--assistant", "silent", code=1))
    assert found["outcome"]["success"] is False
    assert found["outcome"]["goals_met"] is False
    assert any("dentist" in reason for reason in found["reasons"])


def test_a_file_can_be_run_by_its_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(write_stories(tmp_path, DENTIST)[0]), "--quiet"]) == 0
    assert "Outcome: success" in capsys.readouterr().out


def test_settings_reach_the_episode(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(capsys, "--set", "max_turns=1", "--json", code=1)
    assert json.loads(out)["ended"] == "turn_limit"
    assert json.loads(out)["config"]["max_turns"] == 1


def test_the_seed_is_the_scenarios_own_unless_one_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, DENTIST.replace("turns: 10", "turns: 10\nseed: 7"))[0]
    for args, seed in (([], 7), (["--seed", "3"], 3), (["--set", "seed=4"], 4)):
        main(["run", str(file), "--json", *args])
        assert json.loads(capsys.readouterr().out)["config"]["seed"] == seed


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nobody_knows"], "There is no scenario 'nobody_knows'"),
        (["dentist_moved", "--assistant", "oracel"], "Did you mean 'oracle'?"),
        (["dentist_moved", "--user", "nobody"], "Known: scripted"),
        (["dentist_moved", "--seed", "lucky"], "'seed'"),
        (["dentist_moved", "--set", "turns=3"], "There is no setting 'turns'"),
        (["dentist_moved", "--set", "user_iterations=0"], "from 1 to 100"),
        (["dentist_moved", "--out", "/no/such/folder/run.jsonl"], "the folder /no/such/folder does not exist"),
        (["dentist_moved", "--out", "/"], "is a folder"),
    ],
)
def test_bad_input_gives_2_and_a_clear_line(
    scenarios: Path, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    assert main(["run", *args]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_broken_file_gives_2_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, BROKEN)[0]
    assert main(["run", str(file)]) == 2
    assert f"{file}:" in capsys.readouterr().err


def test_out_writes_a_trace_with_the_same_hash(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    found = json.loads(played(capsys, "--json", "--out", str(file)))
    result = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
    assert result["content_hash"] == found["hash"]
    assert result["moments"] == len(found["moments"])
    assert found["trace"] == str(file)


def test_out_follows_a_link(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to("real.jsonl")
    played(capsys, "--quiet", "--out", str(link))
    assert link.is_symlink()
    assert '"kind":"result"' in (tmp_path / "real.jsonl").read_text(encoding="utf-8")


def test_a_link_into_no_folder_is_refused_before_the_episode(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to("nowhere/run.jsonl")
    assert main(["run", "dentist_moved", "--out", str(link)]) == 2
    assert f"the folder {tmp_path / 'nowhere'} does not exist" in capsys.readouterr().err


def test_out_into_a_pipe_leaves_the_pipe(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text, encoding="utf-8")
        played(capsys, "--quiet", "--out", str(pipe))
        assert '"kind":"result"' in read.result(timeout=30).splitlines()[-1]
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder into which not even root can write")
def test_a_trace_that_cannot_be_written_gives_3_and_names_the_file(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "dentist_moved", "--quiet", "--json", "--out", "/proc/self/run.jsonl"]) == 3
    captured = capsys.readouterr()
    assert "--out /proc/self/run.jsonl cannot be written: " in captured.err
    assert json.loads(captured.out)["error"] in captured.err


def test_an_id_of_two_files_is_refused_with_both(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    second = tmp_path / "second"
    second.mkdir()
    (other,) = write_stories(second, DENTIST)
    monkeypatch.setenv("PARE_SCENARIOS_DIR", f"{scenarios},{second}")
    assert main(["run", "dentist_moved", "--json"]) == 2
    captured = capsys.readouterr()
    assert f"{other}:1: id: 'dentist_moved' is also the id of {scenarios / 'dentist_moved.yaml'};" in captured.err
    (fault,) = json.loads(captured.out)["faults"]
    assert (fault["file"], fault["line"], fault["field"]) == (str(other), 1, "id")


def test_a_scenario_with_an_absurd_seed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, DENTIST.replace("turns: 10", f"turns: 10\nseed: {2**70}"))[0]
    assert main(["run", str(file)]) == 2
    assert "seed: " in capsys.readouterr().err


class Clumsy:
    def decide(self, view: AssistantView) -> NoReturn:
        raise RuntimeError("dropped the phone")


def test_a_crash_gives_3_and_still_leaves_a_trace(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ASSISTANTS, "clumsy", lambda story, config, evidence: Clumsy())
    file = tmp_path / "run.jsonl"
    out = played(capsys, "--assistant", "clumsy", "--out", str(file), code=3)
    assert "The run failed. RuntimeError: dropped the phone" in out
    assert "Outcome: none" in out
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["ended"] == "crashed"


def test_json_of_a_crash_claims_no_outcome(
    scenarios: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ASSISTANTS, "clumsy", lambda story, config, evidence: Clumsy())
    found = json.loads(played(capsys, "--assistant", "clumsy", "--json", code=3))
    assert found["outcome"]["success"] is False
    assert found["outcome"]["clean"] is None
    assert "dropped the phone" in found["reasons"][0]


def test_ctrl_c_stops_the_episode_and_keeps_its_trace(tmp_path: Path) -> None:
    story, trace = write_stories(tmp_path, LONG)[0], tmp_path / "run.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "run", str(story), "--set", "max_turns=10000", "--out", str(trace)],
        cwd=ROOT,
        env=QUIET_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    read_line(process.stdout, "the first step")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert "The run was stopped." in out
    assert json.loads(trace.read_text(encoding="utf-8").splitlines()[-1])["ended"] == "stopped"


def test_a_trace_is_written_even_if_nobody_reads_the_play_by_play(tmp_path: Path) -> None:
    story, trace = write_stories(tmp_path, LONG)[0], tmp_path / "run.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "run", str(story), "--set", "max_turns=300", "--out", str(trace)],
        cwd=ROOT,
        env=QUIET_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stderr is not None
    read_line(process.stdout, "the first step")
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    process.wait(60)
    assert json.loads(trace.read_text(encoding="utf-8").splitlines()[-1])["kind"] == "result"


@pytest.mark.parametrize("chosen", [("--user", "human"), ("--set", "assistant=human")])
def test_a_person_is_refused_before_the_run_begins(
    scenarios: Path, capsys: pytest.CaptureFixture[str], chosen: tuple[str, str]
) -> None:
    assert main(["run", "dentist_moved", *chosen]) == 2
    said = capsys.readouterr()
    assert "People can't play in `pare run`" in said.err and "/play/start/" in said.err and not said.out
