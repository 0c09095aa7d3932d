"""Every link in the docs to a file of the project leads somewhere, and every command shown exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
_COMMAND = re.compile(r"^pare ([a-z-]+)(?: ([a-z]+))?", re.MULTILINE)
_MAKE = re.compile(r"(?:`|^)make ([a-z-]+)", re.MULTILINE)


def pages(root: Path) -> list[Path]:
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    broken = [
        f"{page.name}: {target}"
        for page in pages(root)
        for target in _LINK.findall(page.read_text())
        if not (page.parent / target).exists()
    ]
    assert not broken


def test_every_make_target_in_the_docs_exists(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.MULTILINE))
    named = {target for page in pages(root) for target in _MAKE.findall(page.read_text())}
    assert named
    assert named <= targets


def test_every_command_in_the_readme_has_a_help_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pare_site.cli.main import main

    commands = {tuple(filter(None, found)) for found in _COMMAND.findall((root / "README.md").read_text())}
    assert commands
    for command in sorted(commands):
        words = command[:1] if command[0] == "run" else command
        assert main([*words, "--help"]) == 0, command
    assert "usage: pare" in capsys.readouterr().out
