"""Every link in the docs to a file of the project leads somewhere, and every command shown exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
_COMMAND = re.compile(r"^pare ([a-z-]+)(?: ([a-z]+))?", re.MULTILINE)
_MAKE = re.compile(r"(?:`|^)make ([a-z-]+)", re.MULTILINE)


PACKAGES = ("simulator", "benchmark", "replay", "annotation", "pare_site", "templates", "static", "tests")


def pages(root: Path) -> list[Path]:
    own = ("README.md", "CONTRIBUTING.md", *(f"{package}/README.md" for package in PACKAGES))
    return [*(root / page for page in own), *sorted((root / "docs").glob("*.md"))]


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    broken = [
        f"{page.relative_to(root)}: {target}"
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


@pytest.mark.parametrize(
    "page", ["docs/architecture.md", "CONTRIBUTING.md", *(f"{name}/README.md" for name in PACKAGES)]
)
def test_files_named_on_the_map_exist(root: Path, page: str) -> None:
    """The map is only of use while it is true: every path in backquotes leads to a file or folder."""
    text, missing = (root / page).read_text(), []
    near = (root, root / "simulator", root / "simulator" / "phone", (root / page).parent)
    named = set(re.findall(r"`([a-z_]+/[\w/.<>]*)`", text)) - {"var/bench.json"}
    for name in sorted(named):
        pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
        if not any(list(place.glob(pattern)) for place in near):
            missing.append(name)
    assert not missing, f"{page} names files that are not there: {', '.join(missing)}"
