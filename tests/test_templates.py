"""Guards templates, styles and scripts: nothing inline, nothing unescaped, nothing from other machines."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

# What the security policy refuses, and what would let text of models or scenarios act as markup.
FORBIDDEN = {
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)", re.IGNORECASE),
    "an inline style": re.compile(r"<style|\sstyle=", re.IGNORECASE),
    "a handler in an attribute": re.compile(r"\son[a-z]+=", re.IGNORECASE),
    "unescaped text": re.compile(r"\|\s*safe\b|\{%\s*autoescape\s+off"),
    "another machine": re.compile(r"(?:src|href|action)=[\"'](?:https?:)?//"),
}
FORBIDDEN_IN_SCRIPTS = {
    "code from text": re.compile(r"\beval\(|new Function\(|document\.write|setTimeout\([\"']"),
    "another machine": re.compile(r"[\"'`]https?://"),
}
# An id in a selector is followed by the brace that opens its rule.
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^{}]*\{)")
NEWLINE = "\n"
LONGEST_LINE = 160
MOST_LINES = 400
TOKENS = "static/site/tokens.css"
INTO_A_FILE = "templates/offline/run.html"
"""The page that people take away: it has everything inside, is never shown by the server, and lets nothing in."""


@pytest.fixture(scope="session")
def templates(root: Path, repository_files: list[Path]) -> dict[str, str]:
    return _read(root, repository_files, "templates", ".html")


@pytest.fixture(scope="session")
def styles(root: Path, repository_files: list[Path]) -> dict[str, str]:
    return _read(root, repository_files, "static", ".css")


@pytest.fixture(scope="session")
def scripts(root: Path, repository_files: list[Path]) -> dict[str, str]:
    return _read(root, repository_files, "static", ".js")


def _read(root: Path, files: list[Path], folder: str, suffix: str) -> dict[str, str]:
    paths = [path for path in files if path.parts[0] == folder and path.suffix == suffix]
    return {path.as_posix(): (root / path).read_text(encoding="utf-8") for path in paths}


def _breaches(texts: dict[str, str], rules: dict[str, re.Pattern[str]]) -> list[str]:
    return [
        f"{name}:{text.count(NEWLINE, 0, found.start()) + 1} has {what}: {text[found.start() :][:100]!r}"
        for name, text in texts.items()
        for what, pattern in rules.items()
        for found in pattern.finditer(text)
    ]


def test_templates_have_nothing_inline_and_nothing_unescaped(templates: dict[str, str]) -> None:
    shown = {name: text for name, text in templates.items() if name != INTO_A_FILE}
    assert shown and not _breaches(shown, FORBIDDEN)


def test_the_page_that_is_taken_away_escapes_and_asks_no_other_machine(templates: dict[str, str]) -> None:
    inline = ("an inline script", "an inline style")
    rules = {what: pattern for what, pattern in FORBIDDEN.items() if what not in inline}
    page = templates[INTO_A_FILE]
    assert not _breaches({INTO_A_FILE: page}, rules)
    assert "default-src 'none'" in page


def test_scripts_make_no_code_from_text(scripts: dict[str, str]) -> None:
    assert scripts and not _breaches(scripts, FORBIDDEN_IN_SCRIPTS)


def test_colours_stand_in_one_file(styles: dict[str, str]) -> None:
    others = {name: text for name, text in styles.items() if name != TOKENS}
    assert others and not _breaches(others, {"a colour of its own": COLOUR})


def test_styles_ask_no_other_machine(styles: dict[str, str]) -> None:
    assert not _breaches(styles, {"an address": re.compile(r"url\(\s*[\"']?(?:https?:)?//")})


@pytest.mark.parametrize(("tool", "folder"), [("djhtml", "templates"), ("djcss", "static"), ("djjs", "static")])
def test_templates_styles_and_scripts_are_indented(root: Path, tool: str, folder: str) -> None:
    command = [str(Path(sys.executable).parent / tool), "--tabwidth", "2", "--check", folder]
    checked = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, f"Run `make format`:\n{checked.stderr}"


def test_no_file_and_no_line_is_too_long_to_read(
    templates: dict[str, str], styles: dict[str, str], scripts: dict[str, str]
) -> None:
    texts = {**templates, **styles, **scripts}
    assert not _breaches(texts, {"a long line": re.compile(rf"^.{{{LONGEST_LINE + 1},}}$", re.MULTILINE)})
    assert not [name for name, text in texts.items() if text.count(NEWLINE) > MOST_LINES]


@pytest.mark.parametrize(
    ("line", "breached"),
    [
        ('<script src="a.js"></script>', False),
        ('<script type="module">', True),
        ('<script\nsrc="a.js"></script>', False),
        ('<p style="color: red">', True),
        ('<p\nstyle="color: red">', True),
        ("<button onclick=go()>", True),
        ("{{ title|safe }}", True),
        ("{{ title|safeseq }}", False),
        ('<a href="//elsewhere.example">', True),
        ('<a href="{% url x %}">', False),
    ],
)
def test_the_guard_tells_good_from_bad(line: str, breached: bool) -> None:
    assert bool(_breaches({"a.html": line}, FORBIDDEN)) is breached
