"""Keeps files and functions small enough to be read in one go."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

PACKAGES = {"simulator", "benchmark", "replay", "annotation", "pare_site"}
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
# A package that holds only its docstring says nothing about the size of real modules.
SMALLEST_COUNTED_FILE = 3


class Size(NamedTuple):
    lines: int
    place: str


def function_sizes(source: str, name: str) -> Iterator[Size]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Size((node.end_lineno or node.lineno) - node.lineno + 1, f"{name}:{node.lineno} {node.name}")


def percentile_90(sizes: list[Size]) -> int:
    ordered = sorted(sizes)
    return ordered[math.ceil(0.9 * len(ordered)) - 1].lines if ordered else 0


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
    sizes = [Size(len(source.splitlines()), name) for name, source in sources.items()]
    return [size for size in sizes if size.lines >= SMALLEST_COUNTED_FILE]


@pytest.fixture(scope="session")
def functions(sources: dict[str, str]) -> list[Size]:
    return [size for name, source in sources.items() for size in function_sizes(source, name)]


def test_every_package_is_measured(sources: dict[str, str]) -> None:
    assert {name.partition("/")[0] for name in sources} == PACKAGES


def test_no_file_is_too_long(files: list[Size]) -> None:
    offenders = longer_than(LONGEST_FILE, files)
    assert not offenders, f"Split these by concept, none may pass {LONGEST_FILE} lines:\n{offenders}"


def test_few_files_are_long(files: list[Size]) -> None:
    assert percentile_90(files) < 250, f"More than a tenth of the files are long:\n{longer_than(249, files)}"


def test_most_files_are_short(files: list[Size]) -> None:
    middle = median(size.lines for size in files) if files else 0
    assert middle < 120, f"Half of the files have {middle} lines or more:\n{longer_than(119, files)}"


def test_no_function_is_too_long(functions: list[Size]) -> None:
    offenders = longer_than(LONGEST_FUNCTION, functions)
    assert not offenders, f"Split these, none may pass {LONGEST_FUNCTION} lines:\n{offenders}"


def test_few_functions_are_long(functions: list[Size]) -> None:
    assert percentile_90(functions) <= 30, f"More than a tenth of the functions are long:\n{longer_than(30, functions)}"


def test_a_function_is_measured_from_its_def_to_its_last_line() -> None:
    source = "class Box:\n    async def fill(self):\n        def put():\n            pass\n        return put\n"
    assert sorted(function_sizes(source, "box.py")) == [Size(2, "box.py:3 put"), Size(4, "box.py:2 fill")]


def test_the_longest_offenders_are_named_first() -> None:
    sizes = [Size(10, "a"), Size(61, "b"), Size(70, "c")]
    assert longer_than(60, sizes) == "70 lines: c\n61 lines: b"


def test_the_ninetieth_percentile_leaves_a_tenth_above_it() -> None:
    assert percentile_90([Size(lines, "") for lines in range(1, 11)]) == 9
