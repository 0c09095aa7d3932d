"""Determinism across processes: the hash seed of Python does not matter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROBE = """
import hashlib
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.stories.shelf import NAMES, played
for name in NAMES:
    for plays in ("oracle", "eager", "random"):
        print(name, plays, hashlib.sha256(trace_bytes(played(name, plays=plays, seed=6))).hexdigest())
"""


def probe(root: Path, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", PROBE]
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, check=True, text=True, timeout=120
    ).stdout


def test_two_processes_with_different_hash_seeds_give_identical_bytes(root: Path) -> None:
    one, other = probe(root, "1"), probe(root, "4242")
    assert one.count("\n") == 12
    assert one == other
