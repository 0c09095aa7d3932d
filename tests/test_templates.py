"""Guards templates, styles and scripts: nothing inline, nothing unescaped, nothing from other machines."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

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
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)")
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
        f"{name}:{number} has {what}: {line.strip()[:100]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in rules.items()
        if pattern.search(line)
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


def test_most_templates_are_small(templates: dict[str, str]) -> None:
    assert median(len(text.splitlines()) for text in templates.values()) < 40


@pytest.mark.parametrize(
    ("line", "breached"),
    [
        ('<script src="a.js"></script>', False),
        ('<script type="module">', True),
        ('<p style="color: red">', True),
        ("<button onclick=go()>", True),
        ("{{ title|safe }}", True),
        ("{{ title|safeseq }}", False),
        ('<a href="//elsewhere.example">', True),
        ('<a href="{% url x %}">', False),
    ],
)
def test_the_guard_tells_good_from_bad(line: str, breached: bool) -> None:
    assert bool(_breaches({"a.html": line}, FORBIDDEN)) is breached
