"""Keeps files and functions small enough to be read in one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGES = {"simulator", "benchmark", "replay", "annotation", "pare_site"}
LONGEST_FILE = 400
LONGEST_FUNCTION = 60


class Size(NamedTuple):
    lines: int
    place: str


def function_sizes(source: str, name: str) -> Iterator[Size]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Size((node.end_lineno or node.lineno) - node.lineno + 1, f"{name}:{node.lineno} {node.name}")


def longer_than(limit: int, sizes: list[Size]) -> str:
    """The offenders, longest first, one a line; empty if there are none."""
    offenders = sorted((size for size in sizes if size.lines > limit), reverse=True)
    return "\n".join(f"{size.lines} lines: {size.place}" for size in offenders)


@pytest.fixture(scope="session")
def sources(root: Path, repository_files: list[Path]) -> dict[str, str]:
    paths = [path for path in repository_files if path.suffix == ".py" and path.parts[0] in PACKAGES]
    return {path.as_posix(): (root / path).read_text(encoding="utf-8") for path in paths}


@pytest.fixture(scope="session")
def files(sources: dict[str, str]) -> list[Size]:
    return [Size(len(source.splitlines()), name) for name, source in sources.items()]


@pytest.fixture(scope="session")
def functions(sources: dict[str, str]) -> list[Size]:
    return [size for name, source in sources.items() for size in function_sizes(source, name)]


def test_every_package_is_measured(sources: dict[str, str]) -> None:
    assert {name.partition("/")[0] for name in sources} == PACKAGES


def test_no_file_is_too_long(files: list[Size]) -> None:
    offenders = longer_than(LONGEST_FILE, files)
    assert not offenders, f"Split these by concept, none may pass {LONGEST_FILE} lines:\n{offenders}"


def test_no_function_is_too_long(functions: list[Size]) -> None:
    offenders = longer_than(LONGEST_FUNCTION, functions)
    assert not offenders, f"Split these, none may pass {LONGEST_FUNCTION} lines:\n{offenders}"


def test_a_function_is_measured_from_its_def_to_its_last_line() -> None:
    source = "class Box:\n    async def fill(self):\n        def put():\n            pass\n        return put\n"
    assert sorted(function_sizes(source, "box.py")) == [Size(2, "box.py:3 put"), Size(4, "box.py:2 fill")]


def test_the_longest_offenders_are_named_first() -> None:
    sizes = [Size(10, "a"), Size(61, "b"), Size(70, "c")]
    assert longer_than(60, sizes) == "70 lines: c\n61 lines: b"
