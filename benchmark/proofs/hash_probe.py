"""Plays the solutions of scenarios from standard input, and prints the content hash of each run as JSON.

Proof (j) runs this module with a different PYTHONHASHSEED, to show that no result depends on the order of sets.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from benchmark.proofs.trials import Trial, oracle, play
from simulator.agents.baselines import Silent
from simulator.scenario.load import from_source
from simulator.trace.hashing import content_hash


def main() -> None:
    hashes = {}
    for source in msgspec.json.decode(sys.stdin.buffer.read(), type=list[dict[str, Any]]):
        story = from_source(source)
        silent = story.scenario.silent
        # A scenario in which silence is right has no solution, so the silent assistant plays it.
        trial = Trial("j", "the solution", (lambda *_: Silent()) if silent else oracle(story.solution))
        hashes[story.id] = content_hash(play(story, trial).episode.moments)
    sys.stdout.buffer.write(msgspec.json.encode(hashes))


if __name__ == "__main__":
    main()
