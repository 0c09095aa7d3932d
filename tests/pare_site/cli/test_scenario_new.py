"""`pare scenarios new`: the file it writes, what it asks for, and what it refuses."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pare_site.cli.main import main
from pare_site.cli.scenario_new import own_folder, way_to_schema
from simulator.scenario.load import load_file
from tests.conftest import ROOT
from tests.pare_site.cli.command import COMMAND, QUIET_ENVIRONMENT, pare
from tests.waiting import kill

NEEDED = ["--apps", "email,calendar", "--category", "scheduling"]
CTRL_D = "\x04"
LONGEST_WAIT = 30


class Terminal:
    """The command with someone at the keyboard."""

    def __init__(self, *args: str, **environment: str) -> None:
        self._keyboard, screen = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, "scenarios", "new", *args],
            cwd=ROOT,
            env={**QUIET_ENVIRONMENT, **environment},
            stdin=screen,
            stdout=screen,
            stderr=screen,
        )
        os.close(screen)
        self.shown = ""

    def answer(self, *answers: str) -> None:
        """Wait for a question before each answer."""
        for text in answers:
            self.wait_for(lambda shown: shown.endswith(": "))
            self.shown += "\n"
            os.write(self._keyboard, (text if text == CTRL_D else f"{text}\n").encode())

    def wait_for(self, seen: Callable[[str], bool]) -> None:
        while not seen(self.shown):
            ready, _, _ = select.select([self._keyboard], [], [], LONGEST_WAIT)
            assert ready, f"it waits in silence after:\n{self.shown}"
            self.shown += os.read(self._keyboard, 4096).decode()

    def interrupt(self) -> None:
        """As Ctrl-C does, at a question; again if it came in the instant before the program began to listen."""
        self.wait_for(lambda shown: shown.endswith(": "))
        for _ in range(LONGEST_WAIT * 5):
            self.process.send_signal(signal.SIGINT)
            if select.select([self._keyboard], [], [], 0.2)[0]:
                return
        pytest.fail(f"nothing happened for {LONGEST_WAIT} s of Ctrl-C after:\n{self.shown}")

    def end(self) -> int:
        # A terminal whose other side was closed says so with an error.
        with contextlib.suppress(OSError):
            self.wait_for(lambda shown: False)
        self.shown = " ".join(self.shown.split())
        return self.process.wait(LONGEST_WAIT)

    def close(self) -> None:
        os.close(self._keyboard)
        kill(self.process)


@pytest.fixture
def terminal(scenarios: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the command with these arguments, for an author whose scenarios lie in the folder of the fixture."""
    with contextlib.ExitStack() as opened:

        def start(*args: str) -> Terminal:
            started = Terminal(*args, PARE_SCENARIOS_DIR=str(scenarios))
            opened.callback(started.close)
            return started

        yield start


def files_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().err.split())


def test_help_has_examples_and_lists_what_may_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "new", "--help"]) == 0
    out = capsys.readouterr().out
    assert "pare scenarios new late_train" in out.partition("examples:")[2]
    for word in ("messaging", "cross-app-orchestration", "delay_notice"):
        assert word in out.partition("values:")[2]


def test_the_docs_name_every_option(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "new", "--help"])
    options = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out)) - {"--help"}
    section = (root / "docs" / "scenarios.md").read_text(encoding="utf-8").partition("## Start a new scenario")[2]
    assert options == set(re.findall(r"--[a-z][a-z-]+", section.partition("\n## ")[0]))


def test_it_lands_in_the_authors_own_folder_and_the_next_step_is_told(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", "new", "late_train", *NEEDED]) == 0
    file = scenarios / "late_train.yaml"
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"wrote {file}"
    assert out[-1] == f"  pare scenarios check {file}"
    assert load_file(file).scenario.apps == ["email", "calendar"]


def test_the_new_file_can_be_shown_and_fails_its_check(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "new", "late_train", *NEEDED])
    assert main(["scenarios", "show", "late_train"]) == 0
    assert main(["scenarios", "check", "late_train"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "was not welcome (unclear): it names no action that the reader knows" in out
    assert "No alternative is listed" in out


def test_what_is_given_stands_in_the_file(tmp_path: Path) -> None:
    options = ["--title", "Late: again", "--pattern", "delay_notice", "--owner-name", "Ruth Tamihana"]
    options += ["--time-zone", "Pacific/Auckland", "--start", "2026-04-14 08:05", "--file", str(tmp_path / "late.yaml")]
    assert main(["scenarios", "new", "late", *NEEDED, *options]) == 0
    part = load_file(tmp_path / "late.yaml").scenario
    assert (part.title, part.pattern, part.owner.name) == ("Late: again", "delay_notice", "Ruth Tamihana")
    assert (part.owner.time_zone, part.start) == ("Pacific/Auckland", "Tue 2026-04-14 08:05")


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert main(["scenarios", "new", "late", *NEEDED, "--folder", str(tmp_path / "my" / "own")]) == 0
    assert files_in(tmp_path / "my" / "own") == ["late.yaml"]


def test_outside_the_project_the_file_names_no_schema(tmp_path: Path) -> None:
    main(["scenarios", "new", "late", *NEEDED, "--folder", str(tmp_path)])
    assert "yaml-language-server" not in (tmp_path / "late.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["benchmark/scenarios", "my_scenarios", ".", "docs/deep/er"])
def test_inside_the_project_the_way_to_the_schema_is_right(root: Path, folder: str) -> None:
    way = way_to_schema(root / folder)
    assert way is not None
    assert Path(os.path.normpath(root / folder / way)) == root / "docs" / "schemas" / "scenario.schema.json"


def test_without_a_setting_the_folder_is_that_of_the_project(root: Path) -> None:
    assert own_folder().resolve() == root / "benchmark" / "scenarios"


def test_of_several_folders_the_first_that_is_not_the_benchmarks_own_is_taken(
    scenarios: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARE_SCENARIOS_DIR", f"{ROOT / 'benchmark' / 'scenarios'},{scenarios}")
    assert own_folder() == scenarios


def test_a_folder_below_the_current_one_is_named_from_there(scenarios: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scenarios.parent)
    assert own_folder() == Path("scenarios")


def test_an_existing_file_is_never_overwritten(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "late.yaml").write_text("mine", encoding="utf-8")
    assert main(["scenarios", "new", "late", *NEEDED, "--folder", str(tmp_path)]) == 2
    assert f"{tmp_path / 'late.yaml'} already exists" in told(capsys)
    assert (tmp_path / "late.yaml").read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "late.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert main(["scenarios", "new", "late", *NEEDED, "--folder", str(tmp_path)]) == 2
    assert files_in(tmp_path) == ["late.yaml"]


def test_an_id_that_the_library_knows_is_refused_wherever_the_file_would_lie(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", "new", "dentist_moved", *NEEDED, "--folder", str(tmp_path / "other")]) == 2
    assert "There is already a scenario 'dentist_moved'" in told(capsys)
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("args", "missing"),
    [
        ([], "give ID, --apps and --category;"),
        (["late"], "give --apps and --category;"),
        (["late", "--apps", "email"], "give --category;"),
        (NEEDED, "give ID;"),
    ],
)
def test_without_a_terminal_what_is_missing_is_a_usage_error(scenarios: Path, args: list[str], missing: str) -> None:
    before = files_in(scenarios)
    done = pare("scenarios", "new", *args, PARE_SCENARIOS_DIR=str(scenarios))
    assert done.returncode == 2
    assert "usage: pare scenarios new" in done.stderr
    assert missing in done.stderr
    assert files_in(scenarios) == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--apps", "emial"], "did you mean 'email'"),
        (["--apps", ","], "at least one app"),
        (["--category", "scheduler"], "did you mean 'scheduling'"),
        (["--pattern", "delay"], "There is no pattern 'delay'"),
        (["--title", " "], "The title is empty"),
        (["--title", "Party on Monday 6 March 2026"], "6 March 2026 is a Friday"),
        (["--owner-name", "a\nb"], "cannot be shown"),
        (["--time-zone", "Luxembourg"], "Europe/Luxembourg"),
        (["--start", "08:20"], "has no date"),
        (["--file", "other.yaml"], "write --file late.yaml"),
        (["--file", ""], "write --file late.yaml"),
        (["--folder", "x" * 300], "x: File name too long"),
        (["--folder", "a", "--file", "late.yaml"], "not allowed with"),
    ],
)
def test_a_wish_that_cannot_be_fulfilled_is_refused_with_the_remedy(
    scenarios: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    monkeypatch.chdir(scenarios)
    before = files_in(scenarios)
    assert main(["scenarios", "new", "late", *NEEDED, *options]) == 2
    assert said in told(capsys)
    assert files_in(scenarios) == before


@pytest.mark.parametrize("scenario", ["Late", "../late", "", "late.yaml", "x" * 100])
def test_an_absurd_id_is_refused(scenarios: Path, capsys: pytest.CaptureFixture[str], scenario: str) -> None:
    assert main(["scenarios", "new", scenario, *NEEDED]) == 2
    assert "is not an id; write at most 60 lowercase letters" in told(capsys)


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["scenarios", "new", "late", *NEEDED, "--folder", str(tmp_path / "file" / "below")]) == 2
    assert "late.yaml cannot be written" in told(capsys)


def test_on_a_terminal_everything_that_is_missing_is_asked_for(
    scenarios: Path, terminal: Callable[..., Terminal]
) -> None:
    author = terminal()
    author.answer("late_train", "messaging, cab", "transport", "delay_notice", "The late train", "Ruth Tamihana")
    author.answer("Pacific/Auckland", "2026-04-14 08:05")
    assert author.end() == 0
    part = load_file(scenarios / "late_train.yaml").scenario
    assert (part.title, part.apps, part.category) == ("The late train", ["messaging", "cab"], "transport")
    assert (part.pattern, part.owner.name, part.start) == ("delay_notice", "Ruth Tamihana", "Tue 2026-04-14 08:05")


def test_defaults_stand_in_brackets_and_the_enter_key_takes_them(
    scenarios: Path, terminal: Callable[..., Terminal]
) -> None:
    author = terminal("late_train")
    author.answer(*[""] * 7)
    assert author.end() == 0
    for question in ("[email]:", "[communication]:", "[none]:", "[Late train]:", "[Europe/Luxembourg]:"):
        assert question in author.shown
    assert load_file(scenarios / "late_train.yaml").scenario.apps == ["email"]


def test_the_choices_are_listed_before_the_question(scenarios: Path, terminal: Callable[..., Terminal]) -> None:
    author = terminal("late_train", "--apps", "email,cab")
    author.answer(*[""] * 6)
    assert author.end() == 0
    assert "contacts-hygiene" in author.shown.partition("category [cross-app-orchestration]:")[0]


def test_an_impossible_answer_is_told_why_and_asked_again(scenarios: Path, terminal: Callable[..., Terminal]) -> None:
    author = terminal(*NEEDED)
    author.answer("Late Train", "dentist_moved", "late_train", "", "", "", "Luxemburg", "Europe/Paris", "now", "")
    assert author.end() == 0
    for reason in (
        "'Late Train' is not an id",
        "already a scenario 'dentist_moved'",
        "is not a time zone",
        "'now' has no date",
    ):
        assert reason in author.shown
    assert load_file(scenarios / "late_train.yaml").scenario.owner.time_zone == "Europe/Paris"


def test_what_is_given_is_not_asked_for(scenarios: Path, terminal: Callable[..., Terminal]) -> None:
    options = ["--title", "T", "--pattern", "none", "--owner-name", "Ruth", "--time-zone", "UTC"]
    author = terminal("late", *NEEDED, *options, "--start", "2026-04-14 08:05")
    assert author.end() == 0
    assert "[" not in author.shown


@pytest.mark.parametrize("answered", [0, 3])
@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_leaving_half_way_leaves_nothing_behind(
    scenarios: Path, terminal: Callable[..., Terminal], key: str, answered: int
) -> None:
    before = files_in(scenarios)
    author = terminal("late_train")
    author.answer(*[""] * answered)
    if key == "Ctrl-D":
        author.answer(CTRL_D)
    else:
        author.interrupt()
    assert author.end() == 130
    assert "nothing was written" in author.shown
    assert "Traceback" not in author.shown
    assert files_in(scenarios) == before
