"""Keeps waits without an end out of the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

RUNNING = {"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output"}
WITHOUT_AN_END_IF_EMPTY = {"wait", "join", "communicate"}
"""Methods of processes, threads, events and the like, which wait for ever unless they are given a time."""
HELPERS = Path("tests/waiting.py")


def endless_waits(source: str, name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_endless(node, node.func):
            yield f"{name}:{node.lineno} {ast.unparse(node.func)}"


def is_endless(call: ast.Call, function: ast.Attribute) -> bool:
    if ast.unparse(function) in RUNNING:
        return all(keyword.arg != "timeout" for keyword in call.keywords)
    # A pipe gives nothing as long as the process at its other end is silent.
    return function.attr == "readline" or (
        function.attr in WITHOUT_AN_END_IF_EMPTY and not call.args and not call.keywords
    )


def test_every_wait_has_an_end(root: Path, repository_files: list[Path]) -> None:
    ours = [path for path in repository_files if path.parts[0] == "tests" and path.suffix == ".py" and path != HELPERS]
    found = [wait for path in ours for wait in endless_waits((root / path).read_text(encoding="utf-8"), str(path))]
    assert len(ours) > 100
    assert not found, "Give these a timeout, or use tests/waiting.py:\n" + "\n".join(found)


def test_an_endless_wait_is_found() -> None:
    endless = "thread.join()\nprocess.wait()\nout.readline()\nsubprocess.run(['ls'], check=True)\nprocess.communicate()"
    ended = "thread.join(5)\nprocess.wait(timeout=5)\nsubprocess.run(['ls'], timeout=5)\n', '.join(names)\njoin(thread)"
    assert [wait.partition(" ")[0] for wait in endless_waits(endless, "a")] == ["a:1", "a:2", "a:3", "a:4", "a:5"]
    assert not list(endless_waits(ended, "a"))
