"""Packages with policies, installed for one test: code and metadata in a folder on the path."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest


class Shelf:
    """A folder on the path into which packages are put; what they brought is gone after the test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._count = 0

    def install(self, code: str, policies: dict[str, str], module: str = "own_agent") -> None:
        """`policies`: names, and what each stands for. Every call is a package of its own."""
        self._count += 1
        place = self.folder / f"site{self._count}"
        info = place / f"package{self._count}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: package{self._count}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in policies.items()]
        (info / "entry_points.txt").write_text("\n".join(["[pare.policies]", *lines, ""]))
        (place / f"{module}.py").write_text(dedent(code), encoding="utf-8")
        self._monkeypatch.delitem(sys.modules, module, raising=False)
        self._monkeypatch.syspath_prepend(place)

    def install_project(self, project: Path) -> None:
        """A project as its pyproject.toml describes it, with one module."""
        described = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
        (module,) = described["tool"]["setuptools"]["py-modules"]
        code = (project / f"{module}.py").read_text(encoding="utf-8")
        self.install(code, described["project"]["entry-points"]["pare.policies"], module)
