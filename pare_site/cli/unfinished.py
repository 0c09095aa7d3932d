"""Report an episode that was given up because one of its players failed."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from pare_site.cli.exits import CRASHED, Trouble
from simulator.agents.policy import PlayerFailed
from simulator.episode.loop import Episode


def given_up(episode: Episode, failed: PlayerFailed, kept: Path | None, unkept: str = "") -> Trouble:
    """Why, what is there of it, and how it goes on; `unkept` says why its trace could not be written."""
    stood = f"after moment {episode.moments[-1].n}" if episode.moments else "before its first moment"
    lines = [f"The run was given up {stood} ({failed.kind}). {failed}"]
    if kept is not None and failed.kind == "budget":
        lines.append(f"The trace so far is in {kept}.")
    elif kept is not None:
        lines.append(f"The trace so far is in {kept}. Go on from there with: pare run --resume {kept}")
    return Trouble(*lines, *filter(None, [unkept]), code=CRASHED)


def unfinished_file(scenario: str) -> Path:
    """A name that is free, for a trace that nobody asked for but that cost something."""
    numbered = (Path(f"{scenario}.unfinished{f'-{number}' if number else ''}.jsonl") for number in count())
    return next(path for path in numbered if not path.exists())
