"""Widths, colours, signs and safe texts."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path
from select import select

import pytest

from pare_site.cli.output import Console, one_line, safe, wrapped
from pare_site.cli.result_page import show_outcome
from simulator.trace.header import OutcomeNote, PartNote
from simulator.words.english import counted
from tests.conftest import ROOT
from tests.pare_site.cli.command import COMMAND, DENTIST, QUIET_ENVIRONMENT, pare, write_stories
from tests.waiting import PATIENCE


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return write_stories(tmp_path, DENTIST)[0]


def on_terminal(*args: str | Path, **environment: str) -> str:
    """What a person sees: the command's output is a terminal."""
    inner, outer = os.openpty()
    process = subprocess.Popen(
        [*COMMAND, *map(str, args)],
        cwd=ROOT,
        env={**QUIET_ENVIRONMENT, **environment},
        stdout=outer,
        stderr=subprocess.DEVNULL,
    )
    os.close(outer)
    seen = b""
    while True:
        assert select([inner], [], [], PATIENCE)[0], f"it waits in silence after:\n{seen.decode()}"
        try:
            part = os.read(inner, 65536)
        except OSError:
            # The other end of a terminal is closed with an error, not with an empty read.
            break
        if not part:
            break
        seen += part
    os.close(inner)
    process.wait(30)
    return seen.decode()


def test_a_terminal_gets_colours(story: Path) -> None:
    assert "\x1b[" in on_terminal("run", story)


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_gets_no_colours_if_it_does_not_want_them(story: Path, setting: dict[str, str]) -> None:
    seen = on_terminal("run", story, **setting)
    assert "Outcome: success" in seen
    assert "\x1b" not in seen


def test_a_pipe_gets_no_colours(story: Path) -> None:
    assert "\x1b" not in pare("run", story).stdout


def test_an_undecided_outcome_is_shown_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    class ColourTerminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    out, sure = ColourTerminal(), PartNote(True, ())
    doubtful = PartNote(True, (), ("The report may promise too much.",))
    show_outcome(Console(out=out), OutcomeNote(False, doubtful, sure, sure, sure, undecided=True))
    assert "undecided" in out.getvalue() and "may promise too much" in out.getvalue()
    assert "\x1b[33m" in out.getvalue()


def test_an_outcome_with_several_needs_says_which_are_met() -> None:
    out, part = io.StringIO(), PartNote(True, ())
    needs = {"warn": "yes", "order": "no", "card": "unclear"}
    show_outcome(Console(out=out), OutcomeNote(False, part, part, part, part, needs=needs))
    assert "1 of 3 needs met: warn met, order not met, card undecided" in out.getvalue()


def test_lines_fit_the_terminal(story: Path) -> None:
    lines = on_terminal("run", story, "--quiet", COLUMNS="60", NO_COLOR="1").splitlines()
    assert all(len(line) <= 60 for line in lines if "hash" not in line)


def test_an_encoding_without_the_signs_gets_letters(story: Path) -> None:
    done = pare("run", story, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "U Accepts" in done.stdout
    assert 'A Makes offer 1: "The practice' in done.stdout
    assert done.stdout.isascii()


def test_a_name_that_the_encoding_cannot_hold_is_escaped(tmp_path: Path) -> None:
    file = write_stories(tmp_path, DENTIST.replace("Leila Haddad", "Tomáš Novák"))[0]
    done = pare("scenarios", "show", file, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Tom\\xe1\\u0161" in done.stdout


def test_json_stays_json_in_any_encoding(tmp_path: Path) -> None:
    file = write_stories(tmp_path, DENTIST.replace("Leila Haddad", "Tomáš Novák"))[0]
    assert "Tom\\u00e1\\u0161" in pare("scenarios", "show", file, "--json", PYTHONIOENCODING="ascii").stdout
    assert "Tomáš" in pare("scenarios", "show", file, "--json").stdout


def test_text_cannot_steer_the_terminal() -> None:
    assert safe("a\x1b[2Jb\x07\u202ec") == "a\\x1b[2Jb\\x07\\u202ec"
    assert safe("tab\tand\r\nline") == "tab    and\nline"


def test_a_title_with_control_characters_is_shown_with_escapes(tmp_path: Path) -> None:
    file = write_stories(tmp_path, DENTIST.replace("title: The dentist moved", 'title: "Red \\e[31m alert"'))[0]
    out = pare("scenarios", "show", file).stdout
    assert "Red \\x1b[31m alert" in out
    assert "\x1b" not in out


def test_wrapped_text_keeps_its_own_line_breaks_and_long_words() -> None:
    assert wrapped("one two three four five six\nseven", 20) == ["one two three four", "five six", "seven"]
    assert wrapped("x" * 30, 20) == ["x" * 30]


def test_lines_after_the_first_stand_right_of_the_prefix() -> None:
    out = io.StringIO()
    Console(out, io.StringIO()).say("word " * 30, prefix="  * ")
    first, second, *_ = out.getvalue().splitlines()
    assert first.startswith("  * word")
    assert second.startswith("    word")


def test_a_long_line_is_cut_with_an_ellipsis() -> None:
    assert one_line("a  b\nc") == "a b c"
    assert one_line("abcdefgh", 5) == "abcd…"


def test_counts_read_like_sentences() -> None:
    assert (counted(1, "offer"), counted(2, "offer")) == ("1 offer", "2 offers")


def test_an_odd_width_in_the_environment_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "wide")
    assert Console(io.StringIO(), io.StringIO()).width == 100


class Gone(io.StringIO):
    """A pipe that nobody reads."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_work_that_must_be_finished_outlives_its_reader() -> None:
    console = Console(Gone(), io.StringIO())
    with pytest.raises(BrokenPipeError):
        console.say("hello")
    console.outlives_reader = True
    console.say("hello")
    console.say("again")
