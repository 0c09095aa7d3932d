"""Plays the solutions of the given files and prints their content hashes; run under different hash seeds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmark.proofs.trials import Trial, oracle, play
from simulator.agents.baselines import Silent
from simulator.scenario.load import load_file
from simulator.trace.hashing import content_hash


def main(files: list[str]) -> None:
    hashes = {}
    for file in files:
        story = load_file(Path(file))
        silent = story.scenario.silent
        trial = Trial("j", "the solution", (lambda *_: Silent()) if silent else oracle(story.solution))
        hashes[story.id] = content_hash(play(story, trial).episode.moments)
    sys.stdout.write(json.dumps(hashes))


if __name__ == "__main__":
    main(sys.argv[1:])
